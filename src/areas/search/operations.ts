/** /search */
import { get, type Operation } from "../../core/api/operation";
import * as model from "./model";
import { search } from "./search";

export const operations: readonly Operation[] = [
  get(
    "/search",
    "The cards, documents and people that hold a text and that the caller may list, best first",
    { own: true, permission: "auth", readsMuch: true, query: model.SearchQuery, answer: model.SearchResult.array() },
    ({ query, actor }) => search(actor, query),
  ),
];

/** /search, and searching for a card: what it can be related to, and who may have a part in it */
import { allOf } from "../../core/access/operation-permission";
import { get, type Operation } from "../../core/api/operation";
import * as model from "./model";
import { suggestPeople } from "./people";
import { relatableCards } from "./relatable";
import { search } from "./search";

export const operations: readonly Operation[] = [
  get(
    "/search",
    "The cards, documents and people that hold a text and that the caller may list, best first",
    {
      operationId: "search",
      own: true,
      permission: "auth",
      readsMuch: true,
      query: model.SearchQuery,
      answer: model.SearchResult.array(),
    },
    ({ query, actor }) => search(actor, query),
  ),
  get(
    "/cards/{card_id}/relatable-cards",
    "The cards that a card can be related to, by a text, each with the relations that there aren't yet",
    {
      own: true,
      permission: allOf("inventory.view", "relations.view"),
      readsMuch: true,
      query: model.RelatableQuery,
      answer: model.RelatableCard.array(),
    },
    ({ params, query }) => relatableCards(params.card_id, query),
  ),
  get(
    "/cards/{card_id}/suggested-people",
    "The people who may have a part in a card: those of its neighbours first",
    {
      own: true,
      permission: allOf("inventory.view", "stakeholders.view"),
      readsMuch: true,
      query: model.PeopleQuery,
      answer: model.SuggestedPerson.array(),
    },
    ({ params, query }) => suggestPeople(params.card_id, query),
  ),
];

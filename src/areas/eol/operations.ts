/** /eol */
import { del, get, MANY_ROWS, type Operation, post, put } from "../../core/api/operation";
import { LARGEST_LIST } from "../../http/json";
import { today } from "../../platform/clock";
import { linkCards } from "./mass-link";
import { searchAll } from "./mass-search";
import * as model from "./model";
import { findProducts, listCycles, listProducts } from "./products";
import { deleteSource, describeSource, replaceSource, sourceInForce } from "./source";

type Headers = { headers: Record<string, string | number | string[]> };

/** Says in the headers of an answer where its life cycles come from. */
function nameSource({ headers }: Headers): void {
  const { origin, date } = sourceInForce();
  headers["x-data-origin"] = origin;
  headers["x-data-date"] = date;
}

const SAYS_SOURCE = { sends: ["X-Data-Origin", "X-Data-Date"] } as const;
const VIEW = { permission: "eol.view", ...SAYS_SOURCE } as const;
const MANAGE = { permission: "eol.manage", ...SAYS_SOURCE } as const;
const ADMIN = { permission: "admin.settings" } as const;

export const operations: readonly Operation[] = [
  get(
    "/eol/products",
    "The products whose life cycles are known, 100 at most",
    { ...VIEW, query: model.ProductQuery, answer: model.EolProduct.array() },
    ({ query, set }) => {
      nameSource(set);
      return listProducts(query.search);
    },
  ),
  get(
    "/eol/products/fuzzy",
    "The products that a name may mean, best first",
    { operationId: "searchEolProducts", ...VIEW, query: model.FuzzyQuery, answer: model.EolProductMatch.array() },
    ({ query, set }) => {
      nameSource(set);
      return findProducts(query.search, query.limit);
    },
  ),
  get(
    "/eol/products/{product}",
    "The cycles of a product",
    { operationId: "listEolCycles", ...VIEW, answer: model.EolCycle.array(), refusals: [400] },
    ({ params, set }) => {
      nameSource(set);
      return listCycles(params.product);
    },
  ),
  post(
    "/eol/mass-search",
    "Every active card of a type, with the products that its name may mean",
    {
      ...MANAGE,
      landscape: true,
      readsMuch: true,
      query: model.MassSearchQuery,
      answer: model.MassEolResult.array(),
      repeatable: false,
      refusals: [400],
    },
    ({ query, set }) => {
      nameSource(set);
      return searchAll(query, set);
    },
  ),
  post(
    "/eol/mass-link",
    "Link many cards to cycles of products",
    {
      ...MANAGE,
      landscape: true,
      writesMuch: ({ body }) => body.length > MANY_ROWS,
      largestBody: LARGEST_LIST,
      body: model.MassLinks,
      answer: model.MassLinked,
      refusals: [400],
    },
    ({ body, actor, set }) => {
      nameSource(set);
      return linkCards(actor, body);
    },
  ),
  get(
    "/eol/source",
    "Where the life cycles come from",
    { own: true, permission: "eol.view", answer: model.EolSource },
    () => describeSource(),
  ),
  put(
    "/eol/source",
    "Upload life cycles, which answer alone until they are deleted",
    {
      own: true,
      ...ADMIN,
      writesMuch: true,
      largestBody: LARGEST_LIST,
      query: model.SnapshotQuery,
      body: model.Snapshot,
      answer: model.EolSource,
    },
    ({ query, body, actor }) => {
      replaceSource(actor, { origin: "upload", date: query.date ?? today(), products: body });
      return describeSource();
    },
  ),
  del(
    "/eol/source",
    "Return to the life cycles that come with Stoa",
    { own: true, ...ADMIN, refusals: [404] },
    ({ actor }) => deleteSource(actor),
  ),
];

/** Life cycles of products: where they come from, which products cards may mean, and the cycles of each. */

import { answered, api, received, type Schemas } from "../server/client";
import { query } from "../server/queries";
import { createStore } from "../state/store";

export type LookedUp = Schemas["MassEolResult"];
export type Candidate = LookedUp["candidates"][number];
export type Cycle = Schemas["EolCycle"];

/** The types whose cards are linked to products. */
export const LINKED_TYPES = ["ITComponent", "Application"] as const;
export type LinkedType = (typeof LINKED_TYPES)[number];

/** Cards of one request. */
const BLOCK = 200;

/** The progress of the search: cards that were looked up, and all of them. */
export const searchProgress = createStore<{ done: number; total: number } | undefined>(undefined);

/** Returns every active card of a type with the products that its name may mean. */
export const lookedUpQuery = (type_key: LinkedType) =>
  query(["eol", "looked-up", type_key], ["eol."], async ({ signal }) => {
    const all: LookedUp[] = [];
    for (let page = 1; ; page++) {
      const params = { query: { type_key, page, page_size: BLOCK } };
      const { data = [], response } = await received(api.POST("/api/v1/eol/mass-search", { signal, params }));
      all.push(...data);
      searchProgress.update(() => ({ done: all.length, total: Number(response.headers.get("x-total-count") ?? 0) }));
      if (data.length < BLOCK) break;
    }
    searchProgress.update(() => undefined);
    return all;
  });

/** The source of the life cycles. */
export const sourceQuery = query(["eol", "source"], ["eol."], ({ signal }) =>
  answered(api.GET("/api/v1/eol/source", { signal })),
);

/** Returns the cycles of a product. */
export const cyclesQuery = (product: string) =>
  query(["eol", "cycles", product], ["eol."], ({ signal }) =>
    answered(api.GET("/api/v1/eol/products/{product}", { signal, params: { path: { product } } })),
  );

/** Returns the products that a text may mean, the best first. */
export const productsQuery = (search: string) =>
  query(["eol", "products", search], ["eol."], ({ signal }) =>
    answered(api.GET("/api/v1/eol/products/fuzzy", { signal, params: { query: { search, limit: 10 } } })),
  );

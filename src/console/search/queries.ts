/** The one search over cards, documents, views and people. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type SearchResult = Schemas["SearchResult"];
export type Kind = SearchResult["kind"];

/** The number of things of each kind that are found at most. */
const LIMIT = 6;

/**
 * Returns the things whose name, description or reference holds a text, the best first.
 * @param kinds only these; at least one
 * @param type only cards of this type
 */
export const searchQuery = (text: string, kinds: readonly Kind[], type?: string) =>
  query(["search", text, kinds.join(), type], ["card."], ({ signal }) =>
    answered(
      api.GET("/api/v1/search", { signal, params: { query: { q: text, kinds: kinds.join(), type, limit: LIMIT } } }),
    ),
  );

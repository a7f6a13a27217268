/** The lists of Home, each read by itself, so that one that fails leaves the others. */
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

const CARD_EVENTS = ["card.", "relation.", "stakeholder.", "tag.", "metamodel."];

/** The parts of home, their order, and the saved reports that stand on it. */
export const homeLayoutQuery = query(["home", "layout"], [], ({ signal }) =>
  answered(api.GET("/api/v1/users/me/home", { signal })),
);

/** The orders of my cards. */
export type Order = "missing" | "changed" | "ends";

const ORDERS = {
  missing: { sort_by: "data_quality", sort_dir: "asc" },
  changed: { sort_by: "updated_at", sort_dir: "desc" },
  ends: { sort_by: "lifecycle.endOfLife", sort_dir: "asc" },
} as const;

/** My cards that are shown; the grid has the rest. */
export const MAX_MINE = 100;

/** Returns a list of the cards in which I have a part. */
const mine = (name: string, limits: object) =>
  query(["cards", "list", "mine", name], CARD_EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: { query: { mine: "stakeholder", page_size: MAX_MINE, ...limits } },
      }),
    ),
  );

/** Returns my cards, with what they lack. */
export const myCardsQuery = (order: Order) =>
  mine(order, {
    fields: "missing",
    ...(order === "ends" && { where: "lifecycle.endOfLife:set" }),
    ...ORDERS[order],
  });

/** Returns the starred cards, by their ids. */
export const starredQuery = (ids: readonly string[]) =>
  query(["cards", "list", "starred", ids], CARD_EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: {
          query: { ids: ids.slice(0, MAX_MINE).join(","), fields: "missing", sort_by: "name", page_size: MAX_MINE },
        },
      }),
    ),
  );

/** My cards whose approval broke. */
export const brokenQuery = mine("broken", { approval_status: "BROKEN", ...ORDERS.changed });

/** Cards of "What changed". */
const MAX_CHANGED = 30;

/** Returns what has changed of my cards since a moment, or lately of all cards. */
export const changesQuery = (since: string) =>
  query(
    ["events", "mine", since],
    ["card.", "relation.", "comment.", "stakeholder.", "tag", "risk.", "todo."],
    ({ signal }) =>
      answered(
        api.GET("/api/v1/events/my-cards/changes", { signal, params: { query: { since, limit: MAX_CHANGED } } }),
      ),
  );

/** Returns how many cards match, with sums. @param filters the filters of `GET /cards` */
export const figureQuery = (
  filters: Record<string, string>,
  totals: readonly string[] = [],
  facets: readonly string[] = [],
) =>
  query(["cards", "summary", "figure", filters, totals, facets], CARD_EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: {
          query: {
            ...filters,
            ...(totals.length > 0 && { totals: totals.join(",") }),
            ...(facets.length > 0 && { facets: facets.join(",") }),
            page_size: 1,
          },
        },
      }),
    ),
  );

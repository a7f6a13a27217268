/** Saved views of the inventory. */
import { formatFilter } from "../../filters/condition";
import { answered, api, everyPage, type Schemas } from "../../server/client";
import { query } from "../../server/queries";
import type { InventoryState } from "./state";

type View = Schemas["Bookmark"];

const SIZE = 200;

/** The views that the account may see. */
export const viewsQuery = query(["bookmarks"], ["bookmark."], ({ signal }) =>
  everyPage(
    (page) => answered(api.GET("/api/v1/bookmarks", { signal, params: { query: { page, page_size: SIZE } as never } })),
    SIZE,
  ),
);

/** Returns the stored part of a view: the filter as its text, so that the view and the address are one grammar. */
export const viewOf = ({ typeKey, filter, sorting, shown }: InventoryState, name: string) => ({
  name,
  card_type: typeKey ?? null,
  filters: { text: formatFilter(filter) },
  columns: shown.map((field) => field.name),
  sort: sorting ? { field: sorting.by, direction: sorting.isDescending ? "desc" : "asc" } : null,
});

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns the place of a view in the address. */
export function searchOfView({ card_type, filters, columns, sort }: View) {
  const { field, direction } = (sort ?? {}) as { field?: unknown; direction?: unknown };
  const by = textIn(field);
  const names = (columns ?? []).filter((one) => typeof one === "string");
  return {
    type: card_type ?? undefined,
    filter: textIn((filters as { text?: unknown } | null)?.text),
    columns: names.length > 0 ? names.join(",") : undefined,
    sort: by && (direction === "desc" ? `-${by}` : by),
  };
}

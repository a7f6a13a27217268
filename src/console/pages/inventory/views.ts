/** Saved views of the inventory. */
import { formatFilter, queryOf } from "../../filters/condition";
import type { Schemas } from "../../server/client";
import type { InventoryState } from "./state";

type View = Schemas["Bookmark"];

/** Returns the stored part of a view: the filter as its text, so that the view and the address are one grammar. */
export const viewOf = (
  { typeKey, filter, sorting, shown, widths, group, isTree, isTimeline }: InventoryState,
  name: string,
) => ({
  name,
  card_type: typeKey ?? null,
  filters: {
    text: formatFilter(filter),
    // The same for feeds, which are read by the server alone.
    ...queryOf(filter),
    ...(typeKey && { types: [typeKey] }),
    ...(group && { group: group.facet }),
    ...(isTree && { tree: true }),
    ...(isTimeline && { timeline: true }),
    ...(widths.size > 0 && { widths: Object.fromEntries(widths) }),
  },
  // The name is a column of every list, and so of every feed.
  columns: ["name", ...shown.map((field) => field.name)],
  sort: sorting ? { field: sorting.by, direction: sorting.isDescending ? "desc" : "asc" } : null,
});

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns the place of a view in the address. */
export function searchOfView({ card_type, filters, columns, sort }: View) {
  const { field, direction } = (sort ?? {}) as { field?: unknown; direction?: unknown };
  const by = textIn(field);
  const names = (columns ?? []).filter((one) => typeof one === "string" && one !== "name");
  const stored = (filters ?? {}) as Partial<Record<"text" | "group" | "tree" | "timeline" | "widths", unknown>>;
  const isTimeline = stored.timeline === true;
  return {
    type: card_type ?? undefined,
    filter: textIn(stored.text),
    group: textIn(stored.group),
    tree: stored.tree === true || undefined,
    as: isTimeline ? ("timeline" as const) : undefined,
    columns: names.length > 0 && !isTimeline ? names.join(",") : undefined,
    widths: textIn(
      Object.entries(stored.widths ?? {})
        .map(([column, width]) => `${column}:${width}`)
        .join(","),
    ),
    sort: by && (direction === "desc" ? `-${by}` : by),
  };
}

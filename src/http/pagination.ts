/** Pagination and sorting of lists. */
import { z } from "zod";
import { jsonText } from "./responses";
import { Text, Whole } from "./schemas";

let limits = { fallback: 50, most: 200 };

/** Sets the default and the largest page size. */
export function configurePages(pageSizeDefault: number, pageSizeMax: number): void {
  limits = { fallback: pageSizeDefault, most: pageSizeMax };
}

/** Bounds the offset to an integer of the database. */
const LAST_PAGE = 10_000_000;

/** `page`, counted from 1. */
export const Page = Whole(1, LAST_PAGE).default(1).meta({ description: "Page, counted from 1" });

/** `page_size`. Its limits are configuration, so they are read for each request; the description states the defaults. */
export const PageSize = z
  .preprocess((input) => input ?? limits.fallback, Whole(1, Number.MAX_SAFE_INTEGER))
  .superRefine((size, context) => {
    const { most } = limits;
    if (size > most)
      context.addIssue({
        code: "custom",
        message: `must be at most ${most}, which is PAGE_SIZE_MAX in the server's environment`,
        params: { type: "less_than_equal", ctx: { le: most } },
        input: size,
      });
  })
  .optional()
  .transform((size) => size ?? limits.fallback)
  .meta({ type: "integer", minimum: 1, maximum: 200, default: 50, description: "Rows of a page" });

/** The sorting of a list. Unknown fields are ignored. */
export const Sorting = {
  sort_by: Text(100).optional().meta({ description: "Field to sort by" }),
  sort_dir: Text(10).optional().meta({ description: "`desc` descends, anything else ascends" }),
};

export type Sorting = { sort_by?: string | undefined; sort_dir?: string | undefined };

/** Checks whether a query asks for a descending order. */
export const isDescending = ({ sort_dir }: Sorting): boolean => sort_dir === "desc";

/** The sorting of a list that is sorted only by time. */
export const TimeSorting = {
  sort_by: Text(100).optional().meta({ description: "`created_at`; anything else means the order of the list itself" }),
  sort_dir: Sorting.sort_dir,
};

/**
 * Returns the SQL direction of a list by time: newest first, unless the query sorts by `created_at` or names a direction.
 */
export const timeDirection = (query: Sorting): "ASC" | "DESC" =>
  (query.sort_by === "created_at" || query.sort_dir !== undefined) && !isDescending(query) ? "ASC" : "DESC";

/** The query of an operation whose response is an array: all rows, or one page. */
export const SliceQuery = {
  ...Sorting,
  page: Whole(1, LAST_PAGE)
    .optional()
    .meta({ description: "Page, counted from 1; the answer is the whole list without it" }),
  page_size: PageSize.meta({ description: "Rows of a page, when a page is asked for" }),
};

/** The longest array without paging. */
export const MAX_ROWS = 100_000;

/** Independent of the machine's locale. */
const collator = new Intl.Collator("en");

const rank = (value: unknown) => (value === null || value === undefined ? 1 : 0);

/** Compares two values of a field: numbers by size, others as text; null is last in either direction. */
function compare(one: unknown, other: unknown, direction: number): number {
  if (rank(one) || rank(other)) return rank(one) - rank(other);
  const order =
    typeof one === "number" && typeof other === "number" ? one - other : collator.compare(String(one), String(other));
  return order * direction;
}

/** Returns the rows sorted by a field that they have; stable. */
function sorted<T>(rows: readonly T[], query: Sorting): readonly T[] {
  const field = query.sort_by as keyof T | undefined;
  if (field === undefined || !Object.hasOwn(rows[0] ?? {}, field)) return rows;
  const direction = isDescending(query) ? -1 : 1;
  return rows.toSorted((one, other) => compare(one[field], other[field], direction));
}

/**
 * Returns the requested page of an array, sorted as requested; all rows without a page. With a page, sets `X-Total-Count`.
 */
export function slice<T>(
  rows: readonly T[],
  query: { page?: number | undefined; page_size: number } & Sorting,
  set: { headers: Record<string, unknown> },
): T[] {
  const all = sorted(rows, query);
  if (query.page === undefined) return all.slice(0, MAX_ROWS);
  set.headers["x-total-count"] = String(all.length);
  return all.slice((query.page - 1) * query.page_size, query.page * query.page_size);
}

/** Returns all rows of a list for a file, sorted as requested. */
export const allSorted = <T>(rows: readonly T[], query: Sorting): T[] => sorted(rows, query).slice(0, MAX_ROWS);

/** Works as `slice`, on rows that are JSON text; they are parsed only for sorting. */
export function sliceTexts(
  texts: readonly string[],
  query: Parameters<typeof slice>[1],
  set: Parameters<typeof slice>[2],
) {
  if (query.sort_by === undefined) return slice(texts, query, set);
  return slice(
    texts.map((text) => JSON.parse(text) as Record<string, unknown>),
    query,
    set,
  ).map((row) => JSON.stringify(row));
}

/** Works as `sliceTexts`, and returns the response. */
export function listOfTexts(texts: readonly string[], query: Parameters<typeof slice>[1]): Response {
  const headers: Record<string, string> = {};
  const rows = sliceTexts(texts, query, { headers });
  return jsonText(`[${rows.join(",")}]`, 200, headers);
}

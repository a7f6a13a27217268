/** What lists have in common: pages, sorting, and the slice of a bare array. */
import { z } from "zod";
import { Text, Whole } from "./words";

let limits = { fallback: 50, most: 200 };

/** Sets the default and the largest page size of this installation. */
export function configurePages(pageSizeDefault: number, pageSizeMax: number): void {
  limits = { fallback: pageSizeDefault, most: pageSizeMax };
}

/** Pages beyond this are refused: the offset must stay a number that a database can count to. */
const LAST_PAGE = 10_000_000;

/** `page`, counted from 1. */
export const Page = Whole(1, LAST_PAGE).default(1).meta({ description: "Page, counted from 1" });

/**
 * `page_size`. The default and the most are configuration, so they are looked up for each request.
 * The description says what holds without any.
 */
export const PageSize = z
  .preprocess((input) => input ?? limits.fallback, Whole(1, 100_000))
  .superRefine((size, context) => {
    if (size > limits.most)
      context.addIssue({ code: "too_big", origin: "number", maximum: limits.most, inclusive: true, input: size });
  })
  .optional()
  .transform((size) => size ?? limits.fallback)
  .meta({ type: "integer", minimum: 1, maximum: 200, default: 50, description: "Rows of a page" });

/** Sorting, as every list takes it. What a list can't sort by means its default. */
export const Sorting = {
  sort_by: Text(100).optional().meta({ description: "Field to sort by" }),
  sort_dir: Text(10).optional().meta({ description: "`desc` descends, anything else ascends" }),
};

/** The query of an endpoint whose answer is a bare array: without a page it is the whole, with one a slice. */
export const SliceQuery = {
  page: Whole(1, LAST_PAGE)
    .optional()
    .meta({ description: "Page, counted from 1; the answer is the whole list without it" }),
  page_size: PageSize.meta({ description: "Rows of a page, when a page is asked for" }),
};

/** Bare arrays end here, however many rows there are; a client pages through what is longer. */
export const MOST_ROWS = 100_000;

/**
 * The part of a bare array that a request asks for, and the header with the number of all rows when it asks for a part.
 * @param set the context's `set`, to take the header
 */
export function slice<T>(
  rows: readonly T[],
  query: { page?: number | undefined; page_size: number },
  set: { headers: Record<string, unknown> },
): T[] {
  if (query.page === undefined) return rows.slice(0, MOST_ROWS);
  set.headers["x-total-count"] = String(rows.length);
  return rows.slice((query.page - 1) * query.page_size, query.page * query.page_size);
}

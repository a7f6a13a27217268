/** Lists of cards: read in blocks as one scrolls, with what they add up to. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type Filter, queryOf } from "../filters/condition";
import type { Sorting } from "../grid/column";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type ListedCard = Schemas["ListedCard"];

/** The cards of a list, and what is shown of each. */
export type CardListing = {
  /** The key of the one type; undefined for cards of all types. */
  type: string | undefined;
  filter: Filter;
  sorting: Sorting | undefined;
  /** The names of what each card is to bring, as `fields` has them. */
  fields: readonly string[];
};

/** Rows of one request. */
export const BLOCK = 100;

/** Events that change lists of cards. */
const EVENTS = ["card.", "relation.", "stakeholder.", "tag.", "metamodel."];

/** Returns the filters and the order of a list, as the API takes them; its exports take the same. */
export const listParameters = ({ type, filter, sorting }: CardListing) => ({
  ...(type && { type }),
  ...queryOf(filter),
  ...(sorting && { sort_by: sorting.by, sort_dir: sorting.isDescending ? ("desc" as const) : ("asc" as const) }),
  // Orders of columns that always have a value are cached by the server without it.
  ...(sorting?.isDescending && sorting.by.includes(".") && { nulls: "last" as const }),
});

/** Returns a block of a list. @param block its number, from 0 */
export const cardBlockQuery = (listing: CardListing, block: number) =>
  query(["cards", "list", listParameters(listing), listing.fields, block], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: {
          query: {
            ...listParameters(listing),
            ...(listing.fields.length > 0 && { fields: listing.fields.join(",") }),
            page: block + 1,
            page_size: BLOCK,
          },
        },
      }),
    ),
  );

/** Returns sums and distributions of a whole list. */
export const cardSummaryQuery = (listing: CardListing, facets: readonly string[], totals: readonly string[]) =>
  query(["cards", "summary", listParameters(listing), facets, totals], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: {
          query: {
            ...listParameters({ ...listing, sorting: undefined }),
            ...(facets.length > 0 && { facets: facets.join(",") }),
            ...(totals.length > 0 && { totals: totals.join(",") }),
            page_size: 1,
          },
        },
      }),
    ),
  );

/** Gives the rows of a list, read in blocks around the window. */
export function useCardRows(listing: CardListing) {
  const [[first, last], setWindow] = useState<readonly [number, number]>([0, 0]);
  const blocks = [...new Set([first, last])];
  const results = useQueries({
    queries: blocks.map((block) => ({
      ...cardBlockQuery(listing, block),
      placeholderData: (before: Schemas["CardList"] | undefined) => before,
    })),
  });
  const byBlock = new Map(blocks.map((block, at) => [block, results[at]?.data] as const));
  const known = results.find(({ data }) => data)?.data;
  const [total, setTotal] = useState(0);
  if (known && known.total !== total) setTotal(known.total);
  const failed = results.find(({ error }) => error);
  return {
    total: known?.total ?? total,
    isLoading: !known && !failed && total === 0,
    error: failed?.error ?? null,
    retry: () => Promise.all(results.map(({ refetch }) => refetch())),
    rowAt: (index: number): ListedCard | undefined => {
      const data = byBlock.get(Math.floor(index / BLOCK));
      return data && data.page === Math.floor(index / BLOCK) + 1 ? data.items[index % BLOCK] : undefined;
    },
    // The page is drawn anew only when other blocks are in the window, and not with every row.
    onShow: useCallback((from: number, to: number) => {
      const [first, last] = [Math.floor(from / BLOCK), Math.floor(to / BLOCK)];
      setWindow((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    }, []),
  };
}

/** Gives the sums and distributions of a list; those of before stay while the next is read. */
export const useCardSummary = (listing: CardListing, facets: readonly string[], totals: readonly string[]) =>
  useQuery({ ...cardSummaryQuery(listing, facets, totals), placeholderData: (before) => before }).data;

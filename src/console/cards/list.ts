/** Lists of cards: read in blocks as one scrolls, with what they add up to. */
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { type Filter, queryOf } from "../filters/condition";
import type { Sorting } from "../grid/column";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";
import type { FoldState } from "./folds";
import { type Group, groupedLayout, type Layout, plainLayout } from "./layout";

export type ListedCard = Schemas["ListedCard"];

/** The cards of a list, and what is shown of each. */
export type CardListing = {
  /** The key of the one type; undefined for cards of all types. */
  type: string | undefined;
  filter: Filter;
  sorting: Sorting | undefined;
  /** The names of what each card is to bring, as `fields` has them. */
  fields: readonly string[];
  /** The name of what the list is grouped by. */
  group?: string | undefined;
  /** True for a tree. */
  isTree?: boolean;
  /** True for the archived cards, in place of those that aren't. */
  isArchived?: boolean;
};

/** Rows of one request. */
export const BLOCK = 100;

/** Events that change lists of cards. */
const EVENTS = ["card.", "relation.", "stakeholder.", "tag.", "metamodel."];

/** Returns the filters and the order of a list, as the API takes them; its exports take the same. */
export const listParameters = ({ type, filter, sorting, isArchived }: CardListing) => ({
  ...(type && { type }),
  ...(isArchived && { status: "ARCHIVED" }),
  ...queryOf(filter),
  ...(sorting && { sort_by: sorting.by, sort_dir: sorting.isDescending ? ("desc" as const) : ("asc" as const) }),
  // Orders of columns that always have a value are cached by the server without it.
  ...(sorting?.isDescending && sorting.by.includes(".") && { nulls: "last" as const }),
});

/** The branches of a tree: whether most are open, and the ids of the others. */
type Branches = Pick<FoldState, "areOpen" | "others">;

/** Returns the way in which a list is arranged, as the API takes it. */
export const arrangementOf = ({ group, isTree }: CardListing, branches?: Branches) => ({
  ...(group !== undefined && { group_by: group }),
  ...(isTree && {
    tree: branches?.areOpen === false ? ("closed" as const) : ("open" as const),
    ...(branches && branches.others.length > 0 && { branches: branches.others.join(",") }),
  }),
});

/** Milliseconds for which a block outside of the window is cached, so that long scrolling doesn't fill the browser. */
const OUTSIDE = 30_000;

/** Returns a block of a list. @param block its number, from 0 @param branches of a tree */
export const cardBlockQuery = (listing: CardListing, block: number, branches?: Branches) => ({
  ...query(
    ["cards", "list", listParameters(listing), arrangementOf(listing, branches), listing.fields, block],
    EVENTS,
    ({ signal }) =>
      answered(
        api.GET("/api/v1/cards", {
          signal,
          params: {
            query: {
              ...listParameters(listing),
              ...arrangementOf(listing, branches),
              ...(listing.fields.length > 0 && { fields: listing.fields.join(",") }),
              page: block + 1,
              page_size: BLOCK,
            },
          },
        }),
      ),
  ),
  gcTime: OUTSIDE,
});

/** Returns sums and distributions of a whole list. */
export const cardSummaryQuery = (listing: CardListing, facets: readonly string[], totals: readonly string[]) =>
  query(["cards", "summary", listParameters(listing), listing.group, facets, totals], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: {
          query: {
            ...listParameters({ ...listing, sorting: undefined }),
            ...arrangementOf({ ...listing, isTree: false }),
            ...(facets.length > 0 && { facets: facets.join(",") }),
            ...(totals.length > 0 && { totals: totals.join(",") }),
            page_size: 1,
          },
        },
      }),
    ),
  );

/** The first and last row in the window. */
type VisibleRows = readonly [first: number, last: number];

/** Returns the numbers of the blocks that hold the cards of some rows. */
function blocksIn([first, last]: VisibleRows, layout: Layout | undefined): number[] {
  if (!layout) return [0];
  const blocks = new Set<number>();
  for (let index = first; index <= Math.min(last, layout.total - 1); index++) {
    const row = layout.rowAt(index);
    if ("place" in row) blocks.add(Math.floor(row.place / BLOCK));
  }
  return blocks.size > 0 ? [...blocks] : [0];
}

/** The number of a list's rows and its groups, as far as they are known. */
type Size = { rows: number; total: number; groups: readonly Group[] | undefined; more: number };

const sizeOf = ({ rows, total, groups, more_groups = 0 }: Schemas["CardList"]): Size => ({
  rows: rows ?? total,
  total,
  groups,
  more: more_groups,
});

/** Gives the rows of a list, read in blocks around the window; those of before stay while the next are read. */
export function useCardRows(listing: CardListing, folds: FoldState) {
  const shown = useRef<VisibleRows>([0, 0]);
  const [, setBlocks] = useState("0");
  const [size, setSize] = useState<{ of: string; is: Size }>();
  const arrangement = JSON.stringify([listing.group, listing.isTree]);
  const known = size?.of === arrangement ? size.is : undefined;
  const layout = known && (known.groups ? groupedLayout(known.groups, folds.isOpen) : plainLayout(known.rows));
  const latestLayout = useRef(layout);
  latestLayout.current = layout;
  const blocks = blocksIn(shown.current, layout);
  const results = useQueries({
    queries: blocks.map((block) => ({
      ...cardBlockQuery(listing, block, folds),
      // A function from here would hold on to the results, and each drawing to those of the one before: all that was scrolled over.
      placeholderData: keepPreviousData<Schemas["CardList"] | undefined>,
    })),
  });
  const byBlock = new Map(blocks.map((block, at) => [block, results[at]?.data] as const));
  const data = results.find(({ data: one, isPlaceholderData }) => one && !isPlaceholderData)?.data;
  const read = data && sizeOf(data);
  if (read && JSON.stringify(read) !== JSON.stringify(known)) setSize({ of: arrangement, is: read });
  const failed = results.find(({ error }) => error);
  const cardAt = (place: number): ListedCard | undefined => {
    const block = Math.floor(place / BLOCK);
    const list = byBlock.get(block);
    return list && list.page === block + 1 ? list.items[place % BLOCK] : undefined;
  };
  return {
    /** The rows on the screen. */
    total: layout?.total ?? 0,
    /** The cards that match. */
    matching: known?.total ?? 0,
    groups: known?.groups,
    moreGroups: known?.more ?? 0,
    layout,
    isLoading: !layout && !failed,
    error: failed?.error ?? null,
    retry: () => Promise.all(results.map(({ refetch }) => refetch())),
    rowAt: (index: number): ListedCard | undefined => {
      const row = layout?.rowAt(index);
      return row && "place" in row ? cardAt(row.place) : undefined;
    },
    // The page is drawn anew only when other blocks are in the window, and not with every row.
    onShow: useCallback((from: number, to: number) => {
      shown.current = [from, to];
      setBlocks(blocksIn(shown.current, latestLayout.current).join());
    }, []),
  };
}

export type CardRows = ReturnType<typeof useCardRows>;

/** Gives the sums and distributions of a list; those of before stay while the next is read. */
export const useCardSummary = (listing: CardListing, facets: readonly string[], totals: readonly string[]) =>
  useQuery({ ...cardSummaryQuery(listing, facets, totals), placeholderData: (before) => before }).data;

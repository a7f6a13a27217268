/** Rows of a long list, read in blocks around the window of a grid. */
import { keepPreviousData, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";

/** A block of a list, as the API gives pages. */
export type Block<R> = { items: readonly R[]; total: number; page: number };

/**
 * Gives the rows of a list; those of before stay while the next are read.
 * @param queryOf reads a block, numbered from 0
 * @param size rows of a block
 */
// biome-ignore lint/suspicious/noExplicitAny: each list has keys of its own
export function useBlockRows<R>(queryOf: (block: number) => UseQueryOptions<any, Error, any, any>, size: number) {
  const [[first, last], setWindow] = useState<readonly [number, number]>([0, 0]);
  const blocks = [...new Set([first, last])];
  const results = useQueries({
    // A function from here would hold on to all results of before.
    queries: blocks.map((block) => ({ ...queryOf(block), placeholderData: keepPreviousData })),
  });
  const byBlock = new Map(blocks.map((block, at) => [block, results[at]?.data as Block<R> | undefined] as const));
  const known = results.find(({ data }) => data)?.data as Block<R> | undefined;
  const [total, setTotal] = useState(0);
  if (known && known.total !== total) setTotal(known.total);
  const failed = results.find(({ error }) => error);
  return {
    total: known?.total ?? total,
    isLoading: !known && !failed && total === 0,
    error: failed?.error ?? null,
    retry: () => Promise.all(results.map(({ refetch }) => refetch())),
    rowAt: (index: number): R | undefined => {
      const data = byBlock.get(Math.floor(index / size));
      return data && data.page === Math.floor(index / size) + 1 ? data.items[index % size] : undefined;
    },
    // The page is drawn anew only when other blocks are in the window, and not with every row.
    onShow: useCallback(
      (from: number, to: number) => {
        const [first, last] = [Math.floor(from / size), Math.floor(to / size)];
        setWindow((before) => (before[0] === first && before[1] === last ? before : [first, last]));
      },
      [size],
    ),
  };
}

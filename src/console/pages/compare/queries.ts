/** The comparison as the server answers it, read in blocks. */
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";
import { enteredScenario } from "../../server/scenario";

export type Comparison = Schemas["Comparison"];
export type ComparedCard = Schemas["ComparedCard"];
export type Change = ComparedCard["change"];

/** The choice of what is compared. */
export type Choice = {
  /** A day; undefined for a scenario, which is compared with what it began with. */
  from: string | undefined;
  to: string | undefined;
  type: string | undefined;
  change: Change | undefined;
  filter: Filter;
};

/** Rows of one request. */
const BLOCK = 100;

const EVENTS = ["card.", "relation.", "metamodel."];

const SCENARIO = "scenario:";

/** Returns the id of the scenario that is compared; undefined for a day. */
export const scenarioIn = (to: string | undefined): string | undefined =>
  to?.startsWith(SCENARIO) ? to.slice(SCENARIO.length) : undefined;

/** Checks whether a card has a page here: one that a scenario adds has it only in that scenario. @param to what is compared */
export function isReachable({ change }: ComparedCard, to: string | undefined): boolean {
  const scenario = scenarioIn(to);
  return change !== "deleted" && (change !== "added" || scenario === undefined || scenario === enteredScenario?.id);
}

/** Returns the events that make a comparison stale: the end of a day stays as it was. */
const eventsOf = (to: string | undefined) => (to === undefined ? EVENTS : scenarioIn(to) ? ["scenario."] : []);

const parametersOf = ({ from, to, type, change, filter }: Choice) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(type !== undefined && { type }),
  ...(change !== undefined && { change }),
  ...queryOf(filter),
});

/** Returns a block of the comparison; the first one has the figures. @param block its number, from 0 */
export const comparisonQuery = (choice: Choice, block: number) =>
  query(["compare", parametersOf(choice), block], eventsOf(choice.to), ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/compare", {
          signal,
          params: {
            query: { ...parametersOf(choice), figures: block === 0, page: block + 1, page_size: BLOCK } as {
              from: string;
            },
          },
        }),
      ),
    ),
  );

/** Returns the address of the comparison as a file. */
export const comparisonFile = (choice: Choice, format: "csv" | "xlsx"): string =>
  `/api/v1/compare?${new URLSearchParams({ ...parametersOf(choice), format })}`;

/** Gives the comparison, and its rows in blocks around the window. */
export function useComparison(choice: Choice) {
  const [shown, setShown] = useState<readonly number[]>([0]);
  const blocks = [...new Set([0, ...shown])];
  const results = useQueries({
    queries: blocks.map((block) => ({
      ...comparisonQuery(choice, block),
      placeholderData: keepPreviousData<Comparison | undefined>,
    })),
  });
  const byBlock = new Map(blocks.map((block, at) => [block, results[at]?.data] as const));
  const failed = results.find(({ error }) => error);
  return {
    data: results[0]?.data,
    error: failed?.error ?? null,
    isStale: results[0]?.isPlaceholderData === true,
    retry: () => Promise.all(results.map(({ refetch }) => refetch())),
    rowAt: (index: number): ComparedCard | undefined => {
      const block = Math.floor(index / BLOCK);
      const read = byBlock.get(block);
      return read?.page === block + 1 ? read.items[index % BLOCK] : undefined;
    },
    onShow: useCallback((from: number, to: number) => {
      const [first, last] = [Math.floor(from / BLOCK), Math.floor(to / BLOCK)];
      const next = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      setShown((before) => (before.join() === next.join() ? before : next));
    }, []),
  };
}

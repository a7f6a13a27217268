/** The ends of applications and components: out of support already, or how far from it. */
import { monthsAfter } from "../charts/days";
import { type Filter, queryOf } from "../filters/condition";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";
import { asReport } from "./search";

export type Ending = Schemas["EndOfLife"]["items"][number];

/** Returns the parameters of the report, also for its files. */
export const endsParameters = (filter: Filter, at: string | undefined) => ({
  ...queryOf(filter),
  ...(at && { at }),
});

/** Returns applications and components with their ends, and what follows them. */
export const endsQuery = (filter: Filter, at: string | undefined) =>
  query(["reports", "eol", endsParameters(filter, at)], ["card.", "relation.", "tag", "eol."], ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/eol", {
          signal,
          params: { query: { ...endsParameters(filter, at), successors: true } as never },
        }),
      ),
    ),
  );

const DAY = /^\d{4}-\d\d-\d\d/;
const dayIn = (value: unknown): string | undefined =>
  typeof value === "string" ? (DAY.exec(value)?.[0] ?? undefined) : undefined;

/** Returns the day on which the support of something ends: that of its product, or else its own; undefined without one. */
export function endOf({ cycle_data, lifecycle }: Pick<Ending, "cycle_data" | "lifecycle">): string | undefined {
  const product = (cycle_data as { eol?: unknown } | null)?.eol;
  return dayIn(product) ?? dayIn((lifecycle as { endOfLife?: unknown } | null)?.endOfLife);
}

export type Distance = "past" | "year" | "later" | "far" | "unknown";

/** Returns how far an end is from a day: past, within 12 months, within 36, farther, or not known. */
export function distanceOf(end: string | undefined, day: string): Distance {
  if (end === undefined) return "unknown";
  if (end <= day) return "past";
  if (end <= monthsAfter(day, 12)) return "year";
  return end <= monthsAfter(day, 36) ? "later" : "far";
}

/** Returns items by their distance, each list by the day of its end. */
export function byDistance(items: readonly Ending[], day: string): ReadonlyMap<Distance, Ending[]> {
  const sorted = items.toSorted((one, other) => (endOf(one) ?? "9").localeCompare(endOf(other) ?? "9"));
  return Map.groupBy(sorted, (item) => distanceOf(endOf(item), day));
}

/** Histograms: how the numbers or days of the matching cards are spread. */
import { cachedUntilWrite, statement } from "../../../../db";
import { type Condition, clause, type Value, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { singleType } from "./conditions";
import { monthOf, numberOf } from "./field-sql";
import { type ListedField, listedField } from "./listed-fields";
import type { CardQuery, Histogram } from "./model";

/** Ends the name of a facet that is a histogram. */
const HISTOGRAM = ":histogram";

/** The steps of a histogram, about. */
const STEPS = 20;
/** Histograms that are cached. */
const MAX_CACHED = 200;

/** Returns the name of the field of a facet that is a histogram; undefined for another facet. */
export const histogramName = (facet: string): string | undefined =>
  facet.endsWith(HISTOGRAM) ? facet.slice(0, -HISTOGRAM.length) : undefined;

/** The rows of a query, by its SQL and values as JSON. */
const rowsFor = cachedUntilWrite((query: string): unknown[][] => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return statement<unknown>(sql).values(...values) as unknown[][];
}, MAX_CACHED);

const rowsOf = <Row extends unknown[]>(sql: string, values: readonly Value[]): Row[] =>
  rowsFor(JSON.stringify([sql, values])) as Row[];

/**
 * Returns the least width of steps, out of 1, 2, 2.5 and 5 times a power of ten, with which a span takes no more than some.
 */
function widthFor(span: number): number {
  const least = span / STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= least) ?? 10);
}

/** Returns the steps from the lowest to the highest number; data quality has always the same. */
function stepsFor(field: ListedField, min: number, max: number): { from: number; width: number; count: number } {
  if (field.kind === "column") return { from: 0, width: 100 / STEPS, count: STEPS };
  const span = max / STEPS - min / STEPS;
  const width = span > 0 ? widthFor(span * STEPS) : 0;
  if (!(width > 0) || !Number.isFinite(width)) return { from: min, width: 0, count: 1 };
  const from = Math.floor(min / width) * width;
  return { from, width, count: Math.floor((max - from) / width) + 1 };
}

/** Returns a number without the noise of binary fractions. */
const plain = (number: number): number => Number(number.toPrecision(12));

function ofNumbers(field: ListedField, number: Condition, conditions: readonly Condition[]): Histogram {
  const from = `FROM (SELECT ${number.sql} AS number FROM cards c ${clause(conditions)})`;
  const values = [...number.values, ...valuesOf(conditions)];
  const [range] = rowsOf<[number | null, number | null, number, number]>(
    `SELECT min(number), max(number), count(number), count(*) ${from}`,
    values,
  );
  const [min = null, max = null, filled = 0, all = 0] = range ?? [];
  if (min === null || max === null) return { min: null, max: null, filled: 0, missing: all, buckets: [] };
  const steps = stepsFor(field, min, max);
  const place = steps.width > 0 ? "min(?, CAST((number - ?) / ? AS INTEGER))" : "0";
  const rows = rowsOf<[number, number]>(
    `SELECT ${place}, count(*) ${from} WHERE number IS NOT NULL GROUP BY 1`,
    steps.width > 0 ? [steps.count - 1, steps.from, steps.width, ...values] : values,
  );
  const counts = new Map(rows);
  const start = (at: number) => plain(steps.from + at * steps.width);
  const buckets = Array.from({ length: steps.count }, (_, at) => ({
    from: start(at),
    to: start(at + 1),
    count: counts.get(at) ?? 0,
  }));
  return { min, max, filled, missing: all - filled, buckets };
}

/** Months of a step of days: a month, a quarter, a year, ten years, a hundred. */
const SPANS = [1, 3, 12, 120, 1_200];
/** Steps of days; with the largest span there may be more. */
const MAX_STEPS = 40;

/** `2026-03` as the number of its month, and the reverse as the first day of the month. */
const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const firstDay = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;

function ofDays(month: Condition, conditions: readonly Condition[]): Histogram {
  const rows = rowsOf<[string | null, number]>(
    `SELECT ${month.sql}, count(*) FROM cards c ${clause(conditions)} GROUP BY 1`,
    [...month.values, ...valuesOf(conditions)],
  );
  const missing = rows.find(([value]) => value === null)?.[1] ?? 0;
  const months = rows.flatMap(([value, count]) => (value === null ? [] : [[monthNumber(value), count] as const]));
  if (months.length === 0) return { min: null, max: null, filled: 0, missing, buckets: [] };
  const first = Math.min(...months.map(([value]) => value));
  const last = Math.max(...months.map(([value]) => value));
  const span = SPANS.find((each) => (last - first) / each < MAX_STEPS) ?? (SPANS.at(-1) as number);
  const from = Math.floor(first / span) * span;
  const buckets = Array.from({ length: Math.floor((last - from) / span) + 1 }, (_, at) => ({
    from: firstDay(from + at * span),
    to: firstDay(from + (at + 1) * span),
    count: 0,
  }));
  for (const [value, count] of months) (buckets[Math.floor((value - from) / span)] as { count: number }).count += count;
  const filled = months.reduce((sum, [, count]) => sum + count, 0);
  return { min: firstDay(first), max: firstDay(last), filled, missing, buckets };
}

/**
 * Returns the histogram of a field over the matching cards.
 * @throws Problem 422 for a field that holds neither numbers nor days; 403 for costs that the actor may not see
 */
export function histogramOf(actor: Actor, query: CardQuery, name: string, conditions: readonly Condition[]): Histogram {
  const field = listedField({ actor, typeKey: singleType(query), parameter: "facets" }, name);
  const number = field && numberOf(field);
  if (field && number) return ofNumbers(field, number, conditions);
  const month = field && monthOf(field);
  if (month) return ofDays(month, conditions);
  throw invalid(["query", "facets"], "a histogram is of numbers or days", "value_error", name);
}

/** The costs of applications in each of some years, according to their life cycles. */
import { clause, phaseDay, valuesOf } from "../../../db/query";
import { DAY, today } from "../../platform/clock";
import { APPLICATION } from "./card-types";
import { costFieldsOf, finite, sumOf } from "./fields";
import { activeCards } from "./population";
import { fragment, rowsOf } from "./rows";

/** Years of which costs are reported: the current one and those after it. */
const YEARS = 5;

type Row = [cost: number, begin: string | null, end: string | null];

/** Returns the milliseconds of a day; the fallback for none, and for what is no date. */
const timeOf = (day: string | null, fallback: number): number => {
  const time = day === null ? Number.NaN : Date.parse(day);
  return Number.isNaN(time) ? fallback : time;
};

/** Returns the part of a year, from 0 to 1, that lies between two days. */
function partOf(year: number, [, begin, end]: Row): number {
  const [first, next] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const days = (Math.min(timeOf(end, next), next) - Math.max(timeOf(begin, first), first)) / DAY;
  return Math.max(0, days) / ((next - first) / DAY);
}

/**
 * Returns what the active applications cost in each of five years from the current one on. An application counts in a year with the
 * part of it, by days, in which it lives: from its phase in, or else its active phase, to its end of life; without such dates always.
 */
export function costsByYear(): { year: number; cost: number }[] {
  const sum = sumOf(costFieldsOf(APPLICATION));
  const applications = activeCards(APPLICATION);
  const rows = rowsOf<Row>(
    fragment(
      `SELECT ${sum.sql} AS cost, coalesce(${phaseDay("phaseIn")}, ${phaseDay("active")}), ${phaseDay("endOfLife")}
       FROM cards c ${clause(applications)}`,
      ...sum.values,
      ...valuesOf(applications),
    ),
  ).filter(([cost]) => cost !== 0);
  const current = Number(today().slice(0, 4));
  return Array.from({ length: YEARS }, (_, at) => {
    const year = current + at;
    return { year, cost: Math.round(finite(rows.reduce((all, row) => all + row[0] * partOf(year, row), 0))) };
  });
}

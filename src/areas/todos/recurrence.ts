/** The time at which a recurring todo is due next, and for how long before it is open. Days are texts as in 2026-01-31. */
import { DAY } from "../../platform/clock";
import type { Unit } from "./model";

type Recurring = Exclude<Unit, "none">;

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

function addDays(day: string, days: number): Date {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date;
}

/** Returns the same day of a later month, or that month's last day. */
function addMonths(day: string, months: number): Date {
  const date = dateOf(day);
  const dayOfMonth = date.getUTCDate();
  // Day 0 of the month after it is its last day.
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  if (dayOfMonth < date.getUTCDate()) date.setUTCDate(dayOfMonth);
  return date;
}

const add: Record<Recurring, (day: string, interval: number) => Date> = {
  days: addDays,
  weeks: (day, interval) => addDays(day, 7 * interval),
  months: addMonths,
  years: (day, interval) => addMonths(day, 12 * interval),
};

/** Returns the due day of the next occurrence; undefined beyond the year 9999. */
export function nextDueDay(day: string, unit: Recurring, interval: number): string | undefined {
  const instant = add[unit](day, interval).toISOString();
  return instant.startsWith("+") ? undefined : instant.slice(0, 10);
}

/** Checks whether an occurrence is open on a day. @param leadTime days before it is due that it opens */
export const isOpenOn = (day: string, dueDay: string, leadTime: number): boolean =>
  dateOf(day).getTime() >= dateOf(dueDay).getTime() - leadTime * DAY;

/** Days of a unit, the usual lead time for it, and the least that the cap may be. */
const leadTimes: Record<Recurring, { days: number; usual: number; leastCap: number }> = {
  days: { days: 1, usual: 1, leastCap: 0 },
  weeks: { days: 7, usual: 2, leastCap: 1 },
  months: { days: 30, usual: 7, leastCap: 1 },
  years: { days: 365, usual: 14, leastCap: 1 },
};

/** Returns the default lead time in days: what is usual for the unit, but at most half the time between two occurrences. */
export function defaultLeadTime(unit: Unit, interval: number): number {
  if (unit === "none") return 0;
  const { days, usual, leastCap } = leadTimes[unit];
  return Math.min(usual, Math.max(leastCap, Math.floor((interval * days) / 2)));
}

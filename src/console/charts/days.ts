/** Days as texts, as in 2026-12-31, and how they are counted. */

const DAY = 86_400_000;

/** A stretch of time: its first and last day. */
export type Span = { from: string; to: string };

const text = (moment: number | Date): string => new Date(moment).toISOString().slice(0, 10);

/** Returns today. */
export const today = (): string => text(Date.now());

/** Returns the day some days after another. */
export const daysAfter = (day: string, days: number): string => text(Date.parse(day) + days * DAY);

/** Returns the day some months after another; the last of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Returns the days from one day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** Returns the first day of the month that is nearest to a day. */
export function nearestMonth(day: string): string {
  const moment = new Date(daysAfter(day, 15));
  return text(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()));
}

/** Returns the share of a span that is over on a day, from 0 to 1. */
export function shareGone({ from, to }: Span, day = today()): number {
  const all = daysBetween(from, to);
  if (all <= 0) return day >= to ? 1 : 0;
  return Math.min(1, Math.max(0, daysBetween(from, day) / all));
}

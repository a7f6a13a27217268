/** The rule by which backups are retained: the newest of each of so many days, weeks and months. */

import { HOUR, now } from "../../platform/clock";

/** The numbers of days, weeks and months of which a backup is retained. */
export type Retention = { daily: number; weekly: number; monthly: number };

const DAY = 86_400_000;
/** The first day of 1970 was a Thursday; weeks begin on Monday. */
const TO_MONDAY = 3;

const weekOf = (at: string) => Math.floor((Math.floor(Date.parse(at) / DAY) + TO_MONDAY) / 7);

/** Returns the newest of each period, of so many periods at most; `newestFirst` is in that order. */
function newestOfEach<T>(newestFirst: readonly T[], periodOf: (one: T) => string | number, most: number): T[] {
  const periods = new Map<string | number, T>();
  for (const one of newestFirst) {
    const period = periodOf(one);
    if (!periods.has(period)) periods.set(period, one);
  }
  return [...periods.values()].slice(0, most);
}

/** Checks whether a backup is of the future, because the clock was set back after it; two within seconds are not. */
export const isOfFuture = ({ created_at }: { created_at: string }, at = now()): boolean =>
  Date.parse(created_at) > Date.parse(at) + HOUR;

/**
 * Returns the backups that the rule doesn't retain. The newest one always stays, and so do those of the future, which take no
 * place of others.
 * @param all sound backups; periods are those of UTC
 * @param at the instant of now
 */
export function expiredOf<T extends { created_at: string }>(all: readonly T[], rule: Retention, at = now()): T[] {
  const newestFirst = all
    .filter((one) => !isOfFuture(one, at))
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const retained = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach(newestFirst, ({ created_at }) => created_at.slice(0, 10), rule.daily),
    ...newestOfEach(newestFirst, ({ created_at }) => weekOf(created_at), rule.weekly),
    ...newestOfEach(newestFirst, ({ created_at }) => created_at.slice(0, 7), rule.monthly),
  ]);
  return newestFirst.filter((one) => !retained.has(one));
}

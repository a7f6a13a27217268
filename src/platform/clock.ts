/** The time. Every instant that Stoa stores or sends is ISO 8601 UTC with milliseconds and `Z`. */

/** The time that counts as the current one, in milliseconds since 1970; undefined while the clock is right. */
let pretended: number | undefined;

/** Returns the current time, in milliseconds since 1970. */
const time = (): number => pretended ?? Date.now();

/**
 * Runs synchronous work as if it were another time: a history that is loaded has its own instants.
 * @param instant ISO 8601
 */
export function runAt<T>(instant: string, work: () => T): T {
  const before = pretended;
  pretended = Date.parse(instant);
  try {
    return work();
  } finally {
    pretended = before;
  }
}

/** Returns the current instant. */
export const now = (): string => new Date(time()).toISOString();

/** Returns the current day, YYYY-MM-DD, in UTC. */
export const today = (): string => now().slice(0, 10);

/**
 * Returns the current instant, but at least a millisecond after an earlier one, so that two versions have different
 * instants.
 */
export function nowAfter(earlier: string): string {
  const current = now();
  return current > earlier ? current : new Date(Date.parse(earlier) + 1).toISOString();
}

/** Returns the instant a number of milliseconds from now. */
export const fromNow = (milliseconds: number): string => new Date(time() + milliseconds).toISOString();

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the next instant at which an hour of the day begins, in UTC. */
export function nextHour(hour: number): string {
  const today = new Date().setUTCHours(hour, 0, 0, 0);
  return new Date(today > Date.now() ? today : today + DAY).toISOString();
}

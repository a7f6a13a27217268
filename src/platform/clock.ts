/** The time. Every instant that Stoa stores or sends is ISO 8601 UTC with milliseconds and `Z`. */

/** This instant. */
export const now = (): string => new Date().toISOString();

/** This instant, or the millisecond after an earlier one that isn't over: so two versions of a thing have two instants. */
export function nowAfter(earlier: string): string {
  const current = now();
  return current > earlier ? current : new Date(Date.parse(earlier) + 1).toISOString();
}

/** The instant so many milliseconds from now. */
export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

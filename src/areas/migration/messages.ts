/** The messages about staged records. */

const LONGEST_MESSAGE = 1_000;
const PARENT = "Its parent ";

/** Returns a text that is not longer than a message may be. */
export const shortened = (message: string): string => message.slice(0, LONGEST_MESSAGE).toWellFormed();

/** Returns all that is reported about a record, as one message; null when there is nothing. */
export const messageOf = (reports: readonly (string | null | undefined)[]): string | null =>
  shortened(reports.filter(Boolean).join("; ")) || null;

/** Returns the message about a card whose parent would be below it. */
export const circleMessage = (parent: string | null | undefined): string =>
  `${PARENT}${parent} was left out: it is below it`;

/** Returns the message about a card whose parent has not become a card. */
export const orphanMessage = (parent: string | null): string => `${PARENT}${parent} was not migrated`;

/** Returns the message of staging about the parent of a card; null when it is about something else. */
export const parentMessage = (message: string | null): string | null => (message?.startsWith(PARENT) ? message : null);

/** The names of backups: the instant of the copy in UTC, and how it is packed. */

/** The beginning of each name. */
export const PREFIX = "stoa-";

/** The mark in the names of files that are not complete. */
export const UNFINISHED = ".unfinished-";

const NAME = /^stoa-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.db\.zst(\.age)?$/;

/** Returns the name of the backup of an instant. */
export const nameAt = (at: string, isEncrypted: boolean): string =>
  `stoa-${at.slice(0, 19).replaceAll(/[-:]/g, "")}Z.db.zst${isEncrypted ? ".age" : ""}`;

/** Checks whether a text is the name of a backup; none has a folder in it. */
export const isName = (text: string): boolean => NAME.test(text);

/** Returns the instant of a backup by its name. */
export function instantOf(name: string): string {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}

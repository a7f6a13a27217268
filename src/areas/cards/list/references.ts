/** References to cards as cells have them: by name where that is unique, else by id (`bulk/references.ts` reads them). */

/** Returns a name in which the signs of paths and lists are escaped. */
export const escapedName = (name: string): string => name.replace(/[\\/;]/g, "\\$&");

/**
 * Returns SQL for the name of a card when it is the only active one of its type with that name, else null.
 * @param card the alias of the card
 */
export const uniqueName = (card: string): string =>
  `CASE WHEN ${card}.status = 'ACTIVE' AND NOT EXISTS (SELECT 1 FROM cards other WHERE other.type = ${card}.type
     AND other.name_key = ${card}.name_key AND other.status = 'ACTIVE' AND other.seq <> ${card}.seq) THEN ${card}.name END`;

/** Returns a reference to a card. @param name its name, when that is unique */
export const reference = (id: string, name: string | null): string =>
  name === null || name.trim() === "" ? id : escapedName(name);

/** The references of a list in one cell. */
export const SEPARATOR = "; ";

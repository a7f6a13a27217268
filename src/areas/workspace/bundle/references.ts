/** References to cards: the names of the ancestors and of the card itself, root first. */

/** Ancestors in a reference: the nearest. */
export const MAX_ANCESTORS = 8;

const escaped = (name: string) => (/[\\/]/.test(name) ? name.replaceAll("\\", "\\\\").replaceAll("/", "\\/") : name);

/** Names as a reference, or as the path of a parent. */
export const referenceOf = (names: readonly string[]): string => names.map(escaped).join(" / ");

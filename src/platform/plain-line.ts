/** Texts of other systems as one line. */

/**
 * Returns a text as one line: without control characters and halves of characters, trimmed and cut.
 * @param longest the UTF-16 units that it may have
 * @returns an empty text for anything else than a text
 */
export const plainLine = (value: unknown, longest: number): string =>
  typeof value === "string"
    ? value
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, longest)
        .toWellFormed()
    : "";

/** The mention that is being typed in a text. */

/** Letters after a mark that are looked at. */
const LONGEST = 60;

export type Mention = { start: number; text: string };

/**
 * Returns the mention that ends at the caret: where its @ stands, and what follows it; undefined when none is being typed. A mark
 * stands at the beginning or after something that is no letter or digit, as the server reads it.
 */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const found = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}][^@\n]*)$/u.exec(before);
  const name = found?.[1];
  if (!found || name === undefined) return undefined;
  return { start: caret - name.length - 1, text: name };
}

/**
 * Returns true when a name completes a mention. A name that stands there whole is complete, and one that an earlier search found
 * must have what was typed since: otherwise ↵ at the end of a sentence would take it again instead of sending.
 */
export function fits(name: string, { text }: Mention, isFoundBefore: boolean): boolean {
  if (text.startsWith(`${name} `)) return false;
  return !isFoundBefore || name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
}

/** Returns a text with a mention completed, and where the caret is then. */
export function withMention(
  text: string,
  caret: number,
  { start }: Mention,
  name: string,
): { text: string; caret: number } {
  const written = `${text.slice(0, start)}@${name} `;
  return { text: written + text.slice(caret), caret: written.length };
}

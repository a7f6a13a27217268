// Strings count in characters (code points), while JavaScript counts in UTF-16 units. The two differ only in strings
// with characters beyond the basic plane, so that the usual case can stay on the host's fast functions.

const SURROGATE = /[\ud800-\udfff]/;

/** Checks whether a string's units are its characters. */
export function isPlain(text: string): boolean {
  return !SURROGATE.test(text);
}

/** Returns number of characters. */
export function characterCount(text: string): number {
  if (isPlain(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the place in units of the character at `index`. */
export function unitOffset(text: string, index: number): number {
  if (isPlain(text)) return index;
  let offset = 0;
  for (let left = index; left > 0 && offset < text.length; left--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Orders strings by their characters. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  if (isPlain(a) && isPlain(b)) return a < b ? -1 : 1;
  const left = Array.from(a);
  const right = Array.from(b);
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The white space characters, as a class of a regular expression. */
export const SPACES = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACE = new RegExp(`^[${SPACES}]`);

/** Checks whether a character is white space. */
export function isSpace(character: string): boolean {
  return SPACE.test(character);
}

/** Removes characters for which `drop` holds from the ends of a string. */
export function trimWhere(text: string, drop: (character: string) => boolean, start: boolean, end: boolean): string {
  const characters = Array.from(text);
  let from = 0;
  let to = characters.length;
  while (start && from < to && drop(characters[from] ?? "")) from += 1;
  while (end && to > from && drop(characters[to - 1] ?? "")) to -= 1;
  return characters.slice(from, to).join("");
}

// Strings count in characters (code points), while JavaScript counts in UTF-16 units. The two differ only in strings
// with characters beyond the basic plane, so that the usual case can stay on the host's fast functions.

const SURROGATE = /[\ud800-\udfff]/;

/** Whether a string's units are its characters. */
export function isPlain(text: string): boolean {
  return !SURROGATE.test(text);
}

/** Number of characters. */
export function characterCount(text: string): number {
  if (isPlain(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The place in units of the character at `index`. */
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
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const SPACES = new Set(
  [9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].concat(
    Array.from({ length: 11 }, (_, index) => 0x2000 + index),
  ),
);

/** Whether a character is white space. */
export function isSpace(character: string): boolean {
  return SPACES.has(character.charCodeAt(0));
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

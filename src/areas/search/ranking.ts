/** Ranks the names of things by how they match what is searched, and shows where their other text does. */
import { fold } from "../../../db/folding";

/** The ranks of `MATCHES`. */
const EXACT = 0;
const PREFIX = 1;
const WORD = 2;
const INSIDE = 3;
const ELSEWHERE = 4;

const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Checks whether a text begins in another at the beginning of a word. */
function beginsWord(text: string, sought: string): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1))
    if (!isPartOfWord(text[at - 1])) return true;
  return false;
}

/**
 * Returns the rank of a thing, lower is better; undefined when it doesn't hold what is sought.
 * @param text everything else that is searched of the thing
 * @param sought a folded text
 */
export function rankOf(name: string, text: string | null, sought: string): number | undefined {
  const folded = fold(name.trim());
  if (folded === sought) return EXACT;
  if (folded.startsWith(sought)) return PREFIX;
  if (folded.includes(sought)) return beginsWord(folded, sought) ? WORD : INSIDE;
  return text !== null && fold(text).includes(sought) ? ELSEWHERE : undefined;
}

/** Characters of an excerpt on either side of its beginning. */
const BEFORE = 40;
const AFTER = 100;

/** Returns the part of a text around what is sought, in one line; null when the name already holds it. */
export function excerptOf(rank: number, text: string | null, sought: string): string | null {
  if (rank !== ELSEWHERE || text === null) return null;
  const at = Math.max(0, fold(text).indexOf(sought));
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + AFTER);
  const part = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "… " : ""}${part}${end < text.length ? " …" : ""}`;
}

/** Full-text search in names and descriptions. */
import { nameKeyOf } from "../repository";
import { type Condition, where } from "./sql-conditions";

/** The full-text index holds trigrams; shorter texts are searched in the rows. */
const INDEXED_LETTERS = 3;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A combining mark; the index ignores them. */
const mark = /[\u0300-\u036f]/;

const isAscii = (letter: string) => letter < "\u0080";

/** A text with each non-ASCII letter in both cases; LIKE folds the case of ASCII letters itself. */
const inBothCases = (letters: readonly string[]) =>
  letters.reduce(
    (forms, letter) =>
      mark.test(letter) || isAscii(letter)
        ? forms.map((form) => form + letter)
        : forms.flatMap((form) => [form + letter.toLowerCase(), form + letter.toUpperCase()]),
    [""],
  );

/** Repetitions of one trigram in a query. Each costs a scan of all its places: 200 times the letter a would take seconds. */
const MOST_REPEATS = 8;

/** The beginning of a text up to the trigram that is repeated too often; it matches whatever the whole text matches. */
function unrepetitive(search: string): string {
  const characters = [...search];
  const times = new Map<string, number>();
  let letters: string[] = [];
  for (const [at, character] of characters.entries()) {
    const [letter = ""] = character.normalize("NFD").toLowerCase();
    if (mark.test(letter)) continue;
    letters = [...letters.slice(1 - INDEXED_LETTERS), letter];
    const group = letters.join("");
    const count = (times.get(group) ?? 0) + 1;
    if (count > MOST_REPEATS) return characters.slice(0, at).join("");
    times.set(group, count);
  }
  return search;
}

/** The letters of a text without combining marks. */
const lettersOf = (text: string) => [...text].filter((letter) => !mark.test(letter));

/** Whether a text is searched by the index. */
export const isIndexed = (search: string) => lettersOf(search).length >= INDEXED_LETTERS;

const FOUND = "c.seq IN (SELECT rowid FROM cards_search WHERE cards_search MATCH ?)";

/** A text as an FTS5 phrase. */
const phrase = (search: string) => `"${unrepetitive(search).replaceAll('"', '""')}"`;

/** The condition that the name or description contains a text in any case and, from three letters on, with any accents. */
export function matching(search: string): Condition {
  if (isIndexed(search)) return where(FOUND, phrase(search));
  // A letter with a mark may be stored composed or decomposed.
  const forms = inBothCases([...search.normalize("NFC")]).flatMap((form) => [form, form.normalize("NFD")]);
  const patterns = [...new Set(forms)].map((form) => `%${escapeLike(form)}%`);
  const likes = patterns.map(() => "c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\'").join(" OR ");
  return where(`(${likes})`, ...patterns.flatMap((pattern) => [pattern, pattern]));
}

/**
 * The relevance of a matching card, as an SQL expression; lower is better: the name equals the text, begins with it, or
 * contains it, or the description does. Accents are ignored as in `matching`.
 */
export function relevance(search: string): Condition {
  const key = nameKeyOf(search);
  if (!isIndexed(search))
    return where(
      "CASE WHEN c.name_key = ? THEN 0 WHEN instr(c.name_key, ?) = 1 THEN 1 WHEN instr(c.name_key, ?) > 0 THEN 2 ELSE 3 END",
      key,
      key,
      key,
    );
  // The index is queried again only for names that match with other accents.
  return where(
    `CASE WHEN c.name_key = ? THEN 0 WHEN instr(c.name_key, ?) = 1 THEN 1
       WHEN ${FOUND} THEN length(c.name_key) <> ? WHEN instr(c.name_key, ?) > 0 OR ${FOUND} THEN 2 ELSE 3 END`,
    key,
    key,
    `name : ^ ${phrase(search)}`,
    [...key.normalize("NFC")].length,
    key,
    `name : ${phrase(search)}`,
  );
}

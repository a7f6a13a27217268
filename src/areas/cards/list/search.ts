/** Finding cards by text in their name or description. */
import { nameKeyOf } from "../rows";
import { type Condition, where } from "./sql";

/** The full-text index holds groups of three letters; what is shorter is looked for in the rows. */
const INDEXED_LETTERS = 3;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A mark that stands on the letter before it; the index leaves it out. */
const mark = /[\u0300-\u036f]/;

const isAscii = (letter: string) => letter < "\u0080";

/** A text in both cases of each of its letters, but for those of ASCII, whose case LIKE folds itself. */
const inBothCases = (letters: readonly string[]) =>
  letters.reduce(
    (forms, letter) =>
      mark.test(letter) || isAscii(letter)
        ? forms.map((form) => form + letter)
        : forms.flatMap((form) => [form + letter.toLowerCase(), form + letter.toUpperCase()]),
    [""],
  );

/**
 * How often the same three letters may come in a text that the index is asked for. Each time costs a walk over all
 * their places, so without a limit 200 times the letter a would keep the server busy for seconds.
 */
const MOST_REPEATS = 8;

/** A text up to where three of its letters come too often: what holds the whole holds that too. */
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

/** The letters of a text, without the marks on them. */
const lettersOf = (text: string) => [...text].filter((letter) => !mark.test(letter));

/** Whether a text is looked up in the index; shorter ones are looked for in every card. */
export const isIndexed = (search: string) => lettersOf(search).length >= INDEXED_LETTERS;

const FOUND = "c.seq IN (SELECT rowid FROM cards_search WHERE cards_search MATCH ?)";

/** A text as the index is asked for it. */
const phrase = (search: string) => `"${unrepetitive(search).replaceAll('"', '""')}"`;

/** The cards that hold a text anywhere in their name or description, whatever its case and, from three letters on, its accents. */
export function matching(search: string): Condition {
  if (isIndexed(search)) return where(FOUND, phrase(search));
  // A letter with its mark may be stored as one character or as two.
  const forms = inBothCases([...search.normalize("NFC")]).flatMap((form) => [form, form.normalize("NFD")]);
  const patterns = [...new Set(forms)].map((form) => `%${escapeLike(form)}%`);
  const likes = patterns.map(() => "c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\'").join(" OR ");
  return where(`(${likes})`, ...patterns.flatMap((pattern) => [pattern, pattern]));
}

/**
 * How well a card that matches does so, less being better: the text is its name, its name begins with it, its name
 * holds it, its description does. Accents count as little as they do in `matching`.
 * @returns an SQL expression of the table `cards c` with its values
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
  // What the letters themselves tell needs no second look into the index, which is for those with other accents.
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

/** Finding cards by text in their name or description. */
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

/** The cards that hold a text anywhere in their name or description, whatever its case and, from three letters on, its accents. */
export function matching(search: string): Condition {
  const letters = [...search].filter((letter) => !mark.test(letter));
  if (letters.length >= INDEXED_LETTERS)
    return where(
      "c.seq IN (SELECT rowid FROM cards_search WHERE cards_search MATCH ?)",
      `"${unrepetitive(search).replaceAll('"', '""')}"`,
    );
  // A letter with its mark may be stored as one character or as two.
  const forms = inBothCases([...search.normalize("NFC")]).flatMap((form) => [form, form.normalize("NFD")]);
  const patterns = [...new Set(forms)].map((form) => `%${escapeLike(form)}%`);
  const likes = patterns.map(() => "c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\'").join(" OR ");
  return where(`(${likes})`, ...patterns.flatMap((pattern) => [pattern, pattern]));
}

/** Finding cards by text in their name or description. */
import { type Condition, where } from "./sql";

/** The full-text index holds groups of three letters; what is shorter is looked for in the rows. */
const INDEXED_LETTERS = 3;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A mark that stands on the letter before it; the index leaves it out. */
const mark = /[\u0300-\u036f]/;

/** A text in both cases of each of its letters: LIKE folds the case of ASCII letters only. */
const inBothCases = (letters: readonly string[]) =>
  letters.reduce(
    (forms, letter) =>
      mark.test(letter)
        ? forms.map((form) => form + letter)
        : forms.flatMap((form) => [form + letter.toLowerCase(), form + letter.toUpperCase()]),
    [""],
  );

/** The cards that hold a text anywhere in their name or description, whatever its case and, from three letters on, its accents. */
export function matching(search: string): Condition {
  const letters = [...search].filter((letter) => !mark.test(letter));
  if (letters.length >= INDEXED_LETTERS)
    return where(
      "c.seq IN (SELECT rowid FROM cards_search WHERE cards_search MATCH ?)",
      `"${search.replaceAll('"', '""')}"`,
    );
  // A letter with its mark may be stored as one character or as two.
  const forms = inBothCases([...search.normalize("NFC")]).flatMap((form) => [form, form.normalize("NFD")]);
  const patterns = [...new Set(forms)].map((form) => `%${escapeLike(form)}%`);
  const likes = patterns.map(() => "c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\'").join(" OR ");
  return where(`(${likes})`, ...patterns.flatMap((pattern) => [pattern, pattern]));
}

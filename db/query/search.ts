/** Full-text search in names and descriptions. */
import { cachedUntilWrite } from "../cache";
import { hasSearchIndex, isInScenario, readsState, statement } from "../client";
import { isIndexBehind } from "../deferred-indexing";
import { fold, nameKeyOf } from "../folding";
import { inList, listOf } from "../sql";
import { hasIndexOfPresent, MADE_OF } from "../states";
import { type Condition, where } from "./conditions";

/** The full-text index holds trigrams; shorter texts are searched in the rows. */
const INDEXED_LETTERS = 3;

/** Trigrams of a text that the index is asked for; the rows found are checked for the rest of it. */
const MAX_TRIGRAMS = 16;

/** Searches whose finds are cached until anything is written, for the next page and for each facet. */
const MAX_CACHED = 4;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A combining mark; the index ignores them. */
const mark = /[\u0300-\u036f]/;

const isAscii = (letter: string) => letter < "\u0080";

/** Returns a text with each non-ASCII letter in both cases; LIKE folds the case of ASCII letters itself. */
const inBothCases = (letters: readonly string[]) =>
  letters.reduce(
    (forms, letter) =>
      mark.test(letter) || isAscii(letter)
        ? forms.map((form) => form + letter)
        : forms.flatMap((form) => [form + letter.toLowerCase(), form + letter.toUpperCase()]),
    [""],
  );

/** Returns the letters of a text without combining marks. */
const lettersOf = (text: string) => [...text].filter((letter) => !mark.test(letter));

/** A text is searched by the index when it has three letters or more. */
export const isIndexed = (search: string) => lettersOf(search).length >= INDEXED_LETTERS;

/** Returns the trigrams of a folded text, each once. */
function trigramsOf(folded: string): string[] {
  const letters = [...folded];
  return [...new Set(letters.slice(INDEXED_LETTERS - 1).map((_, at) => letters.slice(at, at + 3).join("")))];
}

/** Returns the query for rows that hold all of the trigrams. */
const allOf = (trigrams: readonly string[]): string =>
  trigrams
    .slice(0, MAX_TRIGRAMS)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(" AND ");

/** Checks whether the index holds the texts of all cards as they are. The notes in a state of the past are about another index. */
export const hasWholeIndex = (): boolean => hasSearchIndex() && ((readsState() && !isInScenario()) || !isIndexBehind());

/** Returns the query of `cards_search` for the rows that may hold a folded text: they hold all of its trigrams. */
export const mayHold = (folded: string): string => allOf(trigramsOf(folded));

/** Returns the number of cards that hold a trigram, counted up to a limit. */
const holding = (trigram: string, limit: number): number =>
  statement<{ found: number }>(
    "SELECT count(*) AS found FROM (SELECT 1 FROM cards_search WHERE cards_search MATCH ? LIMIT ?)",
  ).get(allOf([trigram]), limit)?.found ?? 0;

/** Texts that take as long to check as so many finds take to look up. */
const CHECKED = 4;

/**
 * The index alone shows that a search is soon done: at most so many cards hold its rarest trigram, or fewer when their texts
 * have to be checked.
 */
export function findsFew(search: string, most: number): boolean {
  if (!isIndexed(search) || !hasSearchIndex()) return false;
  const trigrams = trigramsOf(fold(search)).slice(0, MAX_TRIGRAMS);
  const few = trigrams.length === 1 ? most : most / CHECKED;
  return trigrams.some((trigram) => holding(trigram, few + 1) <= few);
}

const FOUND = "c.seq IN (SELECT rowid FROM cards_search WHERE cards_search MATCH ?)";

/** Returns SQL for whether a text has letters beyond ASCII. */
export const beyondAscii = (text: string) => `length(CAST(${text} AS BLOB)) <> length(${text})`;

/** A row's text once it has to be folded to be searched: name and description, with between them what no search holds. */
const TEXT = "c.name || char(0) || coalesce(c.description, '')";

/** Null when a row plainly holds a folded text, and what has to be folded to see whether it does. */
const checkOf = (folded: string) => `CASE
    WHEN instr(lower(c.name), ${folded}) > 0 OR instr(lower(c.description), ${folded}) > 0 THEN NULL
    WHEN ${beyondAscii("c.name")} OR ${beyondAscii("c.description")} THEN ${TEXT} ELSE '' END`;
/** The rows that hold all trigrams of a text, where the index is whole. */
const CANDIDATES = `SELECT c.seq, ${checkOf("?2")}
  FROM cards_search CROSS JOIN cards c ON c.seq = cards_search.rowid WHERE cards_search MATCH ?1`;
/** The rows that may hold a text, where texts of some are others than in the index. */
const CANDIDATES_AND_NOTED = `SELECT c.seq, ${checkOf("?2")} FROM (
    SELECT rowid AS seq FROM cards_search WHERE cards_search MATCH ?1
    UNION SELECT seq FROM unindexed_cards) found
  CROSS JOIN cards c ON c.seq = found.seq`;
/**
 * The rows of a state that may hold a text: those that the present's index finds, and those whose texts have been others since
 * the moment, up to when the state was made, and after.
 */
const CANDIDATES_OF_STATE = `SELECT c.seq, ${checkOf("?2")} FROM (
    SELECT rowid AS seq FROM present.cards_search WHERE cards_search MATCH ?1
    UNION SELECT seq FROM unindexed_cards
    UNION SELECT seq FROM present.unindexed_cards
    UNION SELECT CAST(key AS INTEGER) FROM present.former_rows
      WHERE seq > (SELECT seq FROM ${MADE_OF}) AND table_name = 'cards') found
  CROSS JOIN cards c ON c.seq = found.seq`;
/** The rows that may hold a text, where there is no index. */
const ALL = `SELECT seq, text FROM (SELECT c.seq, ${checkOf("?")} AS text FROM cards c) WHERE text IS NOT ''`;

const candidatesByIndex = () => (hasWholeIndex() ? CANDIDATES : CANDIDATES_AND_NOTED);

function candidatesOf(folded: string): [seq: number, text: string | null][] {
  const indexed = hasSearchIndex() ? candidatesByIndex() : hasIndexOfPresent() ? CANDIDATES_OF_STATE : undefined;
  const found = indexed
    ? statement<unknown>(indexed).values(allOf(trigramsOf(folded)), folded)
    : statement<unknown>(ALL).values(folded, folded);
  return found as [seq: number, text: string | null][];
}

/** Returns the numbers of the cards that hold a folded text, as a list. */
export const findChecked = cachedUntilWrite((folded: string): string => {
  const candidates = candidatesOf(folded);
  const found = candidates.filter(([, text]) => text === null || fold(text).includes(folded));
  return listOf(found.map(([seq]) => seq));
}, MAX_CACHED);

/** Returns the condition that the name or description contains a text of three letters or more, with any accents. */
function indexed(search: string): Condition {
  const folded = fold(search);
  const [only, ...more] = trigramsOf(folded);
  // A text of a single trigram that is not repeated needs no check.
  if (only === folded && more.length === 0 && hasWholeIndex()) return where(FOUND, allOf([only]));
  return where(inList("c.seq"), findChecked(folded));
}

/**
 * Returns the condition that the name or description contains a text in any case and, from three letters on, with any
 * accents.
 */
export function matching(search: string): Condition {
  if (isIndexed(search)) return indexed(search);
  // A letter with a mark may be stored composed or decomposed.
  const forms = inBothCases([...search.normalize("NFC")]).flatMap((form) => [form, form.normalize("NFD")]);
  const patterns = [...new Set(forms)].map((form) => `%${escapeLike(form)}%`);
  const likes = patterns.map(() => "c.name LIKE ? ESCAPE '\\' OR c.description LIKE ? ESCAPE '\\'").join(" OR ");
  return where(`(${likes})`, ...patterns.flatMap((pattern) => [pattern, pattern]));
}

/**
 * Returns the numbers of the matching cards whose accented names, folded, begin with a folded text and contain it, as
 * lists.
 */
function accentedNames(search: string, folded: string): [beginning: string, containing: string] {
  const found = matching(search);
  const rows = statement<unknown>(
    `SELECT c.seq, c.name_key FROM cards c INDEXED BY cards_accented WHERE ${found.sql} AND ${beyondAscii("c.name_key")}`,
  ).values(...found.values) as [seq: number, nameKey: string][];
  const names = rows.map(([seq, nameKey]) => ({ seq, name: fold(nameKey) }));
  const numbersOf = (cards: typeof names) => listOf(cards.map(({ seq }) => seq));
  return [
    numbersOf(names.filter(({ name }) => name.startsWith(folded))),
    numbersOf(names.filter(({ name }) => name.includes(folded))),
  ];
}

/**
 * Returns the relevance of a matching card, as an SQL expression; lower is better: the name equals the text, begins with
 * it, or contains it, or the description does. Accents are ignored as in `matching`.
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
  const folded = fold(key);
  const [beginning, containing] = accentedNames(search, folded);
  return where(
    `CASE WHEN c.name_key IN (?, ?) THEN 0 WHEN instr(c.name_key, ?) = 1 THEN 1
       WHEN ${inList("c.seq")} THEN length(c.name_key) <> ? WHEN instr(c.name_key, ?) > 0 OR ${inList("c.seq")} THEN 2 ELSE 3 END`,
    ...[key, folded, folded, beginning, [...key.normalize("NFC")].length, folded, containing],
  );
}

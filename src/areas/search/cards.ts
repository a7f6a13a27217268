/**
 * Searching cards by their names and descriptions. Candidates come from indexes, the best kinds of match first and a bounded
 * number of each, so that a text that nearly every card holds takes no longer than a rare one.
 */
import { inList, listOf, statement } from "../../../db";
import { fold, nameKeyOf } from "../../../db/folding";
import { findChecked, hasWholeIndex, isIndexed, mayHold } from "../../../db/query";
import { excerptOf, rankOf } from "./ranking";

/** Candidates by name, and by the index of texts. */
const MANY_NAMES = 300;
const MANY_TEXTS = 1_500;

/** The end of names that begin with a text. */
const LAST = "\u{10FFFF}";

const BY_NAME = `SELECT c.seq, c.name, c.description FROM json_each(?) types
  CROSS JOIN cards c INDEXED BY cards_type_name_parent ON c.type = types.value AND c.name_key >= ? AND c.name_key < ?
  WHERE c.status = 'ACTIVE' LIMIT ${MANY_NAMES}`;
const BY_TEXT = `SELECT c.seq, c.name, c.description FROM cards_search CROSS JOIN cards c ON c.seq = cards_search.rowid
  WHERE cards_search MATCH ? AND c.status = 'ACTIVE' AND ${inList("c.type")} LIMIT ${MANY_TEXTS}`;
/** Where there is no such index, the rows that were found by reading all. */
const BY_READING = `SELECT c.seq, c.name, c.description FROM json_each(?) found CROSS JOIN cards c ON c.seq = found.value
  WHERE c.status = 'ACTIVE' AND ${inList("c.type")} LIMIT ${MANY_TEXTS}`;
/** A text of one or two letters stands in no index: the names are read once from one that holds them all, words first. */
const BY_LETTERS = `SELECT c.seq, c.name, NULL AS description FROM (
    SELECT seq FROM cards INDEXED BY cards_found
    WHERE instr(name_key, ?1) > 0 AND status = 'ACTIVE' AND ${inList("type", "?2")}
    ORDER BY instr(name_key, ' ' || ?1) = 0 LIMIT ${MANY_NAMES}) found
  CROSS JOIN cards c ON c.seq = found.seq`;

type Candidate = { seq: number; name: string; description: string | null };

/** Returns the cards of some types, a list, that hold a folded text, or may do so. */
const holding = (folded: string, types: string): Candidate[] =>
  hasWholeIndex()
    ? statement<Candidate, [string, string]>(BY_TEXT).all(mayHold(folded), types)
    : statement<Candidate, [string, string]>(BY_READING).all(findChecked(folded), types);

/** Returns the cards that may match best. */
function candidatesOf(sought: string, types: readonly string[]): Candidate[] {
  const key = nameKeyOf(sought);
  const all = listOf(types);
  const named = statement<Candidate, [string, string, string]>(BY_NAME);
  const found = [...named.all(all, key, `${key}\u0000`), ...named.all(all, key, key + LAST)];
  if (isIndexed(sought)) {
    found.push(...holding(fold(` ${key}`), all), ...holding(fold(key), all));
  } else {
    found.push(...statement<Candidate, [string, string]>(BY_LETTERS).all(key, all));
  }
  return [...new Map(found.map((card) => [card.seq, card])).values()];
}

/** A card that was found. */
export type FoundCard = {
  seq: number;
  id: string;
  type: string;
  name: string;
  parent: string | null;
  rank: number;
  excerpt: string | null;
};

const DETAILS = `SELECT c.seq, c.id, c.type, c.name, p.name AS parent
  FROM json_each(?) found CROSS JOIN cards c ON c.seq = found.value LEFT JOIN cards p ON p.id = c.parent_id`;

/**
 * Finds the active cards of some types that match best, best first: by rank, then shorter names first, then by name.
 * @param isExcluded whether a card, by its number, is left out
 */
export function findCards(
  text: string,
  types: readonly string[],
  limit: number,
  isExcluded: (seq: number) => boolean = () => false,
): FoundCard[] {
  const sought = fold(text.trim());
  if (sought === "" || types.length === 0) return [];
  const ranked = candidatesOf(text.trim(), types).flatMap((card) => {
    const rank = isExcluded(card.seq) ? undefined : rankOf(card.name, card.description, sought);
    return rank === undefined ? [] : [{ ...card, rank }];
  });
  const best = ranked.toSorted(byRank).slice(0, limit);
  const rows = statement<Omit<FoundCard, "rank" | "excerpt">, [string]>(DETAILS).all(
    listOf(best.map(({ seq }) => seq)),
  );
  const details = new Map(rows.map((row) => [row.seq, row]));
  return best.flatMap(({ seq, description, rank }) => {
    const row = details.get(seq);
    return row ? [{ ...row, rank, excerpt: excerptOf(rank, description, sought) }] : [];
  });
}

type RankedMatch = { rank: number; name: string };

/** Orders finds: by rank, then shorter names first, then by name in code units. */
export const byRank = (one: RankedMatch, other: RankedMatch): number =>
  one.rank - other.rank ||
  one.name.length - other.name.length ||
  (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

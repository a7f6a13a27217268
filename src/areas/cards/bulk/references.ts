/**
 * References to cards by name or path: names from the root down, joined by `/`; a backslash escapes the next character.
 */
import type { z } from "zod";
import { inList, listOf, nameKeyOf, statement } from "../../../../db";
import type { ResolvedReferences, ResolveReferences } from "./model";

/** Ancestors in a path. */
const LONGEST_PATH = 32;
/** Candidates listed for a reference. */
const MAX_CANDIDATES = 5;

type Candidate = { id: string; path: string };

/** The result for a reference; `candidates` are cards with the same name when it is not exactly one card. */
export type Resolution =
  | { status: "resolved"; id: string; candidates: null }
  | { status: "ambiguous" | "missing"; id: null; candidates: Candidate[] | null };

/** Returns the names in a reference, root first, trimmed and without empty ones. */
export function namesIn(reference: string): string[] {
  const names: string[] = [];
  let name = "";
  for (let at = 0; at < reference.length; at++) {
    const letter = reference[at] as string;
    if (letter === "\\" && at + 1 < reference.length) name += reference[++at];
    else if (letter === "/") {
      names.push(name);
      name = "";
    } else name += letter;
  }
  return [...names, name].map((entry) => entry.trim()).filter(Boolean);
}

type NamedCard = { id: string; type: string; nameKey: string; path: string[] };

/** Returns the active cards of a type that have one of the names, each with its path. */
function cardsNamed(type: string, nameKeys: readonly string[]): NamedCard[] {
  const rows = statement<
    { id: string; name_key: string; name: string; level: number; ancestor: string | null },
    [string, string, number]
  >(
    `WITH RECURSIVE found AS (
       SELECT id, name_key, name, parent_id FROM cards
       WHERE type = ? AND ${inList("name_key")} AND status = 'ACTIVE'),
     up (id, level, ancestor, next) AS (
       SELECT id, 0, NULL, parent_id FROM found
       UNION ALL SELECT up.id, up.level + 1, c.name, c.parent_id FROM up JOIN cards c ON c.id = up.next WHERE up.level < ?)
     SELECT found.id, found.name_key, found.name, up.level, up.ancestor FROM up JOIN found ON found.id = up.id ORDER BY found.id, up.level`,
  ).all(type, listOf(nameKeys), LONGEST_PATH);
  const cards = new Map<string, NamedCard>();
  for (const row of rows) {
    const card = cards.get(row.id) ?? { id: row.id, type, nameKey: row.name_key, path: [row.name] };
    if (row.ancestor !== null) card.path.unshift(row.ancestor);
    cards.set(row.id, card);
  }
  return [...cards.values()];
}

const candidatesOf = (cards: readonly NamedCard[]): Candidate[] | null =>
  cards.length === 0 ? null : cards.slice(0, MAX_CANDIDATES).map(({ id, path }) => ({ id, path: path.join(" / ") }));

function choose(names: readonly string[], cards: readonly NamedCard[]): Resolution {
  const wanted = names.map(nameKeyOf);
  const fits = ({ path }: NamedCard) =>
    path.length === wanted.length && path.every((name, at) => nameKeyOf(name) === wanted[at]);
  const matches = wanted.length === 1 ? cards : cards.filter(fits);
  if (matches.length === 1) return { status: "resolved", id: (matches[0] as NamedCard).id, candidates: null };
  if (matches.length > 1) return { status: "ambiguous", id: null, candidates: candidatesOf(matches) };
  return { status: "missing", id: null, candidates: candidatesOf(cards) };
}

/**
 * Resolves references to active cards, with one query for each card type. A single name must belong to exactly one card of
 * the type; several names must be its whole path.
 * @param references card type and names, root first
 */
export function resolveReferences(references: readonly { type: string; names: readonly string[] }[]): Resolution[] {
  const lastOf = (names: readonly string[]) => nameKeyOf(names.at(-1) ?? "");
  const found = new Map<string, Map<string, NamedCard[]>>();
  for (const [type, ofType] of Map.groupBy(references, (reference) => reference.type)) {
    const keys = [...new Set(ofType.map((reference) => lastOf(reference.names)))];
    found.set(
      type,
      Map.groupBy(cardsNamed(type, keys), (card) => card.nameKey),
    );
  }
  return references.map(({ type, names }) =>
    names.length === 0
      ? { status: "missing", id: null, candidates: null }
      : choose(names, found.get(type)?.get(lastOf(names)) ?? []),
  );
}

/** Resolves the references of a request. */
export const resolveAll = ({ refs }: ResolveReferences): z.infer<typeof ResolvedReferences> => {
  const resolutions = resolveReferences(refs.map(({ type, ref }) => ({ type, names: namesIn(ref) })));
  return { results: refs.map(({ row, column }, at) => ({ row, column, ...(resolutions[at] as Resolution) })) };
};

/**
 * Finds cards by what people call them: a name, or the names on the way down to it.
 * A reference is names joined by `/`, root first; a backslash takes the next character as it is.
 */
import { inList, listOf, statement } from "../../../../db";
import { nameKeyOf } from "../rows";

/** Ancestors that a path can name. */
const LONGEST_PATH = 32;
/** Namesakes that an answer lists. */
export const MOST_CANDIDATES = 5;

export type Candidate = { id: string; path: string };

/** What a reference leads to. `candidates` are the namesakes when it isn't one card. */
export type Resolution =
  | { status: "resolved"; id: string; candidates: null }
  | { status: "ambiguous" | "missing"; id: null; candidates: Candidate[] | null };

/** The names in a reference, root first, trimmed; empty ones are dropped. */
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
  return [...names, name].map((part) => part.trim()).filter(Boolean);
}

type Namesake = { id: string; type: string; nameKey: string; path: string[] };

/** The active cards of a type that have one of the names, with the names on the way down to each. */
function namesakesOf(type: string, nameKeys: readonly string[]): Namesake[] {
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
  const namesakes = new Map<string, Namesake>();
  for (const row of rows) {
    const namesake = namesakes.get(row.id) ?? { id: row.id, type, nameKey: row.name_key, path: [row.name] };
    if (row.ancestor !== null) namesake.path.unshift(row.ancestor);
    namesakes.set(row.id, namesake);
  }
  return [...namesakes.values()];
}

const candidatesOf = (namesakes: readonly Namesake[]): Candidate[] | null =>
  namesakes.length === 0
    ? null
    : namesakes.slice(0, MOST_CANDIDATES).map(({ id, path }) => ({ id, path: path.join(" / ") }));

function choose(names: readonly string[], namesakes: readonly Namesake[]): Resolution {
  const wanted = names.map(nameKeyOf);
  const fits = (namesake: Namesake) =>
    namesake.path.length === wanted.length && namesake.path.every((name, at) => nameKeyOf(name) === wanted[at]);
  const matches = wanted.length === 1 ? namesakes : namesakes.filter(fits);
  if (matches.length === 1) return { status: "resolved", id: (matches[0] as Namesake).id, candidates: null };
  if (matches.length > 1) return { status: "ambiguous", id: null, candidates: candidatesOf(matches) };
  return { status: "missing", id: null, candidates: candidatesOf(namesakes) };
}

/**
 * Resolves references to active cards, all with one query for each card type.
 * One name must be the name of exactly one card of the type, wherever it stands; several must be the whole way down to it.
 * @param references card type and the names, root first
 */
export function resolveReferences(references: readonly { type: string; names: readonly string[] }[]): Resolution[] {
  const lastOf = (names: readonly string[]) => nameKeyOf(names.at(-1) ?? "");
  const found = new Map<string, Map<string, Namesake[]>>();
  for (const [type, ofType] of Map.groupBy(references, (reference) => reference.type)) {
    const keys = [...new Set(ofType.map((reference) => lastOf(reference.names)))];
    found.set(
      type,
      Map.groupBy(namesakesOf(type, keys), (namesake) => namesake.nameKey),
    );
  }
  return references.map(({ type, names }) =>
    names.length === 0
      ? { status: "missing", id: null, candidates: null }
      : choose(names, found.get(type)?.get(lastOf(names)) ?? []),
  );
}

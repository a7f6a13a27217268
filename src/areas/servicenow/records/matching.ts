/** Finds the cards that rows without an identity are about, by their names. */
import { allValues, statement } from "../../../../db";
import { type Profile, profileOf, similarity, similarityLimit } from "../../../analysis/similarity";

/** The least similarity of two names that count as one. */
const LEAST_SIMILAR = 0.85;

/** A card that a row may be about. */
export type Candidate = { id: string; name: string };

/** The match of a name: a card, several that are called so, or nothing. */
export type Match = { id: string } | "ambiguous" | undefined;

/** The cards that rows may be about. */
export type NameIndex = {
  /** The card that is called exactly so, else the most similar one, the first on a tie. */
  find(name: string): Match;
  /** Takes a card out, because it is a row's from now on. */
  claim(id: string): void;
};

type PreparedName = Candidate & { profile: Profile };

/** Candidates by the length of their names, because only names of about the same length are similar. */
function byLength(candidates: readonly Candidate[]): Map<number, PreparedName[]> {
  const prepared = candidates.map((one) => ({ ...one, profile: profileOf(one.name.toLowerCase()) }));
  return Map.groupBy(prepared, ({ profile }) => profile.characters.length);
}

/** Makes an index of candidates in their order. */
export function nameIndexOf(candidates: readonly Candidate[]): NameIndex {
  const exact = Map.groupBy(candidates, ({ name }) => name);
  const places = new Map(candidates.map(({ id }, place) => [id, place]));
  const free = new Set(places.keys());
  let similar: Map<number, PreparedName[]> | undefined;

  /**
   * Returns the lengths that a name similar to one of this length can have: 2·shorter ÷ both together limits the
   * similarity.
   */
  const lengthsNear = (length: number) => {
    const factor = LEAST_SIMILAR / (2 - LEAST_SIMILAR);
    return [Math.ceil(length * factor), Math.floor(length / factor)] as const;
  };

  function mostSimilar(name: string): Match {
    similar ??= byLength(candidates);
    const profile = profileOf(name.toLowerCase());
    const [shortest, longest] = lengthsNear(profile.characters.length);
    let best: { id: string; score: number; place: number } | undefined;
    for (let length = Math.max(1, shortest); length <= longest; length++)
      for (const { id, profile: other } of similar.get(length) ?? []) {
        const least = best?.score ?? LEAST_SIMILAR;
        if (!free.has(id) || similarityLimit(profile, other) < least) continue;
        const score = similarity(profile, other);
        const place = places.get(id) as number;
        const isBetter = score > least || (score === least && (!best || place < best.place));
        if (isBetter) best = { id, score, place };
      }
    return best && { id: best.id };
  }

  return {
    find(name) {
      const [only, ...more] = (exact.get(name) ?? []).filter(({ id }) => free.has(id));
      if (only) return more.length > 0 ? "ambiguous" : { id: only.id };
      return free.size === 0 ? undefined : mostSimilar(name);
    },
    claim: (id) => void free.delete(id),
  };
}

/** Returns the ACTIVE cards of a type that no row of a table is linked to yet, nor matched with in a run. */
export function candidatesFor(
  { card_type_key, connection_id, snow_table }: { card_type_key: string; connection_id: string; snow_table: string },
  runId: string,
): Candidate[] {
  const staged = new Set(
    allValues<string>(
      "SELECT card_id FROM servicenow_staged_records WHERE sync_run_id = ? AND card_id IS NOT NULL",
      runId,
    ),
  );
  return statement<Candidate>(
    `SELECT id, name FROM cards c WHERE status = 'ACTIVE' AND type = ? AND NOT EXISTS (
       SELECT 1 FROM servicenow_identity_map i WHERE i.connection_id = ? AND i.snow_table = ? AND i.card_id = c.id)
     ORDER BY seq`,
  )
    .all(card_type_key, connection_id, snow_table)
    .filter(({ id }) => !staged.has(id));
}

/** Cards whose names are close to a name that no card has: slips of writers. */
import { nameKeyOf, statement } from "../../../../db";
import type { Nearest } from "./refusal";

/** Names that are compared for one. */
const MAX_COMPARED = 2_000;
/** Cards that are named. */
const MAX_NEAREST = 3;
/** Letters with which close names begin alike. */
const ALIKE = 2;
/** Of so many letters, one may be another. */
const LETTERS_PER_SLIP = 4;
/** The longest names that are compared. */
const LONGEST = 100;

/**
 * Returns the number of letters that are to be inserted, deleted, replaced or swapped; more than `most` for any that are
 * more.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const differs = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min(
        (last[at] as number) + 1,
        (current[at - 1] as number) + 1,
        (last[at - 1] as number) + differs,
      );
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (before[at - 2] as number) + 1);
      current.push(least);
    }
    if (Math.min(...current) > most) return most + 1;
    [before, last] = [last, current];
  }
  return last[other.length] as number;
}

type NamedCard = { id: string; name: string; name_key: string };

/** Returns the active cards of a type whose names begin as a name does, up to a limit. */
const beginningAs = (type: string, key: string): NamedCard[] => {
  const start = [...key].slice(0, ALIKE).join("");
  return statement<NamedCard, [string, string, string, number]>(
    `SELECT id, name, name_key FROM cards
     WHERE type = ? AND name_key >= ? AND name_key < ? AND status = 'ACTIVE' ORDER BY name_key LIMIT ?`,
  ).all(type, start, `${start}\u{10ffff}`, MAX_COMPARED);
};

/** Returns the active cards of a type whose names are close to a name, the closest first; none of the same name. */
export function nearestTo(type: string, name: string): Nearest {
  const key = nameKeyOf(name);
  if (key.length < ALIKE || key.length > LONGEST) return [];
  const most = Math.max(1, Math.floor(key.length / LETTERS_PER_SLIP));
  return beginningAs(type, key)
    .map((card) => ({ card, slips: slipsBetween(key, card.name_key, most) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, MAX_NEAREST)
    .map(({ card: { id, name } }) => ({ id, name, path: null }));
}

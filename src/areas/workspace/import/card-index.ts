/** The cards that references may mean, in memory while a bundle is applied. */
import { nameKeyOf, statement } from "../../../../db";
import { namesIn } from "../../cards";
import { MAX_ANCESTORS } from "../bundle/references";

/** A card as references find it. */
export type KnownCard = { id: string; type: string; nameKey: string; parentId: string | null; isActive: boolean };

type Found = { id: string } | "ambiguous" | "missing";

/** The cards that references may mean. */
export type CardIndex = {
  add(card: KnownCard): void;
  /** The card that a reference means: by its name alone, or by its whole path. */
  resolve(type: string | null, reference: string | null): Found;
  /** Whether there is a card at exactly this path. */
  isTaken(type: string, names: readonly string[], isActive: boolean): boolean;
  /** The card that a path of a parent means: one of the type, or else of any type. */
  resolveParent(type: string, path: string): Found;
};

const only = (cards: readonly KnownCard[]): Found =>
  cards.length === 1 ? { id: (cards[0] as KnownCard).id } : cards.length === 0 ? "missing" : "ambiguous";

/** Archived cards are meant only where no active one is. */
const preferred = (cards: readonly KnownCard[]): readonly KnownCard[] => {
  const active = cards.filter(({ isActive }) => isActive);
  return active.length > 0 ? active : cards;
};

/** Reads the cards that there are. */
export function findCardIndex(): CardIndex {
  const byId = new Map<string, KnownCard>();
  const byName = new Map<string, KnownCard[]>();

  function add(card: KnownCard): void {
    byId.set(card.id, card);
    const others = byName.get(card.nameKey);
    if (others) others.push(card);
    else byName.set(card.nameKey, [card]);
  }

  /** The names above a card, the nearest first. @param onlyActive whether an archived one ends them */
  function* namesAbove(card: KnownCard, onlyActive: boolean): Generator<string> {
    let next = card.parentId;
    for (let level = 0; next !== null && level <= MAX_ANCESTORS; level++) {
      const parent = byId.get(next);
      if (!parent || (onlyActive && !parent.isActive)) return;
      yield parent.nameKey;
      next = parent.parentId;
    }
  }

  /** Whether a card is at a path, of which no more than the nearest ancestors are known. */
  function isAt(card: KnownCard, above: readonly string[]): boolean {
    return [true, false].some((onlyActive) => {
      const names = [...namesAbove(card, onlyActive)];
      const known = above.length === MAX_ANCESTORS ? names.slice(0, MAX_ANCESTORS) : names;
      return known.length === above.length && known.every((name, at) => name === above[at]);
    });
  }

  const at = (names: readonly string[], type?: string): KnownCard[] => {
    const [last = "", ...above] = names.map(nameKeyOf).toReversed();
    return (byName.get(last) ?? []).filter((card) => (type === undefined || card.type === type) && isAt(card, above));
  };

  /** The cards that one name means: the only one at the root, or else all that have it. */
  function named(type: string, name: string): readonly KnownCard[] {
    const cards = preferred((byName.get(nameKeyOf(name)) ?? []).filter((card) => card.type === type));
    const roots = cards.filter(({ parentId }) => parentId === null);
    return roots.length === 1 ? roots : cards;
  }

  const rows = statement<Omit<KnownCard, "isActive"> & { isActive: 0 | 1 }>(
    "SELECT id, type, name_key AS nameKey, parent_id AS parentId, status <> 'ARCHIVED' AS isActive FROM cards ORDER BY seq",
  ).all();
  for (const row of rows) add({ ...row, isActive: row.isActive === 1 });

  return {
    add,
    resolve(type, reference) {
      const names = namesIn(reference ?? "");
      if (type === null || names.length === 0) return "missing";
      return only(names.length === 1 ? named(type, names[0] as string) : preferred(at(names, type)));
    },
    isTaken: (type, names, isActive) => at(names, type).some((card) => card.isActive === isActive),
    resolveParent(type, path) {
      const names = namesIn(path);
      const ofType = preferred(names.length === 1 ? named(type, names[0] as string) : at(names, type));
      return only(ofType.length > 0 ? ofType : preferred(at(names)));
    },
  };
}

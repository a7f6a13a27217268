/** Finds the cards to which references lead: each look-up goes through an index, and its result is remembered for a slice. */
import { nameKeyOf, statement } from "../../../../db";
import { Conflict, textAt } from "../../../core/sheets/row";
import type { CardFinder, CardMatch } from "../../../core/sheets/sheet";
import { namesIn } from "../../cards";
import { MAX_ANCESTORS } from "../bundle/references";

type KnownCard = { id: string; type: string; nameKey: string; parentId: string | null; isActive: boolean };

/** Cards with one name that are compared; of more, a reference names none unambiguously in any case. */
const MAX_NAMESAKES = 1_000;

const SELECT =
  "SELECT id, type, name_key AS nameKey, parent_id AS parentId, status <> 'ARCHIVED' AS isActive FROM cards";
type CardSelection = Omit<KnownCard, "isActive"> & { isActive: 0 | 1 };
const known = (card: CardSelection): KnownCard => ({ ...card, isActive: card.isActive === 1 });

const listNamed = (type: string, nameKey: string): KnownCard[] =>
  statement<CardSelection>(`${SELECT} WHERE type = ? AND name_key = ? ORDER BY seq LIMIT ${MAX_NAMESAKES}`)
    .all(type, nameKey)
    .map(known);

const listNamedOfAnyType = (nameKey: string): KnownCard[] =>
  statement<CardSelection>(
    `${SELECT} WHERE type IN (SELECT key FROM card_types) AND name_key = ? ORDER BY seq LIMIT ${MAX_NAMESAKES}`,
  )
    .all(nameKey)
    .map(known);

function findCard(id: string): KnownCard | undefined {
  const card = statement<CardSelection>(`${SELECT} WHERE id = ?`).get(id);
  return card ? known(card) : undefined;
}

/** Remembers the results of a function. */
function remembered<T>(load: (...key: string[]) => T): { (...key: string[]): T; forget(...key: string[]): void } {
  const results = new Map<string, T>();
  const keyOf = (parts: readonly string[]) => parts.join("\u0000");
  const find = (...parts: string[]) => {
    const key = keyOf(parts);
    if (!results.has(key)) results.set(key, load(...parts));
    return results.get(key) as T;
  };
  return Object.assign(find, { forget: (...parts: string[]) => void results.delete(keyOf(parts)) });
}

const only = (cards: readonly KnownCard[]): CardMatch =>
  cards.length === 1 ? { id: (cards[0] as KnownCard).id } : cards.length === 0 ? "missing" : "ambiguous";

/** Leads to an archived card only where there is no active one. */
const preferred = (cards: readonly KnownCard[]): readonly KnownCard[] => {
  const active = cards.filter(({ isActive }) => isActive);
  return active.length > 0 ? active : cards;
};

/** Returns a finder of cards for one slice. */
export function cardFinder(): CardFinder {
  const cardOf = remembered(findCard);
  const named = remembered(listNamed);
  const namedOfAnyType = remembered(listNamedOfAnyType);

  /** Returns the names above a card, the nearest first. @param onlyActive whether an archived one ends them */
  function* namesAbove(card: KnownCard, onlyActive: boolean): Generator<string> {
    let next = card.parentId;
    for (let level = 0; next !== null && level <= MAX_ANCESTORS; level++) {
      const parent = cardOf(next);
      if (!parent || (onlyActive && !parent.isActive)) return;
      yield parent.nameKey;
      next = parent.parentId;
    }
  }

  /** Checks whether a card is at a path, of which no more than the nearest ancestors are known. */
  function isAt(card: KnownCard, above: readonly string[]): boolean {
    return [true, false].some((onlyActive) => {
      const names = [...namesAbove(card, onlyActive)];
      const compared = above.length === MAX_ANCESTORS ? names.slice(0, MAX_ANCESTORS) : names;
      return compared.length === above.length && compared.every((name, at) => name === above[at]);
    });
  }

  /** Lists the cards at a path. @param type any when left out */
  function listAt(names: readonly string[], type?: string): KnownCard[] {
    const [last = "", ...above] = names.map(nameKeyOf).toReversed();
    return (type === undefined ? namedOfAnyType(last) : named(type, last)).filter((card) => isAt(card, above));
  }

  /** Lists the cards that one name means: the only one at the root, or else all that have it. */
  function listMeant(type: string, name: string): readonly KnownCard[] {
    const cards = preferred(named(type, nameKeyOf(name)));
    const roots = cards.filter(({ parentId }) => parentId === null);
    return roots.length === 1 ? roots : cards;
  }

  const listOfType = (type: string, names: readonly string[]) =>
    names.length === 1 ? listMeant(type, names[0] as string) : preferred(listAt(names, type));

  function find(type: string | null, reference: string | null): CardMatch {
    const names = namesIn(reference ?? "");
    return type === null || names.length === 0 ? "missing" : only(listOfType(type, names));
  }

  return {
    find,
    findParent(type, path) {
      const names = namesIn(path);
      const ofType = listOfType(type, names);
      return only(ofType.length > 0 ? ofType : preferred(listAt(names)));
    },
    isTaken: (type, names, isActive) => listAt(names, type).some((card) => card.isActive === isActive),
    note({ id, type, name }) {
      const nameKey = nameKeyOf(name);
      cardOf.forget(id);
      named.forget(type, nameKey);
      namedOfAnyType.forget(nameKey);
    },
    require(row, typeHeader, referenceHeader) {
      const type = textAt(row, typeHeader);
      const reference = textAt(row, referenceHeader);
      const match = find(type, reference);
      if (typeof match === "object") return match.id;
      const card = `card '${reference ?? ""}' of the type ${type ?? ""}`;
      throw new Conflict(match === "missing" ? `${card} not found` : `${card} is not the only one with this name`);
    },
  };
}

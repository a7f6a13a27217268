/** The entries that have a card already. */
import { statement } from "../../../db";
import type { Item } from "./content/in-force";
import type { Entry } from "./entries";
import type { Kind } from "./kinds";

/** Returns a name as names of entries and of cards are compared. */
const nameKey = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

type Card = { id: string; name: string; catalogue_id: string | null };

/** Returns the unarchived cards that entries of a catalogue may have become, oldest first. */
const candidates = ({ cardType, ownSubtype }: Kind) =>
  statement<Card, [string, string | null]>(
    `SELECT id, name, attributes ->> '$.catalogueId' AS catalogue_id FROM cards
     WHERE type = ?1 AND status <> 'ARCHIVED' AND (?2 IS NULL OR subtype = ?2) ORDER BY seq`,
  ).all(cardType, ownSubtype);

/** Adds a value unless the key has one. */
function addFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

/** Returns the cards that name the entry of a catalogue that they are: id of the entry → id of the oldest card. */
export function cardsByCatalogueId(kind: Kind): Map<string, string> {
  const cards = new Map<string, string>();
  for (const { id, catalogue_id } of candidates(kind)) if (catalogue_id !== null) addFirst(cards, catalogue_id, id);
  return cards;
}

/**
 * Returns a function that finds the card of an entry: the one that names it, or else one of the same English name that names
 * none. A macro capability has only the former.
 */
export function existingCards(kind: Kind): (item: Pick<Item, "entry" | "englishName">) => string | undefined {
  const byId = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { id, name, catalogue_id } of candidates(kind))
    if (catalogue_id !== null) addFirst(byId, catalogue_id, id);
    else addFirst(byName, nameKey(name), id);
  const byNameOf = ({ level }: Entry, englishName: string) =>
    level > 0 && byName.size > 0 ? byName.get(nameKey(englishName)) : undefined;
  return ({ entry, englishName }) => byId.get(entry.id) ?? byNameOf(entry, englishName);
}

/** Makes cards of chosen entries. */
import { largeTransaction } from "../../../../db";
import { type Actor, deniedCards } from "../../../core/access/actor";
import { now } from "../../../platform/clock";
import type { JsonObject } from "../../../platform/json";
import { createPlaced, moveBelow } from "../../cards";
import type { Content, Item } from "../content/in-force";
import { STARTER } from "../content/starter";
import { depthIn, type Entry } from "../entries";
import { existingCards } from "../existing";
import type { Kind } from "../kinds";
import { type ServedCatalogue, serve } from "../list";
import type { CatalogueImport, ImportResult } from "../model";
import { DEFAULT_LOCALE } from "../package/read";
import { linkCards } from "./links";

/** Returns the chosen entries that exist, and the streams of chosen stages, with parents before their children. */
function chosenItems({ name }: Kind, { items, byId }: Content, ids: readonly string[]): Item[] {
  const chosen = new Set(ids);
  if (name === "value_streams")
    for (const id of ids) {
      const streamId = byId.get(id)?.entry.parent_id;
      if (streamId) chosen.add(streamId);
    }
  const entries = new Map(items.map(({ entry }) => [entry.id, entry]));
  const depthOf = depthIn(entries);
  return items
    .filter(({ entry }) => chosen.has(entry.id))
    .map((item) => ({ item, depth: depthOf(item.entry) }))
    .toSorted((one, other) => one.depth - other.depth || (one.item.entry.id < other.item.entry.id ? -1 : 1))
    .map(({ item }) => item);
}

/** Returns the attributes of cards that name where they come from, in addition to the id of their entry. */
const origin = ({ archive, locale }: ServedCatalogue): JsonObject => ({
  catalogueVersion: (archive ?? STARTER).catalogue_version,
  catalogueImportedAt: now(),
  ...(locale !== DEFAULT_LOCALE && { catalogueLocale: locale }),
  ...(archive && { catalogueCredit: archive.credit }),
});

/** Returns the cards of entries that have one: id of the entry → id of the card. */
function cardsOf(kind: Kind, { items }: Content): Map<string, string> {
  const cardOf = existingCards(kind);
  return new Map(
    items.flatMap((item) => {
      const card = cardOf(item);
      return card === undefined ? [] : [[item.entry.id, card] as const];
    }),
  );
}

/** Creates the cards of entries, each below the card of its parent if there is one, and adds them to the cards. */
function createCards(
  actor: Actor,
  kind: Kind,
  entries: readonly Entry[],
  served: ServedCatalogue,
  cards: Map<string, string>,
): ImportResult["created"] {
  const common = origin(served);
  const created: ImportResult["created"] = [];
  createPlaced(
    actor,
    entries.map((entry) => ({
      entry,
      type: kind.cardType,
      subtype: kind.subtypeOf(entry),
      name: entry.name,
      description: entry.description ?? null,
      attributes: { ...kind.attributesOf(entry), catalogueId: entry.id, ...common },
    })),
    ({ entry: { parent_id } }) => (parent_id === null ? null : (cards.get(parent_id) ?? null)),
    ({ entry: { id } }, card_id) => {
      cards.set(id, card_id);
      created.push({ catalogue_id: id, card_id });
    },
  );
  return created;
}

/**
 * Puts cards that were there before below the new cards of their entries' parents; those that the actor may not edit stay.
 * @param cards id of an entry → id of its card
 */
function relink(
  actor: Actor,
  { items }: Content,
  cards: ReadonlyMap<string, string>,
  isNew: (entryId: string | null) => boolean,
): ImportResult["relinked"] {
  const wanted = items.flatMap(({ entry: { id, parent_id } }) => {
    const card_id = cards.get(id);
    if (card_id === undefined || isNew(id) || !isNew(parent_id)) return [];
    return [{ catalogue_id: id, card_id, new_parent_card_id: cards.get(parent_id as string) as string }];
  });
  const ids = wanted.map(({ card_id }) => card_id);
  const denied = new Set(deniedCards(actor, "card.edit", ids, ids.length));
  const allowed = wanted.filter(({ card_id }) => !denied.has(card_id));
  const parents = new Map(allowed.map(({ card_id, new_parent_card_id }) => [card_id, new_parent_card_id]));
  const moved = new Set(moveBelow(actor, parents));
  // Entries of one name may have one card, which has one parent.
  return allowed.filter(
    ({ card_id, new_parent_card_id }) => moved.has(card_id) && parents.get(card_id) === new_parent_card_id,
  );
}

/**
 * Makes cards of entries, in one batch; those that have a card are skipped, unknown ones passed over. Publishes what creating
 * and moving cards and creating relations publishes.
 * @throws Problem 422 for attributes that the card type doesn't take
 */
export function importEntries(actor: Actor, kind: Kind, request: CatalogueImport): ImportResult {
  return largeTransaction(() => {
    const served = serve(kind, actor, request.locale);
    const { content, archive } = served;
    const cards = cardsOf(kind, content);
    const chosen = chosenItems(kind, content, request.catalogue_ids).map(({ entry }) => entry);
    const skipped = chosen.flatMap(({ id }) => {
      const card_id = cards.get(id);
      return card_id === undefined ? [] : [{ catalogue_id: id, card_id, reason: "exists" as const }];
    });
    const missing = chosen.filter(({ id }) => !cards.has(id));
    const created = createCards(actor, kind, missing, served, cards);
    const newEntries = new Set<string | null>(created.map(({ catalogue_id }) => catalogue_id));
    return {
      created,
      skipped,
      relinked: relink(actor, content, cards, (id) => newEntries.has(id)),
      catalogue_version: (archive ?? STARTER).catalogue_version,
      auto_relations_created: linkCards(actor, kind, new Set(created.map(({ card_id }) => card_id))),
      ...(kind.name === "capabilities" && { warnings: archive?.macro_warnings ?? [] }),
    };
  });
}

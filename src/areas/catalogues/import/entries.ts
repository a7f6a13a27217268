/** Makes cards of chosen entries. */
import { largeTransaction } from "../../../../db";
import { type Actor, deniedCards } from "../../../core/access/actor";
import { now } from "../../../platform/clock";
import { createPlaced, type JsonObject, moveBelow } from "../../cards";
import type { Content, Item } from "../content/in-force";
import { STARTER } from "../content/starter";
import { depthIn } from "../entries";
import { existingCards } from "../existing";
import type { Kind } from "../kinds";
import { type Served, serve } from "../list";
import type { CatalogueImport, ImportResult } from "../model";
import { DEFAULT_LOCALE } from "../package/read";
import { linkCards } from "./links";

/** The chosen entries that exist, and the streams of chosen stages, with parents before their children. */
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

/** The attributes of cards that name where they come from, beside the id of their entry. */
const origin = ({ archive, locale }: Served): JsonObject => ({
  catalogueVersion: (archive ?? STARTER).catalogue_version,
  catalogueImportedAt: now(),
  ...(locale !== DEFAULT_LOCALE && { catalogueLocale: locale }),
  ...(archive && { catalogueCredit: archive.credit }),
});

/** Puts cards that were there before below the new cards of their entries' parents. @param cards entry → its card */
function relink(
  actor: Actor,
  { items }: Content,
  cards: ReadonlyMap<string, string>,
  isNew: (entryId: string) => boolean,
): ImportResult["relinked"] {
  const wanted = items.flatMap(({ entry: { id, parent_id } }) => {
    const card_id = cards.get(id);
    if (card_id === undefined || isNew(id) || parent_id === null || !isNew(parent_id)) return [];
    return [{ catalogue_id: id, card_id, new_parent_card_id: cards.get(parent_id) as string }];
  });
  const ids = wanted.map(({ card_id }) => card_id);
  const denied = new Set(deniedCards(actor, "card.edit", ids, ids.length));
  const parents = new Map(
    wanted.flatMap(({ card_id, new_parent_card_id }) =>
      denied.has(card_id) ? [] : [[card_id, new_parent_card_id] as const],
    ),
  );
  const moved = new Set(moveBelow(actor, parents));
  return wanted.filter(
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
    const cardOf = existingCards(kind);
    const cards = new Map(
      content.items.flatMap((item) => {
        const card = cardOf(item);
        return card === undefined ? [] : [[item.entry.id, card] as const];
      }),
    );
    const chosen = chosenItems(kind, content, request.catalogue_ids);
    const skipped = chosen.flatMap(({ entry: { id } }) => {
      const card_id = cards.get(id);
      return card_id === undefined ? [] : [{ catalogue_id: id, card_id, reason: "exists" as const }];
    });
    const common = origin(served);
    const created: ImportResult["created"] = [];
    createPlaced(
      actor,
      chosen.filter(({ entry }) => !cards.has(entry.id)).map(({ entry }) => cardFor(kind, entry, common)),
      ({ entry }) => (entry.parent_id === null ? null : (cards.get(entry.parent_id) ?? null)),
      ({ entry: { id } }, card_id) => {
        cards.set(id, card_id);
        created.push({ catalogue_id: id, card_id });
      },
    );
    const news = new Set(created.map(({ catalogue_id }) => catalogue_id));
    return {
      created,
      skipped,
      relinked: relink(actor, content, cards, (id) => news.has(id)),
      catalogue_version: (archive ?? STARTER).catalogue_version,
      auto_relations_created: linkCards(actor, kind, new Set(created.map(({ card_id }) => card_id))),
      ...(kind.name === "capabilities" && { warnings: archive?.macro_warnings ?? [] }),
    };
  });
}

/** The card that an entry becomes. */
const cardFor = (kind: Kind, entry: Item["entry"], common: JsonObject) => ({
  entry,
  type: kind.cardType,
  subtype: kind.subtypeOf(entry),
  name: entry.name,
  description: entry.description ?? null,
  attributes: { ...kind.attributesOf(entry), catalogueId: entry.id, ...common },
});

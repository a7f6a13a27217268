/** Links many cards to the life cycles of products. */
import { largeTransaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { type JsonObject, parseObject } from "../../platform/json";
import { findCards, updateEach } from "../cards";
import { type MassLinked, type MassLinks, productName, type SnapshotCycle } from "./model";
import { type Source, sourceInForce } from "./source";

type Link = { eol_product: string; eol_cycle: string };

/**
 * Maps card → its link, from the entries that lack nothing.
 * @throws Problem 400 for what can't be the name of a product
 */
function linksOf(entries: MassLinks): Map<string, Link> {
  const links = new Map<string, Link>();
  for (const { card_id, eol_product, eol_cycle } of entries) {
    const id = parseUuid(card_id ?? "");
    if (!id || !eol_product || !eol_cycle) continue;
    if (!productName.test(eol_product))
      throw refused(`Invalid product name: eol_product ${JSON.stringify(eol_product)} of card ${id}`);
    links.set(id, { eol_product, eol_cycle });
  }
  return links;
}

/** Returns the phases of a lifecycle that follow from a cycle. */
const phasesOf = ({ releaseDate, support, eol }: SnapshotCycle): JsonObject => ({
  ...(releaseDate && { active: releaseDate }),
  ...(typeof support === "string" && { phaseOut: support }),
  ...(typeof eol === "string" && { endOfLife: eol }),
});

type LinkedCard = { type: string; attributes: string | null; lifecycle: string | null };

/** Says what a link changes of a card: its attributes and, of a component whose cycle is known, its lifecycle. */
function changesOf({ type, attributes, lifecycle }: LinkedCard, link: Link, source: Source) {
  const cycle = type === "ITComponent" ? source.findCycle(link.eol_product, link.eol_cycle) : undefined;
  return {
    attributes: { ...parseObject(attributes), ...link },
    ...(cycle && { lifecycle: { ...parseObject(lifecycle), ...phasesOf(cycle) } }),
    strict_attributes: false,
  };
}

/**
 * Links cards to cycles of products, in one batch; unknown cards are skipped. Publishes what a change of a card publishes.
 * @throws Problem 400 for what can't be the name of a product; as a change of a card, naming the card
 */
export function linkCards(actor: Actor, entries: MassLinks): MassLinked {
  const links = linksOf(entries);
  const source = sourceInForce();
  return largeTransaction(() => {
    const cards = findCards([...links.keys()]);
    updateEach(actor, cards, (card) => changesOf(card, links.get(card.id) as Link, source));
    return { updated: cards.map(({ id }) => id), count: cards.length };
  });
}

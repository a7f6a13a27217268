/** The relations between cards of catalogues: between what an entry names, and what names it. */
import { statement } from "../../../../db";
import type { CatalogueName } from "../../../../db/schema/catalogues";
import type { Actor } from "../../../core/access/actor";
import { relationType } from "../../metamodel";
import { createRelations, type Ends } from "../../relations";
import { cardsByCatalogueId } from "../existing";
import { type Kind, kinds } from "../kinds";

/** A kind of link: cards of one catalogue hold in an attribute the ids of entries of another. */
type Link = {
  relationType: string;
  holder: CatalogueName;
  attribute: string;
  named: CatalogueName;
  /** The end at which the holder is. */
  holderIs: "source" | "target";
};

const links: readonly Link[] = [
  {
    relationType: "relProcessToBC",
    holder: "processes",
    attribute: "realizesCapabilityIds",
    named: "capabilities",
    holderIs: "source",
  },
  {
    relationType: "relBizCtxToBC",
    holder: "value_streams",
    attribute: "capabilityIds",
    named: "capabilities",
    holderIs: "source",
  },
  {
    relationType: "relProcessToBizCtx",
    holder: "value_streams",
    attribute: "processIds",
    named: "processes",
    holderIs: "target",
  },
];

/** Returns the unarchived cards of a catalogue that hold ids in an attribute, with these. */
const holders = ({ cardType }: Kind, attribute: string): { id: string; named: string[] }[] =>
  statement<{ id: string; named: string }, [string, string]>(
    `SELECT id, attributes -> ?2 AS named FROM cards
     WHERE type = ?1 AND status <> 'ARCHIVED' AND json_type(attributes, '$.' || ?2) = 'array' ORDER BY seq`,
  )
    .all(cardType, attribute)
    .map(({ id, named }) => ({ id, named: JSON.parse(named) as string[] }));

/** Checks whether a relation type joins the cards of a link, which an administrator may have changed. */
function joins({ relationType: key, holder, named, holderIs }: Link): boolean {
  const [source, target] = holderIs === "source" ? [holder, named] : [named, holder];
  const type = relationType(key);
  return type?.source_type_key === kinds[source].cardType && type.target_type_key === kinds[target].cardType;
}

/** Returns the ends of the relations of a link that concern some cards. */
function endsOf({ holder, attribute, named, holderIs }: Link, cardIds: ReadonlySet<string>): Ends[] {
  const cards = cardsByCatalogueId(kinds[named]);
  return holders(kinds[holder], attribute).flatMap(({ id, named: ids }) =>
    ids.flatMap((entryId) => {
      const other = cards.get(entryId);
      if (other === undefined || !(cardIds.has(id) || cardIds.has(other))) return [];
      return holderIs === "source" ? { source_id: id, target_id: other } : { source_id: other, target_id: id };
    }),
  );
}

/**
 * Relates new cards of a catalogue to those that they name, and to those that name them and have waited for them.
 * @returns how many relations were created
 */
export function linkCards(actor: Actor, { name }: Kind, cardIds: ReadonlySet<string>): number {
  if (cardIds.size === 0) return 0;
  return links
    .filter((link) => (link.holder === name || link.named === name) && joins(link))
    .reduce((count, link) => count + createRelations(actor, link.relationType, endsOf(link, cardIds)), 0);
}

/** Attributes in reports on processes: without the costs that the actor may see neither by their role nor by a part in the card. */
import { type Actor, CARDS_WITH_OPENED_COSTS, may } from "../../../core/access/actor";
import { cardAttributes, relationAttributes } from "../redaction";
import { fragment, type Query } from "../rows";

/**
 * Returns SQL for all attributes where a part of the actor opens the costs, and elsewhere for what else they are shown.
 * @param number SQL for the number of the card that decides
 */
const openedBy = (actor: Actor, number: string, attributes: string, shown: Query): Query =>
  may(actor, "costs.view")
    ? shown
    : fragment(
        `CASE WHEN ${number} IN (${CARDS_WITH_OPENED_COSTS}) THEN ${attributes} ELSE ${shown.sql} END`,
        actor.userId,
        ...shown.values,
      );

/** Returns SQL for the attributes of cards `c` of a type. */
export const shownAttributes = (actor: Actor, type: string): Query =>
  openedBy(actor, "c.seq", "c.attributes", cardAttributes(actor, [type]));

/** Returns SQL for the attributes of relations `r`, whose costs are shown like those of the cards at which they start. */
export const shownRelationAttributes = (actor: Actor): Query =>
  openedBy(actor, "r.source_seq", "r.attributes", relationAttributes(actor));

/** The cards that a webhook is about: the conditions of lists, read with the eyes of its account. */
import type { WebhookFilter } from "../../../db/schema/webhooks";
import type { Actor } from "../../core/access/actor";
import { parseObject } from "../../platform/json";
import { conditionsOf, listIds } from "../cards";
import type { JournalRow } from "./journal";

/** Checks whether a filter names nothing. */
const isEmpty = ({ type, search, where }: WebhookFilter) => !type && !search && !where;

/** Requires that a list could have a filter. @throws Problem 422, 403 as the list */
export const requireFilter = (actor: Actor, filter: WebhookFilter): void => void conditionsOf(actor, filter);

/** Finds the ones of some cards that a filter names, archived ones too. @throws Problem as `requireFilter` */
function matchingCards(actor: Actor, filter: WebhookFilter, ids: readonly string[]): Set<string> {
  return new Set(ids.length === 0 ? [] : listIds(actor, { ...filter, ids: ids.join(",") }).ids);
}

const ENDS = ["source_id", "target_id"] as const;

/** Returns the cards that an event is about: its own, and the ends of a relation. */
function cardsOf({ card_id, data }: JournalRow): string[] {
  const payload = parseObject(data);
  const ends = ENDS.map((end) => payload[end]).filter((id) => typeof id === "string");
  return card_id === null ? ends : [card_id, ...ends];
}

/** Checks whether an event is the end of a card, whose type alone is still known, and a filter names that alone. */
function namesDeleted({ type = "", search, where }: WebhookFilter, { event_type, data }: JournalRow): boolean {
  if (event_type !== "card.deleted" || search || where) return false;
  return type.split(",").some((key) => key.trim() === parseObject(data)["type"]);
}

/**
 * Returns the ones of some events that a filter lets through: those about a card that it names as it is now.
 * @throws Problem 403, 422 when the account may no longer filter so, or the metamodel has changed
 */
export function passing(actor: Actor, filter: WebhookFilter, rows: readonly JournalRow[]): JournalRow[] {
  if (isEmpty(filter)) return [...rows];
  const cards = new Map(rows.map((row) => [row, cardsOf(row)]));
  const matching = matchingCards(actor, filter, [...new Set([...cards.values()].flat())]);
  return rows.filter((row) => cards.get(row)?.some((id) => matching.has(id)) || namesDeleted(filter, row));
}

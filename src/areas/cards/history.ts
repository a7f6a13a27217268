/** The history of a card. */
import { listOf, notInList, statement } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { eventTypes, permissionToRead } from "../../core/journal/event-types";
import { timeDirection } from "../../http/pagination";
import { parseObject } from "../../platform/json";
import type { HistoryEvent, HistoryQuery } from "./model";
import { redactedKeys, redactPayload } from "./redaction";
import { findCard } from "./repository";

type Row = Omit<HistoryEvent, "data"> & { data: string | null };

/** Returns the types of events that need a permission of their own, which the actor lacks. */
export const hiddenTypes = (actor: Actor): string[] =>
  eventTypes().filter((type) => {
    const permission = permissionToRead(type);
    return permission !== undefined && !may(actor, permission);
  });

/**
 * Returns a page of the events of a card that the actor may read, by default newest first, with costs redacted; empty for
 * an unknown card.
 */
export function historyOf(actor: Actor, cardId: string, query: HistoryQuery): HistoryEvent[] {
  const { page, page_size } = query;
  const card = findCard(cardId);
  if (!card) return [];
  const keys = redactedKeys(actor, card);
  return statement<Row, [string, string, number, number]>(
    `SELECT e.id, e.event_type, e.data, e.user_id, u.display_name AS user_display_name, e.created_at
     FROM events e LEFT JOIN users u ON u.id = e.user_id WHERE e.card_id = ? AND ${notInList("e.event_type")}
     ORDER BY e.seq ${timeDirection(query)} LIMIT ? OFFSET ?`,
  )
    .all(cardId, listOf(hiddenTypes(actor)), page_size, (page - 1) * page_size)
    .map((row) => ({ ...row, data: row.data === null ? null : redactPayload(parseObject(row.data), keys) }));
}

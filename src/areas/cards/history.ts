/** What happened to a card. */
import { statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { timeDirection } from "../../http/pagination";
import { hiddenCostKeys, withoutCosts } from "./costs";
import type { HistoryEvent, HistoryQuery } from "./model";
import { findCard, parsed } from "./rows";

type Row = Omit<HistoryEvent, "data"> & { data: string | null };

/** A page of a card's history, newest first unless it is asked for otherwise, without the costs that the actor may not see. Empty for an unknown card. */
export function historyOf(actor: Actor, cardId: string, query: HistoryQuery): HistoryEvent[] {
  const { page, page_size } = query;
  const card = findCard(cardId);
  if (!card) return [];
  const hidden = hiddenCostKeys(actor, card);
  return statement<Row, [string, number, number]>(
    `SELECT e.id, e.event_type, e.data, e.user_id, u.display_name AS user_display_name, e.created_at
     FROM events e LEFT JOIN users u ON u.id = e.user_id WHERE e.card_id = ? ORDER BY e.seq ${timeDirection(query)} LIMIT ? OFFSET ?`,
  )
    .all(cardId, page_size, (page - 1) * page_size)
    .map((row) => ({ ...row, data: row.data === null ? null : withoutCosts(parsed(row.data), hidden) }));
}

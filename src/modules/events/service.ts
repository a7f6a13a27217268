/** Reading the journal. */
import { statement } from "../../../db/client";
import type { Actor } from "../../core/access/actor";
import { payloadsFor } from "../../core/cards/payload";
import type { Event, EventQuery, MyCardEvent } from "./model";

type Stored<T> = Omit<T, "data"> & { data: string | null };

/** A page of everything that happened, newest first. */
export function listEvents(actor: Actor, { card_id, page, page_size }: EventQuery): Event[] {
  // What was told to one user is that user's own.
  const where = `WHERE e.event_type <> 'notification.created'${card_id ? " AND e.card_id = ?" : ""}`;
  const rows = statement<Stored<Event>>(
    `SELECT e.id, e.card_id, e.event_type, e.data, e.user_id, u.display_name AS user_display_name, e.created_at
     FROM events e LEFT JOIN users u ON u.id = e.user_id ${where} ORDER BY e.seq DESC LIMIT ? OFFSET ?`,
  ).all(...(card_id ? [card_id] : []), page_size, (page - 1) * page_size);
  const payloadOf = payloadsFor(actor, rows);
  return rows.map((row) => ({ ...row, data: payloadOf(row) }));
}

/** The latest events of the cards that the actor has starred or has a part in, newest first. */
export function listMyCardEvents(actor: Actor, limit: number): MyCardEvent[] {
  const rows = statement<Stored<MyCardEvent>, [string, string, number]>(
    `SELECT e.id, e.card_id, c.name AS card_name, e.event_type, e.data, u.display_name AS user_display_name, e.created_at
     FROM events e JOIN cards c ON c.id = e.card_id LEFT JOIN users u ON u.id = e.user_id
     WHERE e.card_id IN (SELECT card_id FROM user_favorites WHERE user_id = ? UNION SELECT card_id FROM stakeholders WHERE user_id = ?)
     ORDER BY e.seq DESC LIMIT ?`,
  ).all(actor.userId, actor.userId, limit);
  const payloadOf = payloadsFor(actor, rows);
  return rows.map((row) => {
    const data = payloadOf(row);
    const told = data?.["name"];
    return { ...row, data, card_name: typeof told === "string" && told !== "" ? told : row.card_name };
  });
}

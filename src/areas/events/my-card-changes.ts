/** Changes of a user's cards since a moment, one entry for each card: the fields as they were then and as they are now. */
import { statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { fieldChangesIn } from "../../core/journal/differences";
import type { JsonObject } from "../../platform/json";
import { redactPayloadsFor } from "../cards";
import type { CardChanges, CardChangesQuery } from "./model";
import { mayRead } from "./visibility";

/** Events that are looked at, the newest, and authors that are named. */
const MAX_EVENTS = 2_000;
const MAX_AUTHORS = 5;

type Row = {
  seq: number;
  card_id: string;
  card_name: string;
  card_type: string;
  event_type: string;
  data: string | null;
  user_display_name: string | null;
  created_at: string;
};

/** Returns the changes of several payloads, newest first, as one. */
function mergedChanges(payloads: readonly (JsonObject | null)[]): CardChanges["changes"] {
  const merged: CardChanges["changes"] = {};
  for (const payload of payloads)
    for (const { field, old, new: now } of fieldChangesIn(payload ?? {}))
      merged[field] = { old, new: merged[field]?.new ?? now };
  return Object.fromEntries(Object.entries(merged).filter(([, { old, new: now }]) => !Bun.deepEquals(old, now)));
}

/**
 * Lists the changes that the actor may read of cards that are their favorites or of which they are a stakeholder, the card
 * that was changed last first; without the costs that they may not see.
 */
export function listMyCardChanges(actor: Actor, { since, limit }: CardChangesQuery): CardChanges[] {
  const { userId } = actor;
  const rows = statement<Row, [string, string, string, number]>(
    `SELECT e.seq, e.card_id, c.name AS card_name, c.type AS card_type, e.event_type, e.data,
       u.display_name AS user_display_name, e.created_at
     FROM events e JOIN cards c ON c.id = e.card_id LEFT JOIN users u ON u.id = e.user_id
     WHERE e.card_id IN (SELECT card_id FROM user_favorites WHERE user_id = ? UNION SELECT card_id FROM stakeholders WHERE user_id = ?)
       AND e.created_at >= ? ORDER BY e.seq DESC LIMIT ?`,
  )
    .all(userId, userId, since ?? "", MAX_EVENTS)
    .filter((row) => mayRead(actor, row));
  const payloadOf = redactPayloadsFor(actor, rows);
  return [...Map.groupBy(rows, ({ card_id }) => card_id).values()].slice(0, limit).map((of) => {
    const { card_id, card_name, card_type, created_at } = of[0] as Row;
    return {
      card_id,
      card_name,
      card_type,
      last_changed_at: created_at,
      count: of.length,
      authors: [...new Set(of.flatMap((row) => row.user_display_name ?? []))].slice(0, MAX_AUTHORS),
      event_types: [...new Set(of.map(({ event_type }) => event_type))],
      changes: mergedChanges(of.map(payloadOf)),
    };
  });
}

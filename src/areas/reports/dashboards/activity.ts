/** The latest events. */
import { statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { parseObject } from "../../../platform/json";
import { costKeysHiddenFrom, redactPayload } from "../../cards";
import { mayRead, withPayload } from "../../events";

/** Events that are looked at to find some that the actor may read. */
const LOOKED_AT = 1_000;

type StoredEvent = {
  id: string;
  card_id: string | null;
  card_name: string | null;
  event_type: string;
  data: string | null;
  user_display_name: string | null;
  created_at: string;
};

/** Returns the latest events that the actor may read, newest first; a part in a card opens no costs here. */
export function latestEvents(actor: Actor, limit: number) {
  const rows = statement<StoredEvent>(
    `SELECT e.id, e.card_id, c.name AS card_name, e.event_type, e.data, u.display_name AS user_display_name, e.created_at
     FROM (SELECT * FROM events WHERE event_type <> 'notification.created' ORDER BY seq DESC LIMIT ?) e
     LEFT JOIN cards c ON c.id = e.card_id LEFT JOIN users u ON u.id = e.user_id ORDER BY e.seq DESC`,
  ).all(LOOKED_AT);
  const readable = rows.filter((row) => mayRead(actor, row)).slice(0, limit);
  const hidden = costKeysHiddenFrom(actor);
  return readable.map((row) =>
    withPayload(row, row.data === null ? null : redactPayload(parseObject(row.data), hidden)),
  );
}

/** The events of a batch. */
import { hasRow, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { MANY_ROWS } from "../../core/api/operation";
import { seqOfBatch } from "../../core/journal/batches";
import { redactPayloadsFor } from "../cards";
import { readBatch } from "./batches";
import type { BatchEvent, BatchEvents, BatchEventsQuery } from "./model";

/** Events that a response without pages holds at most. */
const MAX_EVENTS = 20_000;

/** The events `e` of a batch, given its id and the number that `seqOfBatch` reads from it. */
const IN_BATCH = "(e.batch_id = ? OR e.seq = ? AND e.tool_name IS NOT NULL)";
/** Checks whether a batch has so many events that undoing them writes much. @param most events that are not many */
export const hasManyEvents = (id: string, most = MANY_ROWS): boolean =>
  hasRow("SELECT 1 AS found FROM events WHERE batch_id = ? LIMIT 1 OFFSET ?", id, most);

type Row = Omit<BatchEvent, "data"> & { data: string | null };

/**
 * Returns a batch and its events, oldest first, without the costs that the actor may not see. With a page, sets
 * `X-Total-Count`.
 * @param set the context's `set`, which gets the header
 * @throws Problem 404, 403
 */
export function eventsOfBatch(
  actor: Actor,
  id: string,
  { page, page_size }: BatchEventsQuery,
  set: { headers: Record<string, unknown> },
): BatchEvents {
  const batch = readBatch(actor, id);
  const [limit, offset] = page === undefined ? [MAX_EVENTS, 0] : [page_size, (page - 1) * page_size];
  const member = [id, seqOfBatch(id) ?? null] as const;
  const rows = statement<Row, [...typeof member, number, number]>(
    `SELECT e.id, e.event_type, e.data, e.card_id, e.user_id, u.display_name AS user_display_name, e.created_at
     FROM events e LEFT JOIN users u ON u.id = e.user_id WHERE ${IN_BATCH} ORDER BY e.seq LIMIT ? OFFSET ?`,
  ).all(...member, limit, offset);
  if (page !== undefined) {
    const count = statement<{ total: number }>(`SELECT count(*) AS total FROM events e WHERE ${IN_BATCH}`);
    set.headers["x-total-count"] = String(count.get(...member)?.total);
  }
  const payloadOf = redactPayloadsFor(actor, rows);
  return { batch, events: rows.map((row) => ({ ...row, data: payloadOf(row) })) };
}

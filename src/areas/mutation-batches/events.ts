/** The events of a batch. */
import { statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { payloadsFor } from "../cards";
import { readBatch } from "./batches";
import type { Batch, BatchEvent, BatchEventsQuery } from "./model";

/** Events that an answer without pages holds at most. */
const MOST_EVENTS = 20_000;

type Row = Omit<BatchEvent, "data"> & { data: string | null };

/**
 * A batch and its events, in the order in which they happened, without the costs that the actor may not see.
 * @returns also how many events there are in all, when the query asks for a page
 * @throws Problem 404, 403
 */
export function eventsOfBatch(
  actor: Actor,
  id: string,
  { page, page_size }: BatchEventsQuery,
): { batch: Batch; events: BatchEvent[]; total: number | undefined } {
  const batch = readBatch(actor, id);
  const [limit, offset] = page === undefined ? [MOST_EVENTS, 0] : [page_size, (page - 1) * page_size];
  const rows = statement<Row, [string, number, number]>(
    `SELECT e.id, e.event_type, e.data, e.card_id, e.user_id, u.display_name AS user_display_name, e.created_at
     FROM events e LEFT JOIN users u ON u.id = e.user_id WHERE e.batch_id = ? ORDER BY e.seq LIMIT ? OFFSET ?`,
  ).all(id, limit, offset);
  const payloadOf = payloadsFor(actor, rows);
  const total =
    page === undefined
      ? undefined
      : statement<{ total: number }, [string]>("SELECT count(*) AS total FROM events WHERE batch_id = ?").get(id)
          ?.total;
  return { batch, events: rows.map((row) => ({ ...row, data: payloadOf(row) })), total };
}

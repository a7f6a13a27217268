/** Reading the journal for webhooks: a piece at a time, from a bounded stretch of it. */
import { inList, listOf, statement } from "../../../db";
import { BATCH_ID } from "../../core/journal/batches";

/** An event of the journal. `data` is JSON text; null when it is larger than what is delivered. */
export type JournalRow = {
  seq: number;
  id: string;
  event_type: string;
  data: string | null;
  card_id: string | null;
  card_name: string | null;
  batch_id: string | null;
  user_id: string | null;
  user_display_name: string | null;
  created_at: string;
};

/** Events of a piece, and events that are looked through for it. */
const PIECE = 20;
const STRETCH = 2_000;
/** The largest payload that is delivered, in bytes. */
const LARGEST = 100_000;

/** Events with the number up to which the journal was looked through for them. */
export type Piece = { rows: JournalRow[]; end: number };

/** Returns the next events of some types, in their order. @param after the number of the last one that was read @param last that of the last one to read */
export function nextPiece(types: readonly string[], after: number, last: number): Piece {
  const until = Math.min(last, after + STRETCH);
  const rows = statement<JournalRow, [number, number, string, number]>(
    `SELECT seq, id, event_type, iif(octet_length(data) > ${LARGEST}, NULL, coalesce(data, '{}')) AS data,
       coalesce(card_id, CASE WHEN event_type GLOB 'card.*' THEN entity_id END) AS card_id,
       (SELECT name FROM cards WHERE id = events.card_id) AS card_name, ${BATCH_ID} AS batch_id, user_id,
       (SELECT display_name FROM users WHERE id = events.user_id) AS user_display_name, created_at
     FROM events WHERE seq > ? AND seq <= ? AND ${inList("event_type")} ORDER BY seq LIMIT ?`,
  ).all(after, until, listOf(types), PIECE);
  return { rows, end: rows.length === PIECE ? (rows.at(-1)?.seq ?? until) : until };
}

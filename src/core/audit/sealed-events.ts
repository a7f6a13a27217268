/** Reading sealed events of the journal, a piece at a time. */
import { firstValue, statement } from "../../../db";
import { SEAL_BEFORE, sealSql } from "../../../db/hash-chain";
import type { SealedEvent } from "./audit-line";

/** Events of a piece, events that are looked through for it, and bytes of their JSON, except for a larger event. */
const PIECE = 500;
const STRETCH = 2_000;
const BYTES = 256_000;

/** Events with the number up to which the journal was looked through for them. */
export type Piece = { events: SealedEvent[]; end: number };

/** Returns the number of the last event of a piece; undefined without one. */
function endOfPiece(after: number, until: number): number | undefined {
  const sizes = statement<{ seq: number; size: number }, [number, number, number]>(
    `SELECT seq, coalesce(octet_length(data), 0) + coalesce(octet_length(undo), 0) AS size
     FROM events WHERE seq > ? AND seq <= ? AND seal IS NOT NULL ORDER BY seq LIMIT ?`,
  ).all(after, until, PIECE);
  let sum = 0;
  const large = sizes.findIndex(({ size }) => (sum += size) > BYTES);
  return sizes[large < 0 ? sizes.length - 1 : Math.max(0, large - 1)]?.seq;
}

/** Returns the next sealed events in their order. The events from before the chain began have no seal and are passed over. */
export function sealedEventsAfter(after: number, last: number): Piece {
  const until = Math.max(after, Math.min(last, after + STRETCH));
  const end = endOfPiece(after, until);
  if (end === undefined) return { events: [], end: until };
  const rows = statement<Omit<SealedEvent, "previous_seal">, [number, number]>(
    `SELECT seq, id, event_type, data, entity_id, author_id, undo, created_at, ${sealSql("seal")} AS seal
     FROM events WHERE seq > ? AND seq <= ? AND seal IS NOT NULL ORDER BY seq`,
  ).all(after, end);
  let previous_seal = firstValue<string | null>(SEAL_BEFORE, after) ?? "";
  const events = rows.map((row) => {
    const event = { ...row, previous_seal };
    previous_seal = row.seal;
    return event;
  });
  return { events, end };
}

/** Returns the seal of an event; undefined when there is no such event, or it has none. */
export const sealOf = (seq: number): string | undefined =>
  firstValue<string | null>(`SELECT ${sealSql("seal")} AS seal FROM events WHERE seq = ?`, seq) ?? undefined;

/** Returns the instant of the first sealed event after a number; undefined when there is none. */
export const firstAfter = (seq: number): string | undefined =>
  firstValue<string>("SELECT created_at FROM events WHERE seq > ? AND seal IS NOT NULL ORDER BY seq LIMIT 1", seq);

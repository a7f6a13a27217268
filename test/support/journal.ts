/** Reads the journal of the test server straight from its database. */
import { statement } from "../../db";

type Row = { event_type: string; card_id: string | null; user_id: string | null; data: string };

/** Returns the number of the last event; 0 while there is none. */
export const lastEvent = (): number =>
  statement<{ seq: number | null }>("SELECT max(seq) AS seq FROM events").get()?.seq ?? 0;

/** Returns the events after the one with this number, oldest first, as the API shows them. */
export const eventsAfter = (seq: number) =>
  statement<Row, [number]>("SELECT event_type, card_id, user_id, data FROM events WHERE seq > ? ORDER BY seq")
    .all(seq)
    .map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }));

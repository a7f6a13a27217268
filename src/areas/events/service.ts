/** Reading the journal. */
import { statement } from "../../../db";
import { sealSql } from "../../../db/hash-chain";
import type { Actor } from "../../core/access/actor";
import { newestSeq } from "../../core/journal/recent-events";
import { timeDirection } from "../../http/pagination";
import { streamFromReadConnection } from "../../http/responses";
import { csvLine } from "../../platform/csv";
import type { JsonObject } from "../../platform/json";
import { redactPayloadsFor } from "../cards";
import type { Event, EventFilters, EventQuery, MyCardEvent } from "./model";
import { mayRead } from "./visibility";

type StoredEvent<T> = Omit<T, "data"> & { data: string | null };

const COLUMNS = `e.id, e.card_id, e.event_type, e.data, e.user_id, u.display_name AS user_display_name, e.created_at`;

/** The types of most events; the index holds the others. */
const COMMON_TYPES = ["card.updated", "notification.created"];
const isRarer = `e.event_type NOT IN (${COMMON_TYPES.map((type) => `'${type}'`).join(", ")})`;
const hasType = (type: string | undefined) =>
  type !== undefined && COMMON_TYPES.includes(type) ? "e.event_type = ?" : `e.event_type = ? AND ${isRarer}`;

/** Returns the conditions of a query, with their values. */
function filter({ card_id, user_id, event_type, since, until }: EventFilters): { where: string; values: string[] } {
  const conditions: [sql: string, value: string | undefined][] = [
    ["e.card_id = ?", card_id],
    ["e.user_id = ?", user_id],
    [hasType(event_type), event_type],
    ["e.created_at >= ?", since],
    ["e.created_at <= ?", until],
  ];
  const given = conditions.filter((condition): condition is [string, string] => condition[1] !== undefined);
  // Notifications are private to their recipient.
  const where = ["e.event_type <> 'notification.created'", ...given.map(([sql]) => sql)].join(" AND ");
  return { where, values: given.map(([, value]) => value) };
}

/** Lists a page of all events that match, newest first by default. */
export function listEvents(actor: Actor, query: EventQuery): Event[] {
  const { page, page_size } = query;
  const { where, values } = filter(query);
  const offset = (page - 1) * page_size;
  // No list is longer than the last number: a page beyond it needs no search.
  if (offset >= newestSeq()) return [];
  const direction = timeDirection(query);
  // Events that are skipped are neither read as a whole nor joined.
  const rows = statement<StoredEvent<Event>>(
    `SELECT ${COLUMNS} FROM events e LEFT JOIN users u ON u.id = e.user_id
     WHERE e.seq IN (SELECT e.seq FROM events e WHERE ${where} ORDER BY e.seq ${direction} LIMIT ? OFFSET ?)
     ORDER BY e.seq ${direction}`,
  ).all(...values, page_size, offset);
  const payloadOf = redactPayloadsFor(actor, rows);
  return rows.map((row) => ({ ...row, data: payloadOf(row) }));
}

/** Events read and sent at a time. */
const CHUNK = 100;

const EXPORTED = ["number", "id", "created_at", "event_type", "user_id", "user", "card_id", "data", "seal"];

type ExportedRow = [
  ...entry: [seq: number, id: string, created_at: string, event_type: string],
  ...author: [user_id: string | null, user: string | null],
  ...content: [card_id: string | null, data: string | null, seal: string | null],
];

/** The position of the payload in a row. */
const DATA = EXPORTED.indexOf("data");
const entryOf = ([, , , , , , card_id, data]: ExportedRow) => ({ card_id, data });

/**
 * Returns the events that match, up to the last one at the time of the call, as a stream of CSV text, oldest first, with
 * their hashes.
 */
export function exportEvents(actor: Actor, filters: EventFilters): ReadableStream<Uint8Array> {
  const { where, values } = filter(filters);
  const chunk = `SELECT e.seq, e.id, e.created_at, e.event_type, e.user_id, u.display_name, e.card_id, e.data,
      ${sealSql("e.seal")}
    FROM events e LEFT JOIN users u ON u.id = e.user_id
    WHERE ${where.replaceAll("?", "+?")} AND e.seq > +? AND e.seq <= +? ORDER BY e.seq LIMIT +?`;
  let header = csvLine(EXPORTED);
  let last = 0;
  let end: number | undefined;
  return streamFromReadConnection((connection) => {
    // An export that included events published meanwhile might never end.
    end ??= connection.rows<[number | null]>("SELECT max(seq) FROM events")[0]?.[0] ?? 0;
    const rows = connection.rows<ExportedRow>(chunk, ...values, last, end, CHUNK);
    const payloadOf = redactPayloadsFor(actor, rows.map(entryOf));
    const lines = rows.map((row) => csvLine(row.with(DATA, JSON.stringify(payloadOf(entryOf(row))))));
    const text = header + lines.join("");
    header = "";
    last = rows.at(-1)?.[0] ?? last;
    return text || null;
  });
}

/** Returns an event with its payload; the name in that is the one that the card had. */
export function withPayload<E extends { card_name: string | null }>(event: E, data: JsonObject | null) {
  const name = data?.["name"];
  return { ...event, data, card_name: typeof name === "string" && name !== "" ? name : event.card_name };
}

/**
 * Lists the latest events that the actor may read about cards that are their favorites or of which they are a stakeholder,
 * newest first.
 */
export function listMyCardEvents(actor: Actor, limit: number): MyCardEvent[] {
  const rows = statement<StoredEvent<MyCardEvent>, [string, string, number]>(
    `SELECT e.id, e.card_id, c.name AS card_name, e.event_type, e.data, u.display_name AS user_display_name, e.created_at
     FROM events e JOIN cards c ON c.id = e.card_id LEFT JOIN users u ON u.id = e.user_id
     WHERE e.card_id IN (SELECT card_id FROM user_favorites WHERE user_id = ? UNION SELECT card_id FROM stakeholders WHERE user_id = ?)
     ORDER BY e.seq DESC LIMIT ?`,
  ).all(actor.userId, actor.userId, limit);
  const readable = rows.filter((row) => mayRead(actor, row));
  const payloadOf = redactPayloadsFor(actor, readable);
  return readable.map((row) => withPayload(row, payloadOf(row)));
}

/** The newest events of the journal, cached in memory for the subscribers of the stream that keep up. */
import { firstValue, statement } from "../../../db";
import { BATCH_ID } from "./batches";

/** An event as the journal stores it. `data` is JSON text. */
export type JournalEntry = {
  seq: number;
  event_type: string;
  data: string;
  card_id: string | null;
  batch_id: string | null;
  user_id: string | null;
  user_display_name: string | null;
  created_at: string;
};

/** Events, and characters of their data, cached in memory. */
const RECENT = 1_000;
const RECENT_CHARACTERS = 4_000_000;
/** Events of a piece, and characters of their data, except for a larger event: bounds what a slow reader makes the server buffer, and how long a piece takes. */
const CHUNK = 100;
const CHUNK_CHARACTERS = 64_000;

/** A deleted card's events no longer refer to it; those whose subject it is still name it. */
const COLUMNS = `seq, event_type, coalesce(data, '{}') AS data, coalesce(card_id, CASE WHEN event_type GLOB 'card.*' THEN entity_id END) AS card_id,
  ${BATCH_ID} AS batch_id, user_id, (SELECT display_name FROM users WHERE id = events.user_id) AS user_display_name, created_at`;

/** Stands for the number of the last durable event where that isn't known. */
const UNKNOWN = -1;

let recent: JournalEntry[] = [];
let characters = 0;
let latest = 0;

/** Returns the number of the last committed event, as the database has it. */
export const newestSeq = (): number => firstValue<number>("SELECT seq FROM events ORDER BY seq DESC LIMIT 1") ?? 0;

/** Returns the number of the last event that subscribers may get; less than any number while it isn't known. */
export const latestSeq = (): number => latest;

function forget(): void {
  recent = [];
  characters = 0;
}

/**
 * Forgets all events and starts with those after the newest.
 * @param isDurable whether the newest is durable; if not, nobody gets anything before `advanceTo`
 */
export function restart(isDurable: boolean): void {
  forget();
  latest = isDurable ? newestSeq() : UNKNOWN;
}

const listEntries = (after: number, last: number): JournalEntry[] =>
  statement<JournalEntry, [number, number]>(
    `SELECT ${COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq`,
  ).all(after, last);

type Size = { seq: number; size: number };

/** Returns the sizes of the data of events, without reading the data. */
const sizesOf = (after: number, last: number, most: number): Size[] =>
  statement<Size, [number, number, number]>(
    "SELECT seq, coalesce(octet_length(data), 0) AS size FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
  ).all(after, last, most);

/** Returns the number of events that make a piece: at least one, if there is any. */
function pieceOf(sizes: readonly { size: number }[]): number {
  let sum = 0;
  const end = sizes.findIndex(({ size }) => (sum += size) > CHUNK_CHARACTERS);
  return end < 0 ? sizes.length : Math.max(1, end);
}

/** Returns the events after a number, oldest first, a piece at most. */
export function entriesAfter(cursor: number): JournalEntry[] {
  const first = recent[0]?.seq;
  if (first === undefined || cursor < first - 1) {
    const sizes = sizesOf(cursor, latest, CHUNK);
    const end = sizes[pieceOf(sizes) - 1]?.seq;
    return end === undefined ? [] : listEntries(cursor, end);
  }
  // Searched from the end, where nearly every subscriber is.
  const start = recent.findLastIndex((entry) => entry.seq <= cursor) + 1;
  const next = recent.slice(start, start + CHUNK);
  return next.slice(0, pieceOf(next.map(({ data }) => ({ size: data.length }))));
}

/**
 * Lets subscribers have the new events up to a number. Very many at once, as of an import, are not cached in
 * memory: subscribers read them from the table, each at its own pace.
 * @returns whether there were any
 */
export function advanceTo(last: number): boolean {
  if (last <= latest) return false;
  const sizes = sizesOf(latest, last, RECENT + 1);
  const isMuch = sizes.length > RECENT || sizes.reduce((sum, { size }) => sum + size, 0) > RECENT_CHARACTERS;
  if (isMuch) forget();
  else for (const entry of listEntries(latest, last)) remember(entry);
  latest = last;
  return true;
}

function remember(entry: JournalEntry): void {
  recent.push(entry);
  characters += entry.data.length;
  // Trimmed in large steps, so that the array is seldom copied.
  if (recent.length < 2 * RECENT && characters < 2 * RECENT_CHARACTERS) return;
  let retained = 0;
  let first = recent.length;
  while (first > 0 && recent.length - first < RECENT && retained <= RECENT_CHARACTERS)
    retained += recent[--first]?.data.length ?? 0;
  recent = recent.slice(first);
  characters = retained;
}

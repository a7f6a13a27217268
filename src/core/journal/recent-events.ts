/** The newest events of the journal, kept in memory for the subscribers of the stream that keep up. */
import { statement } from "../../../db";
import { BATCH_ID } from "./batches";

/** An event as the journal stores it. `data` is JSON text. */
export type JournalEntry = {
  seq: number;
  event_type: string;
  data: string;
  card_id: string | null;
  batch_id: string | null;
  created_at: string;
};

/** Events, and characters of their data, kept in memory. */
const RECENT = 1_000;
const RECENT_CHARACTERS = 4_000_000;
/** Events read at a time. */
const CHUNK = 100;

/** A deleted card's events no longer refer to it; those whose subject it is still name it. */
const COLUMNS = `seq, event_type, coalesce(data, '{}') AS data, coalesce(card_id, CASE WHEN event_type GLOB 'card.*' THEN entity_id END) AS card_id,
  ${BATCH_ID} AS batch_id, created_at`;

let recent: JournalEntry[] = [];
let characters = 0;
let latest = 0;

/** The number of the last committed event, as the database has it. */
export const newestSeq = (): number =>
  statement<{ seq: number | null }>("SELECT max(seq) AS seq FROM events").get()?.seq ?? 0;

/** The number of the last event that subscribers may get. */
export const latestSeq = (): number => latest;

/** Forgets all events and starts with those after the newest. */
export function restart(): void {
  recent = [];
  characters = 0;
  latest = newestSeq();
}

const readEntries = (after: number, last: number): JournalEntry[] =>
  statement<JournalEntry, [number, number, number]>(
    `SELECT ${COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  ).all(after, last, CHUNK);

/** The events after a number, oldest first, a chunk at most. */
export function entriesAfter(cursor: number): JournalEntry[] {
  const first = recent[0]?.seq;
  if (first === undefined || cursor < first - 1) return readEntries(cursor, latest);
  // Searched from the end, where nearly every subscriber is.
  const start = recent.findLastIndex((entry) => entry.seq <= cursor) + 1;
  return recent.slice(start, start + CHUNK);
}

/** Reads the new events up to a number. @returns whether there were any */
export function advanceTo(last: number): boolean {
  const before = latest;
  while (latest < last) {
    const added = readEntries(latest, last);
    for (const entry of added) remember(entry);
    latest = added.length < CHUNK ? last : (added.at(-1) as JournalEntry).seq;
  }
  return latest > before;
}

function remember(entry: JournalEntry): void {
  recent.push(entry);
  characters += entry.data.length;
  // Trimmed in large steps, so that the array is seldom copied.
  if (recent.length < 2 * RECENT && characters < 2 * RECENT_CHARACTERS) return;
  let kept = 0;
  let first = recent.length;
  while (first > 0 && recent.length - first < RECENT && kept <= RECENT_CHARACTERS)
    kept += recent[--first]?.data.length ?? 0;
  recent = recent.slice(first);
  characters = kept;
}

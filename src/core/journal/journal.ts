/**
 * The journal: an append-only table of everything that happened. An event is written in the transaction of the change
 * that it tells of; after the commit the stream is woken.
 */
import { afterCommit, beforeCommit, inTransaction, statement } from "../../../db";
import { chainHash, type HashedEvent } from "../../../db/hash-chain";
import type { Origin } from "../../http/request-context";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type EventType, type EventTypes, eventDefinition, type Payload } from "./event-types";
import { wakeStream } from "./stream";

/** Who an event is attributed to, and the request it belongs to. One object lives as long as one request. */
export type Author = {
  /** The user who acts; null for the program itself. */
  userId: string | null;
  /** Set while an administrator views the application as another role. */
  impersonatedRole?: string | undefined;
  origin?: Origin | undefined;
  /** The batch that the request names in its header; not yet verified. */
  namedBatch?: string | undefined;
  /** What the request does, as in `PATCH /api/v1/cards/{id}`; absent outside a request. */
  operation?: string | undefined;
  /** The batch of this request once an event has opened or joined one. */
  batchId?: string | undefined;
};

/** The program itself, for what happens outside a request. */
export const program = (operation: string): Author => ({ userId: null, operation });

/** An event to be published. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: {
    type: K;
    /** The card in whose history it shows. */
    cardId?: string | null;
    /** The payload; `data.id` is what the event is about. */
    data: EventTypes[K];
    /** What a rollback must know and the payload doesn't have. Kept with the event; it never leaves the server. */
    undo?: Record<string, unknown> | undefined;
  };
}[T];

/** An event as listeners get it. */
export type Published<T extends EventType = EventType> = {
  [K in T]: { author: Author; type: K; cardId: string | null; data: EventTypes[K] };
}[T];

/** What an area does when events of some types are published. */
export type Listener = { types: readonly EventType[]; run: (events: never[]) => void };

/**
 * Declares a listener, for the `listeners` of an area. It is called at the end of every transaction that publishes events of
 * the types, and as part of it, with all of them. So what must follow from a change is done with it or not at all, and once
 * for a thousand cards.
 */
export const on = <T extends EventType>(types: readonly T[], run: (events: Published<T>[]) => void): Listener => ({
  types,
  run: run as Listener["run"],
});

let listeners = new Map<string, Listener["run"][]>();

/** Makes the listeners of areas known; of those to the same type, the first in the list is called first. */
export function listen(all: readonly Listener[]): void {
  listeners = new Map();
  for (const { types, run } of all)
    for (const type of types) listeners.set(type, [...(listeners.get(type) ?? []), run]);
}

const opensBatch = (type: string) => eventDefinition(type)?.unbatched !== true;

/**
 * Writes an event into the journal, as part of the running transaction.
 * The author's origin and role of impersonation are stamped on its payload.
 * @throws when no transaction is running: an event without its change must not exist
 */
export const publish = <T extends EventType>(author: Author, event: NewEvent<T>): void => publishAll(author, [event]);

/** Writes events into the journal in their order; for many at once, cheaper than one by one. As `publish`. */
export function publishAll<T extends EventType>(author: Author, events: readonly NewEvent<T>[]): void {
  if (!inTransaction()) throw new Error(`The event ${events[0]?.type} was published outside a transaction.`);
  const stamps = stampsOf(author);
  const batched = events.find((event) => opensBatch(event.type));
  const batchId = batched ? batchFor(author, batched.type) : null;
  let seal = statement<{ seal: string | null }>("SELECT seal FROM events ORDER BY seq DESC LIMIT 1").get()?.seal ?? "";
  for (const event of events) {
    const { type, cardId = null, undo } = event;
    const data: Payload = event.data;
    const entry: HashedEvent = {
      id: newId(),
      event_type: type,
      data: JSON.stringify({ ...stamps, ...data }),
      entity_id: typeof data["id"] === "string" ? data["id"] : null,
      author_id: author.userId,
      undo: undo ? JSON.stringify(undo) : null,
      created_at: now(),
    };
    seal = chainHash(seal, entry);
    append(entry, cardId, author.userId, opensBatch(type) ? batchId : null, seal);
    for (const listener of listeners.get(type) ?? []) beforeCommit(listener, { author, type, cardId, data } as never);
  }
  if (events.length > 0) afterCommit(wakeStream);
}

/** What every payload of an author carries. */
const stampsOf = ({ origin, impersonatedRole, userId }: Author) => ({
  ...(origin && { origin }),
  ...(impersonatedRole && { impersonator_user_id: userId, impersonated_role: impersonatedRole }),
});

function append(
  entry: HashedEvent,
  cardId: string | null,
  userId: string | null,
  batchId: string | null,
  seal: string,
): void {
  const { id, event_type, data, entity_id, author_id, undo, created_at } = entry;
  statement(
    `INSERT INTO events (id, event_type, data, entity_id, author_id, undo, created_at, card_id, user_id, batch_id, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(id, event_type, data, entity_id, author_id, undo, created_at, cardId, userId, batchId, seal);
}

/** The batch that the author's events belong to; opened with the first of them. */
function batchFor(author: Author, eventType: string): string {
  // The batch may have gone with a transaction or savepoint that was undone.
  if (author.batchId && batchExists(author.batchId)) return author.batchId;
  author.batchId = namedBatch(author) ?? openBatch(author, author.operation ?? `event:${eventType}`);
  return author.batchId;
}

const batchExists = (id: string) =>
  statement<{ found: 1 }>("SELECT 1 AS found FROM mutation_batches WHERE id = ?").get(id) !== null;

/** A batch named by a header counts only while it is open and the author's own; anything else is as if unsaid. */
function namedBatch(author: Author): string | undefined {
  if (!author.namedBatch) return undefined;
  const row = statement<{ id: string }>(
    "SELECT id FROM mutation_batches WHERE id = ? AND committed_at IS NULL AND actor_user_id IS ?",
  ).get(author.namedBatch, author.userId);
  return row?.id;
}

const LONGEST_TOOL_NAME = 100;

function openBatch(author: Author, toolName: string): string {
  const id = newId();
  const at = now();
  statement(
    "INSERT INTO mutation_batches (id, tool_name, actor_user_id, origin, dry_run, created_at, committed_at) VALUES (?, ?, ?, ?, 0, ?, ?)",
  ).run(id, toolName.slice(0, LONGEST_TOOL_NAME), author.userId, author.origin ?? "api", at, at);
  return id;
}

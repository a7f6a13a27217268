/** The journal: an append-only table of events, each written in the transaction of the change that it reports. */
import { afterCommit, beforeCommit, inTransaction, statement } from "../../../db";
import { chainHash, type HashedEvent } from "../../../db/hash-chain";
import type { Origin } from "../../http/request-context";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type EventType, type EventTypes, eventDefinition, type Payload } from "./event-types";
import { wakeStream } from "./stream";

/** The author of events, and the request they belong to. One object for each request. */
export type Author = {
  /** Null for the program itself. */
  userId: string | null;
  /** The role that an administrator impersonates. */
  impersonatedRole?: string | undefined;
  origin?: Origin | undefined;
  /** The batch named by the request's header; not yet verified. */
  namedBatch?: string | undefined;
  /** As in `PATCH /api/v1/cards/{id}`. */
  operation?: string | undefined;
  /** The batch of the request, once an event has opened or joined one. */
  batchId?: string | undefined;
};

/** The author of changes that the program makes itself, outside a request. */
export const program = (operation: string): Author => ({ userId: null, operation });

/** An event to be published. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: {
    type: K;
    /** The card whose history includes it. */
    cardId?: string | null;
    /** The payload; `data.id` is the subject of the event. */
    data: EventTypes[K];
    /** What a rollback needs beside the payload; stored with the event, never sent. */
    undo?: Record<string, unknown> | undefined;
  };
}[T];

/** An event as listeners receive it. */
export type Published<T extends EventType = EventType> = {
  [K in T]: { author: Author; type: K; cardId: string | null; data: EventTypes[K] };
}[T];

/** A reaction to events of some types. */
export type Listener = { types: readonly EventType[]; run: (events: never[]) => void };

/**
 * Declares a listener, for the `listeners` of an area. It is called once at the end of each transaction that publishes events
 * of the types, as part of the transaction, with all of these events.
 */
export const on = <T extends EventType>(types: readonly T[], run: (events: Published<T>[]) => void): Listener => ({
  types,
  run: run as Listener["run"],
});

let listeners = new Map<string, Listener["run"][]>();

/** Installs the listeners of areas; those of one type are called in the order of the list. */
export function listen(all: readonly Listener[]): void {
  listeners = new Map();
  for (const { types, run } of all)
    for (const type of types) listeners.set(type, [...(listeners.get(type) ?? []), run]);
}

const opensBatch = (type: string) => eventDefinition(type)?.unbatched !== true;

/**
 * Writes an event into the journal, with the author's origin and impersonated role added to its payload.
 * @throws Error outside a transaction
 */
export const publish = <T extends EventType>(author: Author, event: NewEvent<T>): void => publishAll(author, [event]);

/** Publishes several events in their order, as `publish`. */
export function publishAll<T extends EventType>(author: Author, events: readonly NewEvent<T>[]): void {
  if (!inTransaction()) throw new Error(`The event ${events[0]?.type} was published outside a transaction.`);
  const common = commonPayload(author);
  const batched = events.find((event) => opensBatch(event.type));
  const batchId = batched ? batchFor(author, batched.type) : null;
  let seal = statement<{ seal: string | null }>("SELECT seal FROM events ORDER BY seq DESC LIMIT 1").get()?.seal ?? "";
  for (const event of events) {
    const { type, cardId = null, undo } = event;
    const data: Payload = event.data;
    const entry: HashedEvent = {
      id: newId(),
      event_type: type,
      data: JSON.stringify({ ...common, ...data }),
      entity_id: typeof data["id"] === "string" ? data["id"] : null,
      author_id: author.userId,
      undo: undo ? JSON.stringify(undo) : null,
      created_at: now(),
    };
    seal = chainHash(seal, entry);
    insert({ ...entry, card_id: cardId, batch_id: opensBatch(type) ? batchId : null, seal });
    for (const listener of listeners.get(type) ?? []) beforeCommit(listener, { author, type, cardId, data } as never);
  }
  if (events.length > 0) afterCommit(wakeStream);
}

/** The fields of an author that every payload includes. */
const commonPayload = ({ origin, impersonatedRole, userId }: Author) => ({
  ...(origin && { origin }),
  ...(impersonatedRole && { impersonator_user_id: userId, impersonated_role: impersonatedRole }),
});

function insert(row: HashedEvent & { card_id: string | null; batch_id: string | null; seal: string }): void {
  const { id, event_type, data, entity_id, author_id, undo, created_at, card_id, batch_id, seal } = row;
  statement(
    `INSERT INTO events (id, event_type, data, entity_id, author_id, undo, created_at, card_id, user_id, batch_id, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(id, event_type, data, entity_id, author_id, undo, created_at, card_id, author_id, batch_id, seal);
}

/** The batch of the author's events; opened with the first of them. */
function batchFor(author: Author, eventType: string): string {
  // The batch may have been rolled back with its transaction or savepoint.
  if (author.batchId && batchExists(author.batchId)) return author.batchId;
  author.batchId = namedBatch(author) ?? openBatch(author, author.operation ?? `event:${eventType}`);
  return author.batchId;
}

const batchExists = (id: string) =>
  statement<{ found: 1 }>("SELECT 1 AS found FROM mutation_batches WHERE id = ?").get(id) !== null;

/** The batch named by the request's header, if it is open and the author's own; otherwise the header is ignored. */
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

/**
 * The journal: an append-only table of events, each written in the transaction of the change that it reports.
 *
 * The idea: the stream, notifications, undo, the audit trail and a second process on the file all read one table with a
 * growing number. An event and its change are one transaction, so that neither exists without the other, and whoever knows
 * the last number that they have seen misses nothing. Each entry is sealed by a hash over itself and the seal before it.
 *
 * Pitfalls:
 * - A listener runs before the commit: an error in it refuses the change, and its own changes are part of the transaction.
 *   It is called once, with all events of its types. Everything outside of the database waits for `afterCommit`.
 * - A payload is sent to everybody who may read its type, so it has nothing that only some of them may see. The `undo` of an
 *   event holds everything else that a rollback needs; it is stored and never sent.
 * - A request's only event is a batch without a row. Queries find the batch of an event by `BATCH_ID` of `batches.ts`, and
 *   never by the column `batch_id` alone.
 * - An event is durable only when `durable()` of `db/durability.ts` has waited for its commit; the stream waits for that.
 * - Entries are never changed: a correction is another event, and `stoa check` finds everything else.
 *
 * Notes for its users: define a type with its payload, its readers and its inverse in the area's `definitions.ts`; call
 * `publish` where the rows are changed, and `publishAll` for many, which reads the last seal once. Tests state the events of
 * each request, none included.
 */
import { afterCommit, beforeCommit, firstValue, inTransaction, statement } from "../../../db";
import { chainHash, type HashedEvent, LAST_SEAL, storedSeal } from "../../../db/hash-chain";
import { now } from "../../platform/clock";
import { freshId } from "../../platform/ids";
import type { Author } from "./author";
import { BATCHLESS, joinBatch, type Membership } from "./batches";
import { type EventType, type EventTypes, eventDefinition, type Payload } from "./event-types";
import { wakeStream } from "./stream";

export { type Author, identify, program } from "./author";

/** An event to be published. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: {
    type: K;
    /** The card whose history includes it. */
    cardId?: string | null;
    /** The payload; `data.id` is the subject of the event. */
    data: EventTypes[K];
    /** The data that a rollback needs in addition to the payload; it is stored with the event and never sent. */
    undo?: Record<string, unknown> | undefined;
  };
}[T];

/** An event as listeners receive it. */
export type PublishedEvent<T extends EventType = EventType> = {
  [K in T]: {
    author: Author;
    type: K;
    cardId: string | null;
    data: EventTypes[K];
    /** The data that a rollback needs, as published. */
    undo: Record<string, unknown> | undefined;
  };
}[T];

/** A reaction to events of some types. */
export type Listener = { types: readonly EventType[]; run: (events: never[]) => void };

/**
 * Declares a listener, for the `listeners` of an area. It is called once at the end of each transaction that publishes events
 * of the types, as part of the transaction, with all of these events.
 */
export const on = <T extends EventType>(types: readonly T[], run: (events: PublishedEvent<T>[]) => void): Listener => ({
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
 * Writes an event into the journal, with the author's origin, source and impersonated role added to its payload.
 * @throws Error outside a transaction
 */
export const publish = <T extends EventType>(author: Author, event: NewEvent<T>): void => publishAll(author, [event]);

/** Publishes several events in their order, as `publish`. */
export function publishAll<T extends EventType>(author: Author, events: readonly NewEvent<T>[]): void {
  if (!inTransaction()) throw new Error(`The event ${events[0]?.type} was published outside a transaction.`);
  const common = commonPayload(author);
  const batched = events.filter((event) => opensBatch(event.type));
  const membership = batched[0] ? joinBatch(author, batched.length, batched[0].type) : BATCHLESS;
  let seal = firstValue<string | null>(LAST_SEAL) ?? "";
  for (const event of events) {
    const { type, cardId = null, undo } = event;
    const data: Payload = event.data;
    const entry: HashedEvent = {
      id: freshId(),
      event_type: type,
      data: JSON.stringify({ ...common, ...data }),
      entity_id: typeof data["id"] === "string" ? data["id"] : null,
      author_id: author.userId,
      undo: undo ? JSON.stringify(undo) : null,
      created_at: now(),
    };
    seal = chainHash(seal, entry);
    const own = opensBatch(type) ? membership : BATCHLESS;
    const seq = createEvent({ ...entry, card_id: cardId, seal, ...own });
    if (own.tool_name !== null) author.single = { seq, id: entry.id };
    for (const listener of listeners.get(type) ?? [])
      beforeCommit(listener, { author, type, cardId, data, undo } as never);
  }
  if (events.length > 0) afterCommit(wakeStream);
}

/** Returns the fields of an author that every payload includes. */
const commonPayload = ({ origin, source, impersonatedRole, userId }: Author) => ({
  ...(origin && { origin }),
  ...(source && { source }),
  ...(impersonatedRole && { impersonator_user_id: userId, impersonated_role: impersonatedRole }),
});

/** @returns the number of the event */
function createEvent(row: HashedEvent & Membership & { card_id: string | null; seal: string }): number {
  const { id, event_type, data, entity_id, author_id, undo, created_at, card_id, seal } = row;
  const { batch_id, tool_name, origin } = row;
  const { lastInsertRowid } = statement(
    `INSERT INTO events (id, event_type, data, entity_id, author_id, undo, created_at, card_id, user_id, batch_id, tool_name, origin, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    event_type,
    data,
    entity_id,
    author_id,
    undo,
    created_at,
    card_id,
    author_id,
    batch_id,
    tool_name,
    origin,
    storedSeal(seal),
  );
  return Number(lastInsertRowid);
}

/**
 * The hash chain of the journal. The column `seal` of an event holds a hash over what never changes of the event and over
 * the hash of the event before it. Changing, removing or inserting an event breaks the hash of every event after it.
 */

/** The columns of an event that never change, which are hashed: references that a deletion empties are not among them. */
export type HashedEvent = {
  id: string;
  event_type: string;
  data: string | null;
  entity_id: string | null;
  /** Who did it, as an id that stays when the user is gone. */
  author_id: string | null;
  undo: string | null;
  created_at: string;
};

/**
 * The hash of an event: SHA-256, in hexadecimal, over the hash before it and its columns as a JSON array.
 * @param previous the hash of the event before; empty for the first
 */
export function chainHash(previous: string, event: HashedEvent): string {
  const { id, event_type, data, entity_id, author_id, undo, created_at } = event;
  const content = JSON.stringify([previous, id, event_type, data, entity_id, author_id, undo, created_at]);
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

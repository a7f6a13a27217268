/**
 * The seal of a journal entry: a hash over what never changes of it and over the seal of the entry before. Whoever changes,
 * removes or puts in an entry breaks every seal after it.
 */

/** What never changes of an entry: references that a deletion empties are not among it. */
export type Sealed = {
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
 * SHA-256, in hexadecimal, over the seal before and the entry as a JSON array.
 * @param before the seal of the entry before; empty for the first
 */
export function sealOf(before: string, entry: Sealed): string {
  const { id, event_type, data, entity_id, author_id, undo, created_at } = entry;
  const content = JSON.stringify([before, id, event_type, data, entity_id, author_id, undo, created_at]);
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

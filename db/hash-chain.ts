/**
 * The hash chain of the journal. The column `seal` of an event is a hash of its immutable columns and of the seal of the
 * event before, so changing, removing or inserting an event invalidates the seals after it.
 */

/** The hashed columns of an event, which never change; references that deletions set to null are not among them. */
export type HashedEvent = {
  id: string;
  event_type: string;
  data: string | null;
  entity_id: string | null;
  /** The author's id, which stays when the user is deleted. */
  author_id: string | null;
  undo: string | null;
  created_at: string;
};

/**
 * Returns the SHA-256, in hexadecimal, of the previous seal (empty for the first event) and the columns, as a JSON array.
 */
export function chainHash(previous: string, event: HashedEvent): string {
  const { id, event_type, data, entity_id, author_id, undo, created_at } = event;
  const content = JSON.stringify([previous, id, event_type, data, entity_id, author_id, undo, created_at]);
  return Bun.CryptoHasher.hash("sha256", content, "hex");
}

/** Returns a hash as the column holds it: 32 bytes, half of its text. */
export const storedSeal = (hash: string): Buffer => Buffer.from(hash, "hex");

/** Returns SQL for a seal in hexadecimal, which is how older versions stored it. */
export const sealSql = (column: string): string => `iif(typeof(${column}) = 'blob', lower(hex(${column})), ${column})`;

/** SQL for the seal of the last event. */
export const LAST_SEAL = `SELECT ${sealSql("seal")} AS seal FROM events ORDER BY seq DESC LIMIT 1`;

/** SQL for the seal of the last event up to a number. */
export const SEAL_BEFORE = `SELECT ${sealSql("seal")} AS seal FROM events WHERE seq <= ? ORDER BY seq DESC LIMIT 1`;

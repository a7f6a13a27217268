/** What changed, as events tell it. */
import { isDeepStrictEqual } from "node:util";

/** What an event doesn't tell of a change. */
const untold = new Set(["updated_at", "is_archived", "archived_at", "archived_by"]);

/** Field → its old and new value, for the fields that differ between two states of something on the wire. */
export function differences<T extends Record<string, unknown>>(
  before: T,
  after: T,
): Record<string, { old: unknown; new: unknown }> {
  const found: Record<string, { old: unknown; new: unknown }> = {};
  for (const field of Object.keys(after))
    if (!untold.has(field) && !isDeepStrictEqual(before[field], after[field]))
      found[field] = { old: before[field], new: after[field] };
  return found;
}

/** The changes of a thing, as its event reports them. */

/** Field → its value before and after. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

/** The fields that differ between two states of a thing, except `updated_at`. */
export function differences<T extends object>(before: T, after: T): Changes {
  const fields = Object.keys(after) as (keyof T & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => field !== "updated_at" && !Bun.deepEquals(before[field], after[field]))
      .map((field) => [field, { old: before[field], new: after[field] }]),
  );
}

/** What a change has changed, as its event tells it. */

/** Field → its value before and after. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

/** The fields in which something differs from what it was; that it was changed, and when, goes without saying. */
export function differences<T extends object>(before: T, after: T): Changes {
  const fields = Object.keys(after) as (keyof T & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => field !== "updated_at" && !Bun.deepEquals(before[field], after[field]))
      .map((field) => [field, { old: before[field], new: after[field] }]),
  );
}

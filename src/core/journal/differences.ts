/** The changes of a thing, as its event reports them. */

/** Field → its value before and after. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

/** Returns the fields that differ between two states of a thing, except `updated_at`. */
export function differences<T extends object>(before: T, after: T): Changes {
  const fields = Object.keys(after) as (keyof T & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => field !== "updated_at" && !Bun.deepEquals(before[field], after[field]))
      .map((field) => [field, { old: before[field], new: after[field] }]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the keys in which two objects differ; what is no object has none. */
export function differingKeys(one: unknown, other: unknown): string[] {
  const a = isObject(one) ? one : {};
  const b = isObject(other) ? other : {};
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => key in a !== key in b || !Bun.deepEquals(a[key], b[key]),
  );
}

/**
 * Returns the names of the fields that a payload reports as changed, those of objects singly, as `attributes.size`;
 * undefined when it names none.
 */
export function changedFieldsIn({ changes, fields }: Record<string, unknown>): string[] | undefined {
  if (Array.isArray(fields)) return fields.filter((field) => typeof field === "string");
  if (!isObject(changes)) return undefined;
  return Object.entries(changes).flatMap(([field, sides]) => {
    if (field.startsWith("attr_")) return [field.replace("attr_", "attributes.")];
    const keys = isObject(sides) ? differingKeys(sides["old"], sides["new"]) : [];
    return keys.length === 0 ? [field] : keys.map((key) => `${field}.${key}`);
  });
}

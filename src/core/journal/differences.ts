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
  // Most values are no objects, of which the comparison alone takes longer than all others.
  const differs = (key: string) => !(key in b) || (a[key] !== b[key] && !Bun.deepEquals(a[key], b[key]));
  return [...Object.keys(a).filter(differs), ...Object.keys(b).filter((key) => !(key in a))];
}

/** A field that a payload reports as changed, those of objects singly, as `attributes.size`. */
export type ChangedField = { field: string; old: unknown; new: unknown };

/** Returns the fields that a payload reports as changed, with what they were and what they are. */
export function fieldChangesIn({ changes }: Record<string, unknown>): ChangedField[] {
  if (!isObject(changes)) return [];
  return Object.entries(changes).flatMap(([field, sides]) => {
    const { old = null, new: now = null } = isObject(sides) ? sides : {};
    if (field.startsWith("attr_")) return [{ field: field.replace("attr_", "attributes."), old, new: now }];
    const keys = differingKeys(old, now);
    if (keys.length === 0) return [{ field, old, new: now }];
    const [before, after] = [old, now].map((side) => (isObject(side) ? side : {}));
    return keys.map((key) => ({ field: `${field}.${key}`, old: before?.[key] ?? null, new: after?.[key] ?? null }));
  });
}

/** Returns the names of the fields that a payload reports as changed, as `fieldChangesIn`; undefined when it names none. */
export function changedFieldsIn(payload: Record<string, unknown>): string[] | undefined {
  const { changes, fields } = payload;
  if (Array.isArray(fields)) return fields.filter((field) => typeof field === "string");
  return isObject(changes) ? fieldChangesIn(payload).map(({ field }) => field) : undefined;
}

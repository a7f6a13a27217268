/** What a `card.updated` event says that a card's fields held, and how they are put back without losing what came later. */
import { type CardRow, type Changes, type JsonObject, nameKeyOf, parsed, statuses } from "../cards";

/** A field that a batch changed, with its value before and after. */
export type FieldChange = { field: string; old: unknown; new: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown) => value === null || typeof value === "string";
const isObjectOrNull = (value: unknown) => value === null || isObject(value);

/** A single attribute, as the answers to surveys are told. */
const ATTRIBUTE = "attr_";

/** The fields that can be put back → whether a value can be one of theirs. */
const restorable: Record<string, (value: unknown) => boolean> = {
  name: (value) => typeof value === "string",
  subtype: isText,
  description: isText,
  parent_id: isText,
  lifecycle: isObjectOrNull,
  attributes: isObjectOrNull,
  // To and from ARCHIVED a card goes by events of their own.
  status: (value) => value !== "ARCHIVED" && (statuses as readonly unknown[]).includes(value),
  external_id: isText,
  alias: isText,
};

const canRestore = (field: string, value: unknown) =>
  field.startsWith(ATTRIBUTE) || restorable[field]?.(value) === true;

/**
 * The changes that an event tells of.
 * @returns those that can be put back, and for each other field why not; undefined when the payload tells of none
 */
export function changesOf(
  payload: JsonObject,
): { changes: FieldChange[]; unreadable: Record<string, string> } | undefined {
  const told = payload["changes"];
  if (!isObject(told)) return undefined;
  const changes: FieldChange[] = [];
  const unreadable: Record<string, string> = {};
  for (const [field, sides] of Object.entries(told)) {
    if (!isObject(sides) || !("old" in sides) || !canRestore(field, sides["old"])) unreadable[field] = "unknown_value";
    else changes.push({ field, old: sides["old"], new: sides["new"] });
  }
  return changes.length === 0 ? undefined : { changes, unreadable };
}

/** The keys in which two objects differ; an object that isn't there has none. */
function differingKeys(one: unknown, other: unknown): string[] {
  const [a, b] = [isObject(one) ? one : {}, isObject(other) ? other : {}];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => key in a !== key in b || !Bun.deepEquals(a[key], b[key]),
  );
}

/** Of the fields that are objects: the keys that were changed, and are put back. */
export const changedKeys = (changes: readonly FieldChange[]): Record<string, string[]> =>
  Object.fromEntries(
    changes
      .filter(({ field }) => field === "attributes" || field === "lifecycle")
      .map(({ field, old, new: after }) => [field, differingKeys(old, after)]),
  );

/** The attributes that were changed, whether told one by one or all together. */
export const changedAttributes = (changes: readonly FieldChange[]): string[] =>
  changes.flatMap((change) =>
    change.field.startsWith(ATTRIBUTE)
      ? [change.field.slice(ATTRIBUTE.length)]
      : change.field === "attributes"
        ? differingKeys(change.old, change.new)
        : [],
  );

/** An object with the changed keys as they were; the other keys stay as they are now. */
function mergedObject(current: JsonObject | null, { old, new: after }: FieldChange): JsonObject | null {
  const result: JsonObject = { ...current };
  for (const key of differingKeys(old, after))
    if (isObject(old) && key in old) result[key] = old[key];
    else delete result[key];
  return old === null && Object.keys(result).length === 0 ? null : result;
}

function withAttribute(current: JsonObject | null, key: string, value: unknown): JsonObject {
  const result: JsonObject = { ...current };
  if (value === null || value === undefined) delete result[key];
  else result[key] = value;
  return result;
}

/** The columns of a card that differ once the changes are taken back. */
export function formerColumns(card: CardRow, changes: readonly FieldChange[]): Changes {
  const columns: Record<string, unknown> = {};
  const objects: Record<string, JsonObject | null> = {
    attributes: card.attributes === null ? null : parsed(card.attributes),
    lifecycle: card.lifecycle === null ? null : parsed(card.lifecycle),
  };
  for (const change of changes) {
    const { field, old } = change;
    if (field.startsWith(ATTRIBUTE))
      objects["attributes"] = withAttribute(objects["attributes"] ?? null, field.slice(ATTRIBUTE.length), old);
    else if (field in objects) objects[field] = mergedObject(objects[field] ?? null, change);
    else if (card[field as keyof CardRow] !== old) columns[field] = old;
  }
  for (const field of ["attributes", "lifecycle"] as const) {
    const now = card[field] === null ? null : parsed(card[field]);
    const former = objects[field] ?? null;
    if (!Bun.deepEquals(now, former)) columns[field] = former === null ? null : JSON.stringify(former);
  }
  if (typeof columns["name"] === "string") columns["name_key"] = nameKeyOf(columns["name"]);
  return columns as Changes;
}

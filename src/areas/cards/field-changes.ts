/** The field changes that a `card.updated` event records, and how they are reverted without losing later ones. */

import { nameKeyOf } from "../../../db";
import { type Changes, differingKeys } from "../../core/journal/differences";
import { type JsonObject, parseObject } from "../../platform/json";
import { statuses } from "./model";
import type { CardColumns, CardRow } from "./repository";

/** A field that an event changed, with its value before and after. */
export type FieldChange = { field: string; old: unknown; new: unknown };

/** The changes of an event: those that can be restored, and for each other field the reason why it can't. */
export type FieldChanges = { changes: readonly FieldChange[]; unreadable: Readonly<Record<string, string>> };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown) => value === null || typeof value === "string";
const isObjectOrNull = (value: unknown) => value === null || isObject(value);

/** Prefix of a field that is a single attribute, as answers to surveys record it. */
export const ATTRIBUTE = "attr_";

/** Restorable field → whether a value is valid for it. */
const restorable: Record<string, (value: unknown) => boolean> = {
  name: (value) => typeof value === "string",
  subtype: isText,
  description: isText,
  parent_id: isText,
  lifecycle: isObjectOrNull,
  attributes: isObjectOrNull,
  // Changes to and from ARCHIVED have events of their own.
  status: (value) => value !== "ARCHIVED" && (statuses as readonly unknown[]).includes(value),
  external_id: isText,
  alias: isText,
};

const canRestore = (field: string, value: unknown) =>
  field.startsWith(ATTRIBUTE) || restorable[field]?.(value) === true;

/** Maps the field changes that an event records as field → `{ old, new }`; undefined when none can be restored. */
export function readChanges(recorded: unknown): FieldChanges | undefined {
  if (!isObject(recorded)) return undefined;
  const changes: FieldChange[] = [];
  const unreadable: Record<string, string> = {};
  for (const [field, sides] of Object.entries(recorded)) {
    if (!isObject(sides) || !("old" in sides) || !canRestore(field, sides["old"])) unreadable[field] = "unknown_value";
    else changes.push({ field, old: sides["old"], new: sides["new"] });
  }
  return changes.length === 0 ? undefined : { changes, unreadable };
}

/** Maps, of `attributes` and `lifecycle`, field → the keys that were changed. */
export const changedKeys = (changes: readonly FieldChange[]): Record<string, string[]> =>
  Object.fromEntries(
    changes
      .filter(({ field }) => field === "attributes" || field === "lifecycle")
      .map(({ field, old, new: after }) => [field, differingKeys(old, after)]),
  );

/** Returns the keys of the attributes that were changed, whether recorded one by one or all together. */
export const changedAttributes = (changes: readonly FieldChange[]): string[] => [
  ...changes.flatMap(({ field }) => (field.startsWith(ATTRIBUTE) ? [field.slice(ATTRIBUTE.length)] : [])),
  ...(changedKeys(changes)["attributes"] ?? []),
];

/** Returns an object with the changed keys as they were; the other keys keep their current values. */
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

const OBJECTS = ["attributes", "lifecycle"] as const;

const parsedIn = (field: string, value: unknown) =>
  OBJECTS.some((object) => object === field) && typeof value === "string" ? parseObject(value) : value;

/** Returns the changes of its fields that other columns make of a card. */
export const changesTo = (card: CardRow, columns: CardColumns): Changes =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([field]) => field !== "name_key")
      .map(([field, value]) => [
        field,
        { old: parsedIn(field, card[field as keyof CardRow]), new: parsedIn(field, value) },
      ]),
  );

/** Returns the columns of a card that differ once the changes are reverted. */
export function formerColumns(card: CardRow, changes: readonly FieldChange[]): CardColumns {
  const columns: Record<string, unknown> = {};
  const objects: Record<string, JsonObject | null> = {};
  const stored: Record<string, JsonObject | null> = {};
  const objectOf = (name: (typeof OBJECTS)[number]): JsonObject | null => {
    const text = card[name];
    stored[name] ??= text === null ? null : parseObject(text);
    return objects[name] === undefined ? stored[name] : objects[name];
  };
  for (const change of changes) {
    const { field, old } = change;
    const name = OBJECTS.find((object) => object === field);
    if (field.startsWith(ATTRIBUTE))
      objects["attributes"] = withAttribute(objectOf("attributes"), field.slice(ATTRIBUTE.length), old);
    else if (name) objects[name] = mergedObject(objectOf(name), change);
    else if (card[field as keyof CardRow] !== old) columns[field] = old;
  }
  for (const [field, former] of Object.entries(objects)) {
    if (!Bun.deepEquals(stored[field], former)) columns[field] = former === null ? null : JSON.stringify(former);
  }
  if (typeof columns["name"] === "string") columns["name_key"] = nameKeyOf(columns["name"]);
  return columns as CardColumns;
}

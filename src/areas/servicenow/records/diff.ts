/**
 * The changes that a pull would make to a card. A pull never empties a name, a description or a date of the
 * lifecycle.
 */
import { type JsonObject, parseObject } from "../../../platform/json";
import type { CardRow } from "../../cards";
import { cardType, withNumbers } from "../../metamodel";
import type { CardSide } from "./transform";

/** Path on the card → the value there and the one to be. */
export type Diff = Record<string, { old: unknown; new: unknown }>;

/** The content that is set on a card: only what a row has. */
export type Content = {
  name?: string;
  description?: string;
  lifecycle: JsonObject;
  attributes: JsonObject;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a value as text; empty when there is none. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const present = (object: unknown, isPresent: (value: unknown) => boolean): JsonObject =>
  isObject(object) ? Object.fromEntries(Object.entries(object).filter(([, value]) => isPresent(value))) : {};

/** Returns the content that a pulled row has for a card of a type, with numbers where its fields want numbers. */
export function contentOf(type: string, side: CardSide): Content {
  const name = textOf(side["name"]);
  const description = textOf(side["description"]);
  const attributes = present(side["attributes"], (value) => value !== null && value !== undefined);
  return {
    ...(name !== "" && { name }),
    ...(description !== "" && { description }),
    lifecycle: present(side["lifecycle"], Boolean),
    attributes: withNumbers(cardType(type)?.fields.values() ?? [], attributes),
  };
}

/** Returns the difference of the content from a card; undefined when there is none. */
export function diffOf(card: CardRow, content: Content): Diff | undefined {
  const diff: Diff = {};
  const compare = (path: string, old: unknown, value: unknown) => {
    if (!Bun.deepEquals(old ?? null, value)) diff[path] = { old: old ?? null, new: value };
  };
  if (content.name !== undefined) compare("name", card.name, content.name);
  if (content.description !== undefined) compare("description", card.description, content.description);
  for (const part of ["lifecycle", "attributes"] as const) {
    const stored = parseObject(card[part]);
    for (const [key, value] of Object.entries(content[part])) compare(`${part}.${key}`, stored[key], value);
  }
  return Object.keys(diff).length === 0 ? undefined : diff;
}

/** Returns the fields of a card to set so that a diff is applied to it as it is now. */
export function changesOf(card: CardRow, diff: Diff): JsonObject {
  const changes: JsonObject = {};
  for (const [path, { new: value }] of Object.entries(diff)) {
    const dot = path.indexOf(".");
    if (dot < 0) changes[path] = value;
    else {
      const part = path.slice(0, dot) as "lifecycle" | "attributes";
      changes[part] = { ...((changes[part] as JsonObject) ?? parseObject(card[part])), [path.slice(dot + 1)]: value };
    }
  }
  return changes;
}

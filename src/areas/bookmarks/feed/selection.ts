/**
 * The properties that the entries of a feed have: those of the view's columns, and of these the ones that are
 * asked for.
 */
import { invalid } from "../../../http/errors";
import type { Card } from "../../cards";
import type { Entry } from "./model";

/** The properties of an entry without columns, in their order. */
const PROPERTIES = [
  "id",
  "type",
  "subtype",
  "name",
  "description",
  "status",
  "approval_status",
  "data_quality",
  "lifecycle",
  "attributes",
  "external_id",
  "alias",
  "created_at",
  "updated_at",
] as (keyof Entry & keyof Card)[];

type Name = (typeof PROPERTIES)[number];

/** Property → of the attributes, the keys that are shown; null for all there are. */
export type Selection = ReadonlyMap<Name, ReadonlySet<string> | null>;

const WHOLE: Selection = new Map(PROPERTIES.map((property) => [property, null]));

/** A column as the front end stores it, as a property or `attributes/<key>`; undefined for columns that a feed doesn't have. */
function propertyOf(column: unknown): string | undefined {
  if (typeof column !== "string") return undefined;
  const [, key] = /^(?:attr_|attributes[./])(.+)$/.exec(column) ?? [];
  if (key !== undefined) return `attributes/${key}`;
  return column === "tags" || PROPERTIES.includes(column as Name) ? column : undefined;
}

/** The selection of properties and `attributes/<key>`; the id is always among them. */
function selectionOf(names: readonly string[]): Selection {
  const selection = new Map<Name, Set<string> | null>([["id", null]]);
  for (const name of names) {
    const [property, key] = name.split("/") as [Name, string | undefined];
    if (key === undefined) selection.set(property, null);
    else if (selection.get(property) !== null) {
      const keys = selection.get(property) ?? new Set();
      selection.set(property, keys.add(key));
    }
  }
  return selection;
}

/** The properties that the columns of a view stand for; all when it has none that a feed knows. */
export function columnsOf(columns: readonly unknown[] | null): Selection {
  const names = (columns ?? []).flatMap((column) => propertyOf(column) ?? []);
  return names.length === 0 ? WHOLE : selectionOf(names);
}

/** The ones of a view's properties that are asked for. @throws Problem 422 for others */
export function narrowed(view: Selection, names: readonly string[]): Selection {
  for (const name of names) {
    const [property, key, ...more] = name.split("/") as [Name, ...string[]];
    const keys = view.get(property);
    const isShown = key === undefined || (property === "attributes" && (keys === null || keys?.has(key)));
    if (keys === undefined || !isShown || more.length > 0)
      throw invalid(["query", "$select"], "names a property that the feed doesn't have", "value_error", name);
  }
  const selection = selectionOf(names);
  // All attributes of a view with some are these.
  return new Map([...selection].map(([property, keys]) => [property, keys ?? view.get(property) ?? null]));
}

/** The entry of a card. */
export function entryOf(card: Card, selection: Selection): Entry {
  const values = [...selection].map(([property, keys]): [string, unknown] => {
    if (property === "tags") return [property, card.tags.map(({ name }) => name)];
    const value = card[property];
    if (keys === null || value === null) return [property, value];
    return [property, Object.fromEntries(Object.entries(value as object).filter(([key]) => keys.has(key)))];
  });
  return Object.fromEntries(values) as Entry;
}

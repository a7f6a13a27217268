/**
 * The properties that the entries of a feed have: those of the view's columns, and of these the ones that are
 * asked for.
 */
import { type Actor, may } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import type { Card } from "../../cards";
import type { Entry } from "./model";
import type { RelatedCards } from "./related";
import { PROPERTIES, propertyOf, relationKeyOf } from "./view-columns";

/** Property → of the attributes, the keys that are shown; null for all there are. */
export type Selection = ReadonlyMap<string, ReadonlySet<string> | null>;

const WHOLE: Selection = new Map(PROPERTIES.map((property) => [property, null]));

/** Accepts the selection of a view without columns. */
export const showsAll = (selection: Selection): boolean => selection === WHOLE;

/** Returns the selection of properties and `attributes/<key>`; the id is always among them. */
function selectionOf(names: readonly string[]): Selection {
  const selection = new Map<string, Set<string> | null>([["id", null]]);
  for (const name of names) {
    const [property = "", key] = name.split("/");
    if (key === undefined) selection.set(property, null);
    else if (selection.get(property) !== null) {
      const keys = selection.get(property) ?? new Set();
      selection.set(property, keys.add(key));
    }
  }
  return selection;
}

/**
 * Returns the properties that the columns of a view stand for; all when it has none that a feed knows. RelatedCards cards
 * are shown to those who may see relations.
 */
export function columnsOf(actor: Actor, columns: readonly unknown[] | null): Selection {
  const seesRelations = may(actor, "relations.view");
  const names = (columns ?? [])
    .flatMap((column) => propertyOf(column) ?? [])
    .filter((name) => seesRelations || relationKeyOf(name) === undefined);
  return names.length === 0 ? WHOLE : selectionOf(names);
}

/** Returns the ones of a view's properties that are asked for. @throws Problem 422 for others */
export function narrowed(view: Selection, names: readonly string[]): Selection {
  for (const name of names) {
    const [property = "", key, ...more] = name.split("/");
    const keys = view.get(property);
    const isShown = key === undefined || (property === "attributes" && (keys === null || keys?.has(key)));
    if (keys === undefined || !isShown || more.length > 0)
      throw invalid(["query", "$select"], "names a property that the feed doesn't have", "value_error", name);
  }
  const selection = selectionOf(names);
  // All attributes of a view with some are these.
  return new Map([...selection].map(([property, keys]) => [property, keys ?? view.get(property) ?? null]));
}

/** Returns the relation types of a selection's properties. */
export const relationKeysOf = (selection: Selection): string[] =>
  [...selection.keys()].flatMap((property) => relationKeyOf(property) ?? []);

function shownValue(card: Card, property: string, keys: ReadonlySet<string> | null, related: RelatedCards): unknown {
  const relationKey = relationKeyOf(property);
  if (relationKey !== undefined) return related(card.id, relationKey).map(({ name }) => name);
  if (property === "tags") return card.tags.map(({ name }) => name);
  const value = card[property as keyof Card];
  if (keys === null || value === null) return value;
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => keys.has(key)));
}

/** Returns the entry of a card. */
export const entryOf = (card: Card, selection: Selection, related: RelatedCards): Entry =>
  Object.fromEntries(
    [...selection].map(([property, keys]) => [property, shownValue(card, property, keys, related)]),
  ) as Entry;

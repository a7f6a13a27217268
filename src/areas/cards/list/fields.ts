/** The parameter `fields` of lists: the attributes of each card that are shown, and its links. */
import { phases } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import { today } from "../../../platform/clock";
import { cardType } from "../../metamodel";
import type { Card } from "../model";
import { missingFor } from "../quality-answer";
import { ancestorsOfAll } from "./ancestors";
import { singleType } from "./conditions";
import { type Ends, relationSides } from "./export-links";
import { listedField } from "./listed-fields";
import type { CardLinks, CardQuery, ListedCard } from "./model";
import { ATTRIBUTE } from "./named-field";
import { readRelations } from "./relation-cells";

/** Fields that one request may ask for. */
const MAX_FIELDS = 60;

const RELATION = /^(relations$|relation\.|reverse\.)/;

/** Checks whether links are asked for that are read for each card. */
export const hasLinks = (fields: string | undefined): boolean =>
  entriesOf(fields)?.some((name) => RELATION.test(name)) ?? false;

const others = new Set([
  "attributes",
  "lifecycle",
  "missing",
  "phase",
  "parent",
  "path",
  "relations",
  "stakeholders",
  "tags",
]);
const own = new Set(["id", "type", "name"]);

/** Returns the relation types and sides that a query asks for. @throws Problem 422; 403 */
function endsOf(actor: Actor, query: CardQuery, name: string): Ends[] {
  const field = listedField({ actor, typeKey: singleType(query), parameter: "fields" }, name);
  return field?.kind === "relation" ? [{ type: field.type, side: field.side }] : [];
}

/** @throws Problem 422 for an attribute that the one type of the query doesn't have */
function attributeKey(query: CardQuery, name: string): string {
  const key = name.slice(ATTRIBUTE.length);
  const type = cardType(singleType(query) ?? "");
  if (type && !type.fields.has(key))
    throw invalid(["query", "fields"], `${type.key} has no field ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** The fields for which a query asks. */
type RequestedFields = { names: ReadonlySet<string>; attributes: ReadonlySet<string>; relations: Ends[] };

/** @throws Problem 422 for an unknown name or too many; 403 without the right to see relations */
function requested(actor: Actor, query: CardQuery): RequestedFields {
  const names = new Set(entriesOf(query.fields));
  if (names.size > MAX_FIELDS) throw invalid(["query", "fields"], `must not be more than ${MAX_FIELDS}`);
  const attributes = new Set<string>();
  const relations: Ends[] = [];
  for (const name of names) {
    if (name.startsWith(ATTRIBUTE)) attributes.add(attributeKey(query, name));
    else if (RELATION.test(name) && name !== "relations") relations.push(...endsOf(actor, query, name));
    else if (
      !others.has(name) &&
      !own.has(name) &&
      !listedField({ actor, typeKey: singleType(query), parameter: "fields" }, name)
    )
      throw invalid(["query", "fields"], "names nothing that a list has of cards", "value_error", name);
  }
  return { names, attributes, relations };
}

/** Returns the phase that a card has reached at a day. */
const phaseOf = ({ lifecycle }: Card, day: string) =>
  phases.findLast((phase) => {
    const date = lifecycle?.[phase];
    return typeof date === "string" && date !== "" && date.slice(0, 10) <= day;
  }) ?? null;

/** Returns the attributes of a card that are asked for. */
const shownAttributes = ({ attributes }: Card, { names, attributes: keys }: RequestedFields) =>
  names.has("attributes") || attributes === null
    ? attributes
    : Object.fromEntries(Object.entries(attributes).filter(([key]) => keys.has(key)));

/** Returns all relation types of the types of some cards, with the sides. */
const allEnds = (cards: readonly Card[]): Ends[] => {
  const ends = [...new Set(cards.map(({ type }) => type))].flatMap(relationSides);
  return [...new Map(ends.map((end) => [`${end.side} ${end.type.key}`, end])).values()];
};

/**
 * Returns cards as a list shows them by its `fields`; those of a list without are as they are.
 * @param cards without the costs that the actor may not see
 * @throws Problem 422 for an unknown name or too many; 403 without the right to see relations
 */
export function withFields(actor: Actor, query: CardQuery, cards: readonly Card[]): ListedCard[] {
  const asked = requested(actor, query);
  const { names } = asked;
  const ids = cards.map(({ id }) => id);
  const ends = names.has("relations") ? allEnds(cards) : asked.relations;
  const relations = ends.length > 0 ? readRelations(actor, ids, ends) : undefined;
  const ancestors = names.has("path") || names.has("parent") ? ancestorsOfAll(ids, names.has("path")) : undefined;
  const missing = names.has("missing") ? missingFor(actor, ids) : undefined;
  const day = query.at ?? today();
  return cards.map((card) => {
    const path = ancestors?.get(card.id) ?? [];
    const links: CardLinks = {
      ...(names.has("phase") && { phase: phaseOf(card, day) }),
      ...(names.has("parent") && { parent: path.at(-1) ?? null }),
      ...(names.has("path") && { path }),
      ...((names.has("relations") || relations) && { relations: relations?.get(card.id) ?? {} }),
      ...(names.has("stakeholders") && { stakeholders_by_role: grouped(card.stakeholders, ({ role }) => role) }),
      ...(missing && { missing: missing.get(card.id) ?? [] }),
      ...(names.has("tags") && { tags_by_group: grouped(card.tags, ({ group_name }) => group_name ?? "") }),
    };
    return { ...card, attributes: shownAttributes(card, asked), ...links };
  });
}

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): Record<string, T[]> =>
  Object.fromEntries(Map.groupBy(rows, keyOf));

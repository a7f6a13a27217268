/** Removed fields and options: what cards hold of them goes with them. */
import { inList, listOf, statement } from "../../../db";
import { LATER } from "../../../db/instants";
import type { Section } from "../../../db/schema/metamodel";
import type { Actor } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { now } from "../../platform/clock";

/** What a change of a card type's schema takes away from its cards. */
export type Removal = {
  fields: string[];
  /** Field key → whether it holds a list, and the options that are gone. */
  options: Map<string, { isList: boolean; gone: Set<string> }>;
};

/** Cards read, changed and told of at a time. */
const BATCH = 1_000;

const fieldsOf = (sections: readonly Section[]) =>
  new Map(sections.flatMap((section) => section.fields).map((field) => [field.key, field]));

/**
 * What is gone between two schemas. Sections don't matter, so a field that moves to another one loses nothing; a field
 * that is no select any more has none of its options any more.
 */
export function removalBetween(before: readonly Section[], after: readonly Section[]): Removal {
  const kept = fieldsOf(after);
  const removal: Removal = { fields: [], options: new Map() };
  for (const [key, field] of fieldsOf(before)) {
    const successor = kept.get(key);
    if (!successor) removal.fields.push(key);
    else if (field.type === "single_select" || field.type === "multiple_select") {
      const options = new Set(successor.options?.map((option) => option.key));
      const gone = (field.options ?? []).map((option) => option.key).filter((option) => !options.has(option));
      if (gone.length > 0) removal.options.set(key, { isList: field.type === "multiple_select", gone: new Set(gone) });
    }
  }
  return removal;
}

type Attributes = Record<string, unknown>;

/** Attributes without what is gone; the same object when they have nothing of it. */
function without(attributes: Attributes, removal: Removal): Attributes {
  const result = { ...attributes };
  let touched = false;
  for (const key of removal.fields) {
    if (!Object.hasOwn(result, key)) continue;
    delete result[key];
    touched = true;
  }
  for (const [key, { isList, gone }] of removal.options) {
    const value = result[key];
    if (isList && Array.isArray(value) && value.some((option) => gone.has(option as string))) {
      result[key] = value.filter((option) => !gone.has(option as string));
      touched = true;
    } else if (!isList && typeof value === "string" && gone.has(value)) {
      delete result[key];
      touched = true;
    }
  }
  return touched ? result : attributes;
}

/**
 * Takes what is gone out of the attributes of all cards of a type, whatever their status, and tells of each card that
 * lost something. Their approval and who last worked on them stay. Part of the running transaction.
 * @returns the ids of the cards that lost something
 */
export function removeFromCards(actor: Actor, typeKey: string, removal: Removal): string[] {
  const keys = [...removal.fields, ...removal.options.keys()];
  if (keys.length === 0) return [];
  const holders = statement<{ seq: number }, [string, string]>(
    `SELECT seq FROM cards WHERE type = ?
       AND EXISTS (SELECT 1 FROM json_each(cards.attributes) WHERE ${inList("key")})`,
  )
    .all(typeKey, listOf(keys))
    .map((row) => row.seq);
  const changed: string[] = [];
  for (let start = 0; start < holders.length; start += BATCH)
    changed.push(...removeFromBatch(actor, holders.slice(start, start + BATCH), removal));
  return changed;
}

function removeFromBatch(actor: Actor, places: readonly number[], removal: Removal): string[] {
  const cards = statement<{ id: string; attributes: string }, [string]>(
    `SELECT id, attributes FROM cards WHERE ${inList("seq")} ORDER BY seq`,
  )
    .all(listOf(places))
    .map(({ id, attributes }) => {
      const old = JSON.parse(attributes) as Attributes;
      return { id, old, fresh: without(old, removal) };
    })
    .filter(({ old, fresh }) => fresh !== old);
  if (cards.length === 0) return [];
  statement(
    `UPDATE cards SET attributes = fresh.value, updated_at = ${LATER} FROM (SELECT key, value FROM json_each(?)) AS fresh WHERE cards.id = fresh.key`,
  ).run(now(), JSON.stringify(Object.fromEntries(cards.map(({ id, fresh }) => [id, JSON.stringify(fresh)]))));
  publishAll(
    actor,
    cards.map(({ id, old, fresh }) => ({
      type: "card.updated",
      cardId: id,
      data: { id, changes: { attributes: { old, new: fresh } } },
    })),
  );
  return cards.map(({ id }) => id);
}

/** A removal as its event tells of it; undefined when nothing is gone. */
export const toldRemoval = ({ fields, options }: Removal): Record<string, unknown> | undefined =>
  fields.length === 0 && options.size === 0
    ? undefined
    : { fields, options: Object.fromEntries([...options].map(([key, { gone }]) => [key, [...gone]])) };

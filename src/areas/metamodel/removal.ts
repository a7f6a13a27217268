/** Removed fields and options: their values are removed from the cards. */
import { inList, listOf, statement } from "../../../db";
import { LATER } from "../../../db/instants";
import type { Section } from "../../../db/schema/metamodel";
import type { Actor } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { progress } from "../../core/threads/progress";
import { now } from "../../platform/clock";
import type { RemovedFields } from "./definitions";

/** What a change of a card type's schema removes from its cards. */
export type Removal = {
  fields: string[];
  /** Field key → whether its values are lists, and the removed options. */
  options: Map<string, { isList: boolean; removed: Set<string> }>;
};

/** Cards that are read, updated and published at a time. */
const BATCH = 1_000;

const fieldsOf = (sections: readonly Section[]) =>
  new Map(sections.flatMap((section) => section.fields).map((field) => [field.key, field]));

/** Compares two schemas, whatever the sections. A field that is no select any more loses all options. */
export function removalBetween(before: readonly Section[], after: readonly Section[]): Removal {
  const kept = fieldsOf(after);
  const removal: Removal = { fields: [], options: new Map() };
  for (const [key, field] of fieldsOf(before)) {
    const successor = kept.get(key);
    if (!successor) removal.fields.push(key);
    else if (field.type === "single_select" || field.type === "multiple_select") {
      const options = new Set(successor.options?.map((option) => option.key));
      const removed = (field.options ?? []).map((option) => option.key).filter((option) => !options.has(option));
      if (removed.length > 0)
        removal.options.set(key, { isList: field.type === "multiple_select", removed: new Set(removed) });
    }
  }
  return removal;
}

type Attributes = Record<string, unknown>;

/** Attributes without removed fields and options; the same object when there are none. */
function withoutRemoved(attributes: Attributes, { fields, options }: Removal): Attributes {
  const result = { ...attributes };
  for (const key of fields) delete result[key];
  for (const [key, { isList, removed }] of options) {
    const value = result[key];
    if (isList && Array.isArray(value)) result[key] = value.filter((option) => !removed.has(option));
    else if (!isList && removed.has(value as string)) delete result[key];
  }
  return Bun.deepEquals(result, attributes) ? attributes : result;
}

/**
 * Removes fields and options from all cards of a type, whatever their status, and publishes each update; part of the
 * running transaction. The approval of the cards and who updated them last stay.
 * @returns the ids of the updated cards
 */
export function deleteFromCards(actor: Actor, typeKey: string, removal: Removal): string[] {
  const keys = [...removal.fields, ...removal.options.keys()];
  if (keys.length === 0) return [];
  const affected = statement<{ seq: number }, [string, string]>(
    `SELECT seq FROM cards WHERE type = ?
       AND EXISTS (SELECT 1 FROM json_each(cards.attributes) WHERE ${inList("key")})`,
  )
    .all(typeKey, listOf(keys))
    .map((row) => row.seq);
  const updated: string[] = [];
  for (let start = 0; start < affected.length; start += BATCH) {
    progress(start, affected.length);
    updated.push(...deleteFromBatch(actor, affected.slice(start, start + BATCH), removal));
  }
  return updated;
}

function deleteFromBatch(actor: Actor, sequences: readonly number[], removal: Removal): string[] {
  const cards = statement<{ id: string; attributes: string }, [string]>(
    `SELECT id, attributes FROM cards WHERE ${inList("seq")} ORDER BY seq`,
  )
    .all(listOf(sequences))
    .map(({ id, attributes }) => {
      const old = JSON.parse(attributes) as Attributes;
      return { id, old, fresh: withoutRemoved(old, removal) };
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

/** A removal as its event describes it; undefined when nothing is removed. */
export const describeRemoval = ({ fields, options }: Removal): RemovedFields | undefined =>
  fields.length === 0 && options.size === 0
    ? undefined
    : { fields, options: Object.fromEntries([...options].map(([key, { removed }]) => [key, [...removed]])) };

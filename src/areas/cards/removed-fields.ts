/** The values of removed fields and options, which are deleted from the cards of a type. */
import { allValues, inList, listOf, statement } from "../../../db";
import { LATER } from "../../../db/instants";
import type { Actor } from "../../core/access/actor";
import { publishAll } from "../../core/journal/journal";
import { progress } from "../../core/threads/progress";
import { now } from "../../platform/clock";
import { type JsonObject, parseObject } from "../../platform/json";
import type { Removal } from "../metamodel";

/** Cards that are read, updated and published at a time. */
const BATCH = 1_000;

/** Returns attributes without removed fields and options; the same object when there are none. */
function withoutRemoved(attributes: JsonObject, { fields, options }: Removal): JsonObject {
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
 * Deletes the values of removed fields and options from all cards of a type, whatever their status, and publishes each update; part of the
 * running transaction. The approval of the cards and who updated them last stay.
 * @returns the ids of the updated cards
 */
export function deleteRemovedFields(actor: Actor, typeKey: string, removal: Removal): string[] {
  const keys = [...removal.fields, ...removal.options.keys()];
  const affected = allValues<number>(
    `SELECT seq FROM cards WHERE type = ?
       AND EXISTS (SELECT 1 FROM json_each(cards.attributes) WHERE ${inList("key")})`,
    typeKey,
    listOf(keys),
  );
  const updated: string[] = [];
  for (let start = 0; start < affected.length; start += BATCH) {
    progress(start, affected.length);
    updated.push(...deleteFromBatch(actor, affected.slice(start, start + BATCH), removal));
  }
  return updated;
}

function deleteFromBatch(actor: Actor, sequences: readonly number[], removal: Removal): string[] {
  const cards = statement<{ id: string; attributes: string | null }, [string]>(
    `SELECT id, attributes FROM cards WHERE ${inList("seq")} ORDER BY seq`,
  )
    .all(listOf(sequences))
    .map(({ id, attributes }) => {
      const old = parseObject(attributes);
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

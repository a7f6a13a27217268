/**
 * The values of removed fields and options, which are deleted from the cards of a type. From many cards a run deletes them, in
 * slices, so that nobody waits for it; until its end some cards have values of fields that there are no longer.
 */
import { inList, listOf, statement } from "../../../db";
import { LATER } from "../../../db/instants";
import type { Actor } from "../../core/access/actor";
import { type Author, publishAll } from "../../core/journal/journal";
import { run } from "../../core/runs/run";
import { enqueue } from "../../core/runs/runs";
import { longStep, type StepRun } from "../../core/runs/step";
import { progress } from "../../core/threads/progress";
import { now } from "../../platform/clock";
import { type JsonObject, parseObject } from "../../platform/json";
import { cardType, type Removal, type RemovedValues } from "../metamodel";
import { refreshAfterTypeChange } from "./derived-fields";
import { MANY_CARDS, SLICE } from "./rescoring";

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

/** The removal of a run, as plain data. */
type Removing = { typeKey: string; fields: string[]; options: [key: string, isList: boolean, removed: string[]][] };

/** Returns a removal without what the type has again by now. */
function stillRemoved({ typeKey, fields, options }: Removing): Removal {
  const present = cardType(typeKey)?.fields;
  const has = (key: string, option: string) => present?.get(key)?.options?.some((one) => one.key === option) === true;
  return {
    fields: fields.filter((key) => !present?.has(key)),
    options: new Map(
      options.map(([key, isList, removed]) => [
        key,
        { isList, removed: new Set(removed.filter((option) => !has(key, option))) },
      ]),
    ),
  };
}

type Holder = { seq: number; attributes: string | null };

/** Returns the cards of a type, whatever their status, that have a value of a field that is concerned. */
function holdersOf(typeKey: string, { fields, options }: Removal, after = 0, most = -1): Holder[] {
  return statement<Holder>(
    `SELECT seq, attributes FROM cards WHERE type = ? AND seq > ?
       AND EXISTS (SELECT 1 FROM json_each(cards.attributes) WHERE ${inList("key")}) ORDER BY seq LIMIT ?`,
  ).all(typeKey, after, listOf([...fields, ...options.keys()]), most);
}

/** Returns the numbers of those of the cards that a removal changes. */
const changedBy = (removal: Removal, cards: readonly Holder[]): number[] =>
  cards
    .map(({ seq, attributes }) => ({ seq, stored: parseObject(attributes) }))
    .filter(({ stored }) => withoutRemoved(stored, removal) !== stored)
    .map(({ seq }) => seq);

/** Deletes removed values from the next cards. @returns whether there may be more */
function deleteNext(removing: Removing, run: StepRun): boolean {
  const removal = stillRemoved(removing);
  const cards = holdersOf(removing.typeKey, removal, run.position, SLICE);
  const cardIds = deleteFrom(run.author, changedBy(removal, cards), removal);
  refreshAfterTypeChange({ cardTypes: [], cardIds });
  run.position = cards.at(-1)?.seq ?? run.position;
  return cards.length === SLICE;
}

const deleteStep = longStep("cards.delete_removed_fields", deleteNext);

/** The run that deletes removed values from the cards of a type. */
export const removing = run<Removing>("cards.delete_removed_fields", {
  needs: "admin.metamodel",
  onRestart: "resume",
  attempts: 5,
  steps: [deleteStep],
  operation: ({ typeKey }) => `PATCH /api/v1/metamodel/types/${typeKey}`,
  work: async ({ input, step }) => {
    while (await step(deleteStep, input));
  },
});

/**
 * Deletes the values of removed fields and options from all cards of a type, whatever their status, and publishes each update, or has a run do so
 * when they are many; part of the running transaction. The approval of the cards and who updated them last stay.
 */
export function deleteRemovedFields(actor: Actor, typeKey: string, removal: Removal): RemovedValues {
  const affected = changedBy(removal, holdersOf(typeKey, removal));
  if (affected.length <= MANY_CARDS) return { count: affected.length, cardIds: deleteFrom(actor, affected, removal) };
  const options = [...removal.options].map(([key, { isList, removed }]): Removing["options"][number] => [
    key,
    isList,
    [...removed],
  ]);
  enqueue(removing, { typeKey, fields: removal.fields, options }, actor);
  return { count: affected.length, cardIds: [] };
}

/** Deletes removed values from cards. @returns the ids of the cards */
function deleteFrom(author: Author, affected: readonly number[], removal: Removal): string[] {
  const updated: string[] = [];
  for (let start = 0; start < affected.length; start += BATCH) {
    progress(start, affected.length);
    updated.push(...deleteFromBatch(author, affected.slice(start, start + BATCH), removal));
  }
  return updated;
}

function deleteFromBatch(author: Author, sequences: readonly number[], removal: Removal): string[] {
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
    author,
    cards.map(({ id, old, fresh }) => ({
      type: "card.updated",
      cardId: id,
      data: { id, changes: { attributes: { old, new: fresh } } },
    })),
  );
  return cards.map(({ id }) => id);
}

/** Finds what was done since with the cards and relations of a batch. */
import { listOf, notInList, statement } from "../../../db";
import type { ConflictingBatch } from "./model";
import type { Step } from "./steps";

/**
 * The events `e` about the thing whose id an SQL expression gives, as a condition that uses indexes: those about a card are
 * found by their card.
 */
const isAbout = (id: string) =>
  `(e.card_id = ${id} AND e.entity_id = ${id} OR e.entity_id = ${id} AND e.entity_id IS NOT e.card_id)`;

/** Touches told of at most; more than that is told by its beginning. */
const MOST_TOUCHES = 10_000;

type Touch = { batch_id: string; tool_name: string; created_at: string; entity: string };

/**
 * The batches that changed what the steps change back, after the batch did, and that were not rolled back since.
 * A card that is to be deleted is in the way of whatever was added to it, too: relations, comments, parts.
 * @returns the batches, newest first, and the cards and relations that they touched
 */
export function conflictsOf(
  batchId: string,
  steps: readonly Step[],
): { batches: ConflictingBatch[]; touched: ReadonlySet<string> } {
  const first = new Map<string, [id: string, seq: number, goes: 0 | 1]>();
  // Newest first, so the last one written is the batch's first event of a card or relation.
  for (const { subject, seq, op } of steps)
    if (op !== "unsupported" && subject !== null)
      first.set(subject, [subject, seq, op === "delete_card" || first.get(subject)?.[2] ? 1 : 0]);
  const touches = statement<Touch, [string, string, number]>(
    `WITH mine (id, seq, goes) AS MATERIALIZED (
       SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)),
     later (batch_id, entity) AS (
       SELECT e.batch_id, mine.id FROM mine CROSS JOIN events e ON ${isAbout("mine.id")} AND e.seq > mine.seq
       UNION
       SELECT e.batch_id, mine.id FROM mine CROSS JOIN events e ON e.card_id = mine.id AND e.seq > mine.seq WHERE mine.goes)
     SELECT later.batch_id, b.tool_name, b.created_at, later.entity
     FROM later CROSS JOIN mutation_batches b ON b.id = later.batch_id
     WHERE b.id <> ? AND b.rolled_back_at IS NULL ORDER BY b.created_at DESC, b.id DESC, later.entity LIMIT ?`,
  ).all(JSON.stringify([...first.values()]), batchId, MOST_TOUCHES);
  const batches = new Map<string, ConflictingBatch>();
  for (const { batch_id, tool_name, created_at, entity } of touches) {
    const batch = batches.get(batch_id) ?? { batch_id, tool_name, created_at, touched_entities: [] };
    batch.touched_entities.push(entity);
    batches.set(batch_id, batch);
  }
  return { batches: [...batches.values()], touched: new Set(touches.map((touch) => touch.entity)) };
}

/**
 * Whether one of some cards was changed after an event, by a batch that was not rolled back and is none of those given.
 */
export const changedSince = (cardIds: readonly string[], seq: number, exceptBatches: readonly string[]): boolean =>
  statement<{ found: 1 }, [string, number, string]>(
    `SELECT 1 AS found FROM json_each(?) cards CROSS JOIN events e ON ${isAbout("cards.value")} AND e.seq > ?
     CROSS JOIN mutation_batches b ON b.id = e.batch_id
     WHERE b.rolled_back_at IS NULL AND ${notInList("b.id")} LIMIT 1`,
  ).get(listOf(cardIds), seq, listOf(exceptBatches)) !== null;

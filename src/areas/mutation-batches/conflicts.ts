/** Finds later changes of what a batch changed. */
import { hasRow, listOf, notInList, statement } from "../../../db";
import { singleBatchIdSql } from "../../core/journal/batches";
import type { ConflictingBatch } from "./model";
import type { SupportedStep } from "./steps";

/**
 * Selects the events `e` about the thing whose id an SQL expression gives, as a condition that uses indexes: those about a card are
 * found by their card.
 */
const isAbout = (id: string) =>
  `(e.card_id = ${id} AND e.entity_id = ${id} OR e.entity_id = ${id} AND e.entity_id IS NOT e.card_id)`;

/** Changes reported at most, the newest. */
const MAX_TOUCHES = 10_000;

/**
 * The columns that name the batch of an event `e` that touches a thing: the row's id, or the number of a single
 * event.
 */
const LATER = "e.batch_id, CASE WHEN e.tool_name IS NOT NULL THEN e.seq END, mine.id";

type Touch = { batch_id: string; tool_name: string; created_at: string; entity: string };

/**
 * Returns the later batches, not rolled back since, that changed what the steps change back. The relations, comments and
 * stakeholders of a card that would be deleted count too.
 * @returns the batches, newest first, and the ids of what they changed
 */
export function conflictsOf(
  batchId: string,
  steps: readonly SupportedStep[],
): { batches: ConflictingBatch[]; touched: ReadonlySet<string> } {
  const first = new Map<string, [id: string, seq: number, isDeleted: 0 | 1]>();
  // Newest first, so the last one set is the batch's first event about a subject.
  for (const { subject, seq, inverse } of steps)
    if (subject !== null)
      first.set(subject, [subject, seq, inverse.effect === "deletes" || first.get(subject)?.[2] ? 1 : 0]);
  const touches = statement<Touch, [string, string, number]>(
    `WITH mine (id, seq, is_deleted) AS MATERIALIZED (
       SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)),
     later (batch_id, single, entity) AS (
       SELECT ${LATER} FROM mine CROSS JOIN events e ON ${isAbout("mine.id")} AND e.seq > mine.seq
       UNION
       SELECT ${LATER} FROM mine CROSS JOIN events e ON e.card_id = mine.id AND e.seq > mine.seq
       WHERE mine.is_deleted)
     SELECT b.id AS batch_id, b.tool_name, b.created_at, later.entity
     FROM later CROSS JOIN mutation_batches b ON b.id = later.batch_id
     WHERE b.id <> ? AND b.rolled_back_at IS NULL
     UNION ALL
     SELECT ${singleBatchIdSql("e.seq")}, e.tool_name, e.created_at, later.entity
     FROM later CROSS JOIN events e ON e.seq = later.single
     ORDER BY created_at DESC, batch_id DESC, entity LIMIT ?`,
  ).all(JSON.stringify([...first.values()]), batchId, MAX_TOUCHES);
  const batches = [...Map.groupBy(touches, (touch) => touch.batch_id).values()].map((of): ConflictingBatch => {
    const { entity: _, ...batch } = of[0] as Touch;
    return { ...batch, touched_entities: of.map((touch) => touch.entity) };
  });
  return { batches, touched: new Set(touches.map((touch) => touch.entity)) };
}

/**
 * Checks whether one of some cards was changed after an event, by a batch that is not rolled back and none of those given.
 */
export const changedSince = (cardIds: readonly string[], seq: number, exceptBatches: readonly string[]): boolean =>
  hasRow(
    `SELECT 1 AS found FROM json_each(?) cards CROSS JOIN events e ON ${isAbout("cards.value")} AND e.seq > ?
     LEFT JOIN mutation_batches b ON b.id = e.batch_id
     WHERE e.tool_name IS NOT NULL OR b.rolled_back_at IS NULL AND ${notInList("b.id")} LIMIT 1`,
    listOf(cardIds),
    seq,
    listOf(exceptBatches),
  );

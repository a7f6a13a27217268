/** The batches that events belong to. */
import { statement } from "../../db";
import { BATCH_ID } from "../../src/core/journal/batches";

/** Returns the id of the batch of the latest event for which a condition of SQL holds; null when it has none. */
export const batchOfEvent = (condition: string, ...values: string[]): string | null | undefined =>
  statement<{ batch_id: string | null }, string[]>(
    `SELECT ${BATCH_ID} AS batch_id FROM events WHERE ${condition} ORDER BY seq DESC LIMIT 1`,
  ).get(...values)?.batch_id;

/** Returns the id of the batch of the latest event about a card, a relation or another thing. */
export const batchAbout = (entityId: string): string => batchOfEvent("entity_id = ?", entityId) as string;

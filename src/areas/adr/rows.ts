/** The rows of architecture decision records, and their links to cards. */
import { eq } from "drizzle-orm";
import { db, inList, listOf, statement, tables } from "../../../db";
import { found } from "../../http/errors";
import { nowAfter } from "../../platform/clock";
import { TEXTS } from "./model";

const { architectureDecisions } = tables;
export type AdrRow = typeof architectureDecisions.$inferSelect;

/** The fields that are the content of a record. */
export const CONTENT = ["title", ...TEXTS, "related_decisions"] as const;

/** Finds the row of a record. */
export const findAdr = (id: string): AdrRow | undefined =>
  db.select().from(architectureDecisions).where(eq(architectureDecisions.id, id)).get();

/**
 * Finds the row of a record.
 * @throws Problem 404
 */
export const requireAdrRow = (id: string): AdrRow => found(findAdr(id), "ADR");

/** Returns the part that all payloads about a record share. */
export const named = ({ id, reference_number, title }: AdrRow) => ({ id, reference_number, title });

/** Inserts a record; part of the running transaction. */
export const createRow = (row: typeof architectureDecisions.$inferInsert): AdrRow =>
  db.insert(architectureDecisions).values(row).returning().get();

/** Updates columns of a record, and when it was changed; part of the running transaction. */
export const updateRow = (row: AdrRow, columns: Partial<AdrRow>): AdrRow =>
  db
    .update(architectureDecisions)
    .set({ ...columns, updated_at: nowAfter(row.updated_at) })
    .where(eq(architectureDecisions.id, row.id))
    .returning()
    .get();

/** Deletes a record with its links; part of the running transaction. */
export const deleteRow = (id: string): void =>
  void statement("DELETE FROM architecture_decisions WHERE id = ?").run(id);

/** Returns the number after the highest; numbers that are no `ADR-` and digits don't count. */
export function nextReferenceNumber(): string {
  const { highest } = statement<{ highest: number | null }>(
    `SELECT max(CAST(substr(reference_number, 5) AS INTEGER)) AS highest FROM architecture_decisions
     WHERE reference_number GLOB 'ADR-[0-9]*' AND substr(reference_number, 5) NOT GLOB '*[^0-9]*'`,
  ).get() as { highest: number | null };
  return `ADR-${String((highest ?? 0) + 1).padStart(3, "0")}`;
}

/** Checks whether a record has a reference number. */
export const isTaken = (referenceNumber: string): boolean =>
  statement("SELECT 1 FROM architecture_decisions WHERE reference_number = ?").get(referenceNumber) !== null;

/** Checks whether a record has been revised. */
export const hasRevisions = (id: string): boolean =>
  statement("SELECT 1 FROM architecture_decisions WHERE parent_id = ? LIMIT 1").get(id) !== null;

/** Returns the ids of the cards that a record is linked to. */
export const cardIdsOf = (id: string): string[] =>
  statement<{ card_id: string }, [string]>(
    "SELECT card_id FROM architecture_decision_cards WHERE architecture_decision_id = ?",
  )
    .all(id)
    .map(({ card_id }) => card_id);

/** Links a record to those of some cards that exist. @returns how many links are new */
export const createLinks = (id: string, cardIds: readonly string[]): number =>
  statement(
    `INSERT OR IGNORE INTO architecture_decision_cards (architecture_decision_id, card_id)
     SELECT ?, id FROM cards WHERE ${inList("id")}`,
  ).run(id, listOf(cardIds)).changes;

/** Unlinks a record from a card. @returns whether they were linked */
export const deleteLink = (id: string, cardId: string): boolean =>
  statement("DELETE FROM architecture_decision_cards WHERE architecture_decision_id = ? AND card_id = ?").run(
    id,
    cardId,
  ).changes > 0;

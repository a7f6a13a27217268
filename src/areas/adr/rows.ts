/** The rows of architecture decision records, and their links to cards. */
import { allValues, hasRow, inList, listOf, statement, tables } from "../../../db";
import { recordsOf } from "../../core/records";
import { TEXTS } from "./model";

const { architectureDecisions } = tables;
export type AdrRow = typeof architectureDecisions.$inferSelect;

/** The fields that are the content of a record. */
export const CONTENT = ["title", ...TEXTS, "related_decisions"] as const;

/** The rows of records. */
export const adrRows = recordsOf(architectureDecisions, "ADR");

/** Checks whether there is a record of an id. */
export const hasAdr = (id: string): boolean => adrRows.find(id) !== undefined;

/** Returns the part that all payloads about a record share. */
export const named = ({ id, reference_number, title }: AdrRow) => ({ id, reference_number, title });

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
  hasRow("SELECT 1 FROM architecture_decisions WHERE reference_number = ?", referenceNumber);

/** Checks whether a record has been revised. */
export const hasRevisions = (id: string): boolean =>
  hasRow("SELECT 1 FROM architecture_decisions WHERE parent_id = ? LIMIT 1", id);

/** Returns the ids of the cards that a record is linked to. */
export const cardIdsOf = (id: string): string[] =>
  allValues<string>("SELECT card_id FROM architecture_decision_cards WHERE architecture_decision_id = ?", id);

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

/** The rows of statements of architecture work. */
import { allValues, inList, listOf, statement, tables } from "../../../db";
import { recordsOf } from "../../core/records";

const { statementsOfArchitectureWork: statements } = tables;
export type SoawRow = typeof statements.$inferSelect;

/** The fields that are the content of a statement. */
export const CONTENT = ["name", "initiative_id", "document_info", "version_history", "sections"] as const;

/** The rows of statements. */
export const soawRows = recordsOf(statements, "SoAW");

/** Returns the part that all payloads about a statement share. */
export const named = ({ id, name }: SoawRow) => ({ id, name });

/** Returns the ids of the revisions that follow a statement. */
export const revisionsAfter = (id: string): string[] =>
  allValues<string>("SELECT id FROM statements_of_architecture_work WHERE parent_id = ?", id);

/** Makes a statement the parent of those of some revisions that have none; part of the running transaction. */
export const adoptRevisions = (id: string, revisions: readonly string[]): void =>
  void statement(
    `UPDATE statements_of_architecture_work SET parent_id = ? WHERE parent_id IS NULL AND ${inList("id")}`,
  ).run(id, listOf(revisions));

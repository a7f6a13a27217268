/** The rows of statements of architecture work. */
import { eq } from "drizzle-orm";
import { db, inList, listOf, statement, tables } from "../../../db";
import { nowAfter } from "../../platform/clock";

const { statementsOfArchitectureWork: statements } = tables;
export type SoawRow = typeof statements.$inferSelect;

/** The fields that are the content of a statement. */
export const CONTENT = ["name", "initiative_id", "document_info", "version_history", "sections"] as const;

/** Finds the row of a statement. */
export const findSoaw = (id: string): SoawRow | undefined =>
  db.select().from(statements).where(eq(statements.id, id)).get();

/** Returns the part that all payloads about a statement share. */
export const named = ({ id, name }: SoawRow) => ({ id, name });

/** Inserts a statement; part of the running transaction. */
export const createRow = (row: typeof statements.$inferInsert): SoawRow =>
  db.insert(statements).values(row).returning().get();

/** Updates columns of a statement, and when it was changed; part of the running transaction. */
export const updateRow = (row: SoawRow, columns: Partial<SoawRow>): SoawRow =>
  db
    .update(statements)
    .set({ ...columns, updated_at: nowAfter(row.updated_at) })
    .where(eq(statements.id, row.id))
    .returning()
    .get();

/** Deletes a statement; its revisions lose their parent. Part of the running transaction. */
export const deleteRow = (id: string): void =>
  void statement("DELETE FROM statements_of_architecture_work WHERE id = ?").run(id);

/** Returns the ids of the revisions that follow a statement. */
export const revisionsAfter = (id: string): string[] =>
  statement<{ id: string }, [string]>("SELECT id FROM statements_of_architecture_work WHERE parent_id = ?")
    .all(id)
    .map((row) => row.id);

/** Makes a statement the parent of those of some revisions that have none; part of the running transaction. */
export const adoptRevisions = (id: string, revisions: readonly string[]): void =>
  void statement(
    `UPDATE statements_of_architecture_work SET parent_id = ? WHERE parent_id IS NULL AND ${inList("id")}`,
  ).run(id, listOf(revisions));

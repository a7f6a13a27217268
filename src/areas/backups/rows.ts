/** The rows of backups: their reasons, sizes and verdicts. */
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { db, tables } from "../../../db";
import { MAX_BACKUPS } from "../../core/backups/folder";

const { backups } = tables;

export type BackupRow = typeof backups.$inferSelect;

/** Lists what is known of backups, newest first. */
export const listRows = (): BackupRow[] =>
  db.select().from(backups).orderBy(desc(backups.created_at), desc(backups.name)).limit(MAX_BACKUPS).all();

/** Returns what is known of a backup; undefined when nothing is. */
export const findRow = (name: string): BackupRow | undefined =>
  db.select().from(backups).where(eq(backups.name, name)).get();

/** Stores what is known of a backup, in place of what was; part of the running transaction. */
export function storeRow(row: typeof backups.$inferInsert): void {
  db.insert(backups).values(row).onConflictDoUpdate({ target: backups.name, set: row }).run();
}

/** Updates what is known of a backup; part of the running transaction. */
export const updateRow = (name: string, columns: Partial<BackupRow>): void =>
  void db.update(backups).set(columns).where(eq(backups.name, name)).run();

/** Deletes what is known of backups; part of the running transaction. */
export const deleteRows = (names: readonly string[]): void =>
  void db
    .delete(backups)
    .where(inArray(backups.name, [...names]))
    .run();

/** Deletes failed backups from before an instant; part of the running transaction. */
export const deleteFailed = (before: string): void =>
  void db
    .delete(backups)
    .where(and(eq(backups.verdict, "failed"), lt(backups.created_at, before)))
    .run();

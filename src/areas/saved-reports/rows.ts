/** The rows of saved reports and of the shares in them. */
import { desc, eq, type SQL } from "drizzle-orm";
import { columnInList, db, tables } from "../../../db";
import { recordsOf } from "../../core/records";
import type { Shareable } from "../bookmarks";
import type { SavedReport } from "./model";

const { savedReports, savedReportShares, users } = tables;

/** A row of `saved_reports`. */
export type ReportRow = typeof savedReports.$inferSelect;
/** Columns of a report that can be changed. */
export type ReportColumns = Partial<Omit<ReportRow, "id" | "owner_id" | "report_type" | "created_at" | "updated_at">>;
/** A user with whom a report is shared. */
type SharedWith = SavedReport["shared_with_users"][number];

/** The rows of reports; their shares go with them. */
export const reportRows = recordsOf(savedReports, "Saved report");

/** The columns that say who sees a report. */
export const SHAREABLE: Shareable = {
  id: savedReports.id,
  owner: savedReports.owner_id,
  visibility: savedReports.visibility,
  shares: { table: savedReportShares, thing: savedReportShares.saved_report_id, user: savedReportShares.user_id },
};

/** Reports of one list. */
const MAX_LISTED = 500;

/**
 * Returns the reports that meet a condition with the names of their owners, the one changed last first; the first five
 * hundred.
 */
export const selectReports = (condition: SQL | undefined): { row: ReportRow; owner_name: string }[] =>
  db
    .select({ row: savedReports, owner_name: users.display_name })
    .from(savedReports)
    .innerJoin(users, eq(users.id, savedReports.owner_id))
    .where(condition)
    .orderBy(desc(savedReports.updated_at), desc(savedReports.id))
    .limit(MAX_LISTED)
    .all();

/** Maps report → the users with whom it is shared, by name. */
export function sharesOf(ids: readonly string[]): Map<string, SharedWith[]> {
  const { saved_report_id, user_id } = savedReportShares;
  const rows = db
    .select({ saved_report_id, id: users.id, display_name: users.display_name, email: users.email })
    .from(savedReportShares)
    .innerJoin(users, eq(users.id, user_id))
    .where(columnInList(saved_report_id, ids))
    .orderBy(users.display_name, users.id)
    .all();
  const shares = Map.groupBy(rows, (row) => row.saved_report_id);
  return new Map([...shares].map(([id, list]) => [id, list.map(({ saved_report_id: _, ...user }) => user)]));
}

/** Replaces the shares in a report; part of the running transaction. */
export function writeShares(id: string, userIds: readonly string[]): void {
  db.delete(savedReportShares).where(eq(savedReportShares.saved_report_id, id)).run();
  if (userIds.length === 0) return;
  db.insert(savedReportShares)
    .values(userIds.map((user_id) => ({ saved_report_id: id, user_id })))
    .run();
}

/** Versions of the flow of a process, as they are stored and read. */

import { eq, getTableColumns } from "drizzle-orm";
import { db, hasRow, statement, tables } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { found, notFound, refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { SHORT } from "../model";
import { requireProcess } from "../processes";
import { requireCapability, requireProcessFor } from "./capabilities";
import type { FlowVersion, FlowVersionSummary } from "./model";

const { processFlowVersions } = tables;
const { bpmn_xml: _bpmn, svg_thumbnail: _picture, ...shortColumns } = getTableColumns(processFlowVersions);

/** A version without its long texts. */
export type VersionRow = Omit<typeof processFlowVersions.$inferSelect, "bpmn_xml" | "svg_thumbnail">;
type Status = VersionRow["status"];

const SUMMARY = `v.id, v.process_id, v.status, v.revision, v.svg_thumbnail, v.created_by, c.display_name AS created_by_name,
  v.created_at, v.submitted_by, s.display_name AS submitted_by_name, v.submitted_at, v.approved_by,
  a.display_name AS approved_by_name, v.approved_at, v.archived_at, v.based_on_id, v.draft_element_links`;
const FROM = `FROM process_flow_versions v LEFT JOIN users c ON c.id = v.created_by
  LEFT JOIN users s ON s.id = v.submitted_by LEFT JOIN users a ON a.id = v.approved_by`;

type StoredVersion<T> = Omit<T, "draft_element_links"> & { draft_element_links: string | null };

const serialize = <T extends FlowVersionSummary>(row: StoredVersion<T>): T =>
  ({ ...row, draft_element_links: row.draft_element_links === null ? null : JSON.parse(row.draft_element_links) }) as T;

/** Versions that one list holds. */
const MAX_LISTED = 1_000;

const listVersions = (processId: string, statuses: readonly Status[], order: string): FlowVersionSummary[] =>
  statement<StoredVersion<FlowVersionSummary>, [string]>(
    `SELECT ${SUMMARY} ${FROM} WHERE v.process_id = ? AND v.status IN (${statuses.map((status) => `'${status}'`)})
     ORDER BY ${order} LIMIT ${MAX_LISTED}`,
  )
    .all(processId)
    .map(serialize);

/** Lists the drafts of a process and the versions that wait for their approval, newest first. @throws Problem 404, 403 */
export function listDrafts(actor: Actor, processId: string): FlowVersionSummary[] {
  requireProcessFor(actor, "can_view_drafts", processId);
  return listVersions(processId, ["draft", "pending"], "v.created_at DESC, v.revision DESC");
}

/** Lists the archived versions of a process, the latest first. @throws Problem 404, 403 */
export function listArchived(actor: Actor, processId: string): FlowVersionSummary[] {
  requireProcessFor(actor, "can_view_drafts", processId);
  return listVersions(processId, ["archived"], "v.revision DESC");
}

const find = (condition: string, ...values: string[]): FlowVersion | null => {
  const row = statement<StoredVersion<FlowVersion>, string[]>(
    `SELECT ${SUMMARY}, v.bpmn_xml ${FROM} WHERE ${condition}`,
  ).get(...values);
  return row && serialize(row);
};

/** Checks whether BPMN and picture of a version are long; false without such a version. */
export const hasLongTexts = (id: string): boolean =>
  hasRow(
    `SELECT 1 FROM process_flow_versions
     WHERE id = ? AND coalesce(octet_length(bpmn_xml), 0) + coalesce(octet_length(svg_thumbnail), 0) > ?`,
    id,
    SHORT,
  );

/** Finds the published version of a process; null when there is none. @throws Problem 404 */
export function findPublished(processId: string): FlowVersion | null {
  requireProcess(processId);
  return find("v.process_id = ? AND v.status = 'published'", processId);
}

/** Finds a version with the names of its people. @throws Problem 404 */
export const requireVersion = (id: string): FlowVersion => found(find("v.id = ?", id), "Version");

/** Finds the row of a version of a process. @throws Problem 404 */
export function requireVersionRow(processId: string, id: string): VersionRow {
  const row = db.select(shortColumns).from(processFlowVersions).where(eq(processFlowVersions.id, id)).get();
  if (row?.process_id !== processId) throw notFound("Version");
  return row;
}

/** Returns the long texts of a version. */
export const textsOf = ({ id }: VersionRow): { bpmn_xml: string; svg_thumbnail: string | null } =>
  statement<ReturnType<typeof textsOf>, [string]>(
    "SELECT svg_thumbnail, bpmn_xml FROM process_flow_versions WHERE id = ?",
  ).get(id) ?? { bpmn_xml: "", svg_thumbnail: null };

/** Finds a version, for an actor who may read it; a published one may be read by everybody. @throws Problem 404, 403 */
export function findVersion(actor: Actor, processId: string, id: string): FlowVersion {
  requireProcess(processId);
  const { status } = requireVersionRow(processId, id);
  if (status !== "published") requireCapability(actor, "can_view_drafts", processId);
  return requireVersion(id);
}

/** Refuses a version in another state. @throws Problem 400 */
export function requireStatus(row: VersionRow, ...allowed: Status[]): void {
  if (!allowed.includes(row.status))
    throw refused(`The version must be ${allowed.join(" or ")} for this; it is ${row.status}`);
}

/** Updates columns of a version; part of the running transaction. */
export const updateVersion = (id: string, columns: Partial<typeof processFlowVersions.$inferSelect>): VersionRow =>
  db
    .update(processFlowVersions)
    .set({ ...columns, updated_at: now() })
    .where(eq(processFlowVersions.id, id))
    .returning(shortColumns)
    .get();

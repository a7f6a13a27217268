/** Status reports: how an initiative stands, as somebody saw it on a day. */
import { statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { requireInitiative } from "../initiatives";
import { nameSql } from "../people";
import { createRecord, deleteRecord, records, updateRecord } from "../records";
import type { NewStatusReport, StatusReport, StatusReportChanges } from "./model";
import { notifyRed } from "./notifications";

/** SQL for the reporter `u` of a status report, who is left-joined. */
const REPORTER = `iif(u.id IS NULL, NULL, json_object('id', u.id, 'display_name', ${nameSql("u")}))`;

const COLUMNS = [
  "id",
  "initiative_id",
  "reporter_id",
  "report_date",
  "schedule_health",
  "cost_health",
  "scope_health",
  "summary",
  "accomplishments",
  "next_steps",
  "created_at",
  "updated_at",
];
const SELECT = `SELECT ${COLUMNS.map((column) => `s.${column}`).join(", ")}, ${REPORTER} AS reporter
  FROM ppm_status_reports s LEFT JOIN users u ON u.id = s.reporter_id`;

/** The order of the reports `s` of an initiative, the latest first. */
const LATEST_FIRST = "ORDER BY s.report_date DESC, s.created_at DESC, s.id DESC";

/** Returns SQL that joins an initiative, whose id an expression gives, with its latest report `s` and the reporter `u`. */
export const joinLatestReport = (initiativeId: string): string => `LEFT JOIN ppm_status_reports s ON s.id = (
    SELECT s.id FROM ppm_status_reports s WHERE s.initiative_id = ${initiativeId} ${LATEST_FIRST} LIMIT 1)
  LEFT JOIN users u ON u.id = s.reporter_id`;

/** SQL for the JSON of a status report `s` with its reporter `u`; null without one. */
export const STATUS_REPORT_JSON = `iif(s.id IS NULL, NULL, json_object(${COLUMNS.map(
  (column) => `'${column}', s.${column}`,
).join(", ")}, 'reporter', json(${REPORTER})))`;

type Row = Omit<StatusReport, "reporter"> & { reporter: string | null };

const serialize = (row: Row): StatusReport => ({
  ...row,
  reporter: row.reporter === null ? null : (JSON.parse(row.reporter) as StatusReport["reporter"]),
});

/** Finds a report; undefined when there is none. */
export function findReport(id: string): StatusReport | undefined {
  const row = statement<Row, [string]>(`${SELECT} WHERE s.id = ?`).get(id);
  return row ? serialize(row) : undefined;
}

const requireReport = (id: string) => findReport(id) as StatusReport;

/**
 * Lists the status reports of an initiative, the latest first.
 * @throws Problem 404
 */
export function listReports(initiativeId: string): StatusReport[] {
  requireInitiative(initiativeId);
  return statement<Row, [string]>(`${SELECT} WHERE s.initiative_id = ? ${LATEST_FIRST}`)
    .all(initiativeId)
    .map(serialize);
}

/**
 * Reports on an initiative. Publishes `ppm.status_report.created`, and notifies its stakeholders when something is red.
 * @throws Problem 404
 */
export const createReport = (actor: Actor, initiativeId: string, report: NewStatusReport): StatusReport =>
  transaction(() => {
    requireInitiative(initiativeId);
    const columns = { ...report, reporter_id: actor.userId };
    const row = createRecord(actor, "status_report", initiativeId, columns);
    notifyRed(actor, row);
    return requireReport(row.id);
  });

/**
 * Updates the fields that are given. Publishes `ppm.status_report.updated`.
 * @throws Problem 404
 */
export const updateReport = (actor: Actor, id: string, changes: StatusReportChanges): StatusReport =>
  transaction(() => {
    const before = records("status_report").require(id);
    updateRecord(actor, "status_report", before, changes);
    notifyRed(actor, { ...before, ...changes }, before);
    return requireReport(id);
  });

/**
 * Deletes a status report. Publishes `ppm.status_report.deleted`.
 * @throws Problem 404
 */
export const deleteReport = (actor: Actor, id: string): void =>
  transaction(() => deleteRecord(actor, "status_report", records("status_report").require(id)));

/** The sheet of saved reports in a workspace bundle. The users with whom they are shared are left out. */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { checked } from "../../http/validation";
import { NewSavedReport } from "./model";
import { named } from "./reports";
import type { ReportRow } from "./rows";

const reports = recordSheet("SavedReports", tables.savedReports, {
  columns: "name description report_type config thumbnail visibility id",
  users: "owner_id",
  needs: "saved_reports.create",
  author: "owner_id",
  complete(row) {
    checked(NewSavedReport, row);
    return {};
  },
  created(actor, rows) {
    for (const row of rows) publish(actor, { type: "saved_report.created", data: named(row as ReportRow) });
  },
});

export const sheets = [reports];

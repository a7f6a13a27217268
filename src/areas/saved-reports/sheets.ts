/**
 * The sheet of saved reports in a workspace bundle; their pictures are assets. The users with whom they are shared are left out.
 */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { type Row, textAt } from "../../core/sheets/row";
import type { SheetExport, SheetImport } from "../../core/sheets/sheet";
import { checked } from "../../http/validation";
import { NewSavedReport } from "./model";
import { pictureFor, piecesOf } from "./pictures";
import { named } from "./reports";
import type { ReportRow } from "./rows";

const PICTURE = "thumbnail__asset";

/** Returns the path of a report's picture, which is read later on; null when it has none. */
function pictureCell({ connection, assets }: SheetExport, reportId: string): string | null {
  const [row] = connection.rows<[pictureId: string | null]>(
    "SELECT picture_id FROM saved_reports WHERE id = +?1",
    reportId,
  );
  const pictureId = row?.[0] ?? null;
  return pictureId === null
    ? null
    : assets.create(`SavedReports/${reportId}__thumbnail.txt`, (reader) => piecesOf(reader, pictureId));
}

/** Returns the picture of a row: an asset, or the text of a cell in bundles of earlier versions. */
function pictureIn(row: Row, { assets }: SheetImport): string | null {
  const path = textAt(row, PICTURE);
  return path === null ? textAt(row, "thumbnail") : assets.text(path);
}

const reports = recordSheet("SavedReports", tables.savedReports, {
  columns: "name description report_type config visibility id",
  users: "owner_id",
  needs: "saved_reports.create",
  author: "owner_id",
  extra: { headers: [PICTURE], cells: (sheetExport, id) => [pictureCell(sheetExport, id)] },
  complete(row, source, sheetImport) {
    const thumbnail = pictureIn(source, sheetImport);
    checked(NewSavedReport, { ...row, thumbnail });
    return { picture_id: pictureFor(null, thumbnail) };
  },
  created(actor, rows) {
    for (const row of rows) publish(actor, { type: "saved_report.created", data: named(row as ReportRow) });
  },
});

export const sheets = [reports];

/** The export of the workspace: an archive that is made as it is sent, of one state of the database. */
import { openReadConnection, type ReadConnection } from "../../../../db/read-connection";
import type { SheetExport } from "../../../core/sheets/sheet";
import { streamed, streamWritten } from "../../../http/responses";
import { type ArchiveWriter, archiveWriter } from "../../../platform/archive/writer";
import { now } from "../../../platform/clock";
import { workbookWriter } from "../../../platform/spreadsheet/writer";
import { VERSION } from "../../../version";
import { FORMAT, orderedSheets } from "../bundle/format";
import { collectAssets } from "./assets";
import { readCardReferences } from "./card-references";

/** The options of an export. */
type ExportOptions = { includeArchived: boolean; sourceUrl: string };

/** Rows that are written at once. */
const ROWS = 200;

/** Writes the workbook. @returns the number of rows of each sheet */
function* writeWorkbook(archive: ArchiveWriter, sheetExport: SheetExport): Generator<void, Record<string, number>> {
  const file = archive.file("workspace.xlsx", true);
  const workbook = workbookWriter((bytes) => file.write(bytes));
  const counts: Record<string, number> = {};
  for (const { name, headers, rows } of orderedSheets()) {
    const sheet = workbook.sheet(name);
    sheet.row(headers);
    let count = 0;
    for (const row of rows(sheetExport)) {
      sheet.row(row);
      if (++count % ROWS === 0) yield;
    }
    sheet.end();
    counts[name] = count;
    yield;
  }
  workbook.end();
  file.end();
  return counts;
}

/** Writes the whole archive; pauses often. */
function* writeBundle(archive: ArchiveWriter, connection: ReadConnection, wanted: ExportOptions): Generator<void> {
  const assets = collectAssets(connection);
  const cards = readCardReferences(connection, wanted.includeArchived, assets);
  const counts = yield* writeWorkbook(archive, { connection, cards, assets });
  yield* assets.write(archive);
  const manifest = {
    format_version: FORMAT,
    app_version: VERSION,
    exported_at: now().replace("Z", "+00:00"),
    source_url: wanted.sourceUrl,
    include_archived: wanted.includeArchived,
    sections: counts,
    assets: assets.paths(),
  };
  archive.add("manifest.json", JSON.stringify(manifest, null, 2));
  archive.end();
}

/** Returns the name of the file of an export that is made at a time. */
const nameAt = (time: string) => `workspace_export_${time.slice(0, 10)}_${time.slice(11, 16).replace(":", "")}.zip`;

/** Returns the workspace as an archive, which is made as it is sent. */
export function exportWorkspace(wanted: ExportOptions): Response {
  const connection = openReadConnection();
  // All of it is read from one state, however long it takes to send it; closing the connection ends that.
  connection.rows("BEGIN");
  const body = streamWritten(
    (receive) => writeBundle(archiveWriter(receive), connection, wanted),
    () => connection.close(),
  );
  return streamed(body, {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${nameAt(now())}"`,
  });
}

/** What rows of modules have beside the columns of their sheets. */
import { statement } from "../../../../db";
import { sanitizeRichText } from "../../../core/rich-text";
import { sanitizeSvg } from "../../../core/svg";
import { PIECE } from "../../../http/forms";
import { checked } from "../../../http/validation";
import { now } from "../../../platform/clock";
import { contentOf, createDiagramRow, DiagramData } from "../../diagrams";
import { DocumentUrl } from "../../documents";
import { storedAmount } from "../../ppm";
import { searchKeyOf } from "../../risks";
import { sanitizeSections } from "../../soaw";
import type { Bundle, Row } from "./bundle";
import { insertRow } from "./configuration";
import { Conflict, Unfit } from "./report";
import { objectAt, textAt, type Values } from "./values";

/** The number in a reference as R-000001. @throws Unfit */
function numberIn(reference: unknown): number {
  const digits = /^[A-Z]-(\d{1,15})$/i.exec(String(reference))?.[1];
  if (!digits) throw new Unfit("reference must be a letter, a hyphen and digits");
  return Number(digits);
}

const inThousandths = (values: Values, ...columns: string[]) => {
  for (const column of columns) values[column] = storedAmount(Number(values[column]));
};

/** Takes out of texts what could run in a browser. */
const sanitize = (values: Values, sanitizer: (text: string, column: string) => string, ...columns: string[]) => {
  for (const column of columns) {
    const value = values[column];
    if (typeof value === "string" && value !== "") values[column] = sanitizer(value, column);
  }
};
const sanitizePicture = (values: Values) => sanitize(values, sanitizeSvg, "svg_thumbnail");

/** Sheet → what it adds to the values of a row, or takes out of them. */
const additions: Readonly<Record<string, (values: Values) => void>> = {
  // A comment that is there is never empty.
  Comments: (values) => {
    if (values["content"] === "") values["deleted_at"] = now();
  },
  Documents: (values) => {
    if (values["url"] !== null) values["url"] = checked(DocumentUrl, values["url"]);
  },
  Adrs: (values) =>
    sanitize(
      values,
      (text, column) => sanitizeRichText(text, [column]),
      ...["context", "decision", "consequences", "alternatives_considered"],
    ),
  Soaws: (values) => {
    values["sections"] = JSON.stringify(sanitizeSections(JSON.parse(String(values["sections"]))));
  },
  ProcessDiagrams: sanitizePicture,
  ProcessFlowVersions: sanitizePicture,
  PpmCostLines: (values) => inThousandths(values, "planned", "actual"),
  PpmBudgetLines: (values) => inThousandths(values, "amount"),
  PpmTaskComments: (values) => {
    const sql = "SELECT initiative_id FROM ppm_tasks WHERE id = ?";
    const task = statement<{ initiative_id: string }>(sql).get(values["task_id"] as string);
    if (!task) throw new Conflict("there is no such task");
    values["initiative_id"] = task.initiative_id;
  },
  Risks: (values) => {
    values["number"] = numberIn(values["reference"]);
    values["search_key"] = searchKeyOf({ title: String(values["title"]), description: String(values["description"]) });
  },
  RiskMitigationTasks: (values) => {
    values["number"] = numberIn(values["reference"]);
  },
};

/** Adds what a row of a sheet has beside its columns, and takes out what could run in a browser. @throws Unfit, Conflict, Problem 422 */
export const complete = (sheet: string, values: Values): void => additions[sheet]?.(values);

type Insert = (values: Values, row: Row, bundle: Bundle) => void;

/** Inserts an attached file with its content. @throws Conflict when the bundle lacks it */
function insertFile(values: Values, row: Row, bundle: Bundle): void {
  const path = textAt(row, "data__asset");
  if (path === null || !bundle.hasAsset(path)) throw new Conflict("its content is missing in the bundle");
  insertRow("file_attachments", { ...values, size: 0, is_complete: 1 });
  const id = values["id"] as string;
  let [size, kept] = [0, Buffer.alloc(0)];
  const append = (bytes: Uint8Array) => {
    statement("INSERT INTO file_pieces (attachment_id, position, bytes) VALUES (?, ?, ?)").run(id, size, bytes);
    size += bytes.length;
  };
  bundle.readAsset(path, (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    for (; kept.length >= PIECE; kept = kept.subarray(PIECE)) append(kept.subarray(0, PIECE));
  });
  if (kept.length > 0) append(kept);
  statement("UPDATE file_attachments SET size = ? WHERE id = ?").run(size, id);
}

/** Inserts a diagram with its drawing; its links follow. */
function insertDrawing({ id, name, description, created_by, created_at }: Values, row: Row, bundle: Bundle): void {
  const path = textAt(row, "data__xml__asset");
  const xml = path === null ? null : bundle.textOf(path);
  const data = { ...objectAt(row, "data__meta"), ...(xml !== null && { xml }) };
  const texts = { name: String(name), description: description as string | null };
  const origin = { id: String(id), created_by: created_by as string | null, created_at: String(created_at) };
  createDiagramRow({ ...origin, ...texts }, contentOf(checked(DiagramData, data)), []);
}

/** Sheet → what inserts its rows, where that is more than one row of a table. */
export const insertersOf: Readonly<Record<string, Insert>> = { FileAttachments: insertFile, Diagrams: insertDrawing };

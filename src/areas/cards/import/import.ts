/**
 * Imports of cards from workbooks and CSV, over the columns of the export. Cells that are as the export shows their card are left
 * out, so that what is exported can be imported unchanged with nothing to do; the rest is an upsert, and sets links.
 */
import { z } from "zod";
import { inList, listOf, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { Day } from "../../../http/schemas";
import type { Row } from "../../../http/tables";
import { UnreadableFile } from "../../../platform/archive/source";
import { parseUuid } from "../../../platform/ids";
import { isWorkbook, type ReadTable, readTable } from "../../../platform/spreadsheet/table";
import type { Cell } from "../../../platform/spreadsheet/workbook";
import { metamodel } from "../../metamodel";
import { linkOf } from "../list/export-links";
import { exportedCards } from "../list/export-table";
import type { RowLinks } from "../upsert/links";
import { MAX_ROWS, UpsertRow } from "../upsert/model";
import { Refusal } from "../upsert/refusal";
import { upsertCards } from "../upsert/upsert";
import { cellValue, entriesIn, exportedCell, importedCell, unguarded } from "./cells";
import { type ImportColumn, importColumns, isList, isPhase } from "./columns";
import type { ImportForm, ImportResult } from "./model";

/** A row of an upsert whose phases begin on days; upserts of scripts may hold other texts. */
const ImportedRow = UpsertRow.extend({
  lifecycle: z.record(
    z.string(),
    z.preprocess((day) => day || null, Day.nullable()),
  ),
});

const LIMITS = { rows: MAX_ROWS, columns: 500 };

/** @throws Problem 422 for a file that is no table */
function tableOf(bytes: Uint8Array): ReadTable {
  try {
    return readTable(bytes, LIMITS);
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalid(["body", "file"], error.message);
    throw error;
  }
}

/** Returns the card type that a text names, by its key or its label. */
function typeNamed(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  const types = [...metamodel().cardTypes.values()];
  return types.find(({ key, label }) => key.toLowerCase() === wanted || label.toLowerCase() === wanted)?.key;
}

const headed = (table: ReadTable, ...names: string[]) =>
  table.heads.findIndex((head) => names.includes(head.toLowerCase()));

/** Returns the card types of a table: of its rows, or the one of the request. */
function typesOf(table: ReadTable, type: string | undefined): string[] {
  const at = headed(table, "type");
  const named = at < 0 ? [] : table.rows.map(({ cells }) => typeNamed(String(cells[at] ?? "")));
  const types = [...new Set(named.filter((key) => key !== undefined))];
  if (type !== undefined && (types.length === 0 || named.includes(undefined))) types.push(type);
  return [...new Set(types)];
}

/** Returns the cards that a table names by their ids, as the export shows them. */
function exportedById(actor: Actor, table: ReadTable, types: readonly string[]): Map<string, Row> {
  const at = headed(table, "id");
  const ids = at < 0 ? [] : table.rows.flatMap(({ cells }) => parseUuid(String(cells[at] ?? "")) ?? []);
  if (ids.length === 0) return new Map();
  const numbers = statement<{ seq: number }, [string]>(`SELECT seq FROM cards WHERE ${inList("id")}`).all(listOf(ids));
  const order = Uint32Array.from(numbers, ({ seq }) => seq);
  const onlyType = types.length === 1 ? types[0] : undefined;
  return new Map([...exportedCards(actor, order, onlyType)].map((row) => [row["id"] as string, row]));
}

/** Returns JSON of all attributes in one cell. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type DraftRow = Record<string, unknown> & { attributes: Row; lifecycle: Row };

/** Sets a value of a row. */
function setValue(draft: DraftRow, header: string, value: unknown): void {
  if (isPhase(header)) draft.lifecycle[header] = value;
  else if (header === "attributes")
    Object.assign(draft, { attributes: typeof value === "string" ? objectIn(value) : {} });
  else if (header === "parent") draft["parent"] = value ?? "";
  else if (header in UpsertRow.shape) draft[header] = value;
  else draft.attributes[header] = value;
}

/** The reading of one table. */
type Reading = {
  form: ImportForm;
  columns: readonly ImportColumn[];
  inWorkbook: boolean;
  stored: ReadonlyMap<string, Row>;
};

/** Checks whether a cell is as the export shows it of its card, or empty and to be left. */
function isSame(
  { form, inWorkbook }: Reading,
  { column }: ImportColumn,
  cell: Cell | null,
  stored: Row | undefined,
): boolean {
  if (!column) return true;
  if (cell === null && (form.empty === "keep" || !stored)) return true;
  return stored !== undefined && importedCell(cell, column) === exportedCell(column.value(stored), column, inWorkbook);
}

/** Returns the cells of a row that are to be set, with their columns. */
function* cellsToSet(reading: Reading, cells: readonly (Cell | null)[], stored: Row | undefined) {
  for (const [at, imported] of reading.columns.entries()) {
    const { column, use } = imported;
    const raw = cells[at] ?? null;
    const cell = raw === null || reading.inWorkbook ? raw : unguarded(raw);
    if (column && use === "imported" && !isSame(reading, imported, cell, stored)) yield { column, cell };
  }
}

/** Returns a row of the table as a row of an upsert, and the links that it sets. */
function rowOf(reading: Reading, cells: readonly (Cell | null)[]): { row: unknown; links: RowLinks[] } {
  const { columns, stored, form } = reading;
  const idAt = columns.findIndex(({ column }) => column?.header === "id");
  const id = idAt < 0 ? undefined : parseUuid(String(cells[idAt] ?? ""));
  const card = id === undefined ? undefined : stored.get(id);
  const draft: DraftRow = { attributes: {}, lifecycle: {} };
  if (card) Object.assign(draft, { id });
  let type = (card?.["type"] as string | undefined) ?? form.type ?? undefined;
  const links: RowLinks[] = [];
  for (const { column, cell } of cellsToSet(reading, cells, card)) {
    const link = linkOf(column.header);
    if (link) links.push({ column: column.header, link, entries: entriesIn(String(cell ?? "")) });
    else if (column.header === "type") type = draft["type"] = typeNamed(String(cell ?? "")) ?? String(cell ?? "");
    else setValue(draft, column.header, cell === null ? null : cellValue(cell, column, isList(type, column.header)));
  }
  const textual = ["id", "name", "description", "external_id", "alias", "subtype", "parent"];
  for (const key of textual) if (typeof draft[key] === "number") draft[key] = String(draft[key]);
  return { row: draft, links };
}

/**
 * Creates and changes cards as the rows of a workbook or of CSV have them, by the rules of an upsert.
 * @throws Problem 422 for a file that is no table, and for what its cells hold that no card can; as `upsertCards`
 */
export function importCards(actor: Actor, form: ImportForm): ImportResult {
  const table = tableOf(form.file);
  const type = form.type ? typeNamed(form.type) : undefined;
  if (form.type && type === undefined) throw invalid(["body", "type"], "names no card type", "value_error", form.type);
  const types = typesOf(table, type);
  const columns = importColumns(actor, types, table.heads);
  const reading = {
    form: { ...form, type },
    columns,
    inWorkbook: isWorkbook(form.file),
    stored: exportedById(actor, table, types),
  };
  const drafts = table.rows.map(({ cells }) => rowOf(reading, cells));
  const rows = drafts.map(({ row }) => ImportedRow.safeParse(row));
  // The report of a row that is refused names its card, too.
  const namesOnly = (at: number) => UpsertRow.pick({ name: true }).safeParse(drafts[at]?.row).data ?? {};
  const { create, dry_run, on_error } = form;
  const result = upsertCards(
    actor,
    { type, create, dry_run, on_error, rows: rows.map(({ data }, at) => data ?? namesOnly(at)) },
    { objectionTo: (at) => objectionTo(rows[at]?.error), linksOf: (at) => drafts[at]?.links ?? [] },
  );
  return {
    ...result,
    rows: table.rows.map(({ number }) => number),
    columns: columns.map(({ head, column, use }) => ({ head, field: column?.header ?? null, use })),
  };
}

/** Returns the refusal of a row of a table that is no row of an upsert; undefined for one that is. */
function objectionTo(error: z.ZodError | undefined): Refusal | undefined {
  if (!error) return undefined;
  const [issue] = error.issues;
  const field = issue?.path.join(".") ?? "";
  return new Refusal(`${field}: ${issue?.message ?? "does not fit"}`, field);
}

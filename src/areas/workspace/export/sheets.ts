/** The rows of the sheets of an export. */
import { type Cell, jsonCell } from "../bundle/cells";
import { configurationSheets } from "../bundle/configuration";
import { type ModuleSheet, moduleSheets } from "../bundle/modules";
import type { ownSheets } from "../bundle/sheets";
import type { TableColumn } from "../bundle/tables";
import type { Assets } from "./assets";
import { extraCells, textAsset } from "./contents";
import type { Exporting } from "./exporting";
import { rowsOf, type Value } from "./rows";
import { settingsRows } from "./settings";

export type Rows = Iterable<(Cell | null)[]>;

const isPresent = (value: Value): value is string | number => value !== null;

/** The cell of a value. @param emptyJson the cell of a JSON column without a value */
function cellOf({ assets }: Exporting, column: TableColumn | undefined, value: Value, emptyJson: Cell | null = null) {
  if (column?.kind === "json") return value === null ? emptyJson : assets.cellOf(jsonCell(JSON.parse(value as string)));
  if (!isPresent(value)) return null;
  if (column?.kind === "flag") return value === 1;
  if (typeof value === "number") return value;
  return value === "" && column?.isEmptyWhenMissing ? null : assets.cellOf(value);
}

/** The rows of a sheet of configuration. */
function* configurationRows(exporting: Exporting, { table, headers, columns }: (typeof configurationSheets)[number]) {
  const select = headers.map((header) => `t.${header}`);
  for (const row of rowsOf(exporting.connection, select, `${table} t`))
    yield row.map((value, at) => cellOf(exporting, columns.get(headers[at] as string), value, "null"));
}

/** The rows of a sheet of a module. */
function* moduleRows(exporting: Exporting, sheet: ModuleSheet): Generator<(Cell | null)[]> {
  const { name, table, columns, values, cards, users, assets, read, where } = sheet;
  const ends = [values.length, values.length + cards.length, values.length + cards.length + users.length] as const;
  const select = [
    ...values.map((column) => read[column] ?? `t.${column}`),
    ...cards.map((column) => `t.${column}`),
    ...users.map((column) => `(SELECT email FROM users WHERE id = t.${column})`),
    ...Object.keys(assets).map((column) => `t.${column} IS NOT NULL`),
  ];
  const endings = Object.entries(assets);
  for (const row of rowsOf(exporting.connection, select, `${table} t`, where)) {
    const id = row[values.indexOf("id")] as string;
    const texts = row.slice(ends[2]).map((isThere, at) => {
      const [column, ending] = endings[at] as [string, string];
      return isThere === 1 ? textAsset(exporting.assets, { name, table }, id, column, ending) : null;
    });
    yield [
      ...row.slice(0, ends[0]).map((value, at) => cellOf(exporting, columns.get(values[at] as string), value)),
      ...row.slice(...ends.slice(0, 2)).flatMap((card) => referenceCells(exporting, card)),
      ...row.slice(ends[1], ends[2]).map((email) => cellOf(exporting, undefined, email as Value)),
      ...texts,
      ...extraCells(exporting, sheet.name, id, row[values.indexOf("name")] as string),
    ];
  }
}

/** The reference and the type of a card. */
function referenceCells({ cards, assets }: Exporting, id: Value): (Cell | null)[] {
  const [reference, type] = cards.cells(id as string | number | null);
  return [reference === null ? null : assets.cellOf(reference), type];
}

/** Rows whose values are cells as they are. */
function* plainRows(exporting: Exporting, select: readonly string[], from: string): Rows & Generator<(Cell | null)[]> {
  for (const row of rowsOf(exporting.connection, select, from))
    yield row.map((value) => cellOf(exporting, undefined, value));
}

/** The cell of JSON as it is stored; most relations have none, and most others an empty object. */
const jsonTextCell = (assets: Assets, text: string | null): Cell =>
  text === null || text === "{}" ? (text ?? "null") : assets.cellOf(jsonCell(JSON.parse(text)));

const CARD_TEXTS = ["type", "name", "subtype", "description", "external_id", "alias", "approval_status", "status"];

/** The rows of the cards, without those that are left out. */
function* cardRows(exporting: Exporting): Generator<(Cell | null)[]> {
  const { connection, cards, assets } = exporting;
  const select = ["t.id", "t.lifecycle", "t.attributes", ...CARD_TEXTS.map((column) => `t.${column}`)];
  for (const [id, lifecycle, attributes, ...texts] of rowsOf(connection, select, "cards t")) {
    if (!cards.includes(id as string)) continue;
    const path = cards.parentPath(id as string);
    const cells = texts.map((text) => cellOf(exporting, undefined, text));
    const json = [lifecycle, attributes].map((text) => jsonTextCell(assets, text as string | null));
    yield [...cells.slice(0, 2), path === "" ? null : assets.cellOf(path), ...cells.slice(2), ...json];
  }
}

/** The tags of the cards that are not left out. */
function* cardTagRows(exporting: Exporting): Generator<(Cell | null)[]> {
  const select = [
    "t.id",
    "(SELECT json_group_array(json_array(g.name, tag.name)) FROM card_tags ct JOIN tags tag ON tag.id = ct.tag_id JOIN tag_groups g ON g.id = tag.tag_group_id WHERE ct.card_id = t.id)",
  ];
  for (const [id, tags] of rowsOf(exporting.connection, select, "cards t")) {
    if (!exporting.cards.includes(id as string)) continue;
    const [reference, type] = referenceCells(exporting, id as string);
    for (const [group, tag] of JSON.parse(tags as string) as [string, string][])
      yield [type as Cell, reference as Cell, exporting.assets.cellOf(group), exporting.assets.cellOf(tag)];
  }
}

/** The relations between cards that are not left out. */
function* relationRows(exporting: Exporting): Generator<(Cell | null)[]> {
  const { connection, cards, assets } = exporting;
  const types = new Map(connection.rows<[seq: number, key: string]>("SELECT seq, key FROM relation_types"));
  const select = ["t.type_seq", "t.source_seq", "t.target_seq", "t.description", "t.attributes"];
  for (const row of rowsOf(connection, select, "relations t")) {
    const [type, source, target, description, attributes] = row as [number, number, number, string, string];
    if (!cards.includes(source) || !cards.includes(target)) continue;
    const [sourceRef, sourceType] = referenceCells(exporting, source);
    const [targetRef, targetType] = referenceCells(exporting, target);
    yield [
      types.get(type) ?? null,
      sourceType as Cell,
      sourceRef as Cell,
      targetType as Cell,
      targetRef as Cell,
      cellOf(exporting, undefined, description),
      jsonTextCell(assets, attributes),
    ];
  }
}

/** The cards that are linked to diagrams. */
function* diagramCardRows(exporting: Exporting): Generator<(Cell | null)[]> {
  for (const [diagram, card] of rowsOf(exporting.connection, ["t.diagram_id", "t.card_id"], "diagram_cards t"))
    yield [diagram as string, ...referenceCells(exporting, card as string).toReversed()];
}

const userColumns = ["email", "display_name", "role", "t.is_active = 1", "auth_provider", "locale"];

/** The rows of a user, whose flag is a flag. */
function* userRows(exporting: Exporting): Generator<(Cell | null)[]> {
  for (const row of plainRows(exporting, userColumns, "users t"))
    yield row.map((cell, at) => (at === 3 ? cell === 1 : cell));
}

const own: Record<keyof typeof ownSheets, (exporting: Exporting) => Rows> = {
  Tags: (exporting) =>
    plainRows(
      exporting,
      ["g.name", "t.name", "t.description", "t.color", "t.sort_order"],
      "tags t JOIN tag_groups g ON g.id = t.tag_group_id",
    ),
  Users: userRows,
  Settings: settingsRows,
  Cards: cardRows,
  CardTags: cardTagRows,
  Relations: relationRows,
  DiagramCards: diagramCardRows,
  DiagramGroupMembers: (exporting) => plainRows(exporting, ["t.diagram_id", "t.group_id"], "diagram_group_members t"),
};

/** The rows of a sheet. */
export function sheetRows(exporting: Exporting, name: string): Rows {
  const configuration = configurationSheets.find((sheet) => sheet.name === name);
  if (configuration) return configurationRows(exporting, configuration);
  const module = moduleSheets.find((sheet) => sheet.name === name);
  return module ? moduleRows(exporting, module) : own[name as keyof typeof own](exporting);
}

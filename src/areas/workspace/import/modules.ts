/** Rows of modules: those that are missing are created under their ids; none is changed. */
import { statement } from "../../../../db";
import { now } from "../../../platform/clock";
import { type ModuleSheet, moduleSheets } from "../bundle/modules";
import type { Bundle, Row } from "./bundle";
import type { CardIndex } from "./card-index";
import { complete, insertersOf } from "./completion";
import { insertRow } from "./configuration";
import { requireCardOf } from "./links";
import { applyRows, Conflict, type Outcome, type Sections } from "./report";
import { type Stored, textAt, type Values, valueAt } from "./values";

/** What rows of modules refer to. */
export type References = { bundle: Bundle; cards: CardIndex; users: ReadonlyMap<string, string> };

const keyOf = (columns: readonly string[], values: Readonly<Record<string, unknown>>) =>
  JSON.stringify(columns.map((column) => values[column]));

/** The keys of the rows that a table has. */
const keysIn = (table: string, columns: readonly string[]): Set<string> =>
  new Set(
    statement<Values>(`SELECT ${columns.join(", ")} FROM ${table}`)
      .all()
      .map((row) => keyOf(columns, row)),
  );

/** The values of a row's own columns. @throws Unfit */
function valuesOf({ values: names, columns, read }: ModuleSheet, row: Row): Values {
  const values: Values = {};
  for (const name of names) {
    const column = columns.get(name);
    if (!column) continue;
    const value = valueAt(row, column, name in read ? "number" : column.kind);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The cards, users and assets of a row. @throws Conflict when one of them must be there and isn't */
function referencesOf({ cards: toCards, users: toUsers, assets, columns }: ModuleSheet, row: Row, known: References) {
  const values: Values = {};
  const isNullable = (column: string) => columns.get(column)?.nullable === true;
  for (const column of toCards) {
    const [type, reference] = [`${column}__type`, `${column}__ref`];
    const found = known.cards.resolve(textAt(row, type), textAt(row, reference));
    const isLoose = typeof found === "string" && isNullable(column);
    values[column] = isLoose ? null : requireCardOf(known.cards, row, type, reference);
  }
  for (const column of toUsers) {
    const email = textAt(row, `${column}__email`);
    values[column] = known.users.get(email?.trim().toLowerCase() ?? "") ?? null;
    if (values[column] === null && !isNullable(column)) throw new Conflict(`there is no user '${email ?? ""}'`);
  }
  for (const column of Object.keys(assets)) {
    const path = textAt(row, `${column}__asset`);
    values[column] = path === null ? null : known.bundle.textOf(path);
    if (values[column] === null && !isNullable(column)) throw new Conflict(`its ${column} is missing in the bundle`);
  }
  return values;
}

function stampsOf({ columns }: ModuleSheet): Values {
  const at = now();
  return Object.fromEntries(["created_at", "updated_at"].filter((name) => columns.has(name)).map((name) => [name, at]));
}

/** Rows in an order in which each comes after the one that it refers to. */
function parentsFirst({ parent }: ModuleSheet, rows: readonly Row[]): readonly Row[] {
  if (!parent) return rows;
  const byId = new Map(rows.map((row) => [textAt(row, "id"), row]));
  const ordered = new Set<Row>();
  for (const row of rows) {
    const above: Row[] = [];
    for (let next: Row | undefined = row; next && !ordered.has(next) && !above.includes(next); )
      next = byId.get(textAt(above[above.push(next) - 1] as Row, parent));
    for (const each of above.toReversed()) ordered.add(each);
  }
  return [...ordered];
}

/** What writes the rows of a sheet. */
function writerOf(sheet: ModuleSheet, known: References): (row: Row) => Outcome {
  const { name, table, columns, key, same } = sheet;
  const [present, alike] = [keysIn(table, key), same ? keysIn(table, same) : undefined];
  const insert = insertersOf[name] ?? ((values: Values) => insertRow(table, values));
  const isKnown = (values: Values) =>
    present.has(keyOf(key, values)) || (same !== undefined && alike?.has(keyOf(same, values)));

  return (row) => {
    const own = valuesOf(sheet, row);
    if (isKnown(own)) return "skipped";
    const values = { ...stampsOf(sheet), ...own, ...referencesOf(sheet, row, known) };
    if (isKnown(values)) return "skipped";
    complete(name, values);
    const isStored = ([column]: [string, Stored]) => columns.get(column)?.isGenerated === false;
    insert(Object.fromEntries(Object.entries(values).filter(isStored)), row, known.bundle);
    present.add(keyOf(key, values));
    if (same) alike?.add(keyOf(same, values));
    return "created";
  };
}

/** Applies the sheets of modules. */
export function applyModules(sections: Sections, known: References): void {
  for (const sheet of moduleSheets)
    applyRows(sections, sheet.name, parentsFirst(sheet, known.bundle.rows(sheet.name)), writerOf(sheet, known));
}

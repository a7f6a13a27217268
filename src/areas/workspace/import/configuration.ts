/** Configuration: rows are matched by natural keys, created when they are missing, and updated when they differ. */
import { statement } from "../../../../db";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { forgetMetamodel, notifyTypeChange } from "../../metamodel";
import { jsonCell } from "../bundle/cells";
import { type ConfigurationSheet, configurationSheets } from "../bundle/configuration";
import type { Bundle, Row } from "./bundle";
import { applyRows, Conflict, type Outcome, type Sections } from "./report";
import { requireText, type Stored, type Values, valueAt } from "./values";

/** Inserts a row of a table. */
export function insertRow(table: string, values: Values): void {
  const columns = Object.keys(values);
  statement(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`).run(
    ...Object.values(values),
  );
}

/** A value as it is compared: nothing, an empty text, an empty list and an empty object are the same. */
function comparable(value: Stored | undefined, isJson: boolean): Stored {
  if (value === undefined || value === null || value === "") return null;
  if (!isJson) return value;
  const text = jsonCell(JSON.parse(String(value)));
  return ["null", "[]", "{}"].includes(text) ? null : text;
}

/** The values of the columns that a row has, without those that get their default. @throws Unfit */
function valuesOf(sheet: ConfigurationSheet, row: Row): Values {
  const values: Values = {};
  for (const header of sheet.headers) {
    const column = sheet.columns.get(header);
    if (!column || (!row.cells.has(header) && column.hasDefault)) continue;
    const value = valueAt(row, column);
    if (value !== undefined) values[header] = value;
  }
  return values;
}

/** What a table has beside the columns of its sheet. */
function stampsOf({ columns }: ConfigurationSheet): Values {
  const at = now();
  const stamps: Values = { id: newId(), created_at: at, updated_at: at };
  return Object.fromEntries(Object.entries(stamps).filter(([name]) => columns.has(name)));
}

const keyOf = ({ key }: ConfigurationSheet, values: Readonly<Record<string, unknown>>) =>
  JSON.stringify(key.map((column) => values[column]));

/** @throws Conflict when another relation type has the card types of one */
function requireFreePair({ source_type_key, target_type_key }: Values): void {
  const owner = statement<{ key: string }>(
    "SELECT key FROM relation_types WHERE source_type_key = ? AND target_type_key = ?",
  ).get(source_type_key as string, target_type_key as string);
  if (owner)
    throw new Conflict(`the relation type ${owner.key} already leads from ${source_type_key} to ${target_type_key}`);
}

/** What writes the rows of a sheet. */
function writerOf(sheet: ConfigurationSheet): (row: Row) => Outcome {
  const { name, table, columns, key, kept, system } = sheet;
  const existing = new Map(
    statement<Values>(`SELECT * FROM ${table}`)
      .all()
      .map((stored) => [keyOf(sheet, stored), stored]),
  );

  function create(values: Values): Outcome {
    if (name === "RelationTypes") requireFreePair(values);
    if (system) delete values[system];
    const row = { ...stampsOf(sheet), ...values };
    insertRow(table, row);
    existing.set(keyOf(sheet, row), row);
    return "created";
  }

  function update(stored: Values, values: Values, row: Row): Outcome {
    if (system && stored[system] === 1) return "skipped";
    const fixed = [...key, kept, system];
    const changed = Object.entries(values).filter(([column, value]) => {
      const isJson = columns.get(column)?.kind === "json";
      const isGiven = row.cells.has(column) && !fixed.includes(column);
      return isGiven && comparable(value, isJson) !== comparable(stored[column], isJson);
    });
    if (changed.length === 0) return "skipped";
    if (columns.has("updated_at")) changed.push(["updated_at", now()]);
    statement(
      `UPDATE ${table} SET ${changed.map(([column]) => `${column} = ?`).join(", ")} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")}`,
    ).run(...changed.map(([, value]) => value), ...key.map((column) => stored[column] as Stored));
    return "updated";
  }

  return (row) => {
    for (const column of key) requireText(row, column);
    const values = valuesOf(sheet, row);
    const stored = existing.get(keyOf(sheet, values));
    return stored ? update(stored, values, row) : create(values);
  };
}

/** Leaves one role that users get by default: that of the bundle, where it names one. */
function keepOneDefaultRole(rows: readonly Row[]): void {
  const sent = rows.find((row) => row.cells.get("is_default") === true);
  statement(
    `UPDATE roles SET is_default = 0 WHERE is_default = 1 AND key <> ?1
       AND EXISTS (SELECT 1 FROM roles chosen WHERE chosen.key = ?1 AND chosen.is_default = 1)`,
  ).run(String(sent?.cells.get("key") ?? ""));
}

/** Applies the sheets of configuration. */
export function applyConfiguration(bundle: Bundle, sections: Sections): void {
  for (const sheet of configurationSheets) {
    const rows = bundle.rows(sheet.name);
    applyRows(sections, sheet.name, rows, writerOf(sheet));
    if (sheet.name === "Roles") keepOneDefaultRole(rows);
    forgetMetamodel();
  }
  const { created, updated } = sections.get("CardTypes") ?? { created: 0, updated: 0 };
  if (created + updated === 0) return;
  notifyTypeChange({
    cardTypes: statement<{ key: string }>("SELECT key FROM card_types")
      .all()
      .map(({ key }) => key),
  });
}

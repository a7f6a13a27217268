/** Sheets of configuration: small tables whose rows are matched by natural keys, created when missing, updated when different. */
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { statement } from "../../../db";
import type { Actor } from "../access/actor";
import type { PermissionKey } from "../access/permissions";
import { jsonCell } from "./cells";
import { columnsOf, parsedRow, type StoredValue, type Values, valueAt } from "./columns";
import { type Outcome, type Row, requireText } from "./row";
import { requireFor, type Sheet } from "./sheet";
import { cellOf, rowsOf } from "./table-rows";

/** The declaration of a sheet of configuration. */
type Options<T extends SQLiteTable> = {
  /** The names of the columns, in their order. */
  columns: string;
  /** The names of the columns by which rows are matched. */
  key: string;
  /** The names of the columns whose JSON is a list. */
  lists?: string;
  /** The column that an existing row retains; none when left out. */
  retained?: string;
  /** The column that marks rows which no bundle creates or changes; none when left out. */
  system?: string;
  /** The permission of the API's operations for these rows. */
  needs: PermissionKey;
  /** Checks and creates a row, and publishes its event. @throws Problem, Conflict, Unfit */
  create(actor: Actor, row: T["$inferInsert"]): void;
  /** Checks and changes a row, and publishes its event. @throws Problem, Conflict, Unfit */
  update(actor: Actor, stored: T["$inferSelect"], changes: Partial<T["$inferInsert"]>): void;
};

const wordsIn = (text = "") => text.split(" ").filter(Boolean);

/** Returns a value as it is compared: nothing, an empty text, an empty list and an empty object are the same. */
function comparable(value: StoredValue | undefined, isJson: boolean): StoredValue {
  if (value === undefined || value === null || value === "") return null;
  if (!isJson) return value;
  const text = jsonCell(JSON.parse(String(value)));
  return ["null", "[]", "{}"].includes(text) ? null : text;
}

/** Declares a sheet of configuration. @param name its name in the workbook */
export function configurationSheet<T extends SQLiteTable>(name: string, table: T, options: Options<T>): Sheet {
  const headers = wordsIn(options.columns);
  const key = wordsIn(options.key);
  const { retained, system, needs } = options;
  const tableName = getTableName(table);
  const columns = columnsOf(table, wordsIn(options.lists));
  const fixed = [...key, retained, system];

  const findStored = (values: Values): Values | null =>
    statement<Values>(
      `SELECT * FROM ${tableName} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")} ORDER BY rowid LIMIT 1`,
    ).get(...key.map((column) => values[column] as StoredValue));

  /** Returns the values of the columns that a row has, without those that get their default. @throws Unfit */
  function valuesIn(row: Row): Values {
    const values: Values = {};
    for (const header of headers) {
      const column = columns.get(header);
      if (!column || (!row.cells.has(header) && column.hasDefault)) continue;
      const value = valueAt(row, column);
      if (value !== undefined) values[header] = value;
    }
    return values;
  }

  const differs = (column: string, one: StoredValue | undefined, other: StoredValue | undefined) => {
    const isJson = columns.get(column)?.kind === "json";
    return comparable(one, isJson) !== comparable(other, isJson);
  };

  function create(actor: Actor, values: Values): Outcome {
    requireFor(actor, needs);
    if (system) delete values[system];
    options.create(actor, parsedRow(columns, values) as T["$inferInsert"]);
    return "created";
  }

  function update(actor: Actor, stored: Values, values: Values, row: Row): Outcome {
    if (system && stored[system] === 1) return "skipped";
    const changed = Object.entries(values).filter(
      ([column, value]) => row.cells.has(column) && !fixed.includes(column) && differs(column, value, stored[column]),
    );
    if (changed.length === 0) return "skipped";
    requireFor(actor, needs);
    const changes = parsedRow(columns, Object.fromEntries(changed)) as Partial<T["$inferInsert"]>;
    options.update(actor, parsedRow(columns, stored) as T["$inferSelect"], changes);
    // The area may complete values in a way that makes them what they were.
    const after = findStored(stored) ?? {};
    return headers.some((column) => differs(column, stored[column], after[column])) ? "updated" : "skipped";
  }

  return {
    name,
    headers,
    table: { name: tableName, kind: "configuration", columns, values: headers, assets: [], read: {}, key },
    begin: ({ actor }) => ({
      apply(row) {
        for (const column of key) requireText(row, column);
        const values = valuesIn(row);
        const stored = findStored(values);
        return stored ? update(actor, stored, values, row) : create(actor, values);
      },
    }),
    *rows(sheetExport) {
      const select = headers.map((header) => `t.${header}`);
      for (const row of rowsOf(sheetExport.connection, select, `${tableName} t`))
        yield row.map((value, at) => cellOf(sheetExport, columns.get(headers[at] as string), value, "null"));
    },
  };
}

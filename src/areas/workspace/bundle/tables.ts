/** The columns of tables as bundles write and read them. */
import { type Column, getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { holdsJson } from "../../../../db/schema/columns";

/** How the cells of a column are read. */
export type Kind = "text" | "id" | "whole" | "number" | "flag" | "json" | "date" | "instant";

/** A column. */
export type TableColumn = {
  name: string;
  kind: Kind;
  nullable: boolean;
  hasDefault: boolean;
  /** Whether a text that is missing is empty, and not null or another text. */
  isEmptyWhenMissing: boolean;
  /** The values that it may have; undefined for any. */
  values: readonly string[] | undefined;
  /** Whether the database computes it. */
  isGenerated: boolean;
};

/** Columns whose names look like those of ids, and that hold what other programs call so. */
const foreignIds = new Set(["bpmn_element_id", "catalogue_id"]);
const isId = (name: string) => (name === "id" || name.endsWith("_id")) && !foreignIds.has(name);
const isDate = (name: string) => name === "date" || name.endsWith("_date");
const isInstant = (name: string) => name.endsWith("_at");

function kindOf(column: Column): Kind {
  if (holdsJson(column)) return "json";
  if (column.dataType === "boolean") return "flag";
  if (column.dataType === "number") return column.columnType === "SQLiteInteger" ? "whole" : "number";
  if (isId(column.name)) return "id";
  if (isDate(column.name)) return "date";
  return isInstant(column.name) ? "instant" : "text";
}

/** The columns of a table by their names. */
export const columnsOf = (table: SQLiteTable): ReadonlyMap<string, TableColumn> =>
  new Map(
    Object.values(getTableColumns(table)).map((column) => [
      column.name,
      {
        name: column.name,
        kind: kindOf(column),
        nullable: !column.notNull,
        hasDefault: column.hasDefault,
        isEmptyWhenMissing: column.notNull && (column.default ?? "") === "",
        values: column.enumValues?.length ? column.enumValues : undefined,
        isGenerated: column.generated !== undefined,
      },
    ]),
  );

/** The names of JSON columns that hold lists; all others hold objects. */
const lists = new Set([
  ...["subtypes", "fields_schema", "stakeholder_roles", "attributes_schema", "restrict_to_types", "action_items"],
  ...[
    "tags",
    "related_decisions",
    "signatories",
    "version_history",
    "columns",
    "display_fields",
    "target_roles",
    "fields",
  ],
]);

/** Whether a JSON column holds lists. */
export const holdsList = (name: string): boolean => lists.has(name);

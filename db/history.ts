/**
 * The history of the landscape: for each change of a followed row, what the row held before, so that the landscape as it was
 * at any moment can be made by taking changes back (`states.ts`).
 *
 * The idea: triggers of the connection write the entries, so that no statement can change a row unnoticed, whatever it belongs
 * to. At the end of each transaction of SQLite's stands its moment: a state exists between transactions only, and its moment
 * names the last entry of the journal that is part of it.
 *
 * The pitfalls:
 * - `INSERT OR REPLACE` deletes rows without the triggers; followed tables are written with `ON CONFLICT … DO UPDATE`.
 * - Migrations run without the triggers. A column that they add has today's value in every former state.
 * - Instants of moments never go back, though the clock may: they are found by halving.
 */
import type { Database } from "bun:sqlite";
import { discountWrites } from "./cache";
import { statement } from "./connection";

/** The tables of the landscape. All others hold what concerns today only: people and their rights, settings, work, messages. */
export const FOLLOWED = [
  "architecture_decision_cards",
  "architecture_decisions",
  "calculations",
  "card_tags",
  "card_types",
  "cards",
  "comments",
  "compliance_findings",
  "compliance_regulations",
  "diagram_cards",
  "diagram_group_members",
  "diagram_groups",
  "diagram_references",
  "diagrams",
  "documents",
  "ea_principles",
  "file_attachments",
  "ppm_budget_lines",
  "ppm_cost_lines",
  "ppm_dependencies",
  "ppm_risks",
  "ppm_status_reports",
  "ppm_task_comments",
  "ppm_tasks",
  "ppm_wbs",
  "process_assessments",
  "process_diagrams",
  "process_elements",
  "process_flow_approvals",
  "process_flow_versions",
  "relation_types",
  "relations",
  "resource_types",
  "risk_cards",
  "risk_mitigation_task_occurrences",
  "risk_mitigation_tasks",
  "risks",
  "stakeholders",
  "statements_of_architecture_work",
  "tag_groups",
  "tags",
  "todos",
] as const;

/** A column of a followed table. */
export type FollowedColumn = { name: string; type: string; pk: number };

/** Returns the columns of a table that are stored, in their order. @param schema the name of the database */
export const columnsOf = (sqlite: Database, table: string, schema = "main"): FollowedColumn[] =>
  sqlite
    .query<FollowedColumn, [string, string]>("SELECT name, type, pk FROM pragma_table_info(?, ?)")
    .all(table, schema);

/** Returns the columns of a primary key, in its order. */
export const keyOf = (columns: readonly FollowedColumn[]): string[] =>
  columns
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => name);

/** Checks whether a column holds bytes, which stand in the history as hexadecimal text. */
export const holdsBytes = ({ type }: FollowedColumn): boolean => type.toLowerCase() === "blob";

const quotedValue = (column: FollowedColumn) => {
  const value = `old."${column.name}"`;
  return `json_quote(${holdsBytes(column) ? `hex(${value})` : value})`;
};

/** Returns SQL for the JSON object of those former values that `isIncluded` is true for, an expression for each column. */
function formerValues(columns: readonly FollowedColumn[], isIncluded?: (name: string) => string): string {
  const parts = columns.map((column) => {
    const part = `',"${column.name}":' || ${quotedValue(column)}`;
    return isIncluded ? `iif(${isIncluded(column.name)}, ${part}, '')` : part;
  });
  return `'{' || substr(${parts.join(" || ")}, 2) || '}'`;
}

const rowOf = (row: "new" | "old", names: readonly string[]) => names.map((name) => `${row}."${name}"`).join(", ");

/** Returns SQL for the key of a row. */
const keySql = (row: "new" | "old", key: readonly string[]) =>
  key.length === 1 ? rowOf(row, key) : `json_array(${rowOf(row, key)})`;

/** Returns the statements that make a connection write down the changes of a table. */
function triggersOf(table: string, columns: readonly FollowedColumn[]): string[] {
  const names = columns.map(({ name }) => name);
  const key = keyOf(columns);
  const differs = (list: readonly string[]) => `(${rowOf("old", list)}) IS NOT (${rowOf("new", list)})`;
  const note = (row: "new" | "old", change: string, former: string) =>
    `INSERT INTO former_rows (table_name, key, change, former) VALUES ('${table}', ${keySql(row, key)}, '${change}', ${former});`;
  const trigger = (name: string, event: string, ...notes: string[]) =>
    `CREATE TEMP TRIGGER history_${table}_${name} AFTER ${event} BEGIN ${notes.join(" ")} END`;
  const others = names.filter((name) => !key.includes(name));
  const all = formerValues(columns);
  const different = formerValues(columns, (name) => `old."${name}" IS NOT new."${name}"`);
  return [
    trigger("insert", `INSERT ON main.${table}`, note("new", "created", "NULL")),
    trigger("delete", `DELETE ON main.${table}`, note("old", "deleted", all)),
    trigger(
      "move",
      `UPDATE ON main.${table} WHEN ${differs(key)}`,
      note("old", "deleted", all),
      note("new", "created", "NULL"),
    ),
    ...(others.length > 0
      ? [
          trigger(
            "update",
            `UPDATE ON main.${table} WHEN NOT (${differs(key)}) AND ${differs(others)}`,
            note("old", "updated", different),
          ),
        ]
      : []),
  ];
}

/** Makes a connection that was just opened, and writes, keep the history. */
export function installHistory(sqlite: Database): void {
  for (const table of FOLLOWED) for (const sql of triggersOf(table, columnsOf(sqlite, table))) sqlite.run(sql);
}

/** Notes a moment: now, or when the clock went back the instant of the moment before, and the last entry of the journal. */
const INSERT_MOMENT = `INSERT INTO former_rows (at, event)
  SELECT max(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
    coalesce((SELECT at FROM former_rows WHERE at IS NOT NULL ORDER BY seq DESC LIMIT 1), '')),
    coalesce((SELECT max(seq) FROM events), 0)`;

/** Begins the history of a database that has none yet: there is no state before this moment. */
export function beginHistory(sqlite: Database): void {
  sqlite.run(`${INSERT_MOMENT} WHERE NOT EXISTS (SELECT 1 FROM former_rows)`);
}

/** Notes the moment at the end of the open transaction, if that has changed followed rows. */
export function noteMoment(): void {
  const { changes } = statement(
    `${INSERT_MOMENT} WHERE (SELECT at IS NULL FROM former_rows ORDER BY seq DESC LIMIT 1)`,
  ).run();
  discountWrites(changes);
}

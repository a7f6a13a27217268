/** The records of initiatives: each kind is a table, and every change of a record publishes an event that can be undone. */
import { count, eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { type Changes, differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { type Records, recordsOf } from "../../core/records";
import { refused } from "../../http/errors";

/**
 * Kind of record → its table; its noun in messages; the columns by which events name a record; and the columns that events
 * don't show because they are costs, or follow from other records.
 */
export const kinds = {
  status_report: { table: tables.ppmStatusReports, noun: "Report", naming: ["report_date"], hidden: [] },
  cost_line: {
    table: tables.ppmCostLines,
    noun: "Cost line",
    naming: ["description", "category"],
    hidden: ["planned", "actual"],
  },
  budget_line: {
    table: tables.ppmBudgetLines,
    noun: "Budget line",
    naming: ["fiscal_year", "category"],
    hidden: ["amount"],
  },
  risk: { table: tables.ppmRisks, noun: "Risk", naming: ["title"], hidden: [] },
  wbs_item: {
    table: tables.ppmWbs,
    noun: "WBS item",
    naming: ["title", "parent_id"],
    hidden: ["task_weight", "task_progress"],
  },
  task: { table: tables.ppmTasks, noun: "Task", naming: ["title", "wbs_id"], hidden: [] },
  task_comment: { table: tables.ppmTaskComments, noun: "Comment", naming: ["task_id"], hidden: [] },
  dependency: {
    table: tables.ppmDependencies,
    noun: "Dependency",
    naming: ["pred_kind", "pred_id", "succ_kind", "succ_id"],
    hidden: [],
  },
} as const;

export type Kind = keyof typeof kinds;
/** The kinds of record that can be updated. */
export type UpdatableKind = Exclude<Kind, "dependency">;
/** A record, with all columns. */
export type Row<K extends Kind> = (typeof kinds)[K]["table"]["$inferSelect"];
/** The columns of a record that can be set. */
export type Columns<K extends Kind> = Omit<
  (typeof kinds)[K]["table"]["$inferInsert"],
  "id" | "initiative_id" | "created_at" | "updated_at"
>;

/** Records of one kind that an initiative has at most. */
const MAX_RECORDS = 5_000;

const accesses = Object.fromEntries(
  Object.entries(kinds).map(([kind, { table, noun }]) => [
    kind,
    recordsOf<typeof tables.ppmTasks>(table as never, noun),
  ]),
);

/** Returns the access to the records of a kind. */
export const records = <K extends Kind>(kind: K) => accesses[kind] as unknown as Records<(typeof kinds)[K]["table"]>;

/** The other changes that follow from a change: those that its event publishes, and the data that a rollback needs. */
export type Effect = { changes?: Changes; payload?: Record<string, unknown>; undo?: Record<string, unknown> };

/** Returns the part that all payloads about a record share. */
function named<K extends Kind>(kind: K, row: Row<K>) {
  const { id, initiative_id } = row;
  const naming = kinds[kind].naming.map((column) => [column, row[column as keyof Row<K>]]);
  return { id, initiative_id, ...Object.fromEntries(naming) };
}

/** @throws Problem 400 when the initiative has as many records of the kind as it may have */
export function requireRoom(kind: Kind, initiativeId: string): void {
  // Drizzle can't type a statement on one of several tables; all have this column.
  const table = kinds[kind].table as unknown as typeof tables.ppmTasks;
  const found = db.select({ count: count() }).from(table).where(eq(table.initiative_id, initiativeId)).get();
  if ((found?.count ?? 0) >= MAX_RECORDS)
    throw refused(`An initiative has no more than ${MAX_RECORDS} records of a kind (${kinds[kind].noun})`);
}

/**
 * Creates a record of an initiative; part of the running transaction. Publishes `ppm.….created`.
 * @param follow brings up to date what depends on the record, before the event publishes it
 * @throws Problem 400 when the initiative has too many of them
 */
export function createRecord<K extends Kind>(
  actor: Actor,
  kind: K,
  initiativeId: string,
  columns: Columns<K>,
  follow: (row: Row<K>) => Effect = () => ({}),
): Row<K> {
  requireRoom(kind, initiativeId);
  const row = records(kind).create({ ...columns, initiative_id: initiativeId } as never) as Row<K>;
  publishCreated(actor, kind, row, follow(row));
  return row;
}

/** Publishes `ppm.….created` of a record; part of the running transaction. */
export function publishCreated<K extends Kind>(
  actor: Actor,
  kind: K,
  row: Row<K>,
  { changes, payload, undo }: Effect = {},
): void {
  publish(actor, {
    type: `ppm.${kind}.created` as const,
    cardId: row.initiative_id,
    data: { ...named(kind, row), ...payload, ...(changes && { changes }) },
    undo,
  });
}

/** Returns the columns that differ, as they were. */
const formerColumns = <T extends object>(before: T, changes: Changes): Partial<T> =>
  Object.fromEntries(Object.keys(changes).map((column) => [column, before[column as keyof T]])) as Partial<T>;

/**
 * Updates columns of a record; equal values change and publish nothing. Part of the running transaction. Publishes
 * `ppm.….updated` with what differs in the end.
 * @param follow brings up to date what depends on the record, before the event publishes it
 */
export function updateRecord<K extends UpdatableKind>(
  actor: Actor,
  kind: K,
  before: Row<K>,
  columns: Partial<Row<K>>,
  follow: (row: Row<K>) => Effect = () => ({}),
): Row<K> {
  if (Object.keys(differences(before, { ...before, ...columns })).length === 0) return before;
  const { changes, payload, undo } = follow(records(kind).update(before, columns));
  const row = records(kind).require(before.id);
  const differing = differences(before, row);
  if (Object.keys(differing).length === 0) return row;
  const hidden: readonly string[] = kinds[kind].hidden;
  const shown = Object.entries(differing).filter(([column]) => !hidden.includes(column));
  publish(actor, {
    type: `ppm.${kind}.updated` as const,
    cardId: row.initiative_id,
    data: { ...named(kind, row), ...payload, changes: { ...Object.fromEntries(shown), ...changes } },
    undo: { before: formerColumns(before, differing), ...undo },
  });
  return row;
}

/**
 * Deletes a record; part of the running transaction. Publishes `ppm.….deleted`.
 * @param follow brings up to date what depended on the record, before the event publishes it
 */
export function deleteRecord<K extends Kind>(
  actor: Actor,
  kind: K,
  row: Row<K>,
  follow: () => Effect = () => ({}),
): void {
  records(kind).delete(row.id);
  const { changes, payload, undo } = follow();
  publish(actor, {
    type: `ppm.${kind}.deleted` as const,
    cardId: row.initiative_id,
    data: { ...named(kind, row), ...payload, ...(changes && { changes }) },
    undo: { row, ...undo },
  });
}

/** The inverses that undo events of initiatives' records: one for each kind and change. */
import { getTableName } from "drizzle-orm";
import { findUser } from "../../../core/access/accounts";
import {
  done,
  type Inverses,
  inverse,
  type Outcome,
  type Rollback,
  type Subject,
  type SubjectStep,
  skipped,
  unchanged,
} from "../../../core/undo";
import { findCard } from "../../cards";
import {
  createRow,
  deleteRow,
  findRecord,
  type Kind,
  kinds,
  type Row,
  type UpdatableKind,
  updateRow,
} from "../records";
import type { StoredFigures } from "./follow";
import { type Rules, rules } from "./rules";

/** The columns that name users, who may be gone. */
const PEOPLE: readonly string[] = ["reporter_id", "owner_id", "assignee_id"];

/** Columns of a record without the users who are gone. */
const withExistingUsers = <T extends object>(columns: T): T =>
  Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      column,
      PEOPLE.includes(column) && typeof value === "string" && !findUser(value) ? null : value,
    ]),
  ) as T;

const NOTHING_STORED = "The event doesn't contain the record as it was before";

const storedFiguresOf = ({ undo }: SubjectStep): StoredFigures => (undo ?? {}) as StoredFigures;

/** Executes steps one by one, in the way of those that publish events, as todos that follow tasks do. */
const each =
  <D>(undo: (rollback: Rollback, step: SubjectStep<D>) => Outcome) =>
  (rollback: Rollback, steps: readonly SubjectStep<D>[]): Outcome[] =>
    steps.map((step) => undo(rollback, step));

/** The parts that the inverses of a kind share. */
function commonOf<K extends Kind>(kind: K) {
  const { permission = "ppm.manage", ...rest } = rules[kind] as Rules<K>;
  const subject: Subject = { idField: `ppm_${kind}_id`, table: getTableName(kinds[kind].table) };
  return { facts: { subject, permission, clearable: ["would_form_cycle", "in_use"] }, ...rest };
}

/** The inverses of creating and deleting. */
function inversesOf<K extends Kind>(kind: K, common = commonOf(kind)): Inverses {
  const { facts, isUsed, objection, follow } = common;
  return {
    [`delete_ppm_${kind}`]: inverse({
      ...facts,
      effect: "deletes",
      undoTogether: each((rollback, step) => {
        const row = findRecord(kind, step.subject);
        if (!row) return unchanged("already_deleted");
        if (isUsed?.(row.id)) return skipped("in_use");
        deleteRow(kind, row.id);
        follow?.(rollback, [row], storedFiguresOf(step));
        return done;
      }),
    }),
    [`restore_ppm_${kind}`]: inverse<Row<K>>({
      ...facts,
      effect: "creates",
      read: ({ undo }) => (undo?.["row"] as Row<K> | undefined) ?? NOTHING_STORED,
      undoTogether: each((rollback, step) => {
        const row = withExistingUsers(step.data);
        if (findRecord(kind, row.id)) return unchanged("already_restored");
        if (!findCard(row.initiative_id)) return skipped("card_not_found", { needs: [row.initiative_id] });
        const refusal = objection?.(row);
        if (refusal) return refusal;
        createRow(kind, row);
        follow?.(rollback, [row], storedFiguresOf(step));
        return done;
      }),
    }),
  };
}

/** The inverses of a kind that can be updated. */
const updatableInversesOf = <K extends UpdatableKind>(kind: K): Inverses => {
  const common = commonOf(kind);
  const { facts, objection, follow } = common;
  return {
    ...inversesOf(kind, common),
    [`restore_ppm_${kind}_fields`]: inverse<Partial<Row<K>>>({
      ...facts,
      read: ({ undo }) => (undo?.["before"] as Partial<Row<K>> | undefined) ?? NOTHING_STORED,
      undoTogether: each((rollback, step) => {
        const row = findRecord(kind, step.subject);
        if (!row) return skipped(`ppm_${kind}_not_found`, { needs: [step.subject] });
        const columns = withExistingUsers(step.data);
        const former = { ...row, ...columns };
        if (Bun.deepEquals(former, row)) return unchanged("already_restored");
        const refusal = objection?.(former);
        if (refusal) return refusal;
        const states = [row, updateRow(kind, row, columns)];
        follow?.(rollback, states, storedFiguresOf(step));
        return done;
      }),
    }),
  };
};

export const undo: Inverses = {
  ...updatableInversesOf("status_report"),
  ...updatableInversesOf("cost_line"),
  ...updatableInversesOf("budget_line"),
  ...updatableInversesOf("risk"),
  ...updatableInversesOf("wbs_item"),
  ...updatableInversesOf("task"),
  ...updatableInversesOf("task_comment"),
  ...inversesOf("dependency"),
};

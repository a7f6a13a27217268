/** The inverses that undo events of initiatives' records: one for each kind and change. */
import { getTableName } from "drizzle-orm";
import {
  deletion,
  hasAlready,
  recreation,
  restoration,
  storedAs,
  type UndoableRows,
  withExistingUsers,
} from "../../../core/row-inverses";
import { done, type Inverses, type SubjectStep, skipped, unchanged } from "../../../core/undo";
import { findCard } from "../../cards";
import { type Kind, kinds, type Row, records, type UpdatableKind } from "../records";
import type { StoredFigures } from "./follow";
import { type Rules, rules } from "./rules";

/** The columns that name users, who may be gone. */
const PEOPLE = ["reporter_id", "owner_id", "assignee_id"];

const THING = "the record as it was before";

const storedFiguresOf = ({ undo }: SubjectStep): StoredFigures => (undo ?? {}) as StoredFigures;

/** Returns the parts that the inverses of a kind share. */
function commonOf<K extends Kind>(kind: K) {
  const { permission = "ppm.manage", ...rest } = rules[kind] as Rules<K>;
  const rows: UndoableRows<Row<K>> = {
    subject: { idField: `ppm_${kind}_id`, table: getTableName(kinds[kind].table) },
    permission,
    clearable: ["would_form_cycle", "in_use"],
    find: records(kind).find,
    // The todos that follow tasks publish events.
    publishes: true,
  };
  return { rows, ...rest };
}

/** Declares the inverses of creating and deleting. */
function inversesOf<K extends Kind>(kind: K, { rows, isUsed, objection, follow } = commonOf(kind)): Inverses {
  return {
    [`delete_ppm_${kind}`]: deletion(rows, (row, step, rollback) => {
      if (isUsed?.(row.id)) return skipped("in_use");
      records(kind).delete(row.id);
      follow?.(rollback, [row], storedFiguresOf(step));
      return done;
    }),
    [`restore_ppm_${kind}`]: recreation(rows, storedAs<Row<K>>("row", THING), (deleted, step, rollback) => {
      const row = withExistingUsers(deleted, PEOPLE);
      if (!findCard(row.initiative_id)) return skipped("card_not_found", { needs: [row.initiative_id] });
      const refusal = objection?.(row);
      if (refusal) return refusal;
      records(kind).create(row);
      follow?.(rollback, [row], storedFiguresOf(step));
      return done;
    }),
  };
}

/** Declares the inverses of a kind that can be updated. */
function updatableInversesOf<K extends UpdatableKind>(kind: K): Inverses {
  const common = commonOf(kind);
  const { rows, objection, follow } = common;
  return {
    ...inversesOf(kind, common),
    [`restore_ppm_${kind}_fields`]: restoration(
      rows,
      storedAs<Partial<Row<K>>>("before", THING),
      (row, step, rollback) => {
        const columns = withExistingUsers(step.data, PEOPLE);
        if (hasAlready(row, columns)) return unchanged("already_restored");
        const refusal = objection?.({ ...row, ...columns });
        if (refusal) return refusal;
        const states = [row, records(kind).update(row, columns)];
        follow?.(rollback, states, storedFiguresOf(step));
        return done;
      },
    ),
  };
}

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

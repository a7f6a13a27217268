/** The particular rules for undoing changes of each kind of record. */
import { hasRow, inList, listOf, statement } from "../../../../db";
import { findUser } from "../../../core/access/accounts";
import type { Actor } from "../../../core/access/actor";
import { type Inverse, type Outcome, type Rollback, type SubjectStep, skipped, unchanged } from "../../../core/undo";
import { closesCycle, isRelated } from "../plan/dependencies";
import { isWithin } from "../plan/tree";
import { type Kind, type Row, records } from "../records";
import { mayChange } from "../tasks/comments";
import { followAssignee, noteTotal, restoreFigures, type StoredFigures } from "./follow";

/** The rules of a kind. */
export type Rules<K extends Kind> = {
  permission?: Inverse["permission"];
  /** True when something that was added later would go with a record. */
  isUsed?: (id: string) => boolean;
  /** The reason why a record can't be so; undefined when it can. */
  objection?: (row: Row<K>) => Outcome | undefined;
  /** Brings up to date what depends on a record. @param states the record before the step and after it, as far as it existed */
  follow?: (rollback: Rollback, states: readonly Row<K>[], stored: StoredFigures) => void;
};

const missing = (reason: string, id: string): Outcome => skipped(reason, { needs: [id] });

const exists = (sql: string, ...ids: string[]): boolean => hasRow(`${sql} LIMIT 1`, ...ids);

const inPlan = (row: Row<"task" | "wbs_item">): string | null => ("wbs_id" in row ? row.wbs_id : row.parent_id);

/** Returns the reason why a record can't be below its item; undefined when it can. */
const objectionToItem = (row: Row<"task" | "wbs_item">): Outcome | undefined => {
  const itemId = inPlan(row);
  return itemId === null || records("wbs_item").find(itemId) ? undefined : missing("wbs_item_not_found", itemId);
};

const wbsItem: Rules<"wbs_item"> = {
  isUsed: (id) =>
    exists(
      `SELECT 1 AS found FROM ppm_wbs WHERE parent_id = ?1 UNION ALL SELECT 1 FROM ppm_tasks WHERE wbs_id = ?1
       UNION ALL SELECT 1 FROM ppm_dependencies WHERE pred_wbs_id = ?1 OR succ_wbs_id = ?1`,
      id,
    ),
  objection(row) {
    const isBelowItself = row.parent_id !== null && isWithin(row.parent_id, row.id);
    return objectionToItem(row) ?? (isBelowItself ? skipped("would_form_cycle") : undefined);
  },
  follow: (rollback, states, stored) =>
    restoreFigures(
      rollback,
      states[0]?.id ?? "",
      states.flatMap(({ id, parent_id }) => [id, parent_id]),
      stored,
    ),
};

const task: Rules<"task"> = {
  isUsed: (id) =>
    exists(
      `SELECT 1 AS found FROM ppm_task_comments WHERE task_id = ?1
       UNION ALL SELECT 1 FROM ppm_dependencies WHERE pred_task_id = ?1 OR succ_task_id = ?1`,
      id,
    ),
  objection: objectionToItem,
  follow(rollback, states, stored) {
    const [first] = states;
    if (!first) return;
    restoreFigures(rollback, first.id, states.map(inPlan), stored);
    followAssignee(rollback, first);
  },
};

const taskComment: Rules<"task_comment"> = {
  permission: {
    mayUndo(actor: Actor, { subject, undo }: SubjectStep): boolean {
      const row = (undo?.["row"] as Row<"task_comment"> | undefined) ?? records("task_comment").find(subject);
      return row === undefined || mayChange(actor, row);
    },
  },
  objection({ task_id, user_id }) {
    if (!records("task").find(task_id)) return missing("task_not_found", task_id);
    return findUser(user_id) ? undefined : missing("user_not_found", user_id);
  },
};

const dependency: Rules<"dependency"> = {
  objection(row) {
    const ends = listOf([row.pred_id, row.succ_id]);
    const [{ found } = { found: 0 }] = statement<{ found: number }, [string]>(
      `SELECT (SELECT count(*) FROM ppm_tasks WHERE ${inList("id", "?1")}) +
         (SELECT count(*) FROM ppm_wbs WHERE ${inList("id", "?1")}) AS found`,
    ).all(ends);
    if (found < 2) return skipped("end_not_found", { needs: [row.pred_id, row.succ_id] });
    if (isRelated(row.initiative_id, row)) return unchanged("already_related");
    return closesCycle(row) ? skipped("would_form_cycle") : undefined;
  },
};

export const rules: { [K in Kind]: Rules<K> } = {
  status_report: {},
  cost_line: {
    follow: (rollback, [line], stored) => line && noteTotal("cost_line", rollback, line.initiative_id, stored),
  },
  budget_line: {
    follow: (rollback, [line], stored) => line && noteTotal("budget_line", rollback, line.initiative_id, stored),
  },
  risk: {},
  wbs_item: wbsItem,
  task,
  task_comment: taskComment,
  dependency,
};

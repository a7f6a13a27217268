/** The inverses that undo events of scenarios. */
import type { Actor } from "../../core/access/actor";
import { deletion, hasAlready, restoration, storedBy, type UndoableRows } from "../../core/row-inverses";
import { mayChangeScenario } from "../../core/scenarios/access";
import { type MemberRow, markMerged, type ScenarioRow, scenarioRows, writeMembers } from "../../core/scenarios/rows";
import { done, type Inverses, type Subject, type SubjectStep, unchanged } from "../../core/undo";

const subject: Subject = { idField: "scenario_id", table: "scenarios" };

/** The right to undo what happened to a scenario, of everybody who may change it. */
const permission = {
  mayUndo(actor: Actor, step: SubjectStep): boolean {
    const row = scenarioRows.find(step.subject);
    return row !== undefined && mayChangeScenario(actor, row);
  },
};

/** The former values of a scenario's changed fields. */
type FormerFields = Partial<ScenarioRow> & { members?: MemberRow[] };
/** The former values of what a merge changes of the scenario. */
type BeforeMerge = Pick<ScenarioRow, "state" | "merged_batch_id"> & { changes: string[] };

const rows: UndoableRows<ScenarioRow> = { ...scenarioRows, subject, permission };

export const undo = {
  delete_scenario: deletion(rows),
  restore_scenario_fields: restoration(
    rows,
    storedBy<FormerFields>("the scenario as it was before"),
    (row, { data: { members, ...columns } }) => {
      if (!members && hasAlready(row, columns)) return unchanged("already_restored");
      scenarioRows.update(row, columns);
      if (members) writeMembers(row.id, members);
      return done;
    },
  ),
  reopen_scenario: restoration(
    rows,
    storedBy<BeforeMerge>("the scenario before the merge"),
    (row, { data: { changes, ...columns } }) => {
      markMerged(changes, null);
      scenarioRows.update(row, { ...columns, merged_at: null });
      return done;
    },
  ),
} as const satisfies Inverses;

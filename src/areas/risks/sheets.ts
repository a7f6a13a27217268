/** The sheets of the risk register in a workspace bundle. Nobody is notified of them. */
import { tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { recordSheet } from "../../core/sheets/record-sheet";
import { type Row, textAt, Unfit } from "../../core/sheets/row";
import { checked } from "../../http/validation";
import { otherParts } from "../settings";
import { levelsOf, updateRiskMatrix } from "./matrix";
import { RiskMatrix } from "./model";
import { publishRisk } from "./register/events";
import { findRisk, type RiskRow, searchKeyOf } from "./register/rows";
import { publishOccurrence } from "./tasks/events";
import { occurrenceRows, taskRows } from "./tasks/rows";

/** The matrix of risks is stored as a setting, and travels with the settings. */
export const matrixSetting = otherParts.extend("risk matrix", () => ({
  key: "riskMatrix",
  needs: "admin.settings" as const,
  set: (actor: Actor, matrix: unknown) => updateRiskMatrix(actor, checked(RiskMatrix, matrix)),
}));

/** Returns the number in a reference as R-000001. @throws Unfit */
function numberIn(row: Row): number {
  const digits = /^[A-Z]-(\d{1,15})$/i.exec(textAt(row, "reference") ?? "")?.[1];
  if (!digits) throw new Unfit("reference must be a letter, a hyphen and digits");
  return Number(digits);
}

const risks = recordSheet("Risks", tables.risks, {
  columns:
    "reference title description category source_type source_ref initial_probability initial_impact initial_level " +
    "residual_probability residual_impact residual_level target_resolution_date status acceptance_rationale accepted_at id",
  users: "owner_id accepted_by created_by",
  needs: "risks.manage",
  complete: (row, source) => ({
    ...levelsOf(row as RiskRow),
    number: numberIn(source),
    search_key: searchKeyOf({ title: row.title, description: row.description ?? "" }),
  }),
  created(actor, rows) {
    for (const { id } of rows) publishRisk(actor, "risk.added", findRisk(id) as RiskRow, { change: "created" });
  },
});

const cards = recordSheet("RiskCards", tables.riskCards, {
  columns: "risk_id role",
  cards: "card_id",
  key: "risk_id card_id",
  needs: "risks.manage",
  created(actor, rows) {
    for (const { risk_id, card_id, role = "affected" } of rows)
      publishRisk(actor, "risk.added", findRisk(risk_id) as RiskRow, {
        change: "linked",
        cardIds: [card_id],
        snapshot: () => ({ card_id, role }),
      });
  },
});

const tasks = recordSheet("RiskMitigationTasks", tables.riskMitigationTasks, {
  columns: "reference risk_id title description recurrence_unit recurrence_interval lead_time_days is_active id",
  users: "owner_id created_by",
  needs: "risks.manage",
  complete: (_, source) => ({ number: numberIn(source) }),
});

const occurrences = recordSheet("RiskMitTaskOccurrences", tables.riskMitigationTaskOccurrences, {
  columns: "task_id sequence due_date status activated_at completed_at completion_notes id",
  users: "assigned_owner_id completed_by owner_at_completion",
  needs: "risks.manage",
  created(actor, rows) {
    for (const { id, task_id } of rows) {
      const task = taskRows.find(task_id);
      const risk = task && findRisk(task.risk_id);
      const occurrence = occurrenceRows.find(id);
      if (task && risk && occurrence) publishOccurrence(actor, "created", { task, risk }, occurrence);
    }
  },
});

export const sheets = [risks, cards, tasks, occurrences];

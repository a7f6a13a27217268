/** The sheets of projects in a workspace bundle: reports, costs, risks, and the plan of the work. */
import { statement, tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { recordSheet } from "../../core/sheets/record-sheet";
import { Conflict } from "../../core/sheets/row";
import { storedAmount } from "./costs/amounts";
import { rollUp } from "./plan/rollup";
import { type Kind, publishCreated, records, requireRoom } from "./records";

/** Returns the part that all sheets of records share: the permission, the bound of their number, and their events. */
const commonOf = (kind: Kind) =>
  ({
    needs: "ppm.manage",
    complete({ initiative_id }: { initiative_id: string }) {
      requireRoom(kind, initiative_id);
      return {};
    },
    created(actor: Actor, rows: readonly { id: string }[]) {
      const ids = rows.map(({ id }) => id);
      for (const row of records(kind).list(ids)) publishCreated(actor, kind, row);
    },
  }) as const;

/** Returns SQL for amounts in units of the currency, as the API has them. */
const inUnits = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, `t.${column} / 1000.0`]));

const reportRecords = commonOf("status_report");
const costRecords = commonOf("cost_line");
const budgetRecords = commonOf("budget_line");
const riskRecords = commonOf("risk");
const itemRecords = commonOf("wbs_item");
const taskRecords = commonOf("task");
const commentRecords = commonOf("task_comment");
const dependencyRecords = commonOf("dependency");

const reports = recordSheet("PpmStatusReports", tables.ppmStatusReports, {
  ...reportRecords,
  columns: "report_date schedule_health cost_health scope_health summary accomplishments next_steps id",
  cards: "initiative_id",
  users: "reporter_id",
});

const costLines = recordSheet("PpmCostLines", tables.ppmCostLines, {
  ...costRecords,
  columns: "description category planned actual date id",
  cards: "initiative_id",
  read: inUnits("planned", "actual"),
  complete: (row) => ({
    ...costRecords.complete(row),
    planned: storedAmount(row.planned),
    actual: storedAmount(row.actual),
  }),
});

const budgetLines = recordSheet("PpmBudgetLines", tables.ppmBudgetLines, {
  ...budgetRecords,
  columns: "fiscal_year category amount id",
  cards: "initiative_id",
  read: inUnits("amount"),
  complete: (row) => ({ ...budgetRecords.complete(row), amount: storedAmount(row.amount) }),
});

const risks = recordSheet("PpmRisks", tables.ppmRisks, {
  ...riskRecords,
  columns: "title description probability impact risk_score mitigation status id",
  cards: "initiative_id",
  users: "owner_id",
  complete: (row) => ({ ...riskRecords.complete(row), risk_score: row.probability * row.impact }),
});

const items = recordSheet("PpmWbs", tables.ppmWbs, {
  ...itemRecords,
  columns: "parent_id title description start_date end_date sort_order is_milestone completion id",
  cards: "initiative_id",
  users: "assignee_id",
  parent: "parent_id",
  created(actor, rows) {
    rollUp(rows.map(({ id }) => id));
    itemRecords.created(actor, rows);
  },
});

const tasks = recordSheet("PpmTasks", tables.ppmTasks, {
  ...taskRecords,
  columns: "title description status priority start_date due_date sort_order tags wbs_id id",
  cards: "initiative_id",
  users: "assignee_id",
  lists: "tags",
  created(actor, rows) {
    rollUp([...new Set(rows.flatMap(({ wbs_id }) => wbs_id ?? []))]);
    taskRecords.created(actor, rows);
  },
});

const comments = recordSheet("PpmTaskComments", tables.ppmTaskComments, {
  ...commentRecords,
  columns: "task_id content id",
  users: "user_id",
  author: "user_id",
  complete({ task_id }) {
    const task = statement<{ initiative_id: string }>("SELECT initiative_id FROM ppm_tasks WHERE id = ?").get(task_id);
    if (!task) throw new Conflict("there is no such task");
    return { ...commentRecords.complete(task), ...task };
  },
});

const dependencies = recordSheet("PpmDependencies", tables.ppmDependencies, {
  ...dependencyRecords,
  columns: "kind pred_task_id pred_wbs_id succ_task_id succ_wbs_id id",
  cards: "initiative_id",
  read: { kind: "'FS'" },
});

export const sheets = [reports, costLines, budgetLines, risks, items, tasks, comments, dependencies];

/** Project portfolio management: what initiatives report, cost and risk, and the plans of their work. */
import { area } from "../../core/area";
import { fieldsDerivedElsewhere } from "../calculations";
import { operations as costOperations } from "./costs/operations";
import { derivedAttributes } from "./costs/totals";
import { checks, events, notifications, permissions } from "./definitions";
import { operations as planOperations } from "./plan/operations";
import { operations as reportOperations } from "./reports/operations";
import { operations as riskOperations } from "./risks/operations";
import { sheets } from "./sheets";
import { operations as taskOperations } from "./tasks/operations";
import { undo } from "./undo/inverses";

export { shownAmount, storedAmount } from "./costs/amounts";
export { createBudgetLine, createCostLine } from "./costs/lines";
export { INITIATIVE } from "./initiatives";
export { nameSql } from "./people";
export { createDependency } from "./plan/dependencies";
export { TASK_WEIGHT } from "./plan/item-parts";
export { createItem } from "./plan/items";
export { rollUp } from "./plan/rollup";
export { StatusReport } from "./reports/model";
export { createReport, joinLatestReport, STATUS_REPORT_JSON } from "./reports/reports";
export { createRisk } from "./risks/risks";
export { createComment as createTaskComment } from "./tasks/comments";
export { createTask, updateTask } from "./tasks/tasks";

export const ppmArea = area({
  name: "ppm",
  landscape: true,
  tags: { ppm: "Project portfolio management: reports, budgets, costs, risks, tasks and plans of initiatives" },
  tables: [
    "ppm_budget_lines",
    "ppm_cost_lines",
    "ppm_dependencies",
    "ppm_risks",
    "ppm_status_reports",
    "ppm_task_comments",
    "ppm_tasks",
    "ppm_wbs",
  ],
  operations: [...reportOperations, ...costOperations, ...riskOperations, ...taskOperations, ...planOperations],
  permissions,
  events,
  undo,
  notifications,
  checks,
  extensions: [fieldsDerivedElsewhere.extend("ppm", derivedAttributes)],
  sheets,
});

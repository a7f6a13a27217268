/** The risk register: risks of the landscape, the cards that they concern, and what is done about them. */
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { checks, events, notifications, permissions } from "./definitions";
import { followTodos } from "./manual-changes";
import { operations } from "./operations";
import { matrixSetting, sheets } from "./sheets";
import { openDueOccurrences } from "./tasks/promotion";
import { undo } from "./undo";

export { requireSteps, riskMatrix, updateRiskMatrix } from "./matrix";
export { Category, Impact, NewRisk, Probability, Risk, RiskMatrix } from "./model";
export { riskChanging } from "./register/followers";
export { currentRisks, type RiskAtTime, type RiskState, risksAt } from "./register/history";
export { requireOwner } from "./register/owner";
export { requireRisk } from "./register/read";
export { changeRisk, createRisk, registerRisk } from "./register/risks";
export { findRisk, type RiskRow, searchKeyOf } from "./register/rows";
export { createTask } from "./tasks/tasks";

export const risksArea = area({
  name: "risks",
  landscape: true,
  tags: { risks: "The risk register: risks, the cards that they concern, and what is done about them" },
  tables: ["risks", "risk_cards", "risk_mitigation_tasks", "risk_mitigation_task_occurrences"],
  operations,
  permissions,
  events,
  undo,
  notifications,
  checks,
  extensions: [followTodos, matrixSetting],
  runs: [run("mitigation-promotion", { dailyAt: 3, work: () => openDueOccurrences() })],
  sheets,
});

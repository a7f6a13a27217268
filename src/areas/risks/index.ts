/** The risk register: risks of the landscape, the cards that they concern, and what is done about them. */
import { area } from "../../core/area";
import { followTodos } from "./by-hand";
import { checks, events, notifications, permissions } from "./definitions";
import { operations } from "./operations";
import { openDueOccurrences } from "./tasks/promotion";
import { undo } from "./undo";

export { riskMatrix } from "./matrix";
export { currentRisks, type RiskAtTime, type RiskState, risksAt } from "./register/history";
export { searchKeyOf } from "./register/rows";

export const risksArea = area({
  name: "risks",
  operations,
  permissions,
  events,
  undo,
  notifications,
  checks,
  extensions: [followTodos],
  jobs: () => [{ name: "mitigation-promotion", dailyAt: 3, run: openDueOccurrences }],
});

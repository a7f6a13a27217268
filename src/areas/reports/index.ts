/** Reports: the landscape seen from many sides, and its key figures day by day. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { captureSnapshot } from "./snapshots";

export { captureFirstSnapshot } from "./snapshots";

export const reportsArea = area({
  name: "reports",
  operations,
  permissions,
  events,
  jobs: () => [{ name: "kpi-snapshot", dailyAt: 2, run: captureSnapshot }],
});

/** Reports: the landscape seen from many sides, and its key figures day by day. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { operations as processOperations } from "./bpm/operations";
import { captureSnapshot } from "./dashboards/snapshots";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { operations as portfolioOperations } from "./ppm/operations";
import { operations as riskOperations } from "./risks/operations";

export { APPLICATION } from "./card-types";
export { captureFirstSnapshot, captureSnapshot } from "./dashboards/snapshots";
export { decisionFigures } from "./decision-figures";
export { type Figure, landscapeFigures } from "./figures";

export const reportsArea = area({
  name: "reports",
  landscape: true,
  tags: {
    reports: "Reports: the landscape seen from many sides",
    "ppm-reports": "Reports about the portfolio of initiatives",
  },
  tables: ["kpi_snapshots"],
  operations: [...operations, ...processOperations, ...tagged("ppm-reports", portfolioOperations), ...riskOperations],
  permissions,
  events,
  runs: [run("kpi-snapshot", { dailyAt: 2, work: () => captureSnapshot() })],
});

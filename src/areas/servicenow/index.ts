/** ITSM synchronisation: keeps cards in step with the tables of ServiceNow instances. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { SECOND } from "../../platform/clock";
import { checks, events, permissions, secrets } from "./definitions";
import { operations } from "./operations";
import { applyPiece, tidyRuns } from "./runs/apply";
import { stageDeletions } from "./runs/orphans";
import { runDue } from "./runs/schedule";
import { stagePage } from "./runs/stage";

export { configureSync } from "./runs/runs";

export const servicenowArea = area({
  name: "servicenow",
  tables: [
    "servicenow_connections",
    "servicenow_field_mappings",
    "servicenow_identity_map",
    "servicenow_mappings",
    "servicenow_staged_records",
    "servicenow_sync_runs",
  ],
  operations: tagged("ServiceNow", operations),
  permissions,
  events,
  checks,
  secrets,
  tasks: [stagePage, stageDeletions, applyPiece, tidyRuns],
  runs: [run("servicenow-synchronisation", { every: 5 * SECOND, work: () => runDue() })],
});

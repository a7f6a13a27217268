/** ITSM synchronisation: keeps cards in step with the tables of ServiceNow instances. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { areaFindings } from "../../core/diagnostics/finding";
import { checks, events, permissions, secrets } from "./definitions";
import { examineInstances } from "./diagnosis";
import { operations } from "./operations";
import { synchronising } from "./runs/declaration";
import { scheduled, scheduling } from "./runs/schedule";

export { configureSync } from "./runs/runs";

export const servicenowArea = area({
  name: "servicenow",
  tags: { ServiceNow: "Synchronisation of cards with the tables of an ITSM tool" },
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
  runs: [synchronising, scheduled, scheduling],
  extensions: [areaFindings.extend("ServiceNow", examineInstances)],
});

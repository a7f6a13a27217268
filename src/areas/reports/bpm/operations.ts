/** /reports/bpm */
import { get, type Operation } from "../../../core/api/operation";
import { Accept, REPORT_MEDIA, respond } from "../table";
import { processDashboard } from "./dashboard";
import { processDependencies } from "./dependencies";
import { elementApplications } from "./elements";
import { processHeatmap } from "./heatmap";
import { applicationMatrix, capabilityMatrix } from "./matrices";
import * as model from "./model";
import { processMap } from "./process-map";
import { valueStreamMatrix } from "./value-streams";

const REPORT = { permission: "reports.bpm_dashboard", readsMuch: true } as const;
const TABLE = { ...REPORT, headers: Accept, media: REPORT_MEDIA } as const;

export const operations: readonly Operation[] = [
  get(
    "/reports/bpm/dashboard",
    "The processes in figures",
    { operationId: "getProcessDashboardReport", ...REPORT, query: model.ProcessQuery, answer: model.ProcessDashboard },
    ({ actor, query }) => processDashboard(actor, query),
  ),
  get(
    "/reports/bpm/capability-process-matrix",
    "Which processes are related to which capabilities",
    { ...TABLE, query: model.ProcessTableQuery, answer: model.CapabilityProcessMatrix },
    ({ actor, query, headers }) => respond(capabilityMatrix(actor, query), query, headers),
  ),
  get(
    "/reports/bpm/process-application-matrix",
    "Which processes, or elements of them, use which applications",
    { ...TABLE, query: model.ProcessTableQuery, answer: model.ProcessApplicationMatrix },
    ({ actor, query, headers }) => respond(applicationMatrix(actor, query), query, headers),
  ),
  get(
    "/reports/bpm/process-dependencies",
    "Which processes depend on which",
    { ...TABLE, query: model.ProcessTableQuery, answer: model.ProcessDependencies },
    ({ actor, query, headers }) => respond(processDependencies(actor, query), query, headers),
  ),
  get(
    "/reports/bpm/capability-heatmap",
    "Business capabilities by their processes, their maturity or their importance",
    { operationId: "getProcessHeatmapReport", ...TABLE, query: model.HeatmapQuery, answer: model.ProcessHeatmap },
    ({ actor, query, headers }) => respond(processHeatmap(actor, query), query, headers),
  ),
  get(
    "/reports/bpm/element-application-map",
    "The applications that elements of processes are linked to",
    { ...TABLE, query: model.ElementMapQuery, answer: model.ElementApplications.array() },
    ({ actor, query, headers, set }) => respond(elementApplications(actor, query, set), query, headers),
  ),
  get(
    "/reports/bpm/process-map",
    "Processes with their applications, data, organizations and contexts",
    { ...TABLE, query: model.ProcessTableQueryAt, answer: model.ProcessMap },
    ({ actor, query, headers }) => respond(processMap(actor, query), query, headers),
  ),
  get(
    "/reports/bpm/value-stream-matrix",
    "Processes by the organizations and value streams that they belong to",
    { ...TABLE, query: model.ProcessTableQueryAt, answer: model.ValueStreamMatrix },
    ({ actor, query, headers }) => respond(valueStreamMatrix(actor, query), query, headers),
  ),
];

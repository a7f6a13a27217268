/** /turbolens: analyses, their runs and what they have found. */
import { get, type Operation, patch, post } from "../../core/api/operation";
import { analysisModel } from "../../core/llm/configuration";
import { analyseDuplicates } from "./duplicates/analysis";
import { listClusters, updateClusterStatus } from "./duplicates/clusters";
import { ClusterStatusChange, DuplicateCluster } from "./duplicates/model";
import { analyseModernisation } from "./modernisation/analysis";
import { listModernizations } from "./modernisation/list";
import { Modernization, ModernizationRequest } from "./modernisation/model";
import { getOverview, getStatus, Overview, Status } from "./overview";
import { AnalysisRun, RunQuery, StartedRun } from "./runs/model";
import { cancelRun, startRun } from "./runs/runner";
import { getRun, listRuns } from "./runs/runs";
import { analyseVendors } from "./vendors/categorise";
import { listHierarchy, listVendors } from "./vendors/list";
import { VendorAnalysis, VendorHierarchy } from "./vendors/model";
import { resolveVendors } from "./vendors/resolve";

const VIEW = { permission: "turbolens.view" } as const;
const START = { permission: "turbolens.manage", answer: StartedRun, refusals: [409] } as const;

export const operations: readonly Operation[] = [
  get(
    "/turbolens/status",
    "Whether analyses are enabled, and who answers them",
    { permission: "auth", answer: Status },
    () => getStatus(),
  ),
  get("/turbolens/overview", "The landscape in figures", { ...VIEW, readsMuch: true, answer: Overview }, ({ actor }) =>
    getOverview(actor),
  ),
  post("/turbolens/vendors/analyse", "Place the vendors in categories", START, ({ actor }) =>
    startRun(actor, "vendor_analysis", analyseVendors(analysisModel())),
  ),
  get(
    "/turbolens/vendors",
    "The vendors with their categories",
    { ...VIEW, answer: VendorAnalysis.array() },
    ({ actor }) => listVendors(actor),
  ),
  post("/turbolens/vendors/resolve", "Find which names mean the same vendor", START, ({ actor }) =>
    startRun(actor, "vendor_resolution", resolveVendors(analysisModel())),
  ),
  get(
    "/turbolens/vendors/hierarchy",
    "The vendors with the names that mean them",
    { ...VIEW, answer: VendorHierarchy.array() },
    ({ actor }) => listHierarchy(actor),
  ),
  post("/turbolens/duplicates/analyse", "Find duplicates", START, ({ actor }) =>
    startRun(actor, "duplicate_detection", analyseDuplicates(analysisModel())),
  ),
  get("/turbolens/duplicates", "The clusters of duplicates", { ...VIEW, answer: DuplicateCluster.array() }, () =>
    listClusters(),
  ),
  patch(
    "/turbolens/duplicates/{cluster_id}/status",
    "Decide about a cluster of duplicates; later runs remember it",
    { permission: "turbolens.manage", body: ClusterStatusChange, answer: DuplicateCluster, refusals: [400] },
    ({ params, body, actor }) => updateClusterStatus(actor, params.cluster_id, body.status),
  ),
  post(
    "/turbolens/duplicates/modernize",
    "Find what should be modernised",
    { ...START, body: ModernizationRequest },
    ({ body, actor }) => startRun(actor, "modernization", analyseModernisation(body, analysisModel())),
  ),
  get(
    "/turbolens/duplicates/modernizations",
    "What should be modernised",
    { ...VIEW, answer: Modernization.array() },
    ({ actor }) => listModernizations(actor),
  ),
  get(
    "/turbolens/analysis-runs",
    "The latest runs of analyses, 100 at most",
    { ...VIEW, query: RunQuery, answer: AnalysisRun.array() },
    ({ query }) => listRuns(query.results),
  ),
  get("/turbolens/analysis-runs/{run_id}", "A run of an analysis", { ...VIEW, answer: AnalysisRun }, ({ params }) =>
    getRun(params.run_id),
  ),
  post(
    "/turbolens/analysis-runs/{run_id}/cancel",
    "Cancel a run; what was there before it stays",
    { permission: "turbolens.manage", answer: AnalysisRun, refusals: [404, 409] },
    ({ params, actor }) => {
      cancelRun(actor, params.run_id);
      return getRun(params.run_id);
    },
  ),
];

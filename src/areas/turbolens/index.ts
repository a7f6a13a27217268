/** Analyses of the landscape: vendors, duplicates, modernisation, and the architecture wizard. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { commitProposalTask } from "./architect/commit";
import { findContextTask } from "./architect/context";
import { repairPlanTask } from "./architect/guardrails";
import { undo } from "./assessments/undo";
import { events, permissions } from "./definitions";
import { saveClustersTask } from "./duplicates/clusters";
import { findDuplicatesTask } from "./duplicates/find";
import { findModernisationsTask, saveModernisationsTask } from "./modernisation/analysis";
import { operations } from "./operations";
import { completeRunTask } from "./runs/runs";
import { placeVendorsTask, saveVendorsTask } from "./vendors/categorise";
import { countVendorsTask, resolveNamesTask, saveHierarchyTask } from "./vendors/resolve";

export { askInBatches, engineOf } from "./ask";
export { type LandscapeCard, type Link, landscapeCards, landscapeLinks, phaseToday } from "./landscape";
export { supportOf } from "./modernisation/facts";
export { AnalysisRun, StartedRun } from "./runs/model";
export { type Running, startRun, stopAnalyses } from "./runs/runner";
export {
  completeRun,
  completeRunTask,
  createRun,
  failInterruptedRuns,
  findImportRun,
  findLatestRun,
  findUnfinishedRun,
  type RunRef,
  runOf,
  type Summary,
} from "./runs/runs";

export const turbolensArea = area({
  name: "turbolens",
  tables: [
    "turbolens_analysis_runs",
    "turbolens_assessments",
    "turbolens_duplicate_clusters",
    "turbolens_modernization_assessments",
    "turbolens_vendor_analysis",
    "turbolens_vendor_hierarchy",
  ],
  operations: tagged("TurboLens", operations),
  permissions,
  events,
  undo,
  tasks: [
    findDuplicatesTask,
    saveClustersTask,
    placeVendorsTask,
    saveVendorsTask,
    resolveNamesTask,
    countVendorsTask,
    saveHierarchyTask,
    findModernisationsTask,
    saveModernisationsTask,
    completeRunTask,
    findContextTask,
    repairPlanTask,
    commitProposalTask,
  ],
});

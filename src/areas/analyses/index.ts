/** The engine of analyses: their runs, and asking a language model in batches. */
import { area } from "../../core/area";
import { events } from "./definitions";

export { ANSWER_TIMEOUT, askForUsable, askInBatches, engineOf } from "./ask";
export { type Analysis, analysis, cancelAnalysis, completeStep, type Running, startAnalysis } from "./declaration";
export { AnalysisRun, RunQuery, StartedRun } from "./model";
export {
  completeAnalysis,
  createAnalysisRun,
  findImportRun,
  findLatestRun,
  findUnfinishedRun,
  listAnalysisRuns,
  requireAnalysisRun,
  type Summary,
} from "./runs";

export const analysesArea = area({ name: "analyses", tables: ["turbolens_analysis_runs"], events });

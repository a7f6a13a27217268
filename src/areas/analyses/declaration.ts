/** Analyses: runs that read the landscape and store what they find with their last step. A few are executed at once. */
import { transaction } from "../../../db";
import type { PermissionKey } from "../../core/access/permissions";
import type { Author } from "../../core/journal/journal";
import { ModelError } from "../../core/llm/client";
import { findRow } from "../../core/runs/rows";
import { type Queue, type Run, run, type ScenarioWork, type Work } from "../../core/runs/run";
import { cancelRun, enqueue, interruptRun } from "../../core/runs/runs";
import { type Step, shortStep } from "../../core/runs/step";
import { conflict, Problem } from "../../http/errors";
import {
  completeAnalysis,
  createAnalysisRun,
  markCancelled,
  markFailed,
  markRunning,
  type Progress,
  requireAnalysisRun,
  type Summary,
  storeProgress,
} from "./runs";

/** The work of an analysis while it runs. */
export type Running = Pick<Work<unknown>, "signal" | "step" | "read"> & {
  /** Stores and publishes the progress. */
  progress(progress: Progress): Promise<void>;
};

type Definition<Input> = {
  needs: PermissionKey;
  /** The steps that store what it finds; the last one completes it by `completeAnalysis`. */
  steps: readonly Step[];
  work: (running: Running, input: Input) => Promise<void>;
};

/** Analyses that are executed at the same time. */
const analyses: Queue = { name: "analyses", atOnce: 2 };

const progressStep = shortStep("analyses.progress", (progress: Progress, run) => storeProgress(run, progress));

/** Completes an analysis that leaves everything as it is. */
export const completeStep = shortStep("analyses.complete", ({ summary }: { summary: Summary }, run) =>
  completeAnalysis(run, summary),
);

/** The input of an analysis whose request an earlier version of the program has not stored. */
const LOST = "lost";

/** Makes a refusal of a model's error, whose message is for users. */
function rethrow(error: unknown): never {
  throw error instanceof ModelError ? new Problem(502, error.message) : error;
}

/** Declares a kind of analysis. @param type as the API names it */
export const analysis = <Input>(type: string, definition: Definition<Input>): Analysis<Input> => ({
  type,
  ...declare(type, definition),
});

/** Returns the run of a kind of analysis. */
function declare<Input>(type: string, { needs, steps, work }: Definition<Input>): Run<Input> {
  const analyse = ({ input, signal, step, read }: ScenarioWork<Input>) =>
    work({ signal, step, read, progress: (progress) => step(progressStep, progress) }, input).catch(rethrow);
  return run<Input>(`analysis.${type}`, {
    needs,
    steps: [progressStep, completeStep, ...steps],
    exclusive: () => type,
    onRestart: "restart",
    attempts: 3,
    queue: analyses,
    operation: () => type,
    work: ({ input, signal, step, read }) => {
      if (input === LOST) throw conflict("It was interrupted by an update of the server; start it again.");
      return analyse({ input, signal, step, read });
    },
    inScenario: analyse,
    claimed: (_, id) => markRunning(id),
    failed: (_, reason, author, id) => markFailed(author, id, reason),
    cancelled: (_, author, id) => markCancelled(author, id),
    waiting: `SELECT analysis_type AS id FROM turbolens_analysis_runs
      WHERE analysis_type = '${type}' AND status IN ('queued', 'running')`,
  });
}

/** A kind of analysis. */
export type Analysis<Input> = Run<Input> & { type: string };

/**
 * Starts an analysis. Publishes `analysis.started`.
 * @throws Problem 409 while one of its kind is unfinished
 */
export function startAnalysis<Input>(
  author: Author,
  kind: Analysis<Input>,
  input: Input,
): { run_id: string; status: "running" } {
  return transaction(() => {
    const id = createAnalysisRun(author, kind.type);
    enqueue(kind, input, author, { id });
    return { run_id: id, status: "running" };
  });
}

/** Cancels an analysis; the results of earlier ones stay. Publishes `analysis.cancelled`. @throws Problem 404; 409 when it has ended */
export function cancelAnalysis(author: Author, id: string): void {
  requireAnalysisRun(id);
  interruptRun(id);
  transaction(() => {
    const row = findRow(id);
    if (!row || !cancelRun(row, author, "Cancelled")) throw conflict("The run has ended already");
  });
}

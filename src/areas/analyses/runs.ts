/** The runs of analyses, as they are stored. */
import { db, firstValue, statement, tables } from "../../../db";
import { isInScenario } from "../../../db/client";
import { analysesInPresent } from "../../../db/scenarios";
import type { RunStatus } from "../../../db/schema/analyses";
import { type Author, publish } from "../../core/journal/journal";
import type { StepRun } from "../../core/runs/step";
import { conflict, found } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { AnalysisRun } from "./model";

const { analysisRuns } = tables;

type Row = typeof analysisRuns.$inferSelect;

/** Runs in the list. */
const MAX_RUNS = 100;

/** The result of a run in figures; it names the engine. */
export type Summary = { engine?: string; [figure: string]: unknown };

/** The progress of a run. */
export type Progress = { step: string; current: number; total: number } & Record<string, unknown>;

/** Returns the ids of the runs that a scenario has from the landscape; undefined in the landscape itself. */
const inheritedRuns = (): ReadonlySet<string> | undefined =>
  isInScenario() ? new Set(analysesInPresent()) : undefined;

/** A queued run is shown as running, because clients stop following a run in any other state. */
const serialize = (row: Row, inherited = inheritedRuns()): AnalysisRun => ({
  id: row.id,
  analysis_type: row.analysis_type,
  status: row.status === "queued" ? "running" : row.status,
  queued: row.status === "queued",
  started_at: row.started_at,
  completed_at: row.completed_at,
  results: row.results === null ? null : JSON.parse(row.results),
  error_message: row.error_message,
  created_at: row.created_at,
  ...(inherited && { is_inherited: inherited.has(row.id) }),
});

/** Finds a run. @throws Problem 404 */
export function requireAnalysisRun(id: string): AnalysisRun {
  const row = found(statement<Row>("SELECT * FROM turbolens_analysis_runs WHERE id = ?").get(id), "Analysis run");
  return serialize(row);
}

/** Finds the unfinished run of a kind; null when there is none. */
export function findUnfinishedRun(analysisType: string): AnalysisRun | null {
  const row = statement<Row>(
    "SELECT * FROM turbolens_analysis_runs WHERE analysis_type = ? AND status IN ('queued', 'running')",
  ).get(analysisType);
  return row && serialize(row);
}

/** Finds the latest run of a kind that somebody has started; null when there is none. Manual entries make runs, too. */
export function findLatestRun(analysisType: string): AnalysisRun | null {
  const row = statement<Row>(
    `SELECT * FROM turbolens_analysis_runs WHERE analysis_type = ? AND coalesce(results ->> 'manual', 0) = 0
     ORDER BY started_at DESC, seq DESC LIMIT 1`,
  ).get(analysisType);
  return row && serialize(row);
}

/** Lists the latest runs, newest first. @param withResults whether their results are read */
export function listAnalysisRuns(withResults: boolean): AnalysisRun[] {
  const rows = statement<Row>(
    `SELECT *${withResults ? "" : ", NULL AS results"} FROM turbolens_analysis_runs
     ORDER BY started_at DESC, seq DESC LIMIT ${MAX_RUNS}`,
  ).all();
  const inherited = inheritedRuns();
  return rows.map((row) => serialize(row, inherited));
}

/** Finds the id of the run that stands for what a user has imported of a kind; undefined when there is none. */
export const findImportRun = (userId: string, analysisType: string): string | undefined =>
  firstValue<string>(
    `SELECT id FROM turbolens_analysis_runs WHERE analysis_type = ? AND results ->> 'imported' = 1 AND created_by = ?
     ORDER BY seq DESC LIMIT 1`,
    analysisType,
    userId,
  );

/**
 * Creates a run; part of the running transaction. Publishes `analysis.started`, or `analysis.completed` for one that is done.
 * @param results of a run that is done
 * @returns its id
 * @throws Problem 409 when one of its kind is unfinished
 */
export function createAnalysisRun(author: Author, analysis_type: string, results?: object): string {
  const id = newId();
  const at = now();
  const done = results !== undefined;
  const row = {
    id,
    analysis_type,
    status: done ? ("completed" as const) : ("queued" as const),
    started_at: at,
    completed_at: done ? at : null,
    results: done ? JSON.stringify(results) : null,
    created_by: author.userId,
    created_at: at,
    updated_at: at,
  };
  const created = db.insert(analysisRuns).values(row).onConflictDoNothing().returning({ id: analysisRuns.id }).get();
  if (!created) throw conflict(`${analysis_type} analysis is already running`);
  publish(author, { type: done ? "analysis.completed" : "analysis.started", data: { id, analysis_type } });
  return id;
}

/** Changes an unfinished run. @returns its type; undefined when it has ended */
function change(
  id: string,
  { status, results, reason }: { status: RunStatus; results?: object; reason?: string },
): string | undefined {
  const at = now();
  return firstValue<string>(
    `UPDATE turbolens_analysis_runs SET status = ?, completed_at = ?, results = coalesce(?, results),
       error_message = coalesce(?, error_message), updated_at = ?
     WHERE id = ? AND status IN ('queued', 'running') RETURNING analysis_type`,
    status,
    status === "running" ? null : at,
    results ? JSON.stringify(results) : null,
    reason ?? null,
    at,
    id,
  );
}

/** Writes down that a queued run is executed; part of the running transaction. */
export const markRunning = (id: string): void => void change(id, { status: "running" });

/** Stores the progress of a run; part of a step. Publishes `analysis.progressed`. */
export function storeProgress({ id, author }: StepRun, progress: Progress): void {
  const analysis_type = change(id, { status: "running", results: { progress } });
  if (analysis_type) publish(author, { type: "analysis.progressed", data: { id, analysis_type, progress } });
}

/** Completes a run with its summary; part of the step that stores its results. Publishes `analysis.completed`. */
export function completeAnalysis(run: StepRun, summary: Summary): void {
  const { id, author } = run;
  const analysis_type = change(id, { status: "completed", results: summary });
  if (!analysis_type) throw new Error(`the analysis ${id} has ended already`);
  const engine = summary.engine === undefined ? {} : { engine: summary.engine };
  publish(author, { type: "analysis.completed", data: { id, analysis_type, ...engine } });
  run.isComplete = true;
}

/** Writes down that a run has failed; part of the running transaction. Publishes `analysis.failed`. */
export function markFailed(author: Author, id: string, reason: string): void {
  const analysis_type = change(id, { status: "failed", reason });
  if (analysis_type) publish(author, { type: "analysis.failed", data: { id, analysis_type, error_message: reason } });
}

/** Writes down that a run was cancelled; part of the running transaction. Publishes `analysis.cancelled`. */
export function markCancelled(author: Author, id: string): void {
  const analysis_type = change(id, { status: "cancelled" });
  if (analysis_type) publish(author, { type: "analysis.cancelled", data: { id, analysis_type } });
}

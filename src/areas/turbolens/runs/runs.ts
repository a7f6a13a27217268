/** The runs of analyses, as they are stored. */
import { db, statement, tables, transaction } from "../../../../db";
import type { RunStatus } from "../../../../db/schema/analyses";
import { type Author, program, publish } from "../../../core/journal/journal";
import { writingTask } from "../../../core/threads/tasks";
import { conflict, notFound } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import type { AnalysisRun } from "./model";

const { analysisRuns } = tables;

type Row = typeof analysisRuns.$inferSelect;

/** Runs in the list. */
const MAX_RUNS = 100;
/** The longest reason of a failed run. */
const LONGEST_REASON = 2_000;

/** A run that is under way, as its analysis knows it. */
export type RunRef = { id: string; analysis_type: string; author: Author };

/** The summary of a run; it names the engine. */
export type Summary = { engine?: string; [figure: string]: unknown };

/** The progress of a run. */
export type Progress = { step: string; current: number; total: number } & Record<string, unknown>;

const named = ({ id, analysis_type }: Pick<Row, "id" | "analysis_type">) => ({ id, analysis_type });

/** A queued run is shown as running, because clients stop following a run in any other state. */
const serialize = (row: Row): AnalysisRun => ({
  ...named(row),
  status: row.status === "queued" ? "running" : row.status,
  queued: row.status === "queued",
  started_at: row.started_at,
  completed_at: row.completed_at,
  results: row.results === null ? null : JSON.parse(row.results),
  error_message: row.error_message,
  created_at: row.created_at,
});

/** A run. @throws Problem 404 */
export function requireRun(id: string): AnalysisRun {
  const row = statement<Row>("SELECT * FROM turbolens_analysis_runs WHERE id = ?").get(id);
  if (!row) throw notFound("Analysis run");
  return serialize(row);
}

/** The unfinished run of a kind; null when there is none. */
export function findUnfinishedRun(analysisType: string): AnalysisRun | null {
  const row = statement<Row>(
    "SELECT * FROM turbolens_analysis_runs WHERE analysis_type = ? AND status IN ('queued', 'running')",
  ).get(analysisType);
  return row && serialize(row);
}

/** The latest run of a kind that somebody has started; null when there is none. Entries manually make runs too. */
export function findLatestRun(analysisType: string): AnalysisRun | null {
  const row = statement<Row>(
    `SELECT * FROM turbolens_analysis_runs WHERE analysis_type = ? AND coalesce(results ->> 'manual', 0) = 0
     ORDER BY started_at DESC, seq DESC LIMIT 1`,
  ).get(analysisType);
  return row && serialize(row);
}

/** The latest runs, newest first. @param withResults whether their results are read */
export function listRuns(withResults: boolean): AnalysisRun[] {
  const rows = statement<Row>(
    `SELECT *${withResults ? "" : ", NULL AS results"} FROM turbolens_analysis_runs
     ORDER BY started_at DESC, seq DESC LIMIT ${MAX_RUNS}`,
  ).all();
  return rows.map(serialize);
}

/** The id of the run that stands for what a user has imported of a kind; undefined when there is none. */
export const findImportRun = (userId: string, analysisType: string): string | undefined =>
  statement<{ id: string }>(
    `SELECT id FROM turbolens_analysis_runs WHERE analysis_type = ? AND results ->> 'imported' = 1 AND created_by = ?
     ORDER BY seq DESC LIMIT 1`,
  ).get(analysisType, userId)?.id;

/**
 * Inserts a run; part of the running transaction. Publishes `analysis.started`, or `analysis.completed` for one that is done.
 * @param results of a run that is done
 * @throws Problem 409 when one of its kind is unfinished
 */
export function createRun(author: Author, analysis_type: string, results?: object): RunRef {
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
  const inserted = db.insert(analysisRuns).values(row).onConflictDoNothing().returning({ id: analysisRuns.id }).get();
  if (!inserted) throw conflict(`${analysis_type} analysis is already running`);
  publish(author, { type: done ? "analysis.completed" : "analysis.started", data: { id, analysis_type } });
  return { id, analysis_type, author };
}

/** Moves a run from one of some states to another. @returns whether it was in one of them */
function move(id: string, from: readonly RunStatus[], to: RunStatus, more: { results?: string; reason?: string } = {}) {
  const at = now();
  const ends = to !== "running";
  const { changes } = statement(
    `UPDATE turbolens_analysis_runs SET status = ?, completed_at = ?, results = coalesce(?, results),
       error_message = coalesce(?, error_message), updated_at = ?
     WHERE id = ? AND status IN (${from.map((status) => `'${status}'`).join(", ")})`,
  ).run(to, ends ? at : null, more.results ?? null, more.reason ?? null, at, id);
  return changes > 0;
}

const UNFINISHED = ["queued", "running"] as const;

/** Marks a queued run as running. @returns false when it was cancelled meanwhile */
export const beginRun = (id: string): boolean => transaction(() => move(id, ["queued"], "running"));

/** Stores how far a run is. Publishes `analysis.progressed`. */
export function reportProgress({ id, analysis_type, author }: RunRef, progress: Progress): void {
  transaction(() => {
    if (!move(id, ["running"], "running", { results: JSON.stringify({ progress }) })) return;
    publish(author, { type: "analysis.progressed", data: { id, analysis_type, progress } });
  });
}

/** Thrown when a run that was to be completed is no longer running. */
class RunEnded extends Error {}

/**
 * Completes a run with its summary, in the transaction that stores what it has found. Publishes `analysis.completed`.
 * @throws Error when it is no longer running, so that nothing of it is stored
 */
export function completeRun({ id, analysis_type, author }: RunRef, summary: Summary): void {
  if (!move(id, ["running"], "completed", { results: JSON.stringify(summary) }))
    throw new RunEnded(`the run ${id} has ended already`);
  const engine = summary.engine === undefined ? {} : { engine: summary.engine };
  publish(author, { type: "analysis.completed", data: { id, analysis_type, ...engine } });
}

/** Completes a run that leaves everything as it is. */
export const completeRunTask = writingTask("complete run", ({ run, summary }: { run: RunRef; summary: Summary }) =>
  completeRun(run, summary),
);

/** The part of a run that tasks get. */
export const runOf = ({ id, analysis_type, author }: RunRef): RunRef => ({ id, analysis_type, author });

/** Marks an unfinished run as failed. Publishes `analysis.failed`; nothing happens to a run that has ended. */
export function failRun({ id, analysis_type, author }: RunRef, reason: string): void {
  const error_message = reason.slice(0, LONGEST_REASON).toWellFormed();
  transaction(() => {
    if (!move(id, UNFINISHED, "failed", { reason: error_message })) return;
    publish(author, { type: "analysis.failed", data: { id, analysis_type, error_message } });
  });
}

/** Marks a run as cancelled. Publishes `analysis.cancelled`. @throws Problem 404; 409 when it has ended */
export function markCancelled(author: Author, id: string): void {
  transaction(() => {
    const { analysis_type } = requireRun(id);
    if (!move(id, UNFINISHED, "cancelled")) throw conflict("The run has ended already");
    publish(author, { type: "analysis.cancelled", data: { id, analysis_type } });
  });
}

/** Fails the runs that an earlier process has left unfinished. */
export function failInterruptedRuns(): void {
  const left = statement<Row>(
    "SELECT * FROM turbolens_analysis_runs WHERE status IN ('queued', 'running') ORDER BY seq",
  ).all();
  for (const run of left)
    failRun({ ...named(run), author: program("start") }, "Interrupted by a restart of the server; start it again.");
}

/** The work in the background, for administrators: what comes again by itself, and what somebody has started. */
import { findKind, isPeriodic, listKinds } from "../../core/runs/kinds";
import { countRows, type ListedRun, listRows, listUnfinished, type RunRow } from "../../core/runs/rows";
import { operationOf } from "../../core/runs/runs";
import { SECOND } from "../../platform/clock";
import type { Job, WorkRun, WorkRunList, WorkRunQuery } from "./model";

const periodicKinds = (): string[] =>
  listKinds()
    .filter(isPeriodic)
    .map(({ kind }) => kind);

/** Serializes the row of a run that comes again by itself. */
function serializeJob({ kind, state, started_at, ended_at, error, due_at }: RunRow): Job {
  const run = findKind(kind);
  return {
    kind,
    is_running: state === "running",
    every_seconds: run && "every" in run ? run.every / SECOND : null,
    daily_at_hour: run && "dailyAt" in run ? run.dailyAt : null,
    cron: run && "cron" in run ? run.cron : null,
    started_at,
    ended_at,
    error,
    due_at,
  };
}

const serializeRun = (row: ListedRun): WorkRun => ({
  id: row.id,
  operation: operationOf(row),
  kind: row.kind,
  state: row.state,
  user_id: row.started_by,
  user_display_name: row.user_display_name,
  attempts: row.attempts,
  phase: row.phase,
  position: row.position,
  error: row.error,
  requested_at: row.created_at,
  started_at: row.started_at,
  ended_at: row.ended_at,
});

/** Lists the work that comes again by itself, by its name. */
export const listJobs = (): Job[] =>
  listUnfinished(periodicKinds())
    .map(serializeJob)
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));

/** Lists a page of the runs that somebody has started, newest first. */
export function listWorkRuns({ state, page, page_size }: WorkRunQuery): WorkRunList {
  const periodic = periodicKinds();
  const items = listRows(periodic, state, page_size, (page - 1) * page_size).map(serializeRun);
  return { items, total: countRows(periodic, state), page, page_size };
}

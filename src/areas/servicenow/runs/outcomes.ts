/** The ends of synchronisation runs, each with a reason unless nothing is to be said; part of the transaction that ends the run. */
import { statement } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { type Author, publish } from "../../../core/journal/journal";
import { findRow } from "../../../core/runs/rows";
import { failRun } from "../../../core/runs/runs";
import { now } from "../../../platform/clock";

type Outcome = { id: string; mapping_id: string | null; direction: "pull" | "push"; stats: string };

const messages = { pull: "Sync operation failed", push: "Push sync operation failed" } as const;

const reportOf = ({ id, mapping_id, direction, stats }: Outcome, reason: string | null) => ({
  id,
  mapping_id,
  direction,
  stats: JSON.parse(stats) as SyncStats,
  reason,
});

/** Writes down that a running run has failed. Publishes `servicenow.run_failed`. */
export function markFailed(author: Author, id: string, reason: string): void {
  const run = statement<Outcome>(
    `UPDATE servicenow_sync_runs SET status = 'failed', completed_at = ?, reason = ?,
       error_message = iif(direction = 'pull', '${messages.pull}', '${messages.push}')
     WHERE status = 'running' AND id = ? RETURNING id, mapping_id, direction, stats`,
  ).get(now(), reason, id);
  if (run) publish(author, { type: "servicenow.run_failed", data: reportOf(run, reason) });
}

/** Fails the running runs of a mapping or connection. Publishes `servicenow.run_failed` for each. */
export function failRunsOf(author: Author, owner: "connection_id" | "mapping_id", id: string, reason: string): void {
  const running = statement<{ id: string }>(
    `SELECT id FROM servicenow_sync_runs WHERE status = 'running' AND ${owner} = ? ORDER BY started_at`,
  ).all(id);
  for (const run of running) {
    const row = findRow(run.id);
    if (row) failRun(row, reason, author);
  }
}

/** Writes down that a running run is completed. Publishes `servicenow.run_completed`. */
export function markCompleted(author: Author, id: string, reason: string | null): void {
  const run = statement<Outcome>(
    `UPDATE servicenow_sync_runs SET status = 'completed', completed_at = ?, reason = ?
     WHERE id = ? AND status = 'running' RETURNING id, mapping_id, direction, stats`,
  ).get(now(), reason, id);
  if (run) publish(author, { type: "servicenow.run_completed", data: reportOf(run, reason) });
}

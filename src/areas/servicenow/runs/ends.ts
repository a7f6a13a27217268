/** The ends of runs: each with a reason, unless there is none to give. */
import { statement, transaction } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { type Author, publish } from "../../../core/journal/journal";
import { now } from "../../../platform/clock";

type Ended = { id: string; mapping_id: string | null; direction: "pull" | "push"; stats: string };

const messages = { pull: "Sync operation failed", push: "Push sync operation failed" } as const;

const reportOf = ({ id, mapping_id, direction, stats }: Ended, reason: string | null) => ({
  id,
  mapping_id,
  direction,
  stats: JSON.parse(stats) as SyncStats,
  reason,
});

/** Ends the running runs that a condition names as failed; part of the running transaction. */
function failWhere(author: Author, condition: string, value: string, reason: string): void {
  const failed = statement<Ended>(
    `UPDATE servicenow_sync_runs SET status = 'failed', completed_at = ?, lease_owner = NULL, lease_until = NULL, reason = ?,
       error_message = iif(direction = 'pull', '${messages.pull}', '${messages.push}')
     WHERE status = 'running' AND ${condition} = ? RETURNING id, mapping_id, direction, stats`,
  ).all(now(), reason, value);
  for (const run of failed) publish(author, { type: "servicenow.run_failed", data: reportOf(run, reason) });
}

/** Ends a run as failed, if it is running. Publishes `servicenow.run_failed`. */
export const failRun = (author: Author, id: string, reason: string): void =>
  transaction(() => failWhere(author, "id", id, reason));

/** Ends the running runs of a mapping or connection as failed. Publishes `servicenow.run_failed` for each. */
export const failRunsOf = (author: Author, owner: "connection_id" | "mapping_id", id: string, reason: string): void =>
  failWhere(author, owner, id, reason);

/** Ends a run as completed, with what is to be known of it. Publishes `servicenow.run_completed`. */
export function completeRun(author: Author, id: string, reason: string | null): void {
  transaction(() => {
    const run = statement<Ended>(
      `UPDATE servicenow_sync_runs SET status = 'completed', completed_at = ?, lease_owner = NULL, lease_until = NULL, reason = ?
       WHERE id = ? AND status = 'running' RETURNING id, mapping_id, direction, stats`,
    ).get(now(), reason, id);
    if (run) publish(author, { type: "servicenow.run_completed", data: reportOf(run, reason) });
  });
}

/** Starts the runs of mappings that have a schedule. */
import { statement, transactionInTurn } from "../../../../db";
import { may } from "../../../core/access/actor";
import { delegateOf } from "../../../core/access/delegate";
import { goOn } from "../../../core/jobs/beside";
import { Problem } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { log } from "../../../platform/log";
import type { MappingRow } from "../mappings";
import { nextRun } from "./cron";
import { startRun } from "./runs";
import type { RunRow } from "./store";
import { takeUp, takeUpAbandoned } from "./worker";

type Due = Pick<MappingRow, "id" | "schedule" | "sync_direction" | "scheduled_by">;

const directions: Record<MappingRow["sync_direction"], RunRow["direction"][]> = {
  snow_to_turbo: ["pull"],
  turbo_to_snow: ["push"],
  bidirectional: ["pull", "push"],
};

/** The mappings that are due, and whose last run has ended; each once. */
const dueMappings = (): Due[] =>
  statement<Due>(
    `SELECT id, schedule, sync_direction, scheduled_by FROM servicenow_mappings m
     WHERE next_run_at <= ? AND NOT EXISTS (
       SELECT 1 FROM servicenow_sync_runs r WHERE r.mapping_id = m.id AND r.status = 'running')
     ORDER BY next_run_at, id LIMIT 100`,
  ).all(now());

/** Sets when a mapping is due next; part of the running transaction. @returns whether no other process has done so */
const postpone = ({ id, schedule }: Due): boolean =>
  statement("UPDATE servicenow_mappings SET next_run_at = ? WHERE id = ? AND next_run_at <= ?").run(
    nextRun(schedule),
    id,
    now(),
  ).changes > 0;

/** Starts one run of a mapping on behalf of whoever scheduled it, and waits for its end. */
async function runScheduled({ id, scheduled_by }: Due, direction: RunRow["direction"]): Promise<void> {
  const actor = delegateOf(scheduled_by);
  if (!actor || !may(actor, "servicenow.manage"))
    return log.warn({ mapping: id }, "a scheduled run was left out: whoever scheduled it is gone or may not");
  const author = { ...actor, operation: "servicenow-schedule" };
  try {
    await takeUp(await transactionInTurn(() => startRun(author, id, { direction })));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn({ mapping: id, reason: error.message }, "a scheduled run could not be started");
  }
}

/** Starts the runs of a mapping one after the other. */
async function runInOrder(due: Due, stopping: AbortSignal): Promise<void> {
  for (const direction of directions[due.sync_direction]) if (!stopping.aborted) await runScheduled(due, direction);
}

/** Claims runs that no process is at work on, and starts those that are due. They continue in the background. */
export async function runDue(): Promise<void> {
  takeUpAbandoned();
  for (const due of dueMappings())
    if (await transactionInTurn(() => postpone(due))) goOn((stopping) => runInOrder(due, stopping));
}

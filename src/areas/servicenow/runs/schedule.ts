/** Synchronisations by schedule: mappings that are due start their runs, one direction after the other. */
import { firstValue, statement, transaction } from "../../../../db";
import { runEnded } from "../../../core/runs/engine";
import { run } from "../../../core/runs/run";
import { enqueue, findRun } from "../../../core/runs/runs";
import { nextInstant } from "../../../core/runs/schedule";
import { actorOf, shortStep } from "../../../core/runs/step";
import { now, SECOND } from "../../../platform/clock";
import { type MappingRow, mappingRows } from "../mappings";
import { createSyncRun } from "./runs";
import type { SyncRunRow } from "./sync-runs";

/** The input of a scheduled run. */
type ScheduledInput = { mapping_id: string };

type DueMapping = Pick<MappingRow, "id" | "schedule" | "scheduled_by">;

const directions: Record<MappingRow["sync_direction"], SyncRunRow["direction"][]> = {
  snow_to_turbo: ["pull"],
  turbo_to_snow: ["push"],
  bidirectional: ["pull", "push"],
};

/** Returns the mappings that are due, and whose last run has ended; each once. */
const dueMappings = (): DueMapping[] =>
  statement<DueMapping>(
    `SELECT id, schedule, scheduled_by FROM servicenow_mappings m
     WHERE next_run_at <= ? AND NOT EXISTS (
       SELECT 1 FROM servicenow_sync_runs r WHERE r.mapping_id = m.id AND r.status = 'running')
     ORDER BY next_run_at, id LIMIT 100`,
  ).all(now());

/** Returns the running run of a mapping; null when there is none. */
const runningRun = (mappingId: string): string | null =>
  firstValue<string>("SELECT id FROM servicenow_sync_runs WHERE mapping_id = ? AND status = 'running'", mappingId) ??
  null;

/** Starts the next run of a mapping. Returns the run to wait for; null when all directions are done. */
const startNextStep = shortStep("servicenow.start_scheduled", ({ mapping_id }: ScheduledInput, step): string | null => {
  const mapping = mappingRows.find(mapping_id);
  const running = runningRun(mapping_id);
  if (!mapping || running !== null) return running;
  const direction = directions[mapping.sync_direction][step.position];
  if (direction === undefined) return null;
  step.position++;
  return createSyncRun(actorOf(step), mapping_id, { direction });
});

/** The runs of one mapping that its schedule starts, on behalf of whoever has set it. */
export const scheduled = run<ScheduledInput>("servicenow.scheduled", {
  needs: "servicenow.manage",
  exclusive: ({ mapping_id }) => mapping_id,
  onRestart: "resume",
  attempts: 5,
  waits: true,
  queue: { name: "servicenow.scheduled", atOnce: 100 },
  steps: [startNextStep],
  work: async ({ input, step, signal }) => {
    const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    for (;;) {
      const id = await step(startNextStep, input);
      if (id === null) return;
      await Promise.race([runEnded(id), stopped]);
    }
  },
});

/** Enqueues the runs of a due mapping and sets when it is due next, unless another process has done so. */
function startScheduled({ id, schedule, scheduled_by }: DueMapping): void {
  transaction(() => {
    const { changes } = statement(
      "UPDATE servicenow_mappings SET next_run_at = ? WHERE id = ? AND next_run_at <= ?",
    ).run(schedule === null ? null : nextInstant(schedule), id, now());
    if (changes > 0 && !findRun(scheduled, id)) enqueue(scheduled, { mapping_id: id }, { userId: scheduled_by });
  });
}

/** Starts the runs of the mappings that are due. */
export const scheduling = run("servicenow.schedule", {
  every: 5 * SECOND,
  work: () => {
    for (const mapping of dueMappings()) startScheduled(mapping);
  },
});

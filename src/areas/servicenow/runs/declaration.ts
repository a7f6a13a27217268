/** The run of a synchronisation: a pull or a push of one mapping. */

import { run } from "../../../core/runs/run";
import { longStep } from "../../../core/runs/step";
import { deleteOldRecords } from "../records/staged";
import { applyStep } from "./apply";
import { stageDeletionsStep } from "./orphans";
import { markCompleted, markFailed } from "./outcomes";
import { pull, skipDeletionsStep } from "./pull";
import { push, storeStep } from "./push";
import { stagePageStep } from "./stage-page";
import { requireSync, SOURCE } from "./sync-runs";

/** The input of a synchronisation run; its id is that of its row. */
type SyncInput = { mapping_id: string; direction: "pull" | "push" };

/** Completes a run, and deletes what is stored no longer of its mapping's earlier runs. */
const completeStep = longStep("servicenow.complete", ({ reason }: { reason: string | null }, run) => {
  const { mapping, actor } = requireSync(run.id, run);
  deleteOldRecords(mapping.id);
  markCompleted(actor, run.id, reason);
  run.isComplete = true;
});

const directions = { pull, push };

export const synchronising = run<SyncInput>("servicenow.sync", {
  needs: "servicenow.manage",
  exclusive: ({ mapping_id }) => mapping_id,
  onRestart: "resume",
  attempts: 5,
  queue: { name: "servicenow.sync", atOnce: 8 },
  steps: [stagePageStep, stageDeletionsStep, skipDeletionsStep, applyStep, storeStep, completeStep],
  operation: ({ mapping_id, direction }) => `POST /api/v1/servicenow/sync/${direction}/${mapping_id}`,
  source: SOURCE,
  work: async (work) => {
    const reason = await directions[work.input.direction](work);
    await work.step(completeStep, { reason });
  },
  failed: (_, reason, author, id) => markFailed(author, id, reason),
  waiting: "SELECT mapping_id AS id FROM servicenow_sync_runs WHERE status = 'running' AND mapping_id IS NOT NULL",
});

/** Batches of changes, and their rollback. */
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { HOUR } from "../../platform/clock";
import { purgeOldBatches } from "./batches";
import { operations } from "./operations";

export { purgeBatches } from "./batches";

export const mutationBatchesArea = area({
  name: "mutation-batches",
  tags: { "mutation-batches": "Batches of changes, and their rollback" },
  operations,
  runs: [
    run("mutation-batch-purge", {
      every: HOUR,
      work: ({ config, signal }) => purgeOldBatches(config.batchRetentionDays, () => signal.aborted),
    }),
  ],
});

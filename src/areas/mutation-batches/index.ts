/** Batches of changes, and their rollback. */
import { area } from "../../core/area";
import { HOUR } from "../../platform/clock";
import { purgeOldBatches } from "./batches";
import { operations } from "./operations";

export { purgeBatches } from "./batches";

export const mutationBatchesArea = area({
  name: "mutation-batches",
  operations,
  jobs: ({ batchRetentionDays }) => [
    { name: "mutation-batch-purge", every: HOUR, run: (isOver) => purgeOldBatches(batchRetentionDays, isOver) },
  ],
});

/** Life cycles of products: which of what is used falls out of support, and when. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { HOUR } from "../../platform/clock";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { refreshSource } from "./refresh";

export { linkCards } from "./mass-link";
export { findCycle, type Source, sourceInForce } from "./source";
export { cycleStatus, type EolStatus, lifecycleStatus } from "./status";

export const eolArea = area({
  name: "eol",
  tags: { "End of Life": "Life cycles of products: which of what is used falls out of support, and when" },
  tables: ["eol_snapshots"],
  operations: tagged("End of Life", operations),
  permissions,
  events,
  runs: [
    run("eol-refresh", {
      every: HOUR,
      work: ({ config: { eol }, signal }) =>
        eol.refresh ? refreshSource(eol.address, () => signal.aborted) : undefined,
    }),
  ],
});

/** Life cycles of products: which of what is used falls out of support, and when. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { HOUR } from "../../platform/clock";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { refreshSource } from "./refresh";

export { findCycle, type Source, sourceInForce } from "./source";
export { cycleStatus, type EolStatus, lifecycleStatus } from "./status";

export const eolArea = area({
  name: "eol",
  operations: tagged("End of Life", operations),
  permissions,
  events,
  jobs: ({ eol }) =>
    eol.refresh
      ? [{ name: "eol-refresh", every: HOUR, run: (isStopping) => refreshSource(eol.address, isStopping) }]
      : [],
});

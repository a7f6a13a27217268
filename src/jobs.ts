/** One list: what the server does by itself. */
import { purgeIdempotencyKeys } from "./core/access/idempotency";
import { purgeArchivedCards } from "./core/cards/purge";
import type { Job } from "./core/jobs/runner";
import { HOUR } from "./platform/clock";

/** Every job of the server. */
export const jobs: readonly Job[] = [
  { name: "archived-card-purge", every: HOUR, run: purgeArchivedCards },
  { name: "idempotency-key-purge", every: HOUR, run: purgeIdempotencyKeys },
];

/** The jobs of the core; areas declare their own. */
import { HOUR, SECOND } from "../../platform/clock";
import { purgeIdempotencyKeys } from "../access/idempotency";
import { deliverMail, purgeOutbox } from "../mail/outbox";
import type { Job } from "./runner";

export const coreJobs: readonly Job[] = [
  { name: "idempotency-key-purge", every: HOUR, run: purgeIdempotencyKeys },
  { name: "mail-delivery", every: 10 * SECOND, run: deliverMail },
  { name: "mail-purge", every: HOUR, run: purgeOutbox },
];

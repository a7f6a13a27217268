/** The jobs of the core; areas declare their own. */
import { HOUR, SECOND } from "../../platform/clock";
import { purgeDeviceFailures } from "../access/device-failures";
import { purgeIdempotencyKeys } from "../access/idempotency";
import { purgeRevokedTokens } from "../access/revocation";
import { deliverMail, purgeOutbox } from "../mail/outbox";
import type { Job } from "./runner";

export const coreJobs: readonly Job[] = [
  { name: "idempotency-key-purge", every: HOUR, run: purgeIdempotencyKeys },
  { name: "revoked-token-purge", every: HOUR, run: purgeRevokedTokens },
  { name: "device-failure-purge", every: HOUR, run: purgeDeviceFailures },
  { name: "mail-delivery", every: 10 * SECOND, run: deliverMail },
  { name: "mail-purge", every: HOUR, run: purgeOutbox },
];

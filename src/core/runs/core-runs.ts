/** The periodic runs of the core; areas declare their own. */
import { DAY, fromNow, HOUR, SECOND } from "../../platform/clock";
import { purgeDeviceFailures } from "../access/device-failures";
import { purgeIdempotencyKeys } from "../access/idempotency";
import { purgeRevokedTokens } from "../access/revocation";
import { purgeSessions } from "../access/sessions";
import { exportJournal } from "../audit/export";
import { deliverMail, purgeOutbox } from "../mail/outbox";
import { deleteEnded } from "./rows";
import { type Run, run } from "./run";

/** Milliseconds for which runs that have ended are stored. */
const RETENTION = 30 * DAY;

export const coreRuns: readonly Run[] = [
  run("idempotency-key-purge", { every: HOUR, work: () => purgeIdempotencyKeys() }),
  run("revoked-token-purge", { every: HOUR, work: () => purgeRevokedTokens() }),
  run("session-purge", { every: HOUR, work: () => purgeSessions() }),
  run("device-failure-purge", { every: HOUR, work: () => purgeDeviceFailures() }),
  // It stays for as long as there are targets, and runs that were interrupted don't wait for it.
  run("audit-export", { every: 5 * SECOND, waits: true, work: ({ config, signal }) => exportJournal(config, signal) }),
  run("mail-delivery", { every: 10 * SECOND, work: ({ signal }) => deliverMail(() => signal.aborted) }),
  run("mail-purge", { every: HOUR, work: () => purgeOutbox() }),
  run("run-purge", { every: HOUR, work: () => deleteEnded(fromNow(-RETENTION)) }),
];

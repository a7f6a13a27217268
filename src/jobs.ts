/** One list: what the server does by itself. */
import type { Config } from "./config";
import { purgeIdempotencyKeys } from "./core/access/idempotency";
import { purgeArchivedCards } from "./core/cards/purge";
import type { Job } from "./core/jobs/runner";
import { deliverMail, purgeOutbox } from "./core/mail/outbox";
import { mailNotifications } from "./core/notifications/digest";
import { purgeNotifications } from "./core/notifications/purge";
import { purgeBatches } from "./modules/mutation-batches/batches";
import { HOUR, SECOND } from "./platform/clock";

/** Lets go of old batches, a few at a time so that other requests come in between. */
async function purgeOldBatches(days: number, isOver: () => boolean): Promise<void> {
  while (!isOver() && purgeBatches(days) > 0) await Bun.sleep(0);
}

/** Every job of the server. */
export const jobsOf = (config: Pick<Config, "batchRetentionDays">): readonly Job[] => [
  { name: "archived-card-purge", every: HOUR, run: purgeArchivedCards },
  { name: "idempotency-key-purge", every: HOUR, run: purgeIdempotencyKeys },
  { name: "notification-mail", every: 10 * SECOND, run: () => mailNotifications() },
  { name: "mail-delivery", every: 10 * SECOND, run: deliverMail },
  { name: "mutation-batch-purge", every: HOUR, run: (isOver) => purgeOldBatches(config.batchRetentionDays, isOver) },
  { name: "mail-purge", every: HOUR, run: purgeOutbox },
  { name: "notification-purge", every: HOUR, run: purgeNotifications },
];

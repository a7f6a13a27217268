/** One list: what the server does by itself. */
import { purgeIdempotencyKeys } from "./core/access/idempotency";
import { purgeArchivedCards } from "./core/cards/purge";
import type { Job } from "./core/jobs/runner";
import { deliverMail, purgeOutbox } from "./core/mail/outbox";
import { mailNotifications } from "./core/notifications/digest";
import { purgeNotifications } from "./core/notifications/purge";
import { HOUR, SECOND } from "./platform/clock";

/** Every job of the server. */
export const jobs: readonly Job[] = [
  { name: "archived-card-purge", every: HOUR, run: purgeArchivedCards },
  { name: "idempotency-key-purge", every: HOUR, run: purgeIdempotencyKeys },
  { name: "notification-mail", every: 10 * SECOND, run: () => mailNotifications() },
  { name: "mail-delivery", every: 10 * SECOND, run: deliverMail },
  { name: "mail-purge", every: HOUR, run: purgeOutbox },
  { name: "notification-purge", every: HOUR, run: purgeNotifications },
];

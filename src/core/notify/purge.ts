/** Letting go of notifications that were read long ago. */
import { statement, transaction } from "../../../db";
import { DAY, fromNow } from "../../platform/clock";

/** Read notifications are kept this long; unread ones for ever. */
const KEPT = 180 * DAY;

/** Deletes read notifications from before the time for which they are kept. */
export function purgeNotifications(): void {
  transaction(() => statement("DELETE FROM notifications WHERE created_at <= ? AND is_read = 1").run(fromNow(-KEPT)));
}

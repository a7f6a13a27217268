/** Deletion of old notifications. */
import { statement, transaction } from "../../../db";
import { DAY, fromNow } from "../../platform/clock";

/** The time that read notifications are stored; unread ones are never purged. */
const LIFETIME = 180 * DAY;

/** Deletes read notifications that are too old. */
export function purgeNotifications(): void {
  transaction(() =>
    statement("DELETE FROM notifications WHERE created_at <= ? AND is_read = 1").run(fromNow(-LIFETIME)),
  );
}

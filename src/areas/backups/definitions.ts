/** Events and notifications of the area. */
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

type BackupSubject = { id: string; name: string };

const NOT_UNDONE = { undo: { not: "A backup is a file outside of the database" } } as const;

export const events = {
  /** `id` and `name`: the name of the file. */
  "backup.created": event<BackupSubject & { bytes: number }>("admin.settings", NOT_UNDONE),
  "backup.checked": event<BackupSubject & { verdict: "sound" | "unsound" }>("admin.settings", NOT_UNDONE),
  /** `place`: the folder or bucket. */
  "backup.copied": event<BackupSubject & { place: string }>("admin.settings", NOT_UNDONE),
  "backup.copy_failed": event<BackupSubject & { reason: string }>("admin.settings", NOT_UNDONE),
  "backup.deleted": event<BackupSubject>("admin.settings", NOT_UNDONE),
  "backup.failed": event<BackupSubject & { reason: string }>("admin.settings", NOT_UNDONE),
};

export const notifications = {
  backup_failed: { preferences: { in_app: true, email: true } },
} satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    backups: typeof import("./definitions");
  }
}

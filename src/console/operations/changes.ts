/** Changes of backups, and the end of work in the background. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import { type Backup, backupsQuery, type Work, workQuery } from "./queries";

/** Begins a backup, which is made in the background. */
export const backUpNow = (): Promise<boolean> =>
  tryChange({
    sentence: t`A backup is being made`,
    show: [shown(backupsQuery, (before) => ({ ...before, is_running: true }))],
    send: () => api.POST("/api/v1/admin/backups"),
  });

/** Begins the check of a backup: it is opened, checked and counted in the background. */
export const checkBackup = ({ name }: Backup): Promise<boolean> =>
  tryChange({
    sentence: t`${name} is being checked`,
    send: () => api.POST("/api/v1/admin/backups/{name}/check", { params: { path: { name } } }),
  });

/** Deletes a backup for good. */
export const deleteBackup = ({ name }: Backup): Promise<boolean> =>
  tryChange({
    show: [shown(backupsQuery, (before) => ({ ...before, items: before.items.filter((one) => one.name !== name) }))],
    send: () => api.DELETE("/api/v1/admin/backups/{name}", { params: { path: { name } } }),
  });

/** Cancels work in the background. @param name of it, for the message */
export async function cancelWork({ id }: Work, name: string): Promise<boolean> {
  const isCancelled = await tryChange({
    sentence: t`${name} is cancelled`,
    show: [shown(workQuery, (before) => before.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/work/{work_id}", { params: { path: { work_id: id } } }),
  });
  await cache.invalidateQueries({ queryKey: ["operations", "runs"] });
  return isCancelled;
}

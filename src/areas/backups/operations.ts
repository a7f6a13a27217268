/** /admin/backups */
import { del, get, type Operation, post } from "../../core/api/operation";
import { deleteBackup, listBackups, startBackup, startCheck } from "./backups";
import * as model from "./model";

const ADMIN = { own: true, permission: "admin.settings" } as const;

export const operations: readonly Operation[] = [
  get(
    "/admin/backups",
    "The backups in the folder of backups and those that failed, newest first",
    { ...ADMIN, operationId: "listBackups", answer: model.BackupList },
    () => listBackups(),
  ),
  post(
    "/admin/backups",
    "Make a backup now, in the background",
    { ...ADMIN, operationId: "createBackup", answer: model.StartedRun, status: 202, refusals: [409] },
    ({ actor }) => ({ run_id: startBackup(actor) }),
  ),
  post(
    "/admin/backups/{name}/check",
    "Check a backup in the background: it is opened, checked and counted",
    { ...ADMIN, operationId: "checkBackup", answer: model.StartedRun, status: 202, refusals: [409] },
    ({ actor, params }) => ({ run_id: startCheck(actor, params.name) }),
  ),
  del(
    "/admin/backups/{name}",
    "Delete a backup, but the only one",
    { ...ADMIN, operationId: "deleteBackup", refusals: [409] },
    ({ actor, params }) => deleteBackup(actor, params.name),
  ),
];

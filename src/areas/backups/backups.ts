/** Listing, making, checking and deleting backups. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { type BackupSettings, backupsOf } from "../../core/backups/configuration";
import { type FoundFile, listFiles } from "../../core/backups/folder";
import { isName } from "../../core/backups/names";
import { publish } from "../../core/journal/journal";
import { enqueue, findRun } from "../../core/runs/runs";
import { conflict, found } from "../../http/errors";
import type { Backup, BackupList } from "./model";
import { type BackupRow, deleteRows, listRows } from "./rows";
import { checking, manual, nightly } from "./runs";

let configuration: BackupSettings | undefined;

/** Sets the configuration of backups. */
export function configureBackups(config: BackupSettings): void {
  configuration = config;
}

function configured() {
  if (!configuration) throw new Error("backups are not configured");
  return backupsOf(configuration);
}

/** Serializes a backup. @param row what is known of it @param file its file; a failed one has none */
function serialize(row: BackupRow | undefined, file: FoundFile | undefined): Backup {
  const { name, created_at } = (row ?? file) as BackupRow;
  return {
    name,
    created_at,
    reason: row?.reason ?? null,
    bytes: file?.bytes ?? null,
    database_bytes: row?.database_bytes ?? null,
    milliseconds: row?.milliseconds ?? null,
    is_encrypted: name.endsWith(".age"),
    verdict: row?.verdict ?? null,
    problem: row?.problem ?? null,
    checked_at: row?.checked_at ?? null,
    copied_at: row?.copied_at ?? null,
    copy_problem: row?.copy_problem ?? null,
    drilled_at: row?.drilled_at ?? null,
    drill_differences: row?.drill_differences ? JSON.parse(row.drill_differences) : null,
  };
}

/** Lists the backups in the folder, and those that failed, newest first. */
export function listBackups(): BackupList {
  const { isOn, folder, retention, lock, secondPlace } = configured();
  const rows = new Map(listRows().map((row) => [row.name, row]));
  const files = listFiles(folder);
  const failed = [...rows.values()].filter(({ verdict }) => verdict === "failed");
  const items = [
    ...files.map((file) => serialize(rows.get(file.name), file)),
    ...failed.map((row) => serialize(row, undefined)),
  ].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const run = findRun(nightly as never, "");
  return {
    is_on: isOn,
    folder,
    keeps: retention,
    is_encrypted: lock !== undefined,
    second_place: secondPlace?.place ?? null,
    next_at: isOn ? (run?.due_at ?? null) : null,
    is_running: run?.state === "running" || findRun(manual, "backup") !== null,
    items,
  };
}

/** Finds the file of a backup. @throws Problem 404 when there is none */
const requireFile = (name: string): FoundFile =>
  found(isName(name) ? listFiles(configured().folder).find((one) => one.name === name) : undefined, "Backup");

/** Starts a backup. @returns the id of its run @throws Problem 409 while one is being made */
export const startBackup = (actor: Actor): string => transaction(() => enqueue(manual, {}, actor));

/** Starts the check of a backup. @returns the id of its run @throws Problem 404; 409 while it is being checked */
export function startCheck(actor: Actor, name: string): string {
  requireFile(name);
  return transaction(() => enqueue(checking, { name }, actor));
}

/**
 * Deletes a backup. Publishes `backup.deleted`.
 * @throws Problem 404; 409 for the only one
 */
export function deleteBackup(actor: Actor, name: string): void {
  const { folder } = configured();
  requireFile(name);
  if (listFiles(folder).length === 1) throw conflict("name: the only backup can't be deleted");
  transaction(() => {
    deleteRows([name]);
    publish(actor, { type: "backup.deleted", data: { id: name, name } });
  });
  rmSync(join(folder, name), { force: true });
}

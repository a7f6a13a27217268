/** `stoa restore FILE` */
import type { Command } from "commander";
import { restore as restoreBackup } from "../../db/backup";
import { readDatabaseFile } from "../config";
import { checksOf } from "../core/area";
import { now } from "../platform/clock";
import { print } from "../platform/output";
import { formatSize } from "./format";

/** Adds the command `restore`. */
export function restore(stoa: Command): void {
  stoa
    .command("restore")
    .description("check a backup and put it in the place of the database; the server must be stopped")
    .argument("<file>", "the backup; it is read and left as it is")
    .option("--force", "replace the database that exists, and keep it under another name", false)
    .action(async (file: string, { force }: { force: boolean }) => {
      const { areas } = await import("../areas");
      const database = readDatabaseFile();
      const options = { replace: force, at: now(), checks: checksOf(areas) };
      const { oldDatabase, bytes } = restoreBackup(file, database, options);
      print(`Restored ${database} (${formatSize(bytes)}) from ${file}.`);
      if (oldDatabase) print(`The former database is ${oldDatabase}.`);
    });
}

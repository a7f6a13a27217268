/** `stoa backup FILE` */
import type { Command } from "commander";
import { backUp } from "../../db/backup";
import { readDatabaseFile } from "../config";
import { print } from "../platform/output";
import { secretFile } from "../platform/secrets";
import { formatSize } from "./format";

/** Adds the command `backup`. */
export function backup(stoa: Command): void {
  stoa
    .command("backup")
    .description("write a consistent copy of the database, also while the server runs")
    .argument("<file>", "the copy to write; it must not exist yet")
    .addHelpText(
      "after",
      "\nThe copy is one whole file. `stoa check FILE` looks whether it is sound, `stoa restore FILE` puts it in place.",
    )
    .action((file: string) => {
      const database = readDatabaseFile();
      const bytes = backUp(database, file);
      print(`Wrote ${file} (${formatSize(bytes)}), a copy of ${database}.`);
      const key = secretFile(database);
      print(
        `Keep the secret key too (SECRET_KEY, or ${key}): without it sessions end and stored secrets must be entered again.`,
      );
    });
}

/** `stoa check [FILE]` */
import type { Command } from "commander";
import { checkDatabase } from "../../db/check";
import { readDatabaseFile } from "../config";
import { checksOf } from "../core/area";
import { print } from "../platform/output";
import { Failure } from "./failure";
import { formatTable } from "./format";

/** Adds the command `check`. */
export function check(stoa: Command): void {
  stoa
    .command("check")
    .description("check a database: integrity, references, search index, counts, journal, schema version")
    .argument("[file]", "a database or a backup; the one that DATABASE_URL names when left out")
    .addHelpText(
      "after",
      "\nNothing is changed, and a server that uses the file goes on. It needs room for a copy among the temporary files (TMPDIR).",
    )
    .action(async (file: string = readDatabaseFile()) => {
      const { areas } = await import("../areas");
      const findings = checkDatabase(file, checksOf(areas));
      print(
        formatTable(findings.map(({ check, problem, note = "" }) => [problem ? "BAD" : "ok", check, problem ?? note])),
      );
      const problems = findings.filter(({ problem }) => problem).length;
      if (problems > 0)
        throw new Failure(`${problems === 1 ? "A problem was" : `${problems} problems were`} found in ${file}.`);
    });
}

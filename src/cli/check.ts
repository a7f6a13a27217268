/** `stoa check [FILE]`, `stoa check --audit FILE [FILE]` */
import type { Command } from "commander";
import { checkDatabase, type Finding } from "../../db/check";
import { readDatabaseFile, readSecretKey } from "../config";
import { type Area, checksOf, secretsOf } from "../core/area";
import { secretsCheck } from "../core/settings/secrets";
import { configureSecrets } from "../platform/crypto";
import { print } from "../platform/output";
import { existingSecretKey } from "../platform/secrets";
import { checkAudit } from "./check-audit";
import { Failure } from "./failure";
import { formatTable } from "./format";

/** Adds the command `check`. */
export function check(stoa: Command): void {
  stoa
    .command("check")
    .description("check a database: schema, integrity, references, search index, JSON, counts, journal, stored secrets")
    .argument("[file]", "a database or a backup; the one that DATABASE_URL names when left out")
    .option("--audit <lines>", "check instead whether an exported journal is unbroken and fits; - is standard input")
    .option("--alone", "with --audit: look at no database", false)
    .addHelpText(
      "after",
      "\nNothing is changed, and a server that uses the file continues. It needs room for a copy among the temporary files (TMPDIR).",
    )
    .action(async (given: string | undefined, { audit, alone }: { audit?: string; alone: boolean }) => {
      const file = given ?? readDatabaseFile();
      if (audit !== undefined) return checkAudit(audit, alone ? undefined : file);
      if (alone) throw new Failure("--alone belongs to --audit.");
      const { areas } = await import("../areas");
      const findings = findingsIn(file, areas);
      print(
        formatTable(findings.map(({ check, problem, note = "" }) => [problem ? "BAD" : "ok", check, problem ?? note])),
      );
      const problems = findings.filter(({ problem }) => problem).length;
      if (problems > 0)
        throw new Failure(`${problems === 1 ? "A problem was" : `${problems} problems were`} found in ${file}.`);
    });
}

/**
 * Returns the key for the secrets in a database: that of the environment, or the one next to the file, or else the one next
 * to the configured database. @throws Error when it is damaged
 */
function keyFor(file: string): string | undefined {
  return readSecretKey() ?? existingSecretKey(file) ?? existingSecretKey(readDatabaseFile());
}

/** Checks a database, its secrets included where there is a key. */
function findingsIn(file: string, areas: readonly Area[]): Finding[] {
  const checks = checksOf(areas);
  const secrets = secretsCheck(secretsOf(areas));
  let key: string | undefined;
  let damage: Finding[] = [];
  try {
    key = keyFor(file);
  } catch (error) {
    damage = [{ check: secrets.check, problem: (error as Error).message }];
  }
  if (key !== undefined) configureSecrets(key);
  return [...checkDatabase(file, key === undefined ? checks : [...checks, secrets]), ...damage];
}

/** `stoa doctor` */
import { writeFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import type { Command } from "commander";
import { checkDatabase, countRows } from "../../db/check";
import { letGoOfDatabase, openForWriting } from "../../db/client";
import { SCHEMA_VERSION, versionInFile } from "../../db/migrate";
import { type Config, describeVariables, readConfig } from "../config";
import { checksOf, installAreas } from "../core/area";
import { diagnose } from "../core/diagnostics/diagnose";
import { type Finding, problem } from "../core/diagnostics/finding";
import { configureModels } from "../core/llm/configuration";
import { configureMail } from "../core/settings/email";
import { readAuthorities } from "../platform/authorities";
import { now } from "../platform/clock";
import { configureSecrets } from "../platform/crypto";
import { configureOutbound } from "../platform/outbound";
import { print } from "../platform/output";
import { existingSecretKey } from "../platform/secrets";
import { findCommit, VERSION } from "../version";
import { Failure } from "./failure";
import { formatTable } from "./format";

/** Adds the command `doctor`. */
export function doctor(stoa: Command): void {
  stoa
    .command("doctor")
    .description(
      "look at the installation and say what to do: disk, clock, memory, peers, backups, settings, integrity",
    )
    .option("--bundle <file>", "write what a bug report needs into a file, without secrets and people's data")
    .addHelpText("after", "\nNothing is changed, and a server that uses the file continues.")
    .action(examine);
}

/** The words of the states, as they are printed. */
const words = { ok: "ok", warning: "WARN", problem: "BAD" } as const;

async function examine({ bundle }: { bundle?: string }): Promise<void> {
  const config = readConfig();
  requireOwnVersion(config.databaseFile);
  const findings = await findingsOf(config);
  print(formatTable(findings.map(({ check, state, finding }) => [words[state], check, finding])));
  const open = findings.filter(({ state }) => state !== "ok");
  if (open.length > 0) print(`\nWhat to do:\n${open.map(({ check, advice }) => `- ${check}: ${advice}`).join("\n")}`);
  if (bundle !== undefined) {
    writeFileSync(bundle, `${JSON.stringify(bundleOf(config, findings), null, 2)}\n`, { mode: 0o600, flag: "wx" });
    print(`\nWrote ${bundle}: read it before you send it to somebody.`);
  }
  const problems = findings.filter(({ state }) => state === "problem").length;
  if (problems > 0) throw new Failure(problems === 1 ? "A problem was found." : `${problems} problems were found.`);
}

/** @throws Failure when there is no database, or one of another version */
function requireOwnVersion(file: string): void {
  const version = versionInFile(file);
  if (version === 0) throw new Failure(`There is no database of Stoa at ${file}.`);
  if (version !== SCHEMA_VERSION)
    throw new Failure(
      `${file} has the schema version ${version}, and this stoa has ${SCHEMA_VERSION}: the doctor looks at a file of its own version.`,
    );
}

/** Looks at an installation as its server would, and at the whole of its database. */
async function findingsOf(config: Config): Promise<Finding[]> {
  const { areas } = await import("../areas");
  installAreas(areas);
  const key = config.secretKey ?? existingSecretKey(config.databaseFile);
  if (key !== undefined) configureSecrets(key);
  configureMail(config.mail, config.mailAllowsSelfSigned);
  configureModels(config.llm);
  const { authoritiesFile } = config;
  configureOutbound(
    config.allowPrivateAddresses,
    authoritiesFile === undefined ? [] : readAuthorities(authoritiesFile),
  );
  openForWriting(config.databaseFile);
  try {
    return [...(await diagnose(config)), ...integrityOf(config.databaseFile, checksOf(areas))];
  } finally {
    letGoOfDatabase();
  }
}

const integrityOf = (file: string, checks: Parameters<typeof checkDatabase>[1]): Finding[] =>
  checkDatabase(file, checks).flatMap(({ check, problem: reason }) =>
    reason === undefined
      ? []
      : [
          problem(
            `integrity: ${check}`,
            reason,
            "Restore a sound backup, with the server stopped; report what `stoa check` says.",
          ),
        ],
  );

/** Variables whose values are numbers or switches, and no secret, address or name. */
const isPlain = (text: string) =>
  /^(\d+(,\d+)*|true|false|yes|no|on|off|trace|debug|info|warn|error|fatal|silent)$/i.test(text);

/** Returns the content of a bundle: states and numbers; of texts only those that Stoa itself has written. */
function bundleOf(config: Config, findings: readonly Finding[]): object {
  const set = describeVariables().filter(({ name }) => process.env[name] !== undefined);
  const shown = ({ name }: { name: string }) => {
    const text = process.env[name] as string;
    return [name, isPlain(text) && !/KEY|PASS|USER|SECRET|TOKEN$/.test(name) ? text : "(set)"];
  };
  return {
    made_at: now(),
    version: VERSION,
    commit: findCommit(),
    schema: SCHEMA_VERSION,
    machine: { platform: platform(), release: release(), arch: arch(), cores: cpus().length, memory: totalmem() },
    runtime: Bun.version,
    environment: Object.fromEntries(set.map(shown)),
    rows: countRows(config.databaseFile),
    findings: findings.map(({ check, state }) => ({ check, state })),
  };
}

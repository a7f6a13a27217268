/** Checks whether a database file is intact, and whether its content is consistent. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, contentChecks, type Examination } from "./check-content";
import { schemaDifferences } from "./check-schema";
import { COMPANIONS, openAsIs, reasonOf, UnusableDatabase } from "./files";
import { SCHEMA_VERSION, schemaVersion } from "./migrate";
import { ENGINE_TABLES } from "./replication-engine";
import { findScratchOf } from "./scratch";

export type { Check } from "./check-content";

/** The result of one check: a problem found, if any, and a note for the user, if any. A check that finds several problems has several results. */
export type Finding = { check: string; problem?: string | undefined; note?: string | undefined };

/** Problems that are reported of one check, and characters of each. */
const MAX_PROBLEMS = 20;
const LONGEST_PROBLEM = 300;

/**
 * Checks a database, also one that a server is using. Never writes to it. Schema and integrity are checked in the file
 * itself, everything else in a temporary copy, so that a long check doesn't block writers.
 * @param checks rules for the content, reported after the built-in checks in their order
 */
export function checkDatabase(file: string, checks: readonly Check[]): Finding[] {
  let sqlite: Database;
  try {
    sqlite = openAsIs(file);
  } catch (error) {
    return [{ check: "file", problem: (error as Error).message }];
  }
  const folder = mkdtempSync(join(tmpdir(), "stoa-check-"));
  try {
    const findings = checkWhole(sqlite, file, (version) => checkCopy(sqlite, join(folder, "copy.db"), version, checks));
    return [...findings, ...examineAll(derivedFiles(file), file)];
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the check of the files next to a database that are derived from it, such as former states and scenarios; none without any. */
function derivedFiles(file: string): Examination[] {
  const files = findScratchOf(file);
  if (files.length === 0) return [];
  // A log is part of its file.
  const counted = files.filter(({ name }) => !COMPANIONS.some((suffix) => name.endsWith(suffix)));
  const abandoned = counted.filter(({ isAbandoned }) => isAbandoned).length;
  const mebibytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2;
  const left = abandoned === 0 ? "" : `; the next start of the server deletes ${abandoned} that a process has left`;
  return [
    {
      check: "derived files",
      note: `${counted.length} of ${mebibytes.toFixed(1)} MiB${left}`,
      look: () =>
        files.flatMap(({ name, isOpen }) => (isOpen ? [`others may read or write ${name}, but not the database`] : [])),
    },
  ];
}

/** Works as `checkDatabase`, on an open database that nobody else uses. */
export const checkUnused = (sqlite: Database, file: string, checks: readonly Check[]): Finding[] =>
  checkWhole(sqlite, file, (version) => examineAll(contentChecks(sqlite, version, checks), file));

function checkWhole(sqlite: Database, file: string, checkContent: (version: number) => Finding[]): Finding[] {
  let version = 0;
  const findings = examine(file, {
    check: "schema",
    look: () => {
      version = schemaVersion(sqlite);
      if (version === 0) throw new UnusableDatabase("it is empty");
      return schemaDifferences(sqlite, version);
    },
  });
  if (version === 0) return findings;
  const integrity = examine(file, { check: "integrity", look: () => integrityProblems(sqlite) });
  return [...withUpgrade(findings, version), ...integrity, ...checkContent(version)];
}

/** Returns findings about a schema, with the note that the next start upgrades it. */
const withUpgrade = (findings: Finding[], version: number): Finding[] =>
  version === SCHEMA_VERSION
    ? findings
    : findings.map((finding) => ({
        ...finding,
        note: `version ${version}; the next start of the server upgrades it to ${SCHEMA_VERSION}`,
      }));

/** Checks the content of a database in a copy of it. */
function checkCopy(sqlite: Database, file: string, version: number, checks: readonly Check[]): Finding[] {
  try {
    sqlite.run("VACUUM INTO ?", [file]);
  } catch (error) {
    return [{ check: "content", problem: `it could not be copied to ${file}: ${reason(error, file)}` }];
  }
  const copy = new Database(file, { readwrite: true, strict: true });
  try {
    copy.run("PRAGMA trusted_schema = OFF");
    return examineAll(contentChecks(copy, version, checks), file);
  } finally {
    copy.close();
  }
}

function reason(error: unknown, file: string): string {
  const isDamaged = (error as { code?: string }).code?.startsWith("SQLITE_CORRUPT");
  return isDamaged ? "it is damaged; a backup that isn't can take its place" : reasonOf(error, file);
}

/** Texts in a file may be anything; a problem is one line without control characters. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, " ").slice(0, LONGEST_PROBLEM);

function examine(file: string, { check, look, note }: Examination): Finding[] {
  let problems: string[];
  try {
    problems = look();
  } catch (error) {
    problems = [reason(error, file)];
  }
  if (problems.length === 0) return [{ check, note }];
  const left = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), ...(left > 0 ? [`and ${left} more`] : [])].map((problem) => ({
    check,
    problem: oneLine(problem),
  }));
}

const examineAll = (examinations: readonly Examination[], file: string): Finding[] =>
  examinations.flatMap((examination) => examine(file, examination));

function integrityProblems(sqlite: Database): string[] {
  const rows = sqlite.query("PRAGMA integrity_check(100)").values() as [string][];
  return rows.map(([row]) => row).filter((row) => row !== "ok");
}

/** Returns the number of rows of each table of a database but those of the engine of replication. */
export function countRows(file: string): Record<string, number> {
  const sqlite = new Database(file, { readonly: true, strict: true });
  try {
    const tables = sqlite
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'cards\\_search%' ESCAPE '\\' ORDER BY name",
      )
      .all()
      .filter(({ name }) => !ENGINE_TABLES.some((table) => table === name));
    return Object.fromEntries(
      tables.map(({ name }) => {
        const row = sqlite.query<{ count: number }, []>(`SELECT count(*) AS count FROM "${name}"`).get();
        return [name, row?.count ?? 0];
      }),
    );
  } finally {
    sqlite.close();
  }
}

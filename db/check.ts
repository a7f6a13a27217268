/** Checks whether a database file is intact, and whether its content is consistent. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAsIs, reasonOf, UnusableDatabase } from "./files";
import { chainHash, type HashedEvent } from "./hash-chain";
import { SCHEMA_VERSION, schemaVersion } from "./migrate";

/** A rule for the content: a query that finds the rows that break it, as `id`, and the problem as a sentence. Rules with the same `check` are reported as one. */
export type Check = { check: string; problem: string; sql: string };

/** The result of one check: the problem found, if any, and a note for the user, if any. */
export type Finding = { check: string; problem?: string | undefined; note?: string | undefined };

/**
 * Checks a database, also one that a server is using. Never writes to it. Schema and integrity are checked in the file
 * itself, everything else in a temporary copy, so that a long check doesn't block writers.
 * @param checks rules for the content, reported after the built-in checks in their order
 */
export function checkDatabase(file: string, checks: readonly Check[]): Finding[] {
  const findings: Finding[] = [];
  let sqlite: Database;
  try {
    sqlite = openAsIs(file);
  } catch (error) {
    return [{ check: "file", problem: (error as Error).message }];
  }
  const folder = mkdtempSync(join(tmpdir(), "stoa-check-"));
  try {
    const schema = finding("schema", file, () => checkSchema(sqlite));
    findings.push(schema);
    if (schema.problem) return findings;
    findings.push(finding("integrity", file, () => checkIntegrity(sqlite)));
    const copy = join(folder, "copy.db");
    const copied = finding("copy", copy, () => {
      sqlite.run("VACUUM INTO ?", [copy]);
      return {};
    });
    if (copied.problem)
      return [...findings, { check: "content", problem: `could not be copied to ${folder}: ${copied.problem}` }];
    findings.push(...checkContent(copy, schema.note === undefined ? checks : undefined));
    return findings;
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Outcome = Omit<Finding, "check">;

function finding(check: string, file: string, look: () => Outcome): Finding {
  try {
    return { check, ...look() };
  } catch (error) {
    const isDamaged = (error as { code?: string }).code?.startsWith("SQLITE_CORRUPT");
    return { check, problem: isDamaged ? "it is damaged; restore a backup" : reasonOf(error, file) };
  }
}

function checkSchema(sqlite: Database): Outcome {
  const version = schemaVersion(sqlite);
  if (version === 0) throw new UnusableDatabase("it is empty");
  if (version < SCHEMA_VERSION)
    return { note: `version ${version}; the next start of the server upgrades it to ${SCHEMA_VERSION}` };
  return {};
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " ");

function checkIntegrity(sqlite: Database): Outcome {
  const rows = sqlite.query("PRAGMA integrity_check(100)").values() as [string][];
  const [first] = rows[0] ?? ["no answer"];
  if (first === "ok") return {};
  return { problem: `${oneLine(first)}${rows.length > 1 ? `, and ${rows.length - 1} more` : ""}` };
}

/** @param checks rules for the content; undefined for a file of an older schema, where only references are checked */
function checkContent(copy: string, checks: readonly Check[] | undefined): Finding[] {
  const sqlite = new Database(copy, { readwrite: true, strict: true });
  try {
    const findings = [finding("references", copy, () => checkReferences(sqlite))];
    if (!checks) return findings;
    return [
      ...findings,
      ...searchIndexes(sqlite).map((name) => finding(`index ${name}`, copy, () => checkSearchIndex(sqlite, name))),
      finding("seals", copy, () => checkHashChain(sqlite)),
      ...[...Map.groupBy(checks, ({ check }) => check)].map(([check, rules]) =>
        finding(check, copy, () => checkRules(sqlite, rules)),
      ),
    ];
  } finally {
    sqlite.close();
  }
}

function checkReferences(sqlite: Database): Outcome {
  const rows = sqlite.query("PRAGMA foreign_key_check").all() as { table: string; rowid: number; parent: string }[];
  const first = rows[0];
  if (!first) return {};
  const more = rows.length > 1 ? `, and ${rows.length - 1} more` : "";
  return { problem: `row ${first.rowid} of ${first.table} refers to a row of ${first.parent} that is missing${more}` };
}

/** The full-text indexes over the text of a table. */
const searchIndexes = (sqlite: Database): string[] =>
  (
    sqlite
      .query("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%using fts5%content=%' ORDER BY name")
      .all() as { name: string }[]
  ).map(({ name }) => name);

function checkSearchIndex(sqlite: Database, name: string): Outcome {
  try {
    sqlite.run(`INSERT INTO "${name}"("${name}", rank) VALUES ('integrity-check', 1)`);
    return {};
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith("SQLITE_CORRUPT")) throw error;
    return { problem: "it doesn't tell the same as the text that it indexes" };
  }
}

/** Checks the hash chain of the journal. Events from before it was introduced have no hash; it begins with the first one. */
function checkHashChain(sqlite: Database): Outcome {
  const columns = "seq, id, event_type, data, entity_id, author_id, undo, created_at, seal";
  let before = "";
  let last = 0;
  for (const entry of sqlite
    .query<HashedEvent & { seq: number; seal: string | null }, []>(`SELECT ${columns} FROM events ORDER BY seq`)
    .iterate()) {
    last = entry.seq;
    if (entry.seal === null && before === "") continue;
    if (entry.seal !== chainHash(before, entry))
      return {
        problem: `event ${entry.seq} (${entry.id}), or what stood before it, was changed, removed or put in afterwards`,
      };
    before = entry.seal;
  }
  const counted =
    sqlite.query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()?.seq ?? 0;
  return counted > last ? { problem: `the events after ${last} were removed` } : {};
}

/** Reports the first of the rules that is broken. */
function checkRules(sqlite: Database, rules: readonly Check[]): Outcome {
  for (const { sql, problem } of rules) {
    const { count, example } = sqlite.query(`SELECT count(*) AS count, min(id) AS example FROM (${sql})`).get() as {
      count: number;
      example: string | null;
    };
    if (count > 0) return { problem: `${problem}: ${example}${count > 1 ? `, and ${count - 1} more` : ""}` };
  }
  return {};
}

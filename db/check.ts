/** Checks whether a database file is intact, and whether its content is consistent. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAsIs, reasonOf, UnusableDatabase } from "./files";
import { chainHash, type HashedEvent } from "./hash-chain";
import { SCHEMA_VERSION, schemaVersion } from "./migrate";

/** The result of one check: the problem found, if any, and a note for the user, if any. */
export type Finding = { check: string; problem?: string | undefined; note?: string | undefined };

/**
 * Checks a database, also one that a server is using. Never writes to it.
 *
 * Schema and integrity are checked in the file itself. Everything else is checked in a copy in the folder for temporary
 * files, so that a long check doesn't block writers.
 */
export function checkDatabase(file: string): Finding[] {
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
    findings.push(...checkContent(copy, schema.note === undefined));
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

/** @param current whether the file has the schema that the rules below are about */
function checkContent(copy: string, current: boolean): Finding[] {
  const sqlite = new Database(copy, { readwrite: true, strict: true });
  try {
    const findings = [finding("references", copy, () => checkReferences(sqlite))];
    if (!current) return findings;
    return [
      ...findings,
      ...searchIndexes(sqlite).map((name) => finding(`index ${name}`, copy, () => checkSearchIndex(sqlite, name))),
      finding("seals", copy, () => checkHashChain(sqlite)),
      ...rules.map(({ check, ask }) => finding(check, copy, () => answer(sqlite, ask))),
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

/** Rules for the content: each query finds the rows that break the rule, as `id`. */
const rules: { check: string; ask: { sql: string; problem: string }[] }[] = [
  {
    check: "counts",
    ask: [
      {
        problem: "the number of cards kept for a list is not the number there is",
        sql: `SELECT type || ' ' || status || ' ' || approval_status AS id FROM (
            SELECT type, status, approval_status, count(*) AS count FROM cards GROUP BY 1, 2, 3
            UNION ALL
            SELECT type, status, approval_status, -count FROM card_counts
          ) GROUP BY type, status, approval_status HAVING sum(count) <> 0`,
      },
    ],
  },
  {
    check: "journal",
    ask: [
      {
        problem: "the data of an event is not a JSON object",
        sql: "SELECT id FROM events WHERE CASE WHEN json_valid(data) THEN json_type(data) END IS NOT 'object'",
      },
      {
        problem: "a card has no event that tells of its creation",
        // Two sorted lists, and no look-up for each card, whose index a planner without statistics may choose badly.
        sql: "SELECT id FROM cards EXCEPT SELECT entity_id FROM events WHERE event_type = 'card.created'",
      },
      // These references are emptied by deletions, so they are not hashed; the columns that they must agree with are.
      {
        problem: "an event says that somebody else did it, or nobody, than it was sealed with",
        sql: `SELECT id FROM events WHERE seal IS NOT NULL AND user_id IS NOT author_id
          AND (user_id IS NOT NULL OR author_id IN (SELECT id FROM users))`,
      },
      {
        problem: "an event about a card stands in the history of another",
        sql: "SELECT id FROM events WHERE event_type GLOB 'card.*' AND card_id <> entity_id",
      },
      {
        problem: "an event belongs to a batch that is missing",
        sql: `SELECT id FROM events WHERE batch_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM mutation_batches WHERE mutation_batches.id = batch_id)`,
      },
      {
        problem: "the number of the next event has been used already",
        sql: `SELECT id FROM events WHERE seq > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)`,
      },
    ],
  },
];

function answer(sqlite: Database, ask: { sql: string; problem: string }[]): Outcome {
  for (const { sql, problem } of ask) {
    const { count, example } = sqlite.query(`SELECT count(*) AS count, min(id) AS example FROM (${sql})`).get() as {
      count: number;
      example: string | null;
    };
    if (count > 0) return { problem: `${problem}: ${example}${count > 1 ? `, and ${count - 1} more` : ""}` };
  }
  return {};
}

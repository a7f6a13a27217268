/** The checks of a database's content: references, search indexes, JSON, the journal's chain, and the rules of areas. */
import type { Database } from "bun:sqlite";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { chainHash, type HashedEvent, sealSql } from "./hash-chain";
import { SCHEMA_VERSION } from "./migrate";
import * as schema from "./schema";
import { holdsJson } from "./schema/columns";

/** A rule for the content: a query that finds the rows that break it, as `id`, and the problem as a sentence. Rules with the same `check` are reported as one. */
export type Check = {
  check: string;
  problem: string;
  sql: string;
  /** With it the query finds rows as `id` and `value`; those whose value breaks the rule are all named. */
  breaks?: (value: string) => boolean;
};

/** A part of the check: its name, and the problems that it finds. */
export type Examination = { check: string; look: () => string[]; note?: string | undefined };

/** Rows that break a rule: how many, and one of them. */
type RuleViolation = { count: number; example: string | number | null };

const andMore = (count: number) => (count > 1 ? `, and ${count - 1} more` : "");

/**
 * Returns the checks of the content of a database.
 * @param version its schema; the rules are for the current one only
 * @param rules those of areas
 */
export function contentChecks(sqlite: Database, version: number, rules: readonly Check[]): Examination[] {
  const current = version === SCHEMA_VERSION ? rules : [];
  return [
    { check: "references", look: () => danglingReferences(sqlite) },
    ...searchIndexes(sqlite).map((name) => searchIndexCheck(sqlite, name)),
    { check: "json", look: () => jsonProblems(sqlite) },
    ...(columnsOf(sqlite, "former_rows").length > 0 ? [{ check: "history", look: () => historyProblems(sqlite) }] : []),
    ...(columnsOf(sqlite, "events").includes("seal") ? [{ check: "seals", look: () => chainProblems(sqlite) }] : []),
    ...[...Map.groupBy(current, ({ check }) => check)].map(([check, own]) => ({
      check,
      look: () => own.flatMap((rule) => ruleProblems(sqlite, rule)),
    })),
  ];
}

const columnsOf = (sqlite: Database, table: string): string[] =>
  sqlite
    .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);

/** Finds what keeps a former state from being made, and what it would be wrong for. */
const HISTORY_RULES: [problem: string, sql: string][] = [
  [
    "is older than the moment before it",
    `SELECT seq AS id FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM former_rows WHERE at IS NOT NULL)
     WHERE at < before`,
  ],
  ["belongs to no moment", "SELECT max(seq) AS id FROM former_rows HAVING max(seq) > max(iif(at IS NULL, 0, seq))"],
  [
    "is neither a change nor a moment",
    `SELECT seq AS id FROM former_rows WHERE (at IS NULL) = (change IS NULL) OR (change IS NULL) <> (table_name IS NULL)
       OR (change IS NOT NULL AND (key IS NULL OR (change = 'created') <> (former IS NULL)))`,
  ],
  [
    "names an entry of the journal that is missing",
    "SELECT seq AS id FROM former_rows WHERE event > (SELECT coalesce(max(seq), 0) FROM events)",
  ],
];

/** Checks the history by which former states are made. */
function historyProblems(sqlite: Database): string[] {
  return HISTORY_RULES.flatMap(([problem, sql]) => {
    const [first, ...others] = sqlite.query<{ id: number }, []>(`${sql} ORDER BY 1 LIMIT 1000`).all();
    return first ? [`entry ${first.id} of the history ${problem}${andMore(others.length + 1)}`] : [];
  });
}

function danglingReferences(sqlite: Database): string[] {
  const rows = sqlite
    .query<{ child: string; parent: string; first: number | null; count: number }, []>(
      `SELECT "table" AS child, parent, min(rowid) AS first, count(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2`,
    )
    .all();
  return rows.map(
    ({ child, parent, first, count }) =>
      `${first === null ? "a row" : `row ${first}`} of ${child} refers to a row of ${parent} that is missing${andMore(count)}`,
  );
}

/** Returns the full-text indexes over the text of a table. */
const searchIndexes = (sqlite: Database): string[] =>
  sqlite
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%using fts5%content=%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);

/** Returns the check of a full-text index, unless a large change has left cards that are still to be indexed. */
function searchIndexCheck(sqlite: Database, name: string): Examination {
  const check = `index ${name}`;
  const noted = name === "cards_search" ? countNoted(sqlite) : 0;
  if (noted === 0) return { check, look: () => searchIndexProblems(sqlite, name) };
  return {
    check,
    look: () => [],
    note: `not compared: ${noted} cards of a large change are indexed soon, or at the next start`,
  };
}

const countNoted = (sqlite: Database): number =>
  columnsOf(sqlite, "unindexed_cards").length === 0
    ? 0
    : (sqlite.query<{ count: number }, []>("SELECT count(*) AS count FROM unindexed_cards WHERE seq > 0").get()
        ?.count ?? 0);

function searchIndexProblems(sqlite: Database, name: string): string[] {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  try {
    sqlite.run(`INSERT INTO ${quoted}(${quoted}, rank) VALUES ('integrity-check', 1)`);
    return [];
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith("SQLITE_CORRUPT")) throw error;
    return ["it doesn't match the text that it indexes"];
  }
}

/** Finds text that is not JSON in the columns that hold JSON, of the tables and columns that the database has. */
function jsonProblems(sqlite: Database): string[] {
  return Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .flatMap((table) => {
      const name = getTableName(table);
      const present = columnsOf(sqlite, name);
      return Object.values(getTableColumns(table))
        .filter((column) => holdsJson(column) && present.includes(column.name))
        .flatMap((column) => invalidJson(sqlite, name, column.name));
    });
}

function invalidJson(sqlite: Database, table: string, column: string): string[] {
  const { count, example } = sqlite
    .query<RuleViolation, []>(
      `SELECT count(*) AS count, min(rowid) AS example FROM "${table}" WHERE NOT json_valid("${column}")`,
    )
    .get() as RuleViolation;
  return count > 0 ? [`${column} of row ${example} of ${table} is no JSON${andMore(count)}`] : [];
}

/** Checks the hash chain of the journal. Events from before it was introduced have no hash; it begins with the first one. */
function chainProblems(sqlite: Database): string[] {
  const columns = "seq, id, event_type, data, entity_id, author_id, undo, created_at";
  let before = "";
  let last = 0;
  for (const entry of sqlite
    .query<HashedEvent & { seq: number; seal: string | null }, []>(
      `SELECT ${columns}, ${sealSql("seal")} AS seal FROM events ORDER BY seq`,
    )
    .iterate()) {
    last = entry.seq;
    if (entry.seal === null && before === "") continue;
    if (entry.seal !== chainHash(before, entry))
      return [`event ${entry.seq} (${entry.id}), or what stood before it, was changed, removed or put in afterwards`];
    before = entry.seal;
  }
  const counted =
    sqlite.query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()?.seq ?? 0;
  return counted > last ? [`the events after ${last} were removed`] : [];
}

function ruleProblems(sqlite: Database, { sql, problem, breaks }: Check): string[] {
  if (breaks) return brokenValues(sqlite, sql, breaks).map((id) => `${problem}: ${id}`);
  const { count, example } = sqlite
    .query<RuleViolation, []>(`SELECT count(*) AS count, min(id) AS example FROM (${sql})`)
    .get() as RuleViolation;
  return count > 0 ? [`${problem}: ${example}${andMore(count)}`] : [];
}

const brokenValues = (sqlite: Database, sql: string, breaks: (value: string) => boolean): string[] =>
  sqlite
    .query<{ id: string; value: string }, []>(sql)
    .all()
    .filter(({ value }) => breaks(value))
    .map(({ id }) => id);

/**
 * Files of scenarios: the landscape as it would be. Such a file is a state (`states.ts`) in which changes are made: it has the
 * triggers of the landscape, a journal and a history of its own, and reads everything else in the present.
 *
 * The pitfalls:
 * - The present is attached for reading only: it must not be locked by a transaction, and nothing can write to it.
 * - Foreign keys lead within one file. Of tables that only such a key needs, the file has the ids.
 * - What a change sends, such as notifications and mail, is written into tables of the file that nobody reads.
 */
import { constants, Database } from "bun:sqlite";
import { pathToFileURL } from "node:url";
import { connection } from "./connection";
import { columnsOf, installHistory, keyOf } from "./history";
import { deleteScratch } from "./scratch";
import { makeStateFile } from "./state-files";
import { createViewsOfPresent, isCopied, type Moment, openState, schemaOf } from "./states";

/** Tables that changes of the landscape write, and of which a scenario has its own, without rows at first. */
const OWN = [
  "events",
  "file_pieces",
  "former_rows",
  "idempotency_keys",
  "mail_outbox",
  "migration_pieces",
  "migrations",
  "mutation_batches",
  "notifications",
  "runs",
  "staged_records",
  "workspace_pieces",
  "workspace_transfers",
];
/** Tables that are its own as well, with the rows of the moment at which its file is made. */
const COPIED = [
  "migration_identity_map",
  "migration_remembered_mappings",
  "retired_costs",
  "stakeholder_role_definitions",
  "turbolens_analysis_runs",
  "turbolens_assessments",
  "turbolens_duplicate_clusters",
  "turbolens_modernization_assessments",
  "turbolens_vendor_analysis",
  "turbolens_vendor_hierarchy",
];
/** The statement without which an analysis that the landscape executes would be one that a scenario waits for. */
const WITHOUT_UNFINISHED = "DELETE FROM main.turbolens_analysis_runs WHERE status IN ('queued', 'running')";
/** The statements that make the index of the search. With more of it in memory, there is less to merge. */
const INDEXING = [
  "INSERT INTO cards_search(cards_search, rank) VALUES ('hashsize', 4194304)",
  "INSERT INTO cards_search(cards_search) VALUES ('rebuild')",
];
/** Tables of the present from which nothing goes when a scenario deletes what they name, so that nothing has to come back either. */
const UNTOUCHED = ["diagram_favorites"];
/** Tables that foreign keys of the others lead to: the file has the ids of their rows, and reads them in the present. */
const PARENTS = ["users"];

const isHeld = (table: string) => isCopied(table) || OWN.includes(table) || COPIED.includes(table);

/** `SQLITE_OPEN_URI`, with which the present can be attached for reading only; Bun doesn't name it. */
const OPEN_URI = 0x40;

/** Opens a file that may be written, with the present attached for reading. */
function openNextTo(path: string, present: string): Database {
  const sqlite = new Database(path, constants.SQLITE_OPEN_READWRITE | OPEN_URI);
  // Nothing in it needs to survive a crash. The place of temporary things is set before there are any.
  const pragmas = ["busy_timeout = 5000", "temp_store = MEMORY", "synchronous = OFF", "cache_size = -8192"];
  for (const pragma of [...pragmas, "trusted_schema = OFF"]) sqlite.run(`PRAGMA ${pragma}`);
  sqlite.run("ATTACH ? AS present", [`${pathToFileURL(present).href}?mode=ro`]);
  return sqlite;
}

/** Adds to a state what changes in it need. @param event the last entry of the journal that it begins with, after which its own are numbered */
function makeChangeable(sqlite: Database, event: number): void {
  const schema = schemaOf(sqlite, "present");
  sqlite.run("BEGIN");
  for (const sql of INDEXING) sqlite.run(sql);
  sqlite.run("DELETE FROM main.unindexed_cards");
  for (const { type, tbl_name, sql } of schema) {
    const isOwn = OWN.includes(tbl_name);
    const isNeeded = isOwn || (type === "trigger" ? isCopied(tbl_name) : COPIED.includes(tbl_name));
    if (isNeeded && sql) sqlite.run(sql);
  }
  sqlite.run("INSERT INTO main.sqlite_sequence (name, seq) VALUES ('events', ?)", [event]);
  for (const table of COPIED) sqlite.run(`INSERT INTO main.${table} SELECT * FROM present.${table}`);
  sqlite.run(WITHOUT_UNFINISHED);
  for (const table of PARENTS) sqlite.run(`CREATE TABLE main.${table} (id TEXT PRIMARY KEY) WITHOUT ROWID`);
  // It says where each change ends in the history of the scenario.
  sqlite.run("CREATE TABLE main.applied_changes (last_seq INTEGER PRIMARY KEY, change_id TEXT NOT NULL)");
  sqlite.run("COMMIT");
}

/** Notes in an open scenario that everything since the change before belongs to a change. */
export function noteApplied(changeId: string): void {
  connection().run(
    "INSERT OR REPLACE INTO main.applied_changes (last_seq, change_id) SELECT max(seq), ? FROM main.former_rows",
    [changeId],
  );
}

/**
 * Makes the file of a scenario as a scratch file, without its changes.
 * @param moment the one that it begins with
 * @param name of the scratch file
 * @returns its path
 */
export function makeScenarioFile(moment: Moment, name: string): string {
  const path = makeStateFile(moment, { name });
  try {
    const sqlite = openNextTo(path, connection().filename);
    try {
      makeChangeable(sqlite, moment.event);
    } finally {
      sqlite.close(true);
    }
    return path;
  } catch (error) {
    deleteScratch(name);
    throw error;
  }
}

/** Opens the file of a scenario for changes. @param present the path of the database */
export function openScenario(path: string, present: string): Database {
  const sqlite = openNextTo(path, present);
  createViewsOfPresent(sqlite, isHeld, 0);
  for (const table of UNTOUCHED)
    sqlite.run(`CREATE TEMP TRIGGER untouched_${table} INSTEAD OF INSERT ON ${table} BEGIN SELECT NULL; END`);
  installHistory(sqlite);
  sqlite.run("PRAGMA foreign_keys = ON");
  return sqlite;
}

/**
 * Returns SQL for the columns of a table.
 * @param others expressions that take the place of some of them
 */
const columnList = (sqlite: Database, table: string, others: Readonly<Record<string, string>> = {}): string =>
  columnsOf(sqlite, table)
    .map(({ name }) => (others[name] ? `${others[name]} AS "${name}"` : `"${name}"`))
    .join(", ");

/** Returns SQL for the instant at which a batch of the present was rolled back, if that was before a moment. */
const rolledBackBy = ({ at }: Moment) => `CAST(iif(rolled_back_at > '${at}', NULL, rolled_back_at) AS TEXT)`;

/** A part of a table, with the condition on its rows, and of batches SQL for the instant at which they were rolled back. */
type Part = { table: string; where: string; rolledBackAt: string };
/** The parts of the journal and of its batches. */
export type JournalParts = { events: Part[]; batches: Part[] };

const ROLLED_BACK = "rolled_back_at";

/** The journal of the landscape as one part. */
export const WHOLE_JOURNAL: JournalParts = {
  events: [{ table: "events", where: "TRUE", rolledBackAt: ROLLED_BACK }],
  batches: [{ table: "mutation_batches", where: "TRUE", rolledBackAt: ROLLED_BACK }],
};

/** Returns the condition that a scenario has no copy of a row `p`. */
const isNotCopied = (table: string, key: string) =>
  `NOT EXISTS (SELECT 1 FROM main.${table} own WHERE own.${key} = p.${key})`;

/** Returns the parts of the journal that a scenario shows: its own, and that of the landscape that it begins with, but for what it has a copy of, if it has. */
const journalParts = (base: Moment, hasCopies = true): JournalParts => ({
  events: [
    { table: "main.events", where: "TRUE", rolledBackAt: ROLLED_BACK },
    {
      table: "present.events p",
      // The plus leaves the index to the other conditions.
      where: `+p.seq <= ${base.event} AND ${hasCopies ? isNotCopied("events", "seq") : "TRUE"}`,
      rolledBackAt: ROLLED_BACK,
    },
  ],
  batches: [
    { table: "main.mutation_batches", where: "TRUE", rolledBackAt: ROLLED_BACK },
    {
      table: "present.mutation_batches p",
      where: `p.created_at <= '${base.at}' AND ${hasCopies ? isNotCopied("mutation_batches", "id") : "TRUE"}`,
      rolledBackAt: rolledBackBy(base),
    },
  ],
});

/**
 * Returns the parts of the journal of the scenario that is open for reading. Each has its indexes; those of a view of all, within a list of several, would not
 * be used.
 */
export function journalPartsOf(base: Moment): JournalParts {
  const copies = connection().query<{ has: number }, [number, string]>(
    `SELECT EXISTS (SELECT 1 FROM main.events WHERE seq <= ?) OR EXISTS (SELECT 1 FROM main.mutation_batches WHERE created_at <= ?) AS has`,
  );
  return journalParts(base, copies.get(base.event, base.at)?.has === 1);
}

/** Creates the views of the journal of a scenario and of its batches. */
function createViewsOfJournal(sqlite: Database, base: Moment): void {
  const create = (name: string, columnsOfPart: (part: Part) => string, parts: readonly Part[]) =>
    sqlite.run(
      `CREATE TEMP VIEW ${name} AS ${parts.map((part) => `SELECT ${columnsOfPart(part)} FROM ${part.table} WHERE ${part.where}`).join(" UNION ALL ")}`,
    );
  const { events, batches } = journalParts(base);
  const columns = columnList(sqlite, "events");
  const entries = events.map((part) => ({ ...part, where: part.where.replace("+p.seq", "p.seq") }));
  create("events", () => columns, entries);
  create(
    "mutation_batches",
    ({ rolledBackAt }) => columnList(sqlite, "mutation_batches", { rolled_back_at: rolledBackAt }),
    batches,
  );
}

/** Entries of the journal that are copied to undo a batch; of more only those about the same things. */
const ALL_COPIED = 50_000;

/** A batch by its id, and by the number of the entry that it is, if it is a single one. */
type BatchName = { id: string; seq: number | undefined };

/**
 * Copies a batch of the landscape with its entries into the scenario that is open for changes, which can undo it then, and the later entries, by
 * which it is found what is in the way. Nothing happens for a batch of the scenario itself, and for one that is unknown.
 * @param base the moment that the scenario begins with
 */
export function adoptBatch({ id, seq }: BatchName, base: Moment): void {
  const sqlite = connection();
  const first = sqlite
    .query<{ seq: number | null }, [string, number | null, number]>(
      "SELECT min(seq) AS seq FROM present.events WHERE (batch_id = ?1 OR seq = ?2 AND tool_name IS NOT NULL) AND seq <= ?3",
    )
    .get(id, seq ?? null, base.event)?.seq;
  const batches = columnList(sqlite, "mutation_batches", { rolled_back_at: rolledBackBy(base) });
  if (first === null || first === undefined) {
    // It may be one that nothing has joined.
    sqlite
      .query(
        `INSERT OR IGNORE INTO main.mutation_batches SELECT ${batches} FROM present.mutation_batches WHERE id = ? AND created_at <= ?`,
      )
      .run(id, base.at);
    return;
  }
  const own = seq === undefined ? "batch_id = ?1" : "seq = ?1";
  const things = `SELECT entity_id FROM present.events WHERE ${own} UNION SELECT card_id FROM present.events WHERE ${own}`;
  const isCopied =
    base.event - first <= ALL_COPIED ? "?1 IS NOT NULL" : `(e.card_id IN (${things}) OR e.entity_id IN (${things}))`;
  const chosen = `seq BETWEEN ${first} AND ${base.event} AND ${isCopied}`;
  sqlite
    .query(
      `INSERT OR IGNORE INTO main.mutation_batches SELECT ${batches} FROM present.mutation_batches
       WHERE id IN (SELECT batch_id FROM present.events e WHERE ${chosen})`,
    )
    .run(seq ?? id);
  // The scenario may lack a card that an entry is about.
  const columns = columnList(sqlite, "events", {
    card_id: "(SELECT c.id FROM main.cards c WHERE c.id = e.card_id)",
    batch_id: "(SELECT b.id FROM main.mutation_batches b WHERE b.id = e.batch_id)",
  });
  sqlite
    .query(`INSERT OR IGNORE INTO main.events SELECT ${columns} FROM present.events e WHERE ${chosen}`)
    .run(seq ?? id);
}

/** Creates the view of the contents of files: those of the landscape and those that the scenario has got. */
const createViewOfPieces = (sqlite: Database): void =>
  void sqlite.run(`CREATE TEMP VIEW file_pieces AS
    SELECT attachment_id, position, bytes FROM main.file_pieces
    UNION ALL SELECT attachment_id, position, bytes FROM present.file_pieces`);

/** Opens the file of a scenario for reading. @param present the path of the database @param base the moment that it begins with */
export function openScenarioForReading(path: string, present: string, base: Moment): Database {
  const sqlite = openState(path, present, 0, isHeld);
  createViewsOfJournal(sqlite, base);
  createViewOfPieces(sqlite);
  return sqlite;
}

/** Brings the ids that foreign keys lead to up to date with the present, on the connection of an open scenario. */
export function followParents(): void {
  for (const table of PARENTS) connection().run(`INSERT OR IGNORE INTO main.${table} SELECT id FROM present.${table}`);
}

/** An entry of a history: what was done to a row, and what that held before, as a JSON object. */
export type HistoryEntry = {
  table_name: string;
  key: string;
  change: "created" | "updated" | "deleted";
  former: string | null;
};

/** Returns the entries of an open scenario in their order, each with the change that it belongs to. */
export const ownHistory = (): (HistoryEntry & { change_id: string | null })[] =>
  connection()
    .query<HistoryEntry & { change_id: string | null }, []>(
      `SELECT f.table_name, f.key, f.change, f.former,
         (SELECT a.change_id FROM main.applied_changes a WHERE a.last_seq >= f.seq ORDER BY a.last_seq LIMIT 1) AS change_id
       FROM main.former_rows f WHERE f.at IS NULL ORDER BY f.seq`,
    )
    .all();

/** Iterates over the entries of the present between two moments, next to which a scenario is open. */
export const presentHistory = (since: Moment, until: Moment): Iterable<HistoryEntry> =>
  connection()
    .query<HistoryEntry, [number, number]>(
      `SELECT table_name, key, change, former FROM present.former_rows WHERE seq > ? AND seq <= ? AND at IS NULL ORDER BY seq`,
    )
    .iterate(since.seq, until.seq);

/** Returns the keys of the fields that calculations set in the open scenario. */
export const calculatedFields = (): string[] =>
  connection()
    .query<{ key: string }, []>("SELECT DISTINCT target_field_key AS key FROM calculations WHERE is_active = 1")
    .all()
    .map(({ key }) => key);

/** Reads a row by its key in the open scenario or in the present; undefined where there is none. */
export function rowIn(schema: "main" | "present", table: string, key: string): Record<string, unknown> | undefined {
  const columns = columnsOf(connection(), table);
  const keys = keyOf(columns);
  const values = keys.length === 1 ? [key] : (JSON.parse(key) as string[]);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const where = keys.map((name) => `"${name}" = ?`).join(" AND ");
  const row = connection().query<Record<string, unknown>, string[]>(
    `SELECT ${names} FROM ${schema}.${table} WHERE ${where}`,
  );
  return row.get(...values) ?? undefined;
}

/** Tables of a scenario whose rows have no history: the events about them name the rows. Beginning of the types of events → table. */
const NAMED_BY_EVENTS = { "assessment.": "turbolens_assessments" } as const;

/** A row without a history that a change of the open scenario has changed, and the landscape since a moment as well. */
export type RowOfBoth = { change_id: string; table: string; key: string; mine: Values; theirs: Values };
type Values = Record<string, unknown>;

/** Returns the rows without a history that the open scenario and, since a moment, the present have both changed. */
export const rowsOfBoth = (since: Moment): RowOfBoth[] =>
  Object.entries(NAMED_BY_EVENTS).flatMap(([type, table]) => {
    const row = (schema: "main" | "present", id: string) =>
      connection().query<Values, [string]>(`SELECT * FROM ${schema}.${table} WHERE id = ?`).get(id);
    return connection()
      .query<{ change_id: string; key: string }, [string, number]>(
        `SELECT DISTINCT own.batch_id AS change_id, own.entity_id AS key FROM main.events own
         WHERE own.event_type GLOB ?1 || '*' AND own.batch_id IS NOT NULL AND own.seq > ?2 AND EXISTS (SELECT 1 FROM present.events p
           WHERE p.entity_id = own.entity_id AND p.entity_id IS NOT p.card_id AND p.event_type GLOB ?1 || '*' AND p.seq > ?2)`,
      )
      .all(type, since.event)
      .flatMap(({ change_id, key }) => {
        const [mine, theirs] = [row("main", key), row("present", key)];
        return mine && theirs ? [{ change_id, table, key, mine, theirs }] : [];
      });
  });

/** Returns the columns of a followed table that lead to cards, each with the column of the card that it holds. */
export const referencesToCards = (table: string): { column: string; to: "id" | "seq" }[] =>
  connection()
    .query<{ column: string; to: "id" | "seq" }, [string]>(
      `SELECT "from" AS "column", "to" FROM pragma_foreign_key_list(?) WHERE "table" = 'cards' AND "to" IN ('id', 'seq') ORDER BY "from"`,
    )
    .all(table);

/** Returns the ids of the analyses that the present has, next to which a scenario is open. */
export const analysesInPresent = (): string[] =>
  connection()
    .query<{ id: string }, []>("SELECT id FROM present.turbolens_analysis_runs")
    .all()
    .map(({ id }) => id);

/** Returns the first column of rows mapped to the second. @param keys the list that the statement takes as JSON */
const mapped = <K extends string | number, V>(sql: string, keys: readonly K[]): Map<K, V> =>
  new Map(connection().query<unknown, [string]>(sql).values(JSON.stringify(keys)) as [K, V][]);

/** Maps id → life cycle as JSON, of cards that the present has, next to which a scenario is open. */
export const lifecyclesInPresent = (ids: readonly string[]): Map<string, string | null> =>
  mapped("SELECT id, lifecycle FROM present.cards WHERE id IN (SELECT value FROM json_each(?))", ids);

/** Maps number → id, of cards of the open scenario. */
export const cardIdsBySeq = (numbers: readonly number[]): Map<number, string> =>
  mapped("SELECT seq, id FROM main.cards WHERE seq IN (SELECT value FROM json_each(?))", numbers);

/** Maps id → name, of cards of the open scenario. */
export const cardNames = (ids: readonly string[]): Map<string, string> =>
  mapped("SELECT id, name FROM main.cards WHERE id IN (SELECT value FROM json_each(?))", ids);

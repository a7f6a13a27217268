/**
 * The one way to the database: everything outside `db/` goes through here.
 *
 * There is one connection and every access is synchronous, so a transaction can't be interleaved with another
 * request's. `db` is Drizzle over it; `statement` is for the hot paths, where building SQL anew would cost more than
 * running it.
 */
import { Database, SQLiteError, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { keepLogShort, leaveLog, noteCommit } from "./checkpoints";
import { noteChange, noteKept, noteLoss, releaseLog, watchLog } from "./durability";
import { COMPANIONS, openAsIs, requireAlone, UnusableDatabase, unusable } from "./files";
import { migrate, SCHEMA_VERSION, schemaVersion } from "./migrate";
import * as schema from "./schema";

export { UnusableDatabase } from "./files";
export * as tables from "./schema";

/** Drizzle over the open database. Rebound by `openDatabase`; use it, don't keep it. */
export let db: BunSQLiteDatabase<typeof schema>;

let sqlite: Database | undefined;
let statements = new Map<string, Statement>();
/** Transactions and savepoints that the running work is in. */
let depth = 0;
/** Whether the transactions of a turn share a commit, and whether one has begun. */
let sharing = false;
let begun = false;
let committed: (() => void)[] = [];
let conclusions: Conclusion[] = [];
let lastSeenVersion = 0;
const caches = new Set<() => void>();

/** Work that is done once before a commit, with everything that was noted for it. */
type Conclusion = { work: (items: never[]) => void; item: unknown };

/** Distinct SQL texts kept prepared; the filters of a list combine into many. */
const MOST_STATEMENTS = 500;

function connection(): Database {
  if (!sqlite) throw new Error("The database is not open.");
  return sqlite;
}

/**
 * Opens the file, making it and its folder when they are missing, and brings its schema up to date.
 * @param file path of the SQLite file
 * @throws UnusableDatabase with one line that says what is wrong with the file or its folder
 */
export function openDatabase(file: string, options: { reset?: boolean; durableCommits?: boolean } = {}): void {
  closeDatabase();
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (options.reset && existsSync(file)) removeDatabase(file);
    // Made here rather than by SQLite, so that only its owner may read the password hashes in it.
    if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
    sqlite = new Database(file, { readwrite: true, strict: true });
    sqlite.run("PRAGMA busy_timeout = 5000");
    const version = schemaVersion(sqlite);
    // An older program that has the file open would go on with tables that it doesn't know.
    if (version > 0 && version < SCHEMA_VERSION) requireAlone(sqlite);
    const { journal_mode } = sqlite.query("PRAGMA journal_mode = WAL").get() as { journal_mode: string };
    if (journal_mode !== "wal") throw new UnusableDatabase("its file system can't keep a write-ahead log");
    // Short-lived commands sync with every commit; the server syncs for all that wait at once (see durability.ts).
    sqlite.run(`PRAGMA synchronous = ${options.durableCommits ? "FULL" : "NORMAL"}`);
    sqlite.run(`PRAGMA cache_size = -${cacheFor(statSync(file).size)}`);
    sqlite.run("PRAGMA temp_store = MEMORY");
    sqlite.run("PRAGMA trusted_schema = OFF");
    migrate(sqlite);
    sqlite.run("PRAGMA foreign_keys = ON");
    // A write of no consequence: the log that durability watches comes into being with the first one.
    sqlite.run("BEGIN IMMEDIATE");
    sqlite.run(`PRAGMA user_version = ${schemaVersion(sqlite)}`);
    sqlite.run("COMMIT");
    sharing = !options.durableCommits;
    if (sharing) {
      watchLog(file, commit);
      keepLogShort(sqlite, file);
    }
  } catch (error) {
    sqlite?.close();
    sqlite = undefined;
    throw unusable(file, error);
  }
  db = drizzle(sqlite, { schema });
  lastSeenVersion = dataVersion();
  dropCaches();
}

/**
 * KiB of its pages that are kept in memory: a sixteenth of a large file, 32 MiB of one with less than a hundred thousand
 * cards, and 256 MiB at most. What a search finds lies scattered, and each page that isn't kept is read anew.
 */
const cacheFor = (bytes: number) => Math.round(Math.min(Math.max(bytes / 16_384, 32_768), 262_144));

/** Removes a database, unless it is in use or isn't Stoa's. */
function removeDatabase(file: string): void {
  const old = openAsIs(file);
  try {
    schemaVersion(old);
    requireAlone(old);
  } finally {
    old.close();
  }
  for (const suffix of ["", ...COMPANIONS]) rmSync(file + suffix, { force: true });
}

/**
 * Moves what is in the log into the file and closes it: the file alone is then a complete backup.
 * @returns whether it is; it isn't when another process uses it or the disk is full, and its log must stay beside it
 */
export function closeDatabase(): boolean {
  if (!sqlite) return true;
  commit();
  releaseLog();
  leaveLog();
  for (const prepared of statements.values()) prepared.finalize();
  statements = new Map();
  let complete = false;
  try {
    sqlite.run("PRAGMA optimize");
    const { busy } = sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    complete = busy === 0;
  } catch {
    // Another process is using the file, or the disk is full: the log stays beside it and loses nothing.
  }
  sqlite.close();
  sqlite = undefined;
  return complete;
}

/** Whether an error says that the disk can take no more, so that nothing was changed. */
export function isDiskFull(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return (
    cause instanceof SQLiteError && (cause.code === "SQLITE_FULL" || (cause.code ?? "").startsWith("SQLITE_IOERR"))
  );
}

/** Whether an error says that another program holds the database, so that nothing was changed. */
export function isBusy(error: unknown): boolean {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof SQLiteError && (cause.code ?? "").startsWith("SQLITE_BUSY");
}

/**
 * The SQL text with a sign before each parameter. SQLite looks at the values of bare parameters when it plans a join or
 * an order, and then plans anew for each new value, which takes longer than most statements run. What is an expression
 * it doesn't look into.
 */
const withHiddenValues = (text: string) => text.replace(/'(?:[^']|'')*'|\?/g, (part) => (part === "?" ? "+?" : part));

/**
 * A prepared statement, kept for as long as the database is open. Parameters are positional (`?`).
 * @param text SQL with every value as a parameter; never put input into it
 */
export function statement<Row, Parameters extends SQLQueryBindings[] = SQLQueryBindings[]>(
  text: string,
): Statement<Row, Parameters> {
  let prepared = statements.get(text);
  if (!prepared) {
    if (statements.size >= MOST_STATEMENTS) {
      const [oldest] = statements.entries().next().value as [string, Statement];
      statements.get(oldest)?.finalize();
      statements.delete(oldest);
    }
    prepared = connection().prepare(withHiddenValues(text));
    statements.set(text, prepared);
  }
  return prepared as Statement<Row, Parameters>;
}

/**
 * Runs the work in one transaction, or as part of the one that is already running. What throws undoes everything, and no
 * listener hears of it. There must be no `await` in it.
 *
 * Writing a commit into the log costs as much as a dozen small changes, so the transactions of one turn of the event loop
 * share one, each a savepoint in it. Whoever acknowledges a change waits for `durable`, which comes after that commit.
 */
export function transaction<T>(work: () => T): T {
  if (depth > 0) return work();
  // The first of a turn needs no savepoint: what has begun with it is undone with it.
  const name = begun ? "transaction_0" : undefined;
  begin();
  const result = undoable(name, () => {
    const value = work();
    conclude();
    return value;
  });
  noteChange();
  forgetUntilWrite();
  const failure = sharing ? undefined : commit();
  if (failure) throw failure;
  return result;
}

/**
 * As `transaction`, for work that may write thousands of rows: it is the first of those that share its commit. A savepoint
 * keeps in memory what all of its pages were, and looks through that with each statement.
 */
export function largeTransaction<T>(work: () => T): T {
  if (depth === 0) commit();
  return transaction(work);
}

/** Runs the work so that, when it throws, only what it did itself is undone and the transaction around it goes on. */
export const savepoint = <T>(work: () => T): T =>
  depth === 0 ? transaction(work) : undoable(`savepoint_${depth}`, work);

/** @param name of the savepoint that the work is undone to; without one, all that has begun is undone */
function undoable<T>(name: string | undefined, work: () => T): T {
  const listenersBefore = committed.length;
  const conclusionsBefore = conclusions.length;
  if (name) statement(`SAVEPOINT ${name}`).run();
  depth++;
  try {
    const result = work();
    if (name) statement(`RELEASE ${name}`).run();
    return result;
  } catch (error) {
    committed.length = listenersBefore;
    conclusions.length = conclusionsBefore;
    if (name) undo(name, error);
    else abandon();
    throw error;
  } finally {
    depth--;
  }
}

function undo(name: string, error: unknown): void {
  try {
    statement(`ROLLBACK TO ${name}`).run();
    statement(`RELEASE ${name}`).run();
    dropCaches();
  } catch {
    // A full disk makes SQLite undo all that isn't committed, and there is nothing left to go back to.
    lose(error);
  }
}

/** Begins what the transactions of this turn become part of. */
function begin(): void {
  if (begun) return;
  statement("BEGIN IMMEDIATE").run();
  begun = true;
  if (sharing) setImmediate(commit);
}

/**
 * Commits what has begun.
 * @returns why that can't be, when it can't: it was all undone, and those who wait for it hear of it from `durable`
 */
export function commit(): Error | undefined {
  if (!begun) return undefined;
  const listeners = committed;
  try {
    statement("COMMIT").run();
  } catch (error) {
    lose(error);
    return error as Error;
  }
  begun = false;
  committed = [];
  noteKept();
  noteCommit(commit);
  for (const listener of listeners) listener();
  return undefined;
}

/** Undoes what has begun, for everybody who has a part in it. */
function lose(error: unknown): void {
  abandon();
  noteLoss(error);
}

/** Undoes what has begun; nobody is waiting for any of it, or they are told. */
function abandon(): void {
  if (connection().inTransaction) statement("ROLLBACK").run();
  begun = false;
  committed = [];
  conclusions = [];
  dropCaches();
}

/** Thrown by `rehearse` to undo its work. */
class Rehearsed<T> extends Error {
  constructor(readonly result: T) {
    super("rehearsed");
  }
}

/** Runs the work and undoes it, whether or not a transaction is running: what it returns tells what would happen. */
export function rehearse<T>(work: () => T): T {
  try {
    return (depth === 0 ? largeTransaction : savepoint)(() => {
      throw new Rehearsed(work());
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T;
    throw error;
  }
}

/** Calls the listener once, when the running transaction is committed; at once when none is running. */
export function afterCommit(listener: () => void): void {
  if (depth === 0) listener();
  else if (committed.at(-1) !== listener) committed.push(listener);
}

/**
 * Notes something for work that is done once, at the end of the running transaction and as part of it, with everything
 * that was noted for it. What a savepoint undoes is not noted.
 */
export function beforeCommit<T>(work: (items: T[]) => void, item: T): void {
  conclusions.push({ work: work as Conclusion["work"], item });
}

/** Does the work that was noted for the end; that may note more. */
function conclude(): void {
  while (conclusions.length > 0) {
    const noted = conclusions;
    conclusions = [];
    for (const [work, items] of Map.groupBy(noted, (conclusion) => conclusion.work))
      work(items.map(({ item }) => item) as never[]);
  }
}

/** Whether a transaction is running. */
export const inTransaction = () => depth > 0;

/**
 * Keeps what `load` returns until this process changes it (`drop`), a transaction is undone, or another process writes.
 * For what nearly every request reads: the metamodel, the roles, the settings.
 */
export function cached<T>(load: () => T): { (): T; drop(): void } {
  let value: { is: T } | undefined;
  const read = () => (value ??= { is: load() }).is;
  read.drop = () => {
    value = undefined;
  };
  caches.add(read.drop);
  return read;
}

/** Maps that are emptied with every write. */
const untilWrites = new Set<Map<unknown, unknown>>();
/** Values that such a map holds at most, unless it says otherwise. */
const MOST_VALUES = 10_000;
let looked = false;
let changesSeen = 0;

/**
 * Keeps what `load` returns for a key until anything is written to the file: requests ask for the same few rows again and
 * again, and each look at the file costs locks.
 * @param most values that are kept at a time
 */
export function keptUntilWrite<Key, T>(load: (key: Key) => T, most = MOST_VALUES): (key: Key) => T {
  const values = new Map<Key, T>();
  untilWrites.add(values);
  return (key) => {
    if (depth > 0) return load(key);
    noticeWrites();
    if (!values.has(key)) {
      if (values.size >= most) values.clear();
      values.set(key, load(key));
    }
    return values.get(key) as T;
  };
}

function forgetUntilWrite(): void {
  for (const values of untilWrites) if (values.size > 0) values.clear();
}

/**
 * Drops what is kept in memory when it may not be true any more: all of it when another process has written to the file,
 * and what is kept until a write when this one has. Called for each request; looks once in a turn of the event loop.
 */
export function noticeWrites(): void {
  if (looked) return;
  looked = true;
  setImmediate(() => {
    looked = false;
  });
  const changes = totalChanges();
  if (changes !== changesSeen) forgetUntilWrite();
  changesSeen = changes;
  const version = dataVersion();
  if (version === lastSeenVersion) return;
  lastSeenVersion = version;
  dropCaches();
}

function dropCaches(): void {
  for (const drop of caches) drop();
  forgetUntilWrite();
}

const dataVersion = () =>
  (statement<{ data_version: number }>("PRAGMA data_version").get() as { data_version: number }).data_version;

/** Rows that this process has changed since it opened the file. */
const totalChanges = () =>
  (statement<{ changes: number }>("SELECT total_changes() AS changes").get() as { changes: number }).changes;

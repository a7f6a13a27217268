/** Values cached in memory until the database changes. */
import { connection, inTransaction, statement } from "./connection";
import { commitsSoFar, forgetCounts, hasOnlyEngineWritten, noteOwnCommits, watchesEngine } from "./engine-writes";

/** The default limit of `cachedUntilWrite`. */
const MAX_VALUES = 10_000;

/** For each `cached`, what drops its value if it was loaded after a number of loads. */
const drops = new Set<(loadsBefore: number) => void>();
/** The values of each `cachedUntilWrite`. */
const untilWrite = new Set<Map<unknown, unknown>>();
/** The number of values that each `cached` has loaded, in all. */
let loads = 0;
let versionSeen = "";
/** True when the present is attached to the open database, a state, and rights are read from it. */
let hasPresent = false;
let changesSeen = 0;
let checkedThisTurn = false;
/** Counts the times that writes were noticed. */
let noticed = 0;

/**
 * Caches what `load` returns until it is dropped, the transaction or savepoint that it was loaded in is rolled back, or another
 * connection writes.
 */
export function cached<T>(load: () => T): { (): T; drop(): void } {
  let value: { is: T; load: number } | undefined;
  const read = () => (value ??= { is: load(), load: ++loads }).is;
  read.drop = () => {
    value = undefined;
  };
  drops.add((loadsBefore) => {
    if (value && value.load > loadsBefore) value = undefined;
  });
  return read;
}

/** Caches what `load` returns for a key until anything is written to the database; at most `most` values. */
export function cachedUntilWrite<Key, T>(load: (key: Key) => T, most = MAX_VALUES): (key: Key) => T {
  const values = new Map<Key, T>();
  untilWrite.add(values);
  return (key) => {
    if (inTransaction()) return load(key);
    noticeWrites();
    if (!values.has(key)) {
      if (values.size >= most) values.clear();
      values.set(key, load(key));
    }
    return values.get(key) as T;
  };
}

/** Calls `drop` whenever everything that is cached is to be dropped. */
export function whenDropped(drop: () => void): void {
  drops.add(drop);
}

/** Changes whenever this process has written to the database. */
export const writesSeen = (): number => noticed;

/** Records that so many of the rows that this process has changed concern nothing that is cached. */
export function discountWrites(rows: number): void {
  changesSeen += rows;
}

/** Drops the values of every `cachedUntilWrite`. */
export function clearUntilWrite(): void {
  noticed++;
  for (const values of untilWrite) if (values.size > 0) values.clear();
}

/**
 * Returns the number of loads so far; read before a change, it lets `clearLoadedSince` drop what only the change made true.
 */
export const loadsSoFar = (): number => loads;

/**
 * Drops the values that were loaded after a number of loads, when a change is rolled back; values from before are
 * valid again.
 */
export function clearLoadedSince(loadsBefore: number): void {
  for (const drop of drops) drop(loadsBefore);
  clearUntilWrite();
}

/** Drops everything that is cached. */
export function clearCaches(): void {
  clearLoadedSince(0);
}

/**
 * Resets the caches, for a database that was just opened.
 * @param withPresent whether it is a state to which the present is attached, whose changes count as well
 */
export function resetCaches(withPresent = false): void {
  hasPresent = withPresent;
  forgetCounts();
  versionSeen = dataVersion();
  clearCaches();
}

/**
 * Drops what may be outdated: everything when another process has written to the database, the values of `cachedUntilWrite`
 * when this one has. The writes of the engine of replication count for nothing. Called for each request; checks once in a turn
 * of the event loop.
 */
export function noticeWrites(): void {
  if (checkedThisTurn) return;
  checkedThisTurn = true;
  setImmediate(() => {
    checkedThisTurn = false;
  });
  noticeWritesNow();
}

/** Works as `noticeWrites`, though it was called in this turn: for a thread that knows that another has written. */
export function noticeWritesNow(): void {
  const changes = totalChanges();
  if (changes !== changesSeen) clearUntilWrite();
  changesSeen = changes;
  const commits = commitsSoFar();
  const version = dataVersion();
  if (version === versionSeen) noteOwnCommits(commits);
  // A state has commits of its own, which the index of the present doesn't count.
  else if (hasPresent || !hasOnlyEngineWritten(commits)) clearCaches();
  versionSeen = version;
}

/**
 * Works as `noticeWritesNow` where an engine of replication is followed, before and after the commits of this connection, so
 * that they aren't mistaken for those of others.
 */
export function noticeEngine(): void {
  if (watchesEngine()) noticeWritesNow();
}

type Version = { data_version: number };

/** Changes whenever another connection has written to the file, or to the present that is attached. */
function dataVersion(): string {
  const { data_version } = statement<Version>("PRAGMA main.data_version").get() as Version;
  if (!hasPresent) return String(data_version);
  const present = connection().query<Version, []>("PRAGMA present.data_version").get() as Version;
  return `${data_version} ${present.data_version}`;
}

/** Returns the number of rows that this connection has changed, those of changes that were rolled back included. */
export const totalChanges = () =>
  (statement<{ changes: number }>("SELECT total_changes() AS changes").get() as { changes: number }).changes;

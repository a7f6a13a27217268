import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUp, restore } from "../../db/backup";
import { checkDatabase, countRows } from "../../db/check";
import { durable, noteChange, releaseLog, watchLog } from "../../db/durability";
import { NotReplicated, ReplicationBehind } from "../../db/errors";
import { migrate, SCHEMA_VERSION, schemaVersion } from "../../db/migrate";
import { refuseWhileBehind, replicationState, startReplication } from "../../db/replication";
import { askEngine, ENGINE_TABLES, OtherFile } from "../../db/replication-engine";
import { type Behaviour, startEngine } from "../support/replication-engine";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";

afterEach(releaseLog);

/** Creates a database as the engine leaves it. */
function newFollowed(file = join(newFolder(), "stoa.db"), version = SCHEMA_VERSION): string {
  const sqlite = new Database(file, { strict: true });
  if (version > 0) migrate(sqlite, version);
  sqlite.run("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
  sqlite.run("CREATE TABLE _litestream_lock (id INTEGER)");
  sqlite.run("INSERT INTO _litestream_seq VALUES (1, 41)");
  sqlite.close();
  return file;
}

/** Starts an engine for a database whose log is watched, and counts when replication falls behind and has caught up. */
function watchReplicated(seconds = 1) {
  const file = newFollowed();
  writeFileSync(`${file}-wal`, "");
  const engine = startEngine(file);
  const notes: (string | undefined)[] = [];
  watchLog(file, () => {});
  startReplication({ file, socket: engine.socket, seconds, noteLag: (lag) => notes.push(lag?.reason) });
  return { file, engine, notes };
}

const failureOf = async (work: Promise<unknown> | undefined): Promise<Error> =>
  Promise.resolve(work).then(
    () => undefined as never,
    (error) => error,
  );

test.each([
  ["copies", undefined],
  ["fails", "its engine answers 500: sync database: the replica refuses"],
  ["answers nonsense", "its engine answers in another way than Litestream 0.5: nothing of the kind"],
  [{ follows: "/var/lib/stoa/other.db" }, "follows /var/lib/stoa/other.db, not "],
  ["lags", "its engine has not copied everything within 1 s"],
  ["hangs", "its engine has not copied everything within 1 s"],
  ["knows no file", "doesn't follow "],
] as [Behaviour, string | undefined][])("an engine that %p is understood as such", async (behaviour, reason) => {
  const file = newFollowed();
  const engine = startEngine(file);
  engine.behave(behaviour);
  const failure = await failureOf(askEngine(file, { socket: engine.socket, seconds: 1 }));
  if (reason === undefined) expect(failure).toBeUndefined();
  else expect(failure.message).toContain(reason);
  expect(failure instanceof OtherFile).toBe(behaviour === "knows no file" || typeof behaviour === "object");
  await engine.stop();
  const gone = await failureOf(askEngine(file, { socket: engine.socket, seconds: 1 }));
  expect(gone.message).toStartWith(`its engine can't be reached at ${engine.socket}: E`);
});

test("changes are durable once they are in the second place, and those that wait share a question", async () => {
  const { engine } = watchReplicated();
  const held = Promise.withResolvers<void>();
  engine.behave({ answersAfter: held.promise });
  noteChange();
  const first = durable();
  noteChange();
  const second = durable();
  await until(() => engine.asked() === 1, "the engine to be asked");
  expect(Bun.peek.status(first as Promise<void>)).toBe("pending");
  noteChange();
  const later = [durable(), durable()];
  held.resolve();
  await Promise.all([first, second, ...later]);
  expect(engine.asked()).toBe(2);
  expect(durable()).toBeUndefined();
  expect(replicationState()?.replicatedAt).toBeString();
  await engine.stop();
});

test("a change that is not replicated is refused as such, no other begins, and all are durable when the engine is back", async () => {
  const { engine, notes } = watchReplicated();
  engine.behave("fails");
  noteChange();
  expect(await failureOf(durable())).toBeInstanceOf(NotReplicated);
  expect(refuseWhileBehind).toThrow(ReplicationBehind);
  // It doesn't wait for the engine while that is known to be behind.
  const asked = engine.asked();
  engine.behave("hangs");
  noteChange();
  expect(await failureOf(durable())).toBeInstanceOf(NotReplicated);
  expect(engine.asked()).toBe(asked);
  engine.behave("copies");
  await until(() => replicationState()?.lag === undefined, "the engine to be back");
  expect(refuseWhileBehind).not.toThrow();
  await durable();
  expect(durable()).toBeUndefined();
  expect(notes).toHaveLength(2);
  expect(notes[1]).toBeUndefined();
  await engine.stop();
});

test("a disk that refuses a sync is not asked about in the second place, and never trusted again", async () => {
  const file = join(newFolder(), "stoa.db");
  symlinkSync("/dev/null", `${file}-wal`);
  const engine = startEngine(file);
  watchLog(file, () => {});
  startReplication({ file, socket: engine.socket, seconds: 1, noteLag: () => {} });
  noteChange();
  expect(await failureOf(durable())).toMatchObject({ syscall: "fdatasync" });
  expect(await failureOf(durable())).toMatchObject({ syscall: "fdatasync" });
  expect(engine.asked()).toBe(0);
  await engine.stop();
});

const tablesOf = (file: string) => {
  const sqlite = new Database(file, { readonly: true });
  try {
    return sqlite.query("SELECT name FROM sqlite_master WHERE name LIKE '%litestream%'").values().flat();
  } finally {
    sqlite.close();
  }
};

test("the tables of the engine are no fault of a database, are not counted, and are in no backup of it", () => {
  const file = newFollowed();
  expect(tablesOf(file)).toEqual([...ENGINE_TABLES]);
  expect(checkDatabase(file, []).filter(({ problem }) => problem)).toEqual([]);
  expect(Object.keys(countRows(file)).filter((table) => table.includes("litestream"))).toEqual([]);
  const backup = join(newFolder(), "backup.db");
  backUp(file, backup);
  expect(tablesOf(backup)).toEqual([]);
  expect(tablesOf(file)).toEqual([...ENGINE_TABLES]);
  const restored = join(newFolder(), "restored.db");
  restore(file, restored, { replace: false, at: "2026-11-27T09:00:00.000Z", checks: [] });
  expect(tablesOf(restored)).toEqual([]);
});

test("a file in which the engine was first is an empty database", () => {
  const sqlite = new Database(newFollowed(undefined, 0), { strict: true });
  try {
    expect(schemaVersion(sqlite)).toBe(0);
    migrate(sqlite);
    expect(schemaVersion(sqlite)).toBe(SCHEMA_VERSION);
  } finally {
    sqlite.close();
  }
});

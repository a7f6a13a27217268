import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cached, cachedUntilWrite, noticeWrites, savepoint, statement, transaction } from "../../db";
import { watchEngine } from "../../db/engine-writes";
import { commit } from "../../db/transaction";
import { unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

/** Returns a lookup that is cached until a write, and counts its executions. */
function counted(most?: number) {
  let looks = 0;
  return cachedUntilWrite((key: string) => `${key} ${++looks}`, most);
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("a cached value is computed once for each key", async () => {
  const look = counted();
  expect([look("a"), look("b"), look("a")]).toEqual(["a 1", "b 2", "a 1"]);
  await nextTurn();
  expect(look("a")).toBe("a 1");
});

test("a cache holds as many values as its limit and then starts anew", () => {
  const look = counted(2);
  expect(["a", "b", "a", "c", "c", "a"].map(look)).toEqual(["a 1", "b 2", "a 1", "c 3", "c 3", "a 4"]);
});

test("a cached value is computed again after a write outside of a transaction, from the next turn on", async () => {
  const look = counted();
  expect(look("a")).toBe("a 1");
  statement("UPDATE roles SET label = label").run();
  await nextTurn();
  expect(look("a")).toBe("a 2");
});

test("a cached value is computed again after another process has written", async () => {
  const look = counted();
  expect(look("a")).toBe("a 1");
  await nextTurn();
  const other = new Database(server.databaseFile);
  other.run("CREATE TABLE written_by_another (id)");
  other.close();
  expect(look("a")).toBe("a 2");
});

test("a cache holds at most ten thousand values", () => {
  const look = counted();
  for (let key = 0; key < 10_000; key++) look(String(key));
  expect(look("0")).toBe("0 1");
  look("one more");
  expect(look("0")).toBe("0 10002");
});

test("a cached value is computed again after a write", () => {
  const look = counted();
  expect(look("a")).toBe("a 1");
  transaction(() => {});
  expect(look("a")).toBe("a 2");
});

test("a cached value is computed again after a write that is rolled back", () => {
  const look = counted();
  expect(look("a")).toBe("a 1");
  expect(() =>
    savepoint(() => {
      throw new Error("undone");
    }),
  ).toThrow("undone");
  expect(look("a")).toBe("a 2");
});

test("a transaction caches nothing, because it may be rolled back", () => {
  const look = counted();
  transaction(() => expect([look("a"), look("a")]).toEqual(["a 1", "a 2"]));
  expect(look("a")).toBe("a 3");
});

/** Returns a cache that counts its loads. */
function countedCache() {
  let loads = 0;
  return cached(() => ++loads);
}
/** Changes a row and does some work in a savepoint that is rolled back. */
const undone = (work: () => unknown) =>
  savepoint(() => {
    statement("UPDATE roles SET label = label").run();
    work();
    throw new Error("undone");
  });

test("a savepoint that is rolled back drops only what was cached within it", () => {
  const [before, within, renewed] = [countedCache(), countedCache(), countedCache()];
  transaction(() => {
    expect([before(), renewed()]).toEqual([1, 1]);
    expect(() =>
      undone(() => {
        renewed.drop();
        expect([within(), renewed()]).toEqual([1, 2]);
      }),
    ).toThrow("undone");
    expect([before(), within(), renewed()]).toEqual([1, 2, 3]);
  });
});

test("a savepoint that is rolled back and has changed nothing leaves the values that were cached within it", () => {
  let loads = 0;
  const value = cached(() => ++loads);
  transaction(() => {
    for (let row = 0; row < 3; row++)
      expect(() =>
        savepoint(() => {
          value();
          throw new Error("refused");
        }),
      ).toThrow("refused");
  });
  expect(loads).toBe(1);
});

test("a transaction that is rolled back drops only what was cached within it, the first of a turn and the next", async () => {
  for (const first of [true, false]) {
    await nextTurn();
    if (!first) transaction(() => {});
    const [before, within] = [countedCache(), countedCache()];
    before();
    expect(() => undone(within)).toThrow("undone");
    expect([before(), within()]).toEqual([1, 2]);
  }
});

test("an import whose rows all exist already loads no cached value again", async () => {
  const cards = Array.from({ length: 50 }, (_, row_index) => ({
    row_index,
    type: "Application",
    name: unique("Twice "),
  }));
  expect((await admin.post("/cards/bulk-create", { cards })).body).toMatchObject({ created: 50 });
  const cache = countedCache();
  expect(cache()).toBe(1);
  expect((await admin.post("/cards/bulk-create", { cards })).body).toMatchObject({ created: 0, failed: 50 });
  expect(cache()).toBe(1);
});

describe("while an engine of replication is followed", () => {
  const MOVED = "INSERT INTO _litestream_seq VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1";
  const CHANGED = "UPDATE roles SET label = label || '.'";
  let engine: Database;
  let other: Database;
  beforeAll(async () => {
    await nextTurn();
    [engine, other] = [new Database(server.databaseFile), new Database(server.databaseFile)];
    engine.run("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
    engine.run(MOVED);
    watchEngine(server.databaseFile);
  });
  afterAll(() => {
    engine.run("DROP TABLE _litestream_seq");
    for (const each of [engine, other]) each.close();
  });
  const moveSequence = () => engine.run(MOVED);
  const writeElsewhere = () => other.run(CHANGED);
  const writeHere = () => {
    transaction(() => statement(CHANGED).run());
    commit();
  };
  /** Returns the loads of a cache that is read after each of some events, in turns of their own. */
  async function loadsAfter(...events: (() => unknown)[]): Promise<number> {
    const loaded = countedCache();
    for (const happen of [() => {}, ...events]) {
      await nextTurn();
      happen();
      await nextTurn();
      noticeWrites();
      loaded();
    }
    return loaded() - 1;
  }

  test("its own writes and checkpoints drop no cached value", async () => {
    const checkpoint = () => engine.run("PRAGMA wal_checkpoint(TRUNCATE)");
    expect(await loadsAfter(moveSequence, checkpoint, moveSequence, moveSequence)).toBe(0);
  });

  test("its writes before and after those of this process drop no cached value", async () => {
    const between = () => {
      moveSequence();
      writeHere();
      moveSequence();
    };
    expect(await loadsAfter(between, writeHere, between)).toBe(0);
  });

  test.each<[string, () => void]>([
    ["alone", writeElsewhere],
    [
      "before one of its own",
      () => {
        writeElsewhere();
        moveSequence();
      },
    ],
    [
      "after one of its own",
      () => {
        moveSequence();
        writeElsewhere();
      },
    ],
    [
      "next to one of this process",
      () => {
        writeHere();
        writeElsewhere();
      },
    ],
  ])("a write of another process %s drops every cached value", async (_, write) => {
    expect(await loadsAfter(write, moveSequence, write)).toBe(2);
  });

  test("a write of another process drops the cached values in whatever order it comes with other writes", async () => {
    const writes = [moveSequence, writeElsewhere, writeHere, () => engine.run("PRAGMA wal_checkpoint(PASSIVE)")];
    for (let round = 0; round < 200; round++) {
      const chosen = Array.from({ length: 1 + (round % 4) }, (_, at) => writes[(round * 7 + at * (round % 5)) % 4]);
      const loads = await loadsAfter(() => {
        for (const write of chosen) write?.();
      });
      if (chosen.includes(writeElsewhere)) expect(loads).toBe(1);
    }
  });
});

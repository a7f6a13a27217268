/** Changes that find the write lock taken wait in one queue, and nobody else does. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { inTurn, statement, transaction } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { LockTaken } from "../../db/errors";
import { lend, returnLock } from "../../db/transaction";
import { queueWrite, setPatience } from "../../db/write-lock";
import { holdLock } from "../support/lock";
import { newFolder } from "../support/scratch";

let file: string;
let held: (() => void) | undefined;
beforeEach(() => {
  file = join(newFolder(), "stoa.db");
  openDatabase(file);
});
afterEach(() => {
  held?.();
  held = undefined;
  returnLock();
  setPatience();
  closeDatabase();
});

const put = (key: string) =>
  transaction(() => {
    statement(
      "INSERT INTO roles (id, key, label, permissions, created_at, updated_at) VALUES (?, ?, ?, '{}', '', '')",
    ).run(key, key, key);
    return key;
  });
const storedNames = () =>
  statement<{ key: string }>("SELECT key FROM roles ORDER BY rowid")
    .all()
    .map(({ key }) => key);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("work runs at once while nobody holds the write lock", () => {
  expect(inTurn(() => put("one"))).toBe("one");
});

test("work waits in its order while another program holds the write lock, and a newcomer doesn't overtake", async () => {
  held = holdLock(file);
  const order: string[] = [];
  const work = ["one", "two"].map((key) => Promise.resolve(inTurn(() => put(key))).then((put) => order.push(put)));
  await Bun.sleep(0);
  expect(storedNames()).toEqual([]);
  held();
  held = undefined;
  const newcomer = Promise.resolve(inTurn(() => put("three"))).then((put) => order.push(put));
  await Promise.all([...work, newcomer]);
  expect(order).toEqual(["one", "two", "three"]);
  expect(storedNames()).toEqual(["one", "two", "three"]);
});

test("no transaction begins while the write lock is lent, and an open one is committed before", async () => {
  put("before");
  lend();
  expect(() => put("refused")).toThrow(LockTaken);
  expect(() => lend()).toThrow(LockTaken);
  const waiting = inTurn(() => put("after"));
  returnLock();
  expect(await waiting).toBe("after");
  expect(storedNames()).toEqual(["before", "after"]);
});

test("the write lock can't be lent while another program holds it", () => {
  held = holdLock(file);
  expect(() => lend()).toThrow(LockTaken);
});

test("work that is refused the write lock for too long is cancelled, and changes nothing", async () => {
  setPatience(1);
  held = holdLock(file);
  const refused = await Promise.resolve(inTurn(() => put("late"))).catch((error) => error);
  expect(refused).toBeInstanceOf(LockTaken);
  held();
  held = undefined;
  expect(await inTurn(() => put("next"))).toBe("next");
  expect(storedNames()).toEqual(["next"]);
});

test("work of a client that disconnects is discarded, also when the client disconnected before", async () => {
  held = holdLock(file);
  const caller = new AbortController();
  const work = [queueWrite(() => put("gone"), caller.signal)];
  caller.abort();
  work.push(queueWrite(() => put("gone before"), caller.signal));
  for (const { status } of await Promise.allSettled(work)) expect(status).toBe("rejected");
  held();
  held = undefined;
  await inTurn(() => put("there"));
  expect(storedNames()).toEqual(["there"]);
});

test("an error of work that has waited fails that work alone", async () => {
  held = holdLock(file);
  const failing = inTurn(() =>
    transaction(() => {
      throw new Error("its own");
    }),
  ) as Promise<never>;
  const next = inTurn(() => put("next"));
  held();
  held = undefined;
  expect(await failing.catch((error) => error.message)).toBe("its own");
  expect(await next).toBe("next");
});

test("waiting work is served in slices, with other requests in between", async () => {
  held = holdLock(file);
  let served = 0;
  const all = Array.from({ length: 100 }, () =>
    queueWrite(() => {
      Bun.sleepSync(1);
      transaction(() => {});
      served++;
    }),
  );
  held();
  held = undefined;
  const seen = new Set<number>();
  while (served < all.length) {
    await nextTurn();
    seen.add(served);
  }
  await Promise.all(all);
  expect(seen.size).toBeGreaterThan(3);
});

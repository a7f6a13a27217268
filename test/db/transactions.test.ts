/** Transactions of one turn of the event loop share a commit, and none of them feels it. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { afterCommit, savepoint, statement, transaction } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { durable, LostChange, lossesSoFar } from "../../db/durability";
import { commit } from "../../db/transaction";
import { newFolder } from "../support/scratch";

let file: string;

beforeEach(() => {
  file = join(newFolder(), "stoa.db");
  openDatabase(file);
});
afterEach(() => closeDatabase());

const put = (key: string) =>
  statement(
    "INSERT INTO roles (id, key, label, permissions, created_at, updated_at) VALUES (?, ?, ?, '{}', '', '')",
  ).run(key, key, key);
const here = () =>
  statement<{ key: string }>("SELECT key FROM roles ORDER BY key")
    .all()
    .map(({ key }) => key);

/** Returns the rows that another program sees. */
function seenByOthers(): string[] {
  const other = new Database(file, { readonly: true });
  const rows = other.query("SELECT key FROM roles ORDER BY key").all() as { key: string }[];
  other.close();
  return rows.map(({ key }) => key);
}

/** Returns a transaction that can only be refused when it is committed. */
const doomed = (key: string) =>
  transaction(() => {
    statement("PRAGMA defer_foreign_keys = ON").run();
    put(key);
    statement(
      "INSERT INTO user_favorites (id, user_id, card_id, created_at) VALUES ('f', 'nobody', 'nothing', '')",
    ).run();
  });

test("the changes of a turn become visible to others all at once, at its end", async () => {
  transaction(() => put("one"));
  transaction(() => put("two"));
  expect(here()).toEqual(["one", "two"]);
  expect(seenByOthers()).toEqual([]);
  await durable();
  expect(seenByOthers()).toEqual(["one", "two"]);
});

test("the changes of a turn are committed though no request waits for them", async () => {
  transaction(() => put("one"));
  await new Promise(setImmediate);
  expect(seenByOthers()).toEqual(["one"]);
});

test("a transaction that is rolled back leaves the other changes of its turn", async () => {
  transaction(() => put("one"));
  expect(() =>
    transaction(() => {
      put("two");
      savepoint(() => put("three"));
      throw new Error("no");
    }),
  ).toThrow("no");
  transaction(() => put("four"));
  await durable();
  expect(seenByOthers()).toEqual(["four", "one"]);
});

test("commit listeners run after the commit, and not for what was rolled back", async () => {
  const calls: string[] = [];
  const put2 = (key: string) => {
    put(key);
    afterCommit(() => calls.push(`${key}: ${seenByOthers()}`));
  };
  transaction(() => put2("one"));
  expect(() =>
    transaction(() => {
      put2("two");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(calls).toEqual([]);
  await durable();
  expect(calls).toEqual(["one: one"]);
});

test("a commit that fails loses the changes of all that share it, and their listeners don't run", async () => {
  transaction(() => put("before"));
  await durable();
  const losses = lossesSoFar();
  const calls: string[] = [];
  transaction(() => {
    put("one");
    afterCommit(() => calls.push("one"));
  });
  doomed("two");
  expect(await Promise.resolve(durable(losses)).catch((error) => error)).toBeInstanceOf(LostChange);
  expect(here()).toEqual(["before"]);
  expect(calls).toEqual([]);
  // The next transaction is not affected.
  const since = lossesSoFar();
  transaction(() => put("three"));
  await durable(since);
  expect(seenByOthers()).toEqual(["before", "three"]);
});

test("a short-lived command commits each transaction by itself, and fails with it", () => {
  closeDatabase();
  openDatabase(file, { durableCommits: true });
  transaction(() => put("one"));
  expect(seenByOthers()).toEqual(["one"]);
  expect(() => doomed("two")).toThrow("FOREIGN KEY");
  expect(here()).toEqual(["one"]);
});

test("closing the database commits what is open", () => {
  transaction(() => put("one"));
  closeDatabase();
  expect(seenByOthers()).toEqual(["one"]);
});

test("a commit without an open transaction does nothing", () => {
  expect(commit()).toBeUndefined();
});

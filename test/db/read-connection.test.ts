import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { statement, transaction } from "../../db";
import { closeDatabase, openDatabase, useState } from "../../db/client";
import { openReadConnection, type ReadConnection } from "../../db/read-connection";
import { commit } from "../../db/transaction";
import { newFolder } from "../support/scratch";

let connection: ReadConnection;
beforeAll(() => {
  openDatabase(join(newFolder(), "read.db"));
  statement("CREATE TABLE things (name TEXT)").run();
  connection = openReadConnection();
});
afterAll(() => {
  connection.close();
  closeDatabase();
});

const add = (name: string) => transaction(() => statement("INSERT INTO things VALUES (?)").run(name));
const count = () => connection.rows<[number]>("SELECT count(*) FROM things")[0]?.[0];

test("a read connection sees what is committed, and nothing else", () => {
  const before = count();
  add("one");
  expect(count()).toBe(before);
  commit();
  expect(count()).toBe((before ?? 0) + 1);
});

test("a read transaction sees one moment of the database", () => {
  connection.transaction(() => {
    const before = count();
    add("two");
    commit();
    expect(count()).toBe(before);
  });
  expect(connection.rows<[string]>("SELECT name FROM things WHERE name = ?1", "two")).toEqual([["two"]]);
});

test("a read connection can't write", () => {
  expect(() => connection.rows("DELETE FROM things")).toThrow("readonly");
  expect(count()).toBeGreaterThan(0);
});

test("a state that can't be opened leaves the present open", () => {
  const before = statement("SELECT count(*) AS count FROM things").get();
  const moment = { seq: 1, at: new Date().toISOString(), event: 1 };
  expect(() => useState({ path: join(newFolder(), "missing.db"), moment })).toThrow();
  useState();
  expect(statement("SELECT count(*) AS count FROM things").get()).toEqual(before);
});

test("the main connection works, and can be closed, while a read connection is open", () => {
  const other = join(newFolder(), "other.db");
  openDatabase(other);
  const own = openReadConnection();
  statement("CREATE TABLE things (name TEXT)").run();
  expect(own.rows("SELECT * FROM things")).toEqual([]);
  expect(closeDatabase()).toBe(true);
  own.close();
});

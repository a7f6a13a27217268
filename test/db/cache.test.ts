import { afterAll, beforeAll, expect, test } from "bun:test";
import { brieflyCached, savepoint, transaction } from "../../db/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A briefly cached look that counts how often it is taken. */
function counted() {
  let looks = 0;
  return brieflyCached((key: string) => `${key} ${++looks}`);
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("what is kept briefly is looked up once in a turn, for each key", async () => {
  const look = counted();
  expect([look("a"), look("b"), look("a")]).toEqual(["a 1", "b 2", "a 1"]);
  await Promise.resolve();
  expect(look("a")).toBe("a 1");
  await nextTurn();
  expect(look("a")).toBe("a 3");
});

test("what is kept briefly is looked up again after a write", () => {
  const look = counted();
  expect(look("a")).toBe("a 1");
  transaction(() => {});
  expect(look("a")).toBe("a 2");
});

test("what is kept briefly is looked up again after a write that is undone", () => {
  const look = counted();
  expect(look("a")).toBe("a 1");
  expect(() =>
    savepoint(() => {
      throw new Error("undone");
    }),
  ).toThrow("undone");
  expect(look("a")).toBe("a 2");
});

test("in a transaction nothing is kept: it may be undone", () => {
  const look = counted();
  transaction(() => expect([look("a"), look("a")]).toEqual(["a 1", "a 2"]));
  expect(look("a")).toBe("a 3");
});

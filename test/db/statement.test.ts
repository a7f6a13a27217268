import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement } from "../../db";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each<[string, (string | number)[], (string | number)[]]>([
  ["SELECT '?', ?", ["a"], ["?", "a"]],
  ["SELECT 'it''s ?', ?, \"?\" FROM (SELECT 1 AS \"?\")", ["a"], ["it's ?", "a", 1]],
  ["SELECT ?1, ?2, ?1", ["a", 2], ["a", 2, "a"]],
  ["SELECT value FROM json_each(?) WHERE value > ? LIMIT ? OFFSET ?", ["[1,2,3]", 1, 1, 1], [3]],
  ["SELECT ? || ?, typeof(?)", ["a", "b", 5], ["ab", "integer"]],
])("the parameters of %s are those that are no text", (sql, values, row) => {
  expect(statement(sql).values(...values)).toEqual([row]);
});

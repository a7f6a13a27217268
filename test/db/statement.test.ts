import { expect, test } from "bun:test";
import { statement } from "../../db";
import { testServer } from "../support/server";

testServer();

test.each<[string, (string | number)[], (string | number)[]]>([
  ["SELECT '?', ?", ["a"], ["?", "a"]],
  ["SELECT 'it''s ?', ?, \"?\" FROM (SELECT 1 AS \"?\")", ["a"], ["it's ?", "a", 1]],
  ["SELECT ?1, ?2, ?1", ["a", 2], ["a", 2, "a"]],
  ["SELECT value FROM json_each(?) WHERE value > ? LIMIT ? OFFSET ?", ["[1,2,3]", 1, 1, 1], [3]],
  ["SELECT ? || ?, typeof(?)", ["a", "b", 5], ["ab", "integer"]],
])("the parameters of %s are those outside of its texts", (sql, values, row) => {
  expect(statement(sql).values(...values)).toEqual([row]);
});

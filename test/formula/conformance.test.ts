import { expect, test } from "bun:test";
import type { JsonValue } from "../../src/formula";
import { errorOf, evaluate, show } from "./support";

const results: [formula: string, result: JsonValue][] = [
  ["data.missing", null],
  ["IF(data.missing is None, 0, data.missing + 1)", 0],
  ["IF(0, undefined_name, 1)", 1],
  ['SUM([1, True, "3", 2.5, None])', 4.5],
  ['SUM(PLUCK(relations.r1, "attributes.cost"))', 10],
  ['PLUCK(relations.r1, "rel_attributes.w")', [2, null]],
  ['COUNT(FILTER(relations.r1, "attributes.cost", None))', 1],
  ['FILTER(relations.r1, "attributes.risk", "high")[0].name', "First"],
  ["SUM(r.attributes.cost for r in relations.r1)", 10],
  ["COUNT(relations.nope)", 0],
  ['AVG([10, "skip", 20])', 15],
  ["AVG([])", null],
  ["MIN([True, 5])", true],
  ["ROUND(AVG([1.5, 2.5, 3.0]), 1)", 2.3],
  ['CONCAT(data.name, " ", data.cost, " ", data.f)', "Acme 100 2.5"],
  ["CONCAT(1.0, True, None)", "1.0True"],
  ['CONCAT("a", None, "b")', "ab"],
  ['COALESCE(data.missing, "", 1)', ""],
  ['MAP_SCORE("x", {"a": 1})', null],
  ["data.flag + 1", 2],
  ['0 or "x"', "x"],
  ['"" and 5', ""],
  ["1 < 2 < 3", true],
  ['"cost" in data', true],
  ['"a" in data.tags', true],
  ["float(data.s) + 1", 13],
  ["data.lifecycle.plan", null],
  ["x = data.cost\nx * 2", 200],
  ["# note\n5", 5],
];

test.each(results)("the formula %s gives %j", (formula, result) => {
  expect(evaluate(formula)).toEqual(result);
});

const floats: [expression: string, text: string][] = [
  ['AVG([10, "skip", 20])', "15.0"],
  ["float(data.s) + 1", "13.0"],
  ["data.cost", "100"],
];

test.each(floats)("the value of %s is written as %s", (expression, text) => {
  expect(show(expression)).toBe(text);
});

const failures = [
  "data.missing.x",
  "data.obj.z",
  'data["missing"]',
  "IF(1, 2)",
  'sum(PLUCK(relations.r1, "attributes.cost"))',
  "len(relations.nope)",
  '"a" < 1',
  "None > 1",
  "data.s + 1",
  "import os",
  "lambda x: x",
  "return 1",
];

test.each(failures)("the formula %s fails with an error", (formula) => {
  expect(errorOf(formula).kind).not.toBe("name");
});

import { describe, expect, test } from "bun:test";
import { errorOf, show } from "./support";

const items = '[{"a": {"b": 1}, "t": "x"}, {"a": {"b": 2}}, {"a": 5}, 7, None]';

describe("functions", () => {
  const results: [expression: string, text: string][] = [
    ['IF(1, "yes", "no")', "yes"],
    ['IF("", "yes", "no")', "no"],
    ["IF(1, 2, undefined_name)", "2"],
    ["IF(0, 1 / 0, 3)", "3"],
    ["IF(condition=0, true_val=1, false_val=2)", "2"],
    ["IF(1, 2, false_val=3)", "2"],

    ["SUM([1, 2, 3])", "6"],
    ["SUM([1, 2.0])", "3.0"],
    ["SUM([True, True])", "2"],
    ['SUM([1, "2", None, [3], 4])', "5"],
    ["SUM([])", "0"],
    ["SUM(None)", "0"],
    ["SUM(0)", "0"],
    ['SUM("123")', "0"],
    ["SUM((1, 2))", "3"],
    ["SUM({1: 5, 2: 6})", "3"],
    ["SUM(values=[4])", "4"],
    ["SUM(x for x in [1, 2])", "3"],
    ["SUM([0.1] * 10)", "1.0"],
    ["SUM([2 ** 53, 1])", "9007199254740993"],

    ["AVG([1, 2])", "1.5"],
    ["AVG([2, 4])", "3.0"],
    ['AVG([1, None, "x", 3])', "2.0"],
    ["AVG([])", "None"],
    ["AVG([None])", "None"],
    ["AVG(None)", "None"],

    ["MIN([3, 1, 2])", "1"],
    ["MAX([3, 1, 2])", "3"],
    ["MIN([True, 5])", "True"],
    ["MAX([1, 1.0])", "1"],
    ['MIN(["a", None])', "None"],
    ["MAX([])", "None"],
    ["MAX(None)", "None"],
    ['MAX(["x", 2.5, 2])', "2.5"],

    ["COUNT([1, None, 3])", "3"],
    ["COUNT(None)", "0"],
    ["COUNT(0)", "0"],
    ['COUNT("abc")', "3"],
    ['COUNT("a😀")', "2"],
    ["COUNT(data.obj)", "1"],
    ["COUNT({1, 2})", "2"],

    ["ROUND(2.5)", "2.0"],
    ["ROUND(3.5)", "4.0"],
    ["ROUND(-2.5)", "-2.0"],
    ["ROUND(3.7)", "4.0"],
    ["ROUND(1250, -2)", "1200"],
    ["ROUND(1350, -2)", "1400"],
    ["ROUND(-1250, -2)", "-1200"],
    ["ROUND(2.675, 2)", "2.67"],
    ["ROUND(1.005, 2)", "1.0"],
    ["ROUND(2.345, 2)", "2.35"],
    ["ROUND(0.125, 2)", "0.12"],
    ["ROUND(5)", "5"],
    ["ROUND(5, 2)", "5"],
    ["ROUND(True)", "1"],
    ["ROUND(None)", "None"],
    ["ROUND(None, 2)", "None"],
    ["ROUND(1234.5, -2)", "1200.0"],
    ["ROUND(1e300, 2)", "1e+300"],
    ["ROUND(value=1.25, decimals=1)", "1.2"],

    ["ABS(-3)", "3"],
    ["ABS(-2.5)", "2.5"],
    ["ABS(None)", "None"],
    ["ABS(True)", "1"],

    ['COALESCE(None, "", 1)', ""],
    ["COALESCE(None, 0)", "0"],
    ["COALESCE(None, None)", "None"],
    ["COALESCE()", "None"],

    ['LOWER("AbC")', "abc"],
    ['UPPER("AbC")', "ABC"],
    ["LOWER(5)", "None"],
    ["UPPER(None)", "None"],

    ["CONCAT()", ""],
    ['CONCAT("a", None, 1, 2.0, True, [1, "x"])', "a12.0True[1, 'x']"],
    ['CONCAT({"k": None})', "{'k': None}"],

    ['CONTAINS("abc", "b")', "True"],
    ['CONTAINS("abc", "B")', "False"],
    ["CONTAINS(None, 5)", "False"],
    ["CONTAINS(5, 5)", "False"],
    ['CONTAINS(s="abc", sub="c")', "True"],

    [`PLUCK(${items}, "a.b")`, "[1, 2, None, None, None]"],
    [`PLUCK(${items}, "t")`, "['x', None, None, None, None]"],
    ["PLUCK([], 5)", "[]"],
    ['PLUCK(None, "a")', "[]"],
    ['PLUCK({"a": 1}, "b")', "[None]"],
    ['PLUCK(relations.r1, "name")', "['First', 'Second']"],
    ['PLUCK(relations.r1, "attributes.nope.deeper")', "[None, None]"],
    ['PLUCK(items=[{"k": 1}], key="k")', "[1]"],

    [`COUNT(FILTER(${items}, "a.b", 2))`, "1"],
    [`COUNT(FILTER(${items}, "t", None))`, "4"],
    ['FILTER([{"a": 1}, {"a": True}, {"a": 1.0}, {"a": "1"}], "a", 1)', "[{'a': 1}, {'a': True}, {'a': 1.0}]"],
    ['FILTER(None, "a", 1)', "[]"],

    ['MAP_SCORE("a", {"a": 3})', "3"],
    ['MAP_SCORE("b", {"a": 3})', "None"],
    ["MAP_SCORE(1.0, {1: 3})", "3"],
    ["MAP_SCORE(None, 5)", "None"],
    ['MAP_SCORE("k", data.obj)', "1"],
  ];

  test.each(results)("the expression %s gives %s", (expression, text) => {
    expect(show(expression)).toBe(text);
  });

  const failures = [
    "IF(1, 2)",
    "IF(1, 2, 3, 4)",
    "IF(1, 2, false_val=1 / 0)",
    "SUM()",
    "SUM(1, 2)",
    "SUM(5)",
    "SUM(True)",
    "SUM(valuess=[1])",
    "SUM([1], values=[2])",
    "AVG(5)",
    "MIN(1, 2)",
    "MAX(5)",
    "COUNT(5)",
    "COUNT(True)",
    'ROUND("1")',
    "ROUND(1.5, 1.0)",
    "ROUND(1.5, data.tags)",
    'ROUND(float("nan"), None)',
    'ABS("1")',
    "CONCAT(a=1)",
    'CONTAINS("a", 5)',
    'CONTAINS("a")',
    'PLUCK(5, "a")',
    "PLUCK([1], 5)",
    "FILTER([1], None, 1)",
    "MAP_SCORE([1], {})",
    'MAP_SCORE("a", [1])',
    'MAP_SCORE("a", None)',
    "COALESCE(1, 1 / 0)",
    "str(SUM)",
    "CONCAT(len)",
  ];

  test.each(failures)("the expression %s fails with an error", (expression) => {
    expect(errorOf(expression).kind).toBe("evaluation");
  });
});

describe("conversions and elementary functions", () => {
  const results: [expression: string, text: string][] = [
    ['len("abc")', "3"],
    ['len("😀")', "1"],
    ["len([1, 2])", "2"],
    ["len(data.obj)", "1"],
    ["str(1.0)", "1.0"],
    ["str()", ""],
    ["int(3.9)", "3"],
    ["int(-3.9)", "-3"],
    ['int(" 1_000 ")', "1000"],
    ['int("-5")', "-5"],
    ['int("ff", 16)', "255"],
    ['int("0b11", base=2)', "3"],
    ["int(True)", "1"],
    ["int()", "0"],
    ["int(1e20)", "100000000000000000000"],
    ['float(" 1_0.5e1 ")', "105.0"],
    ['float("inf")', "inf"],
    ['float("-Infinity")', "-inf"],
    ['float("nan")', "nan"],
    ["float(2)", "2.0"],
    ["float()", "0.0"],
    ["bool([])", "False"],
    ["bool()", "False"],
    ["abs(-2)", "2"],
    ["round(2.5)", "2"],
    ["round(3.5)", "4"],
    ["round(-0.4)", "0"],
    ["round(2.675, 2)", "2.67"],
    ["round(2.5, 0)", "2.0"],
    ["round(2.5, None)", "2"],
    ["round(1250, -2)", "1200"],
    ["round(number=1.25, ndigits=1)", "1.2"],
    ["round(1e20)", "100000000000000000000"],
    ["min([3, 1])", "1"],
    ["min(3, 1, 2)", "1"],
    ['max("b", "a")', "b"],
    ["max([], default=None)", "None"],
    ["max([], default=4)", "4"],
    ["max([1, 1.0, True])", "1"],
    ["sum([1, 2.5])", "3.5"],
    ["sum([1], 10)", "11"],
    ["sum([[1], [2]], [])", "[1, 2]"],
    ['list("ab")', "['a', 'b']"],
    ["list((1, 2))", "[1, 2]"],
    ["list()", "[]"],
    ["tuple([1])", "(1,)"],
    ["dict([(1, 2)], a=3)", "{1: 2, 'a': 3}"],
    ["dict(data.obj)", "{'k': 1}"],
    ["dict()", "{}"],
    ["set([1, 1, 2])", "{1, 2}"],
    ["set()", "set()"],
  ];

  test.each(results)("the expression %s gives %s", (expression, text) => {
    expect(show(expression)).toBe(text);
  });

  const failures = [
    "len(5)",
    "len(None)",
    'int("3.7")',
    'int("1__0")',
    'int("")',
    "int(None)",
    "int([1])",
    'int(float("inf"))',
    "int(5, 10)",
    'int("z", 10)',
    'float("abc")',
    'float("1e")',
    "float(None)",
    "float(10 ** 400)",
    "abs(None)",
    'round("1")',
    "round(None)",
    "min()",
    "min([])",
    "min(5)",
    "min([1, None])",
    'max(1, "a")',
    "min(1, 2, default=3)",
    "min([1], key=len)",
    'sum([1, "a"])',
    "sum([None])",
    'sum(["a"], "")',
    "list(5)",
    "dict([1])",
    "dict([(1, 2, 3)])",
    "dict({}, {})",
    "set([[1]])",
  ];

  test.each(failures)("the expression %s fails with an error", (expression) => {
    expect(errorOf(expression).kind).toBe("evaluation");
  });

  const unknown = [
    "any([1])",
    "sorted([2, 1])",
    "range(3)",
    "isinstance(1, int)",
    "eval(1)",
    "getattr(data, 1)",
    "TRUE",
  ];

  test.each(unknown)("the expression %s fails, because its function is unknown", (expression) => {
    expect(errorOf(expression).kind).toBe("name");
  });
});

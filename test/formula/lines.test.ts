import { describe, expect, test } from "bun:test";
import { type JsonValue, parseFormula } from "../../src/formula";
import { errorOf, evaluate } from "./support";

describe("lines", () => {
  const formulas: [formula: string, result: JsonValue][] = [
    ["5", 5],
    ["  5  ", 5],
    ["\n\n5\n\n", 5],
    ["1\n2\n3", 3],
    ["1\r\n2\r\n3", 3],
    ["1\r2", 2],
    ["# first\n   # second\n7", 7],
    ["5  # a note", 5],
    ['"a # b"  # a note', "a # b"],
    ["x = 3", 3],
    ["x=3", 3],
    ["x = 3\nx", 3],
    ["  x = 3\n  x + 1", 4],
    ["x = 1\nx = x + 1\nx", 2],
    ["x = 1 # one\nx", 1],
    ["größe = 4\ngröße / 2", 2],
    ["_a = 1\n_a", 1],
    ["x = 1 == 1", true],
    ["x = 5\nx == 5", true],
    ["x = 5\nx != 5", false],
    ["x = 5\nx >= 5", true],
    ["x = 5\nx <= 4", false],
    ["data = 3\ndata", 3],
    ["relations = [1]\nlen(relations)", 1],
    ["COUNT = 5\nCOUNT([1, 2]) + COUNT", 7],
    ["ROUND(2.345, decimals=2)", 2.35],
    ["1, 2", [1, 2]],
    ["x = 1, 2\nx", [1, 2]],
  ];

  test.each(formulas)("the formula %j gives %j", (formula, result) => {
    expect(evaluate(formula)).toEqual(result);
  });

  test("a formula can be evaluated for several cards", () => {
    const formula = parseFormula("x = data.cost\nx * 2");
    expect(formula.text).toBe("x = data.cost\nx * 2");
    expect(evaluate("x = data.cost\nx * 2")).toBe(200);
  });
});

describe("texts that are no formulas", () => {
  const rejected: [formula: string, line: number, column: number][] = [
    ["", 1, 1],
    ["\n \n", 1, 1],
    ["# only a comment", 1, 1],
    ["1 +", 1, 4],
    ["x =", 1, 4],
    ["x = # nothing", 1, 5],
    ["= 3", 1, 1],
    ["1 2", 1, 3],
    ["(1", 1, 3],
    ["1)", 1, 2],
    ["1\n  y = (2", 2, 9],
    ["data.cost +\n1", 1, 12],
    ["x += 1", 1, 3],
    ["x = 1\nx -= 1", 2, 3],
    ["a.b = 3", 1, 5],
    ["a = b = 3", 1, 7],
    ['data["a"] = 3', 1, 11],
    ["a, b = 1, 2", 1, 6],
    ["x: int = 3", 1, 8],
    ["1; 2", 1, 2],
    ["None = 3", 1, 1],
    ["if = 3", 1, 1],
    ["import os", 1, 1],
    ["from os import path", 1, 1],
    ["return 1", 1, 1],
    ["del x", 1, 1],
    ["pass", 1, 1],
    ["print x", 1, 1],
    ["if x: 1", 1, 1],
    ["for x in y: x", 1, 1],
    ["lambda x: x", 1, 1],
    ["1 + lambda: 1", 1, 5],
    ["(a := 1)", 1, 2],
    ["f(a := 1)", 1, 5],
    ["{x for x in data.tags}", 1, 1],
    ["[x async for x in data.tags]", 1, 4],
    ["[*x for x in data.tags]", 1, 2],
    ["await x", 1, 1],
    ["yield 1", 1, 1],
    ["(yield 1)", 1, 2],
    ["a @ b", 1, 3],
    ["a <> b", 1, 3],
    ["1 == not 2", 1, 6],
    ["SUM(*data.tags)", 1, 5],
    ["SUM(**data.obj)", 1, 5],
    ["ROUND(value=1, 2)", 1, 16],
    ["ROUND(value=1, value=2)", 1, 16],
    ["SUM(x for x in data.tags, 1)", 1, 5],
    ["SUM(1, x for x in data.tags)", 1, 8],
    ["SUM([1])()", 1, 1],
    ["data.tags[0]()", 1, 1],
    ["...", 1, 1],
    ["x[1:2, 3]", 1, 6],
    ["x.if", 1, 3],
    ["1.real", 1, 2],
    ["1j", 1, 1],
    ["0777", 1, 1],
    ["1__0", 1, 1],
    ["1_", 1, 1],
    ["0x", 1, 2],
    ["'abc", 1, 5],
    ["b'abc'", 1, 1],
    ["'\\x1'", 1, 2],
    ["'\\N{DASH}'", 1, 2],
    ["f'{}'", 1, 4],
    ["f'{1'", 1, 5],
    ["f'}'", 1, 3],
    ["f'{1}}'", 1, 6],
    ["f'{1!z}'", 1, 5],
    ["f'\\{1}'", 1, 3],
    ["f'{1:{2:{3:{4}}}}'", 1, 11],
    ["data.__class__", 1, 6],
    ["data._private", 1, 6],
    ["data.func_code", 1, 6],
    ["data.name.format()", 1, 11],
    ["data.name.format_map({})", 1, 11],
    ["data.mro", 1, 6],
    ["data.exec", 1, 6],
    ["data.gi_frame", 1, 6],
    ["\\", 1, 1],
    ["a ? b : c", 1, 3],
    ["a && b", 1, 4],
    ["`a`", 1, 1],
    ["\0", 1, 1],
  ];

  test.each(rejected)("the text %j is rejected at line %d, column %d", (formula, line, column) => {
    const error = errorOf(formula);
    expect({ kind: error.kind, line: error.line, column: error.column }).toEqual({ kind: "syntax", line, column });
    expect(() => parseFormula(formula)).toThrow(error.message);
  });
});

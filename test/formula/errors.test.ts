import { describe, expect, test } from "bun:test";
import { FormulaError, publicError } from "../../src/formula";
import { errorOf, evaluate } from "./support";

describe("positions of errors", () => {
  const places: [formula: string, kind: string, line: number, column: number][] = [
    ["data.cost / 0", "evaluation", 1, 11],
    ["1\n2\n  data.missing + 1", "evaluation", 3, 16],
    ["# note\n\nx = 1\ny = x / (x - 1)", "evaluation", 4, 7],
    ["data.missing.x", "evaluation", 1, 13],
    ["data.tags[7]", "evaluation", 1, 10],
    ["1 + undefined_name", "name", 1, 5],
    ["x = 1\nfoo(x)", "name", 2, 1],
    ["x = 1\nx()", "name", 2, 1],
    ["SUM(5)", "evaluation", 1, 1],
    ["[x / 0 for x in [1]]", "evaluation", 1, 4],
    ["data.name.nothing()", "evaluation", 1, 10],
    ['f"{1:q}"', "evaluation", 1, 4],
    ["1\nSUM", "evaluation", 2, 1],
    ["1\r\n2 +", "syntax", 2, 4],
    ["x =    (1 + ", "syntax", 1, 12],
  ];

  test.each(places)("the formula %j fails (%s) at line %d, column %d", (formula, kind, line, column) => {
    const error = errorOf(formula);
    expect({ kind: error.kind, line: error.line, column: error.column }).toEqual({ kind, line, column } as never);
    expect(error.message).not.toBe("");
  });
});

describe("unknown names", () => {
  test("fail only where they are evaluated", () => {
    expect(evaluate("IF(0, undefined_name, 1)")).toBe(1);
    expect(evaluate("IF(1, 1, undefined_function(2))")).toBe(1);
    expect(evaluate("1 if True else undefined_name")).toBe(1);
    expect(evaluate("True or undefined_name")).toBe(true);
    expect(evaluate("[undefined_name for x in []]")).toEqual([]);
    expect(errorOf("SUM([undefined_name], 2)").kind).toBe("name");
  });
});

describe("public errors", () => {
  test("distinguish an unknown name from everything else", () => {
    const name = errorOf("foo(1)");
    expect(publicError(name)).toBe("Formula references an undefined name or function");
    expect(publicError(name, "validate")).toBe("Formula references an undefined name or function");
    for (const formula of ["1 +", "", "1 / 0", '"a" * 1000000', "data.__class__"]) {
      expect(publicError(errorOf(formula))).toBe("Evaluation error");
      expect(publicError(errorOf(formula), "validate")).toBe("Formula validation failed");
    }
    expect(publicError(new Error("anything"))).toBe("Evaluation error");
    expect(publicError("anything", "validate")).toBe("Formula validation failed");
  });

  test("have a name and a stack like other errors", () => {
    const error = errorOf("1 / 0");
    expect(error).toBeInstanceOf(FormulaError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("FormulaError");
  });
});

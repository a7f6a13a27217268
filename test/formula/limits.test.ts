import { describe, expect, test } from "bun:test";
import type { JsonValue } from "../../src/formula";
import { errorOf, evaluate, scopeOf } from "./support";

/** Nests a JSON value in lists. */
function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Returns the beginning of a formula on one line, as the name of its test. */
function summary(formula: string): string {
  return formula.slice(0, 40).replaceAll("\n", " ⏎ ");
}

const long = "x".repeat(100_000);
const many = Array.from({ length: 100_000 }, (_, index) => index);
const large = scopeOf({
  long,
  many,
  emoji: "😀".repeat(50_000),
  wide: Object.fromEntries(many.map((n) => [`k${n}`, n])),
});

describe("bounds on the size of values", () => {
  const formulas = [
    '"a" * 100001',
    '"a" * 100000 * 100000',
    '"a" * 10 ** 30',
    "[0] * 100001",
    "[[0] * 1000] * 1000 * 1000",
    '("a" * 100000) + "b"',
    "[0] * 100000 + [0]",
    '["a" * 100000] * 1000',
    "f\"{'a' * 100000}b\"",
    'CONCAT("a" * 100000, "b")',
    '"a".join(["b" * 1000] * 1000)',
    '("a" * 1000).replace("a", "b" * 1000)',
    '"a".center(100001)',
    '"a".zfill(100001)',
    'f"{1:100001}"',
    'f"{1:.1001f}"',
    '"%100001d" % 1',
    '"%.9999f" % 1',
    "str([0] * 100000)",
    "[*([0] * 100000), 1]",
    "4000001 ** 2",
    "2 ** 4000001",
    "1e7 ** 2",
    "2 ** 4000000",
    "9 ** 9 ** 9 ** 9",
    "1 << 10001",
    "1 >> 10001",
    "1 << 10000 << 10000",
    "str(1 << 16000)",
    'int("1" * 5000)',
    "[x for x in [0] * 10001]",
    "[1 for x in [0] * 200 for y in [0] * 200]",
    "{x: 1 for x in [0] * 10001}",
    `x = "a"${"\nx = x + x".repeat(100)}`,
    `x = [1]${"\nx = x + x".repeat(100)}`,
    `x = 3${"\nx = x * x".repeat(100)}`,
    `x = [1]${"\nx = [x, x]".repeat(100)}`,
    `x = [1]${"\nx = [x, x]".repeat(60)}\nstr(x)`,
    `x = [1]${"\nx = [x, x]".repeat(40)}\ny = [1]${"\ny = [y, y]".repeat(40)}\nx == y`,
    `x = (1,)${"\nx = (x, x)".repeat(60)}\n{x: 1}`,
    "[long for long in [data.long] * 100]",
  ];

  test.each(formulas.map((formula): [string, string] => [summary(formula), formula]))(
    "the formula %s fails because it exceeds a bound",
    (_, formula) => {
      expect(["limit", "evaluation"]).toContain(errorOf(formula, large).kind);
    },
  );

  test("values within the bounds are allowed", () => {
    expect(evaluate('len("a" * 100000)')).toBe(100_000);
    expect(evaluate("len([0] * 100000)")).toBe(100_000);
    expect(evaluate("len([x for x in [0] * 10000])")).toBe(10_000);
    expect(evaluate("x = [0 for x in [0] * 10000]\ny = [0 for x in [0] * 10000]\nlen(x + y)")).toBe(20_000);
    expect(evaluate("(1 << 10000) >> 9999")).toBe(2);
    expect(evaluate("4000000 ** 2")).toBe(16_000_000_000_000);
    expect(evaluate("len(data.many) + len(data.long) + len(data.wide)", large)).toBe(300_000);
  });
});

describe("bounds on steps", () => {
  const bodies = [
    "len(data.emoji)",
    "data.long.title()",
    "data.long.upper()",
    '"xyx" in data.long',
    'data.long.count("x")',
    "data.long.split()",
    "data.long < data.emoji",
    "data.emoji[::2]",
    "data.many[::-1]",
    "list(data.wide)",
    "dict(data.wide)",
    "data.wide.items()",
    "{**data.wide}",
    "set(data.many)",
    "SUM(data.many)",
    "min(data.many)",
    "data.many == data.many",
    "data.wide == data.wide",
    "-1 in data.many",
    'PLUCK(data.many, "a.b")',
    'FILTER(data.many, "a", 1)',
    "(data.long, x) in {(data.long, 1): 1}",
    'f"{1e300:.1000f}"',
    '"%.1000f" % 5e-324',
    "str(1 << 10000)",
    "3 ** 10000",
    "1.0001 ** 1000",
    "(1 << 8000) * (1 << 8000)",
    'data.long.startswith(("y",) * 100000)',
    "[0] * 100000",
  ];

  test.each(bodies)("the expression %s is stopped when it runs ten thousand times", (body) => {
    expect(errorOf(`[0 for x in data.many[:10000] if ${body} != 0]`, large).kind).toBe("limit");
  });
});

describe("bounds on nesting", () => {
  const deep: string[] = [
    `${"(".repeat(2400)}1${")".repeat(2400)}`,
    "(".repeat(5000),
    "[".repeat(5000),
    "{".repeat(5000),
    `${"[".repeat(2400)}${"]".repeat(2400)}`,
    `${"-".repeat(2700)}1`,
    `${"-".repeat(4999)}1`,
    `${"~ ".repeat(300)}1`,
    `data${".a".repeat(2000)}`,
    `data${"[0]".repeat(1500)}`,
    `1${"+1".repeat(2499)}`,
    `1${"<1".repeat(2499)}`,
    `1${" and 1".repeat(800)}`,
    `${"1**".repeat(1600)}1`,
    `${"IF(1,".repeat(600)}1${",1)".repeat(600)}`,
    `${"1 if 1 else ".repeat(400)}1`,
    `${"f'{".repeat(1600)}`,
    `${'f"{'.repeat(900)}1${'}"'.repeat(900)}`,
    `${"[x for x in ".repeat(250)}[]${"]".repeat(250)}`,
    `[1 for ${"(".repeat(400)}x${",)".repeat(400)} in []]`,
    `f"{1:${"{1:".repeat(800)}${"}".repeat(800)}}"`,
    `${"lambda:".repeat(700)}1`,
    `${"{1:".repeat(1000)}1${"}".repeat(1000)}`,
  ];

  test.each(deep.map((formula): [string, string] => [summary(formula), formula]))(
    "the formula %s fails because it is nested too deeply",
    (_, formula) => {
      expect(["limit", "syntax"]).toContain(errorOf(formula).kind);
    },
  );

  test("ordinary nesting and long chains are allowed", () => {
    expect(evaluate(`${"(".repeat(150)}1${")".repeat(150)}`)).toBe(1);
    expect(evaluate(`${"IF(0, 1, ".repeat(100)}2${")".repeat(100)}`)).toBe(2);
    expect(evaluate(`data.cost${" + data.cost".repeat(250)}`)).toBe(25_100);
    expect(evaluate(`1${" and 1".repeat(300)}`)).toBe(1);
    expect(evaluate(`${"not ".repeat(1001)}1`)).toBe(false);
  });

  test("deeply nested data can be returned but not compared, printed or stored", () => {
    for (const [value, formula] of [
      [nested(50), "data.deep == data.deep"],
      [nested(5000), "1"],
    ] as const) {
      expect([true, 1]).toContain(evaluate(formula, scopeOf({ deep: value })) as number);
    }
    for (const formula of ["data.deep", "str(data.deep)", "data.deep == data.deep", "data.deep < data.deep"]) {
      expect(errorOf(formula, scopeOf({ deep: nested(5000) })).kind).toBe("limit");
    }
  });
});

describe("bounds on a formula and on its result", () => {
  test("a formula has at most 5000 characters", () => {
    expect(evaluate(`1${" ".repeat(4999)}`)).toBe(1);
    expect(evaluate(`"${"😀".repeat(4998)}"`)).toHaveLength(9996);
    expect(errorOf(`1${" ".repeat(5000)}`).kind).toBe("limit");
    expect(errorOf("x".repeat(100_000)).kind).toBe("limit");
  });

  test("a result that is far too large is not stored", () => {
    expect(errorOf("[data.long] * 20", large).kind).toBe("limit");
    expect(evaluate("[data.long] * 5", large)).toHaveLength(5);
  });
});

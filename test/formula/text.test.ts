import { describe, expect, test } from "bun:test";
import { errorOf, evaluate, show } from "./support";

describe("the text form of values", () => {
  const results: [expression: string, text: string][] = [
    ["1", "1"],
    ["-5", "-5"],
    ["1.0", "1.0"],
    ["1 / 3", "0.3333333333333333"],
    ["0.1 + 0.2", "0.30000000000000004"],
    ["1e15", "1000000000000000.0"],
    ["9999999999999998.0", "9999999999999998.0"],
    ["1e16", "1e+16"],
    ["1.5e16", "1.5e+16"],
    ["1e22", "1e+22"],
    ["1e100", "1e+100"],
    ["0.0001", "0.0001"],
    ["0.00001", "1e-05"],
    ["1.5e-7", "1.5e-07"],
    ["5e-324", "5e-324"],
    ["-0.0", "-0.0"],
    ["123456.789", "123456.789"],
    ["True", "True"],
    ["None", "None"],
    ['"a"', "a"],
    ["[1, 'a', None, 2.0, True]", "[1, 'a', None, 2.0, True]"],
    ["{'k': None, 1: [2]}", "{'k': None, 1: [2]}"],
    ["(1, (2,), ())", "(1, (2,), ())"],
    ["{1, 'a'}", "{1, 'a'}"],
    ['["it\'s"]', '["it\'s"]'],
    ['["\'\\""]', "['\\'\"']"],
    ['["\\n\\t\\\\"]', "['\\n\\t\\\\']"],
    ['["\\x00\\x7f\\u200b"]', "['\\x00\\x7f\\u200b']"],
    ['["é😀"]', "['é😀']"],
    ['"\\n"', "\n"],
  ];

  test.each(results)("the value of %s is written as %s", (expression, text) => {
    expect(show(expression)).toBe(text);
    expect(evaluate(`CONCAT("", ${expression})`)).toBe(expression === "None" ? "" : text);
    expect(evaluate(`x = ${expression}\nf"{x}"`)).toBe(text);
  });
});

describe("interpolation in texts", () => {
  const results: [expression: string, text: string][] = [
    ['f"{data.cost:.2f}"', "100.00"],
    ['f"a{1}b{2}c"', "a1b2c"],
    ['f"{{{1}}}"', "{1}"],
    ['f"{1, 2}"', "(1, 2)"],
    ['f"{data.name!r}"', "'Acme'"],
    ["f\"{'é'!a}\"", "'\\xe9'"],
    ['f"{data.cost=}"', "data.cost=100"],
    ['f"{1 + 1 = }"', "1 + 1 = 2"],
    ['f"{data.cost=:.1f}"', "data.cost=100.0"],
    ['f"{1:{2 + 3}}"', "    1"],
    ["f\"{1:{'>'}{3}}\"", "  1"],
    ["f\"{'x':>3}|{'x':<3}|{'x':^3}\"", "  x|x  | x "],
    ["f\"{'abc':.2}\"", "ab"],
    ["f\"{'😀':*^3}\"", "*😀*"],
    ['f"{5:05d}"', "00005"],
    ['f"{-5:05d}"', "-0005"],
    ['f"{5:+d}"', "+5"],
    ['f"{1234567:,}"', "1,234,567"],
    ['f"{1234567:_}"', "1_234_567"],
    ['f"{1234:010,}"', "00,001,234"],
    ['f"{1234.5:,.2f}"', "1,234.50"],
    ['f"{255:x} {255:X} {255:#x} {255:b} {255:o}"', "ff FF 0xff 11111111 377"],
    ['f"{65:c}"', "A"],
    ['f"{True}"', "True"],
    ['f"{True:d}"', "1"],
    ['f"{0.5:%}"', "50.000000%"],
    ['f"{0.125:.1%}"', "12.5%"],
    ['f"{2.5:.0f} {3.5:.0f}"', "2 4"],
    ['f"{2.675:.2f}"', "2.67"],
    ['f"{1e10:e}"', "1.000000e+10"],
    ['f"{1234.5:.2e}"', "1.23e+03"],
    ['f"{0.00001:g} {100000:g} {1000000:g}"', "1e-05 100000 1e+06"],
    ['f"{1.0:g}"', "1"],
    ['f"{1.0:#g}"', "1.00000"],
    ['f"{3.0:.3}"', "3.0"],
    ['f"{123.0:.3}"', "1.23e+02"],
    ['f"{-0.001:z.1f}"', "0.0"],
    ['f"{-1.5:0=8}"', "-00001.5"],
    ["f\"{float('inf'):06}\"", "000inf"],
    ['"a" f"{1}" \'b\'', "a1b"],
    ['rf"{1}\\n"', "1\\n"],
  ];

  test.each(results)("the expression %s gives %s", (expression, text) => {
    expect(evaluate(expression)).toBe(text);
  });

  const failures = [
    'f"{None:5}"',
    'f"{[1]:5}"',
    "f\"{'a':d}\"",
    "f\"{'a':+}\"",
    "f\"{'a':,}\"",
    'f"{1:s}"',
    'f"{1.5:d}"',
    'f"{1:.2d}"',
    'f"{1.5:x}"',
    'f"{1:q}"',
    'f"{1:>>>}"',
    'f"{-1:c}"',
    'f"{255:,x}"',
  ];

  test.each(failures)("the expression %s fails with an error", (expression) => {
    expect(errorOf(expression).kind).toBe("evaluation");
  });
});

describe("the operator % on a text", () => {
  const results: [expression: string, text: string][] = [
    ['"%s and %s" % (1, "b")', "1 and b"],
    ['"%d" % 3.9', "3"],
    ['"%5d|%-5d|%05d|%+d" % (1, 2, 3, 4)', "    1|2    |00003|+4"],
    ['"%.2f" % 2.675', "2.67"],
    ['"%x %X %#x %o" % (255, 255, 255, 8)', "ff FF 0xff 10"],
    ['"%e" % 12345.678', "1.234568e+04"],
    ['"%g" % 0.00001', "1e-05"],
    ['"%r" % ("a",)', "'a'"],
    ['"%c%c" % ("a", 66)', "aB"],
    ['"%%"  % ()', "%"],
    ['"100%%" % ()', "100%"],
    ['"%(k)s!" % data.obj', "1!"],
    ['"%*d" % (5, 1)', "    1"],
    ['"%.3s" % "abcdef"', "abc"],
    ['"%s" % [1, 2]', "[1, 2]"],
    ['"abc" % {}', "abc"],
  ];

  test.each(results)("the expression %s gives %s", (expression, text) => {
    expect(evaluate(expression)).toBe(text);
  });

  const failures = [
    '"%s" % ()',
    '"%s" % (1, 2)',
    '"a" % 1',
    '"%d" % "a"',
    '"%x" % 1.5',
    '"%q" % 1',
    '"%" % 1',
    '"%(k)s" % 1',
    '"%(z)s" % data.obj',
    '"%c" % "ab"',
    '"%*d" % ("a", 1)',
  ];

  test.each(failures)("the expression %s fails with an error", (expression) => {
    expect(errorOf(expression).kind).toBe("evaluation");
  });
});

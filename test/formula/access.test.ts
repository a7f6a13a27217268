import { describe, expect, test } from "bun:test";
import type { FormulaScope, JsonObject, JsonValue } from "../../src/formula";
import { errorOf, evaluate, scopeOf, show } from "./support";

describe("access to fields", () => {
  const results: [formula: string, result: JsonValue][] = [
    ["data.cost", 100],
    ['data["cost"]', 100],
    ["(data).cost", 100],
    ["data.missing", null],
    ["data.constructor", null],
    ["data.toString", null],
    ["data.hasOwnProperty", null],
    ["data.lifecycle.active", "2024-01-01"],
    ["data.lifecycle.plan", null],
    ["data.obj.k", 1],
    ["relations.nope", null],
    ["relations.constructor", null],
    ["relations.empty", []],
    ["relations.r1[0].attributes.missing", null],
    ["relations.r1[0].rel_attributes.missing", null],
    ["relations.r1[0].missing", null],
    ["relation_count.r1", 2],
    ["relation_count.nope", null],
    ["children_count", 1],
    ["children[0].attributes.cost", 7],
    ["children[0].attributes.missing", null],
    ["children[0].missing", null],
    ['{"a": 1}.a', 1],
    ["data.tags[0]", "a"],
    ["data.tags[-1]", "b"],
    ["data.tags[True]", "b"],
    ["data.name[1]", "c"],
    ["[1, None][1]", null],
    ["{1: 2}[1.0]", 2],
    ["{(1, 2): 3}[1, 2]", 3],
    ["[1, 2, 3, 4][1:3]", [2, 3]],
    ["[1, 2, 3, 4][:-1]", [1, 2, 3]],
    ["[1, 2, 3, 4][::2]", [1, 3]],
    ["[1, 2, 3, 4][::-1]", [4, 3, 2, 1]],
    ["[1, 2, 3, 4][3:0:-2]", [4, 2]],
    ["[1, 2][5:9]", []],
    ["[1, 2][-9:]", [1, 2]],
    ["[1, 2][None:None]", [1, 2]],
    ["(1, 2, 3)[1:]", [2, 3]],
    ["data.name[1:3]", "cm"],
    ['"a😀b"[1]', "😀"],
    ['"a😀b"[1:]', "😀b"],
    ['"a😀b"[::-1]', "b😀a"],
  ];

  test.each(results)("the formula %s gives %j", (formula, result) => {
    expect(evaluate(formula)).toEqual(result);
  });

  const failures = [
    "data.missing.x",
    "data.obj.z",
    'data["missing"]',
    'data["toString"]',
    'relations["nope"]',
    '{"a": 1}.b',
    "data.tags.x",
    "data.name.x",
    "data.cost.x",
    "data.tags[2]",
    "data.tags[-3]",
    'data.tags["a"]',
    "data.tags[1.0]",
    "data.cost[0]",
    "data.missing[0]",
    "data.cost[1:]",
    "data.obj[1:]",
    "data.tags[::0]",
    'data.tags["a":]',
    "data[[1]]",
    "data.name.upper",
    "data.get",
    "data.cost()",
    "data.obj()",
    "data.name.nothing()",
    "data.tags.append(1)",
    "data.tags.sort()",
    "data.tags.pop()",
    'data.pop("cost")',
    "data.update({})",
    "data.clear()",
    'data.setdefault("x", 1)',
    "data.constructor()",
    "data.toString()",
    "data.cost.toString()",
    "data.name.constructor()",
    "data.name.repeat(3)",
    "{1}.add(2)",
  ];

  test.each(failures)("the formula %s fails with an error", (formula) => {
    expect(["evaluation", "name"]).toContain(errorOf(formula).kind);
  });
});

describe("fields that are named like methods", () => {
  const names = [
    "values",
    "items",
    "keys",
    "get",
    "pop",
    "update",
    "copy",
    "clear",
    "setdefault",
    "popitem",
    "fromkeys",
  ];

  test.each(names)("a field named %s can only be read with brackets", (name) => {
    const scope = scopeOf({ [name]: 5 });
    expect(evaluate(`data["${name}"]`, scope)).toBe(5);
    expect(errorOf(`data.${name}`, scope).kind).toBe("evaluation");
  });
});

describe("hostile names in the data", () => {
  const names = ["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "__defineGetter__"];

  test.each(names)("the name %s is a key like any other", (name) => {
    const data = JSON.parse(`{${JSON.stringify(name)}: 5, "box": {${JSON.stringify(name)}: {"x": 1}}}`) as JsonObject;
    const scope = scopeOf(data);
    expect(evaluate(`data["${name}"]`, scope)).toBe(5);
    expect(evaluate(`data.get("${name}")`, scope)).toBe(5);
    expect(evaluate(`PLUCK([data], "box.${name}.x")`, scope)).toEqual([1]);
    expect(evaluate(`len(data)`, scope)).toBe(2);
    expect(JSON.stringify(evaluate("data.box", scope))).toBe(`{${JSON.stringify(name)}:{"x":1}}`);
    expect(JSON.stringify(evaluate(`{"${name}": 1}`, scope))).toBe(`{${JSON.stringify(name)}:1}`);
    expect(evaluate(`"${name}" in data`, scopeOf({}))).toBe(false);
    expect(evaluate(`data.get("${name}", 7)`, scopeOf({}))).toBe(7);
  });

  test("no name reaches the prototype of objects", () => {
    evaluate('{"__proto__": {"polluted": 1}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("method calls", () => {
  const results: [expression: string, text: string][] = [
    ["data.name.upper()", "ACME"],
    ["data.name.lower()", "acme"],
    ['"hello world".title()', "Hello World"],
    ['"they\'re".title()', "They'Re"],
    ['"hELLO".capitalize()', "Hello"],
    ['"straße".upper()', "STRASSE"],
    ['"aB".swapcase()', "Ab"],
    ['"Straße".casefold()', "strasse"],
    ['"  a ".strip()', "a"],
    ['"xxaxx".strip("x")', "a"],
    ['" a ".lstrip()', "a "],
    ['" a ".rstrip()', " a"],
    ['"a,b,,c".split(",")', "['a', 'b', '', 'c']"],
    ['"a,b,c".split(",", 1)', "['a', 'b,c']"],
    ['"a,b,c".split(",", maxsplit=1)', "['a', 'b,c']"],
    ['"a,b,c".rsplit(",", 1)', "['a,b', 'c']"],
    ['" a  b ".split()', "['a', 'b']"],
    ['" a  b c ".split(None, 1)', "['a', 'b c ']"],
    ['" a  b c ".rsplit(None, 1)', "[' a  b', 'c']"],
    ['"".split()', "[]"],
    ['"".split(",")', "['']"],
    ['"a\\nb\\r\\nc".splitlines()', "['a', 'b', 'c']"],
    ['"a-b-c".partition("-")', "('a', '-', 'b-c')"],
    ['"a-b-c".rpartition("-")', "('a-b', '-', 'c')"],
    ['"-".join(["a", "b"])', "a-b"],
    ['"aaa".replace("a", "b", 2)', "bba"],
    ['"ab".replace("", "-")', "-a-b-"],
    ['"abcb".find("b")', "1"],
    ['"abcb".rfind("b")', "3"],
    ['"abc".find("z")', "-1"],
    ['"a😀b".find("b")', "2"],
    ['"a😀b".find("b", 2)', "2"],
    ['"abc".index("c")', "2"],
    ['"abab".count("ab")', "2"],
    ['"ab".count("")', "3"],
    ['"abc".startswith("ab")', "True"],
    ['"abc".startswith(("x", "a"))', "True"],
    ['"abc".endswith("bc")', "True"],
    ['"12".isdigit()', "True"],
    ['"1a".isdigit()', "False"],
    ['"".isdigit()', "False"],
    ['"ab".isalpha()', "True"],
    ['"a1".isalnum()', "True"],
    ['"AB1".isupper()', "True"],
    ['"1".isupper()', "False"],
    ['" ".isspace()', "True"],
    ['"-5".zfill(4)', "-005"],
    ['"a".center(4, "*")', "*a**"],
    ['"ab".center(5)', "  ab "],
    ['"a".ljust(3, ".")', "a.."],
    ['"a".rjust(3)', "  a"],
    ['"abc".removeprefix("a")', "bc"],
    ['"abc".removesuffix("c")', "ab"],
    ["[1, 2, 2].count(2.0)", "2"],
    ["[1, 2, 3].index(3)", "2"],
    ["(1, 2).index(2)", "1"],
    ["[1].copy()", "[1]"],
    ['data.get("cost")', "100"],
    ['data.get("nope")', "None"],
    ['data.get("nope", 5)', "5"],
    ['data.get("description", 5)', "None"],
    ["data.obj.keys()", "['k']"],
    ["data.obj.values()", "[1]"],
    ["data.obj.items()", "[('k', 1)]"],
    ["[k + str(v) for k, v in data.obj.items()]", "['k1']"],
    ["{1}.union([2])", "{1, 2}"],
    ["{1}.issubset({1, 2})", "True"],
  ];

  test.each(results)("the expression %s gives %s", (expression, text) => {
    expect(show(expression)).toBe(text);
  });

  const failures = [
    '"abc".index("z")',
    "[1].index(2)",
    '"a".split("")',
    '",".join([1])',
    '"a".upper(1)',
    '"a".replace("a")',
    '"a".center(5, "ab")',
    '"a".startswith(1)',
    '"a".find(1)',
    "data.get()",
    '"a".split(separator=",")',
    '"a".encode()',
  ];

  test.each(failures)("the expression %s fails with an error", (expression) => {
    expect(errorOf(expression).kind).toBe("evaluation");
  });
});

describe("values from and to JSON", () => {
  const read: [value: JsonValue, text: string][] = [
    [1, "1"],
    [1.5, "1.5"],
    [-0, "0"],
    [9007199254740991, "9007199254740991"],
    [2 ** 60, "1152921504606846976"],
    [1e21, "1e+21"],
    [true, "True"],
    [null, "None"],
    ["a", "a"],
    [[1, [2.5]], "[1, [2.5]]"],
    [{ a: [1] }, "{'a': [1]}"],
  ];

  test.each(read)("the value %j is read as %s", (value, text) => {
    expect(show("data.x", scopeOf({ x: value }))).toBe(text);
  });

  test.each(read)("the value %j is stored unchanged", (value) => {
    expect(JSON.stringify(evaluate("data.x", scopeOf({ x: value })))).toBe(JSON.stringify(value));
  });

  const stored: [formula: string, result: JsonValue][] = [
    ["1.0", 1],
    ["(1, (2,))", [1, [2]]],
    ['{"a": (1,), 2: 3, 1.5: 4, None: 5, True: 6}', { a: [1], "2": 3, "1.5": 4, null: 5, true: 6 }],
    ["2 ** 60", 2 ** 60],
    ["data.obj", { k: 1 }],
    ["relations.r1[1]", { id: "e2", name: "Second", type: "App", attributes: { cost: null }, rel_attributes: {} }],
  ];

  test.each(stored)("the result of %s is stored as %j", (formula, result) => {
    expect(evaluate(formula)).toEqual(result);
  });

  const unstorable = [
    'float("nan")',
    'float("inf")',
    "1e308 * 10",
    "{1, 2}",
    "[{1}]",
    "SUM",
    "[len]",
    "2 ** 53 + 1",
    "10 ** 400",
    "{(1, 2): 3}",
    '"\\ud800"',
  ];

  test.each(unstorable)("the result of %s can't be stored", (formula) => {
    expect(errorOf(formula).kind).toBe("evaluation");
  });

  test("a stored object is a copy", () => {
    const scope = scopeOf({ obj: { list: [1] } });
    const result = evaluate("data.obj", scope) as { list: number[] };
    result.list.push(2);
    expect(scope.data).toEqual({ obj: { list: [1] } });
  });

  test("a value in the scope that is not JSON is an error or null", () => {
    const scope = scopeOf({ f: (() => 1) as unknown as JsonValue, u: undefined as unknown as JsonValue });
    expect(errorOf("data.f", scope).kind).toBe("evaluation");
    expect(evaluate("data.u", scope)).toBeNull();
    expect(evaluate("relations.x", { ...scope, relations: {} } satisfies FormulaScope)).toBeNull();
  });
});

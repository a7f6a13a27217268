import { describe, expect, test } from "bun:test";
import { parseFormula, readsChildren, referencedFields, referencedRelations } from "../../src/formula";

describe("references to fields", () => {
  const formulas: [formula: string, fields: string[]][] = [
    ["1", []],
    ["data.a", ["a"]],
    ['data["a"]', ["a"]],
    ['data.get("a")', ["a"]],
    ['data.get("a", data.b)', ["a", "b"]],
    ["(data).a", ["a"]],
    ["data . a", ["a"]],
    ["data.a + data.b * data.a", ["a", "b"]],
    ["data.a.b.c", ["a"]],
    ["data.lifecycle.active", ["lifecycle"]],
    ["# data.a\ndata.b # data.c", ["b"]],
    ['"data.a"', []],
    ['f"data.a {data.b:{data.c}}"', ["b", "c"]],
    ["IF(data.a, data.b, 1)", ["a", "b"]],
    ["[data.a for x in data.b if data.c]", ["a", "b", "c"]],
    ["x = data.a\nx.b", ["a"]],
    ["d = data\nd.a", ["a"]],
    ["d = data\ne = d\ne.a", ["a"]],
    ["d = data\nd = 1\nd.a", []],
    ["data = 5\ndata.a", []],
    ["[data.a for data in [1]]", []],
    ["[1 for data in [data.a]]", ["a"]],
    ["relations.r1[0].attributes.data.a", []],
    ["children[0].a", []],
    ["data[data.a]", ["a"]],
    ["data[1]", []],
    ["data.a[data.b]", ["a", "b"]],
    ["{data.a: data.b, **data.c}", ["a", "b", "c"]],
    ["ROUND(value=data.a)", ["a"]],
    ["data.name.upper()", ["name"]],
    ["data.a if data.b else data.c", ["b", "a", "c"]],
    ["not data.a and data.b in data.c", ["a", "b", "c"]],
  ];

  test.each(formulas)("the fields that %j reads are found", (formula, fields) => {
    expect(referencedFields(parseFormula(formula)).sort()).toEqual(fields.sort());
  });
});

describe("references to relations", () => {
  const formulas: [formula: string, relations: string[] | "all"][] = [
    ["data.relations", []],
    ["relations.a", ["a"]],
    ['relations["a"]', ["a"]],
    ['relations.get("a")', ["a"]],
    ["relation_count.a", ["a"]],
    ["relations.a + relation_count.b", ["a", "b"]],
    ['SUM(PLUCK(relations.a, "attributes.relations"))', ["a"]],
    ["r = relations.a\nr[0]", ["a"]],
    ["relations", "all"],
    ["relations[data.x]", "all"],
    ["relations.get(data.x)", "all"],
    ["relation_count", "all"],
    ['"a" in relations', "all"],
    ["relations.items()", "all"],
    ["[relations[k] for k in relation_count]", "all"],
    ["relations.a if len(relations) else 0", "all"],
    ["relations = {}\nrelations.a", []],
  ];

  test.each(formulas)("the relations that %j reads are found", (formula, relations) => {
    expect(referencedRelations(parseFormula(formula))).toEqual(relations);
  });
});

describe("references to children", () => {
  const formulas: [formula: string, reads: boolean][] = [
    ["data.children", false],
    ["relations.children", false],
    ['"children"', false],
    ["children", true],
    ["children[0].name", true],
    ["children_count", true],
    ["SUM(c.attributes.cost for c in children)", true],
    ["children = []\nchildren", false],
  ];

  test.each(formulas)("it is known whether %j reads children", (formula, reads) => {
    expect(readsChildren(parseFormula(formula))).toBe(reads);
  });
});

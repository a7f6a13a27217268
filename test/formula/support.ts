import { evaluateFormula, FormulaError, type FormulaScope, type JsonValue, parseFormula } from "../../src/formula";

/** Returns a card with a bit of everything. */
export function sampleScope(): FormulaScope {
  return {
    data: {
      name: "Acme",
      cost: 100,
      f: 2.5,
      flag: true,
      s: "12",
      tags: ["a", "b"],
      description: null,
      lifecycle: { active: "2024-01-01" },
      obj: { k: 1 },
    },
    relations: {
      r1: [
        { id: "e1", name: "First", type: "App", attributes: { cost: 10, risk: "high" }, rel_attributes: { w: 2 } },
        { id: "e2", name: "Second", type: "App", attributes: { cost: null }, rel_attributes: {} },
      ],
      empty: [],
    },
    relation_count: { r1: 2, empty: 0 },
    children: [{ id: "c1", name: "Child", type: "App", subtype: null, attributes: { cost: 7 } }],
    children_count: 1,
  };
}

/** Returns a scope whose card has these attributes and nothing else. */
export function scopeOf(data: FormulaScope["data"]): FormulaScope {
  return { data, relations: {}, relation_count: {}, children: [], children_count: 0 };
}

/** Parses and evaluates in one go. */
export function evaluate(formula: string, scope: FormulaScope = sampleScope()): JsonValue {
  return evaluateFormula(parseFormula(formula), scope);
}

/** Returns the text form of a value, in which integers and floats, lists and tuples differ. */
export function show(expression: string, scope: FormulaScope = sampleScope()): JsonValue {
  return evaluate(`str(${expression})`, scope);
}

/** Returns the error of a formula that must fail. */
export function errorOf(formula: string, scope: FormulaScope = sampleScope()): FormulaError {
  try {
    evaluate(formula, scope);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`The formula did not fail: ${formula}`);
}

import { expect, test } from "bun:test";
import { evaluateFormula, FormulaError, type JsonValue, parseFormula } from "../../src/formula";
import { FormulaGenerator } from "./generator";
import { sampleScope } from "./support";

/** More are tried by `STOA_FORMULAS=1000000 npx bun test test/formula/hostile.test.ts`. */
const COUNT = Number(process.env["STOA_FORMULAS"] ?? 20_000);
/** Microseconds of work: one evaluation is stopped after half a second, and the rest is room for a slow machine. */
const MAX_WORK = 5_000_000;

test(
  `each of ${COUNT} random and hostile formulas gives a value that JSON can hold, or a FormulaError`,
  () => {
    const generator = new FormulaGenerator(20_240_101);
    const scope = sampleScope();
    const scopeBefore = JSON.stringify(scope);
    const outcomes = new Map<string, number>();
    for (let index = 0; index < COUNT; index++) {
      const formula = generator.next();
      const before = process.cpuUsage();
      const outcome = attempt(formula, () => evaluateFormula(parseFormula(formula), scope));
      const { user, system } = process.cpuUsage(before);
      if (user + system > MAX_WORK) throw new Error(`${user + system} µs for ${JSON.stringify(formula)}`);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect(JSON.stringify(scope)).toBe(scopeBefore);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    // The generator is of use only while it reaches all of these often.
    for (const outcome of ["value", "syntax", "name", "evaluation", "limit"]) {
      expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(COUNT / 100);
    }
  },
  120_000 + 10 * COUNT,
);

/** Returns the outcome of a formula; anything but a JSON value and a complete FormulaError fails the test. */
function attempt(formula: string, work: () => JsonValue): string {
  try {
    const result = work();
    if (!isJson(result)) throw new Error(`${JSON.stringify(formula)} gave something that is not JSON`);
    return "value";
  } catch (error) {
    if (!(error instanceof FormulaError)) throw new Error(`${JSON.stringify(formula)} threw`, { cause: error });
    if (error.line < 1 || error.column < 1 || error.message === "")
      throw new Error(`${JSON.stringify(formula)}: no place`);
    return error.kind;
  }
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === "object" && Object.entries(value).every(([key, item]) => key.isWellFormed() && isJson(item));
}

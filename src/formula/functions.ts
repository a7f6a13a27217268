import { BUILTINS, lengthOf, roundValue } from "./builtins";
import { chargeSearch, equals } from "./compare";
import { fail } from "./errors";
import { asNumber, compareNumbers, divide, type Num, numbersAmong, sum } from "./numbers";
import { absoluteValue } from "./operators";
import type { Run } from "./run";
import { type FixedFunction, fixed, type OpenFunction, open } from "./signature";
import { joinBounded, toText } from "./text";
import { Dict, describe, iterate, List, truthy, type Value } from "./values";

/** Every function of the language by its name. */
export const FUNCTIONS: ReadonlyMap<string, FixedFunction | OpenFunction> = new Map<
  string,
  FixedFunction | OpenFunction
>([
  // Called with three plain arguments, the compiler makes a lazy branch of it instead.
  ["IF", fixed("condition true_val false_val", 3, (_run, test, yes, no) => (truthy(test) ? yes : no))],
  ["SUM", fixed("values", 1, (run, values) => sum(numbersIn(run, values)))],
  ["AVG", fixed("values", 1, (run, values) => average(numbersIn(run, values)))],
  ["MIN", fixed("values", 1, (run, values) => extreme(run, values, -1))],
  ["MAX", fixed("values", 1, (run, values) => extreme(run, values, 1))],
  ["COUNT", fixed("values", 1, (run, values) => (truthy(values) ? lengthOf(run, values) : 0))],
  [
    "ROUND",
    fixed("value decimals", 1, (_run, value, decimals = 0) => (value === null ? null : roundValue(value, decimals))),
  ],
  ["ABS", fixed("value", 1, (_run, value) => (value === null ? null : absoluteValue(value)))],
  ["COALESCE", open((_run, values) => values.find((value) => value !== null) ?? null)],
  ["LOWER", fixed("s", 1, (run, s) => changeCase(run, s, (text) => text.toLowerCase()))],
  ["UPPER", fixed("s", 1, (run, s) => changeCase(run, s, (text) => text.toUpperCase()))],
  ["CONCAT", open((run, values) => concatenate(run, values))],
  ["CONTAINS", fixed("s sub", 2, containsText)],
  ["PLUCK", fixed("items key", 2, pluck)],
  ["FILTER", fixed("items key value", 3, filter)],
  ["MAP_SCORE", fixed("value mapping", 2, mapScore)],
  ...BUILTINS,
]);

/** Returns the numbers among the elements; null and everything empty has none. */
function numbersIn(run: Run, values: Value): Num[] {
  if (!truthy(values)) return [];
  const items = iterate(run, values);
  run.charge(items.length);
  return numbersAmong(items);
}

function average(numbers: readonly Num[]): Value {
  return numbers.length === 0 ? null : divide(sum(numbers), numbers.length);
}

/** Returns the smallest (direction -1) or largest number among the elements, as it stands there. */
function extreme(run: Run, values: Value, direction: -1 | 1): Value {
  if (!truthy(values)) return null;
  const items = iterate(run, values);
  run.charge(items.length);
  let best: Value = null;
  let bestNumber: Num | undefined;
  for (const item of items) {
    const number = asNumber(item);
    if (number === undefined) continue;
    if (bestNumber === undefined || compareNumbers(number, bestNumber) === direction)
      [best, bestNumber] = [item, number];
  }
  return best;
}

function changeCase(run: Run, value: Value, change: (text: string) => string): Value {
  if (typeof value !== "string") return null;
  run.charge(value.length / 16);
  return change(value);
}

function concatenate(run: Run, values: readonly Value[]): string {
  return joinBounded(
    run,
    values.filter((value) => value !== null).map((value) => toText(run, value)),
  );
}

function containsText(run: Run, text: Value, part: Value): boolean {
  if (typeof text !== "string") return false;
  if (typeof part !== "string") return fail("CONTAINS looks for a text");
  chargeSearch(run, text, part);
  return text.includes(part);
}

/** Returns the value of each element at a path of keys joined by points. */
function pluck(run: Run, items: Value, key: Value): Value {
  if (!truthy(items)) return new List([]);
  const path = pathOf(key);
  return new List(iterate(run, items).map((item) => follow(run, item, path)));
}

/** Returns the elements whose value at a path equals the given one; a missing value equals null. */
function filter(run: Run, items: Value, key: Value, value: Value): Value {
  if (!truthy(items)) return new List([]);
  const path = pathOf(key);
  return new List(iterate(run, items).filter((item) => equals(run, follow(run, item, path), value)));
}

function pathOf(key: Value): string[] {
  return typeof key === "string" ? key.split(".") : fail("The key is a text");
}

function follow(run: Run, item: Value, path: readonly string[]): Value {
  run.charge(1 + path.length);
  let value = item;
  for (const step of path) {
    if (!(value instanceof Dict)) return null;
    value = value.get(run, step) ?? null;
  }
  return value;
}

function mapScore(run: Run, value: Value, mapping: Value): Value {
  if (value === null) return null;
  if (!(mapping instanceof Dict)) return fail(`MAP_SCORE needs an object, not ${describe(mapping)}`);
  return mapping.get(run, value) ?? null;
}

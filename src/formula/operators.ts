import type { BinaryOp, UnaryOp } from "./ast";
import { fail } from "./errors";
import * as numbers from "./numbers";
import { asBigint, asNumber, integer, type Num } from "./numbers";
import { formatPercent } from "./percent";
import type { Run } from "./run";
import { checkLength } from "./text";
import { Dict, DictBuilder, describe, Float, type HashKey, List, SetValue, truthy, type Value } from "./values";

/** Executes an operator on two values. */
export type Operator = (run: Run, a: Value, b: Value) => Value;

/** The function behind each operator between two values. */
export const BINARY: Readonly<Record<BinaryOp, Operator>> = {
  "+": (run, a, b) => {
    if (typeof a === "number" && typeof b === "number") return numbers.add(a, b);
    if (typeof a === "string" && typeof b === "string") return joinTexts(run, a, b);
    if (a instanceof List && b instanceof List && a.tuple === b.tuple) return joinLists(run, a, b);
    return onNumbers(run, "+", a, b, numbers.add);
  },
  "-": (run, a, b) => (a instanceof SetValue ? difference(run, a, b) : onNumbers(run, "-", a, b, numbers.subtract)),
  "*": (run, a, b) => {
    if (typeof a === "string" || a instanceof List) return repeat(run, a, b);
    if (typeof b === "string" || b instanceof List) return repeat(run, b, a);
    return onNumbers(run, "*", a, b, numbers.multiply);
  },
  "/": (run, a, b) => onNumbers(run, "/", a, b, numbers.divide),
  "//": (run, a, b) => onNumbers(run, "//", a, b, (x, y) => numbers.divideFloor(x, y).quotient),
  "%": (run, a, b) => {
    if (typeof a === "string") return formatPercent(run, a, b);
    return onNumbers(run, "%", a, b, (x, y) => numbers.divideFloor(x, y).remainder);
  },
  "**": (run, a, b) => {
    run.charge(costOfPower(a, b));
    return onNumbers(run, "**", a, b, numbers.power);
  },
  "<<": (run, a, b) => onNumbers(run, "<<", a, b, (x, y) => numbers.shift(x, y, true)),
  ">>": (run, a, b) => onNumbers(run, ">>", a, b, (x, y) => numbers.shift(x, y, false)),
  "&": (run, a, b) => (a instanceof SetValue ? intersection(run, a, b) : onBits("&", a, b, (x, y) => x & y)),
  "|": (run, a, b) => {
    if (a instanceof SetValue) return union(run, a, b);
    if (a instanceof Dict && b instanceof Dict) return merge(run, a, b);
    return onBits("|", a, b, (x, y) => x | y);
  },
  "^": (run, a, b) => {
    if (a instanceof SetValue) return difference(run, union(run, a, b), intersection(run, a, b));
    return onBits("^", a, b, (x, y) => x ^ y);
  },
};

/** The function behind each operator before a value. */
export const UNARY: Readonly<Record<UnaryOp, (value: Value) => Value>> = {
  not: (value) => !truthy(value),
  "-": (value) => numbers.negate(expectNumber("-", value)),
  "+": (value) => expectNumber("+", value),
  "~": (value) => {
    const whole = asBigint(expectNumber("~", value));
    return whole === undefined ? fail(`Cannot apply ~ to ${describe(value)}`) : integer(~whole);
  },
};

/** Returns a number without its sign; anything else is an error. */
export function absoluteValue(value: Value): Value {
  return numbers.absolute(expectNumber("abs", value));
}

/** Powers are computed exactly, digit by digit; those of floats have the most digits. */
function costOfPower(base: Value, exponent: Value): number {
  const number = asNumber(exponent);
  const rounds = number === undefined ? 0 : Math.min(1000, Math.abs(numbers.toDouble(number)));
  return 10 + rounds + (base instanceof Float ? rounds ** 2 / 250 : 0);
}

function onNumbers(run: Run, op: string, a: Value, b: Value, work: (a: Num, b: Num) => Num): Value {
  const left = asNumber(a);
  const right = asNumber(b);
  if (left === undefined || right === undefined) return fail(`Cannot apply ${op} to ${describe(a)} and ${describe(b)}`);
  // Wide integers cost more than a step.
  if (typeof left === "bigint" || typeof right === "bigint") run.charge(200);
  return work(left, right);
}

function onBits(op: string, a: Value, b: Value, work: (a: bigint, b: bigint) => bigint): Value {
  const left = asNumber(a);
  const right = asNumber(b);
  const x = left === undefined ? left : asBigint(left);
  const y = right === undefined ? right : asBigint(right);
  if (x === undefined || y === undefined) return fail(`Cannot apply ${op} to ${describe(a)} and ${describe(b)}`);
  const bits = work(x, y);
  return typeof a === "boolean" && typeof b === "boolean" ? bits !== 0n : integer(bits);
}

function expectNumber(op: string, value: Value): Num {
  return asNumber(value) ?? fail(`Cannot apply ${op} to ${describe(value)}`);
}

function joinTexts(run: Run, a: string, b: string): string {
  checkLength(a.length + b.length);
  run.charge((a.length + b.length) / 16);
  return a + b;
}

function joinLists(run: Run, a: List, b: List): List {
  checkLength(a.items.length + b.items.length);
  run.charge(a.items.length + b.items.length);
  return new List([...a.items, ...b.items], a.tuple);
}

function repeat(run: Run, value: string | List, times: Value): Value {
  const number = asNumber(times);
  if (number === undefined || number instanceof Float)
    return fail(`Cannot repeat ${describe(value)} by ${describe(times)}`);
  const size = typeof value === "string" ? value.length : value.items.length;
  const count = number > 0 && size > 0 ? Number(number) : 0;
  checkLength(size * count);
  run.charge(typeof value === "string" ? (size * count) / 16 : size * count);
  if (typeof value === "string") return value.repeat(count);
  const items: Value[] = [];
  for (let round = 0; round < count; round++) {
    for (const item of value.items) items.push(item);
  }
  return new List(items, value.tuple);
}

/** Returns all elements of both sets. */
export function union(run: Run, a: SetValue, b: Value): SetValue {
  const other = expectSet(b);
  run.charge(a.map.size + other.map.size);
  const all = new Map<HashKey, Value>(a.map);
  for (const [key, value] of other.map) {
    if (!all.has(key)) all.set(key, value);
  }
  return new SetValue(all);
}

/** Returns the elements that both sets have. */
export function intersection(run: Run, a: SetValue, b: Value): SetValue {
  return select(run, a, b, true);
}

/** Returns the elements of the first set that the second lacks. */
export function difference(run: Run, a: SetValue, b: Value): SetValue {
  return select(run, a, b, false);
}

function select(run: Run, a: SetValue, b: Value, inBoth: boolean): SetValue {
  const other = expectSet(b);
  run.charge(a.map.size);
  return new SetValue(new Map([...a.map].filter(([key]) => other.map.has(key) === inBoth)));
}

function expectSet(value: Value): SetValue {
  return value instanceof SetValue ? value : fail(`Cannot combine a set with ${describe(value)}`);
}

function merge(run: Run, a: Dict, b: Dict): Dict {
  const merged = new DictBuilder();
  merged.setAll(run, a);
  merged.setAll(run, b);
  return merged.build();
}

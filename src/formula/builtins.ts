import { characterCount, isPlain, isSpace, trimWhere } from "./characters";
import { order } from "./compare";
import { roundFloat, roundInteger, scaleHalfEven } from "./decimal";
import { exceed, fail } from "./errors";
import { MAX_INTEGER_DIGITS } from "./limits";
import { asNumber, integer, numbersAmong, sum, toDouble, truncate } from "./numbers";
import { absoluteValue, BINARY } from "./operators";
import type { Run } from "./run";
import { type FixedFunction, fixed, type OpenFunction, open } from "./signature";
import { toText } from "./text";
import { Dict, DictBuilder, describe, Float, iterate, List, makeSet, SetValue, truthy, type Value } from "./values";

const EMPTY = new List([]);

/** The functions in lower case: conversions and elementary arithmetic. */
export const BUILTINS: readonly (readonly [string, FixedFunction | OpenFunction])[] = [
  ["len", fixed("-", 1, lengthOf)],
  ["str", fixed("object", 0, (run, value = "") => toText(run, value))],
  ["int", fixed("- base", 0, (run, value = 0, base?: Value) => toInteger(run, value, base))],
  ["float", fixed("-", 0, (run, value = 0) => toFloat(run, value))],
  ["bool", fixed("-", 0, (_run, value = null) => truthy(value))],
  ["abs", fixed("-", 1, (_run, value) => absoluteValue(value))],
  ["round", fixed("number ndigits", 1, (_run, value, digits = null) => roundValue(value, digits))],
  ["min", open((run, args, named) => extreme(run, args, named, (order) => order < 0), true)],
  ["max", open((run, args, named) => extreme(run, args, named, (order) => order > 0), true)],
  ["sum", fixed("- start", 1, (run, values, start = 0) => total(run, values, start))],
  ["list", fixed("-", 0, (run, values = EMPTY) => toList(run, values, false))],
  ["tuple", fixed("-", 0, (run, values = EMPTY) => toList(run, values, true))],
  ["dict", open(makeDict, true)],
  ["set", fixed("-", 0, (run, values = EMPTY) => makeSet(run, iterate(run, values)))],
];

/** Returns number of characters, elements or keys. */
export function lengthOf(run: Run, value: Value): number {
  if (typeof value === "string") {
    run.charge(value.length / (isPlain(value) ? 16 : 1));
    return characterCount(value);
  }
  if (value instanceof List) return value.items.length;
  if (value instanceof Dict) return value.size;
  if (value instanceof SetValue) return value.map.size;
  return fail(`Cannot determine the length of ${describe(value)}`);
}

/**
 * Returns a number rounded to nearest, ties to even. Without digits (null) the result is an integer; with them integers
 * stay integers and floats stay floats.
 */
export function roundValue(value: Value, digits: Value): Value {
  const number = asNumber(value);
  if (number === undefined) return fail(`Cannot round ${describe(value)}`);
  if (digits === null) {
    if (!(number instanceof Float)) return number;
    if (!Number.isFinite(number.value)) return fail("Infinity and NaN cannot be rounded to an integer");
    const magnitude = scaleHalfEven(Math.abs(number.value), 0);
    return integer(number.value < 0 ? -magnitude : magnitude);
  }
  const places = asNumber(digits);
  if (places === undefined || places instanceof Float) return fail("The number of decimals is an integer");
  if (number instanceof Float) return new Float(roundFloat(number.value, Number(places)));
  return places >= 0 ? number : integer(roundInteger(BigInt(number), -Number(places)));
}

function toInteger(run: Run, value: Value, base: Value | undefined): Value {
  if (typeof value === "string") {
    run.charge(value.length / 2);
    return base === undefined || base === 10 ? parseInteger(value) : parseInBase(value, base);
  }
  const number = asNumber(value);
  if (number === undefined || base !== undefined) return fail(`Cannot make an integer of ${describe(value)}`);
  return number instanceof Float ? truncate(number.value) : number;
}

/** Reads the text of an integer: digits only, with single underscores between them and space around. */
function parseInteger(text: string): Value {
  const digits = trimWhere(text, isSpace, true, true);
  if (digits.length > MAX_INTEGER_DIGITS) exceed("The text of an integer is too long");
  if (!/^[+-]?\d+(?:_\d+)*$/.test(digits)) fail("The text is not an integer");
  return integer(BigInt(digits.replaceAll("_", "").replace("+", "")));
}

function parseInBase(text: string, base: Value): Value {
  if (typeof base !== "number" || base < 2 || base > 36) return fail("The base of an integer is from 2 to 36");
  const parts = /^([+-]?)(0[xX]|0[oO]|0[bB])?(.*)$/s.exec(trimWhere(text, isSpace, true, true).toLowerCase());
  const prefix = parts?.[2] ?? "";
  const prefixBase = { "0x": 16, "0o": 8, "0b": 2 }[prefix];
  // A prefix of another base is read as digits, and so is refused unless they are digits of this one.
  const body = (prefixBase === base ? "" : prefix) + (parts?.[3] ?? "");
  if (body.length > MAX_INTEGER_DIGITS) exceed("The text of an integer is too long");
  if (!/^[0-9a-z]+(?:_[0-9a-z]+)*$/.test(body)) fail("The text is not an integer");
  let value = 0n;
  for (const digit of body.replaceAll("_", "")) {
    const worth = Number.parseInt(digit, 36);
    if (worth >= base) fail("The text is not an integer of this base");
    value = value * BigInt(base) + BigInt(worth);
  }
  return integer(parts?.[1] === "-" ? -value : value);
}

const DIGITS = "\\d+(?:_\\d+)*";
const FLOAT_TEXT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`);

function toFloat(run: Run, value: Value): Value {
  const number = asNumber(value);
  if (number !== undefined) return new Float(toDouble(number));
  if (typeof value !== "string") return fail(`Cannot make a float of ${describe(value)}`);
  run.charge(value.length / 2);
  const text = trimWhere(value, isSpace, true, true).toLowerCase();
  const special = /^([+-]?)(inf|infinity|nan)$/.exec(text);
  if (special) {
    const magnitude = special[2] === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
    return new Float(special[1] === "-" ? -magnitude : magnitude);
  }
  if (!FLOAT_TEXT.test(text)) fail("The text is not a number");
  return new Float(Number(text.replaceAll("_", "")));
}

function extreme(
  run: Run,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  better: (order: number) => boolean,
): Value {
  const [first] = args;
  const single = args.length === 1 && first !== undefined;
  const fallback = named.get("default");
  if (args.length === 0 || named.size > (single && fallback !== undefined ? 1 : 0)) {
    fail("min and max take one list, with a default if need be, or several values");
  }
  const values = single ? iterate(run, first) : args;
  let best = values[0];
  if (best === undefined) return fallback ?? (fallback === null ? null : fail("The list is empty"));
  for (const value of values.slice(1)) {
    if (better(order(run, value, best))) best = value;
  }
  return best;
}

/** Adds everything up; unlike SUM it refuses what is not a number, and joins lists when it starts from one. */
function total(run: Run, values: Value, start: Value): Value {
  if (typeof start === "string") return fail("Texts are not summed");
  const items = iterate(run, values);
  run.charge(items.length);
  const first = asNumber(start);
  const numbers = numbersAmong(items);
  if (first !== undefined && numbers.length === items.length) return sum(numbers, first);
  return items.reduce<Value>((result, item) => BINARY["+"](run, result, item), start);
}

function toList(run: Run, values: Value, tuple: boolean): List {
  const items = iterate(run, values);
  run.charge(items.length / 16);
  return new List(items, tuple);
}

function makeDict(run: Run, args: readonly Value[], named: ReadonlyMap<string, Value>): Dict {
  const [source] = args;
  if (args.length > 1) fail("dict takes one value at most");
  const dict = new DictBuilder();
  if (source instanceof Dict) dict.setAll(run, source);
  else if (source !== undefined) {
    for (const item of iterate(run, source)) {
      const [key, value, ...rest] = iterate(run, item);
      if (key === undefined || value === undefined || rest.length > 0) return fail("dict takes pairs of key and value");
      dict.set(run, key, value);
    }
  }
  for (const [key, value] of named) dict.set(run, key, value);
  return dict.build();
}

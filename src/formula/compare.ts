import type { CompareOp } from "./ast";
import { compareText } from "./characters";
import { exceed, fail } from "./errors";
import { MAX_DATA_DEPTH } from "./limits";
import { asNumber, compareNumbers } from "./numbers";
import type { Run } from "./run";
import { Dict, describe, hashKey, List, SetValue, type Value } from "./values";

/** `==`: deep, and false between different kinds. Numbers and booleans are one kind. */
export function equals(run: Run, a: Value, b: Value, depth = 0): boolean {
  run.charge(1);
  if (depth > MAX_DATA_DEPTH) exceed("Values are nested too deeply to be compared");
  if (typeof a === "string" || typeof b === "string") {
    if (typeof a === "string" && typeof b === "string" && a.length === b.length) run.charge(a.length / 256);
    return a === b;
  }
  const left = asNumber(a);
  const right = asNumber(b);
  if (left !== undefined && right !== undefined) return compareNumbers(left, right) === 0;
  if (a instanceof List && b instanceof List) {
    if (a.tuple !== b.tuple || a.items.length !== b.items.length) return false;
    return a.items.every((item, index) => equals(run, item, b.items[index] ?? null, depth + 1));
  }
  if (a instanceof Dict && b instanceof Dict) {
    if (a.size !== b.size) return false;
    run.charge(a.size * 4);
    return a.entries().every(([key, item]) => {
      const other = b.get(run, key);
      return other !== undefined && equals(run, item, other, depth + 1);
    });
  }
  if (a instanceof SetValue && b instanceof SetValue) return a.map.size === b.map.size && isSubset(run, a, b);
  return a === b;
}

/** The function behind each comparison operator. */
export const COMPARISONS: Readonly<Record<CompareOp, (run: Run, a: Value, b: Value) => boolean>> = {
  "==": (run, a, b) => equals(run, a, b),
  "!=": (run, a, b) => !equals(run, a, b),
  in: contains,
  "not in": (run, a, b) => !contains(run, a, b),
  is: (_run, a, b) => same(a, b),
  "is not": (_run, a, b) => !same(a, b),
  "<": (run, a, b) => (a instanceof SetValue ? properSubset(run, a, b) : order(run, a, b) < 0),
  "<=": (run, a, b) => (a instanceof SetValue ? isSubset(run, a, expectSet(b)) : order(run, a, b) <= 0),
  ">": (run, a, b) => (b instanceof SetValue ? properSubset(run, b, a) : order(run, a, b) > 0),
  ">=": (run, a, b) => (b instanceof SetValue ? isSubset(run, b, expectSet(a)) : order(run, a, b) >= 0),
};

/** Order of two values: negative, zero or positive, NaN for "neither". Only like kinds have one. */
export function order(run: Run, a: Value, b: Value, depth = 0): number {
  run.charge(1);
  if (depth > MAX_DATA_DEPTH) exceed("Values are nested too deeply to be compared");
  const left = asNumber(a);
  const right = asNumber(b);
  if (left !== undefined && right !== undefined) return compareNumbers(left, right);
  if (typeof a === "string" && typeof b === "string") {
    run.charge((a.length + b.length) / 4);
    return compareText(a, b);
  }
  if (a instanceof List && b instanceof List && a.tuple === b.tuple) {
    const shared = Math.min(a.items.length, b.items.length);
    for (let index = 0; index < shared; index++) {
      const x = a.items[index] ?? null;
      const y = b.items[index] ?? null;
      if (!equals(run, x, y, depth + 1)) return order(run, x, y, depth + 1);
    }
    return a.items.length - b.items.length;
  }
  return fail(`There is no order between ${describe(a)} and ${describe(b)}`);
}

/** `in`: a part of a string, an element of a list or set, a key of an object. */
export function contains(run: Run, item: Value, container: Value): boolean {
  if (typeof container === "string") {
    if (typeof item !== "string") return fail(`Cannot look for ${describe(item)} in a text`);
    chargeSearch(run, container, item);
    return container.includes(item);
  }
  if (container instanceof List) return container.items.some((element) => equals(run, element, item));
  if (container instanceof Dict) {
    // Asked for first, because it fails for what can never be a key.
    hashKey(run, item);
    return container.get(run, item) !== undefined;
  }
  if (container instanceof SetValue) return container.map.has(hashKey(run, item));
  return fail(`Cannot look into ${describe(container)}`);
}

/** Looking for one string in another may compare every place with every place. */
export function chargeSearch(run: Run, text: string, part: string): void {
  run.charge(text.length / 64 + (text.length * Math.min(text.length, part.length)) / 4096);
}

/** Checks whether all elements of one set are in the other. */
export function isSubset(run: Run, part: SetValue, whole: SetValue): boolean {
  run.charge(part.map.size);
  return [...part.map.keys()].every((key) => whole.map.has(key));
}

function properSubset(run: Run, part: SetValue, whole: Value): boolean {
  const set = expectSet(whole);
  return part.map.size < set.map.size && isSubset(run, part, set);
}

function expectSet(value: Value): SetValue {
  return value instanceof SetValue ? value : fail(`There is no order between a set and ${describe(value)}`);
}

/**
 * `is`: the same kind and the same value for single values, the same object for the others. True when two equal
 * numbers are one object is an accident of the host in other engines; here they always are.
 */
function same(a: Value, b: Value): boolean {
  if (a instanceof Dict && b instanceof Dict) return a.identity === b.identity;
  const left = asNumber(a);
  const right = asNumber(b);
  if (left === undefined || right === undefined || typeof a !== typeof b) return a === b;
  return compareNumbers(left, right) === 0;
}

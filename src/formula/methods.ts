import { equals, isSubset } from "./compare";
import { fail } from "./errors";
import { TEXT_METHODS } from "./methods-text";
import { difference, intersection, union } from "./operators";
import type { Run } from "./run";
import { type Method, method } from "./signature";
import { Dict, describe, iterate, List, makeSet, SetValue, type Value } from "./values";

// Only methods that change nothing: a formula must not alter what the next line or the next formula sees.

const LIST_METHODS: ReadonlyMap<string, Method<List>> = new Map([
  ["index", method<List>("- - -", 1, indexOf)],
  ["count", method<List>("-", 1, (run, list, value) => list.items.filter((item) => equals(run, item, value)).length)],
]);

const DICT_METHODS: ReadonlyMap<string, Method<Dict>> = new Map([
  ["get", method<Dict>("- -", 1, getField)],
  ["keys", method<Dict>("", 0, (run, dict) => new List(iterate(run, dict)))],
  ["values", method<Dict>("", 0, (run, dict) => new List(pairs(run, dict).map(([, value]) => value)))],
  ["items", method<Dict>("", 0, (run, dict) => new List(pairs(run, dict).map((pair) => new List(pair, true))))],
]);

const SET_METHODS: ReadonlyMap<string, Method<SetValue>> = new Map<string, Method<SetValue>>([
  ["union", onSets(union)],
  ["intersection", onSets(intersection)],
  ["difference", onSets(difference)],
  ["symmetric_difference", onSets((run, a, b) => difference(run, union(run, a, b), intersection(run, a, b)))],
  ["issubset", onSets(isSubset)],
  ["issuperset", onSets((run, a, b) => isSubset(run, b, a))],
  ["isdisjoint", onSets((run, a, b) => intersection(run, a, b).map.size === 0)],
]);

const COPY = method("", 0, (_run, value) => value);

/**
 * Names that are methods of every object, allowed or not: they hide a field of the same name, which can still be
 * reached in brackets.
 */
export const DICT_METHOD_NAMES: ReadonlySet<string> = new Set([
  ...DICT_METHODS.keys(),
  ..."clear copy fromkeys pop popitem setdefault update".split(" "),
]);

/** Returns the method that a value has under a name; an error when it has none. */
export function methodOf(value: Value, name: string): Method {
  const copies = value instanceof Dict || value instanceof SetValue || (value instanceof List && !value.tuple);
  const found = name === "copy" && copies ? COPY : tableFor(value)?.get(name);
  return found ?? fail(`There is no method ${name} in ${describe(value)}`);
}

function tableFor(value: Value): ReadonlyMap<string, Method> | undefined {
  if (typeof value === "string") return TEXT_METHODS as ReadonlyMap<string, Method>;
  if (value instanceof List) return LIST_METHODS as ReadonlyMap<string, Method>;
  if (value instanceof Dict) return DICT_METHODS as ReadonlyMap<string, Method>;
  if (value instanceof SetValue) return SET_METHODS as ReadonlyMap<string, Method>;
  return undefined;
}

/** A stored null is a value: the second argument stands in only for a key that is not there. */
function getField(run: Run, dict: Dict, key: Value, other: Value = null): Value {
  const value = dict.get(run, key);
  return value === undefined ? other : value;
}

function pairs(run: Run, dict: Dict): readonly (readonly [Value, Value])[] {
  run.charge(dict.size * 8);
  return dict.entries();
}

function indexOf(run: Run, list: List, value: Value, start: Value = 0, end: Value = list.items.length): number {
  const length = list.items.length;
  const place = (index: Value): number => {
    const number =
      typeof index === "number" || typeof index === "boolean" ? Number(index) : fail("An index is an integer");
    return Math.max(0, number < 0 ? number + length : number);
  };
  const last = Math.min(length, place(end));
  for (let index = place(start); index < last; index++) {
    if (equals(run, list.items[index] ?? null, value)) return index;
  }
  return fail("The value is not in the list");
}

/** Returns a method of sets whose argument may be anything with elements. */
function onSets(work: (run: Run, a: SetValue, b: SetValue) => Value): Method<SetValue> {
  return method("-", 1, (run, self, other) =>
    work(run, self, other instanceof SetValue ? other : makeSet(run, iterate(run, other))),
  );
}

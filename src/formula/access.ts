import { isPlain } from "./characters";
import { fail } from "./errors";
import { DICT_METHOD_NAMES } from "./methods";
import type { Run } from "./run";
import { Dict, describe, List, type Value } from "./values";

/** `target.name` without a call. */
export function readField(run: Run, target: Value, name: string): Value {
  if (!(target instanceof Dict)) return fail(`There is no field ${name} in ${describe(target)}`);
  if (DICT_METHOD_NAMES.has(name)) return fail(`${name} is a method; the field is reached as ["${name}"]`);
  const value = target.get(run, name);
  if (value !== undefined) return value;
  return target.lenient ? null : fail(`There is no field ${name} in the object`);
}

/** `target[index]`. */
export function readItem(run: Run, target: Value, index: Value): Value {
  if (target instanceof Dict) {
    const value = target.get(run, index);
    return value === undefined ? fail("There is no such key in the object") : value;
  }
  if (!(target instanceof List) && typeof target !== "string") return fail(`Cannot index ${describe(target)}`);
  const items = target instanceof List ? target.items : characters(run, target);
  const place = wholeNumber(index);
  return items[place < 0 ? place + items.length : place] ?? missing(items, place);
}

/** Null is an element too; only a place outside of the list is an error. */
function missing(items: readonly Value[] | string, place: number): null {
  return place < items.length && place >= -items.length ? null : fail("The index is out of range");
}

/** `target[start:stop:step]`; null stands for a bound that was left out. */
export function readSlice(run: Run, target: Value, start: Value, stop: Value, step: Value): Value {
  if (!(target instanceof List) && typeof target !== "string") return fail(`Cannot slice ${describe(target)}`);
  const items = target instanceof List ? target.items : characters(run, target);
  const stride = step === null ? 1 : wholeNumber(step);
  if (stride === 0) fail("The step of a slice is zero");
  const length = items.length;
  const [low, high] = stride > 0 ? [0, length] : [-1, length - 1];
  const clamp = (value: Value, otherwise: number): number => {
    if (value === null) return otherwise;
    const place = wholeNumber(value);
    return Math.max(low, Math.min(high, place < 0 ? place + length : place));
  };
  const from = clamp(start, stride > 0 ? low : high);
  const to = clamp(stop, stride > 0 ? high : low);
  const count = Math.max(0, Math.ceil((to - from) / stride));
  run.charge(count / (typeof target === "string" ? 4 : 1));
  if (typeof items === "string" && stride === 1) return items.slice(from, Math.max(from, to));
  const picked = Array.from({ length: count }, (_, index) => items[from + index * stride] ?? null);
  return target instanceof List ? new List(picked, target.tuple) : picked.join("");
}

/** Returns the characters of a string: the string itself where its units are its characters. */
function characters(run: Run, text: string): string | string[] {
  run.charge(text.length / 64);
  if (isPlain(text)) return text;
  run.charge(text.length);
  return Array.from(text);
}

function wholeNumber(value: Value): number {
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  if (typeof value === "bigint") return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  return fail("An index is an integer");
}

import { fail } from "./errors";
import type { Run } from "./run";

/**
 * A value inside a formula. Integers are JavaScript numbers while they are exact and bigints beyond that; floats are
 * wrapped, so that `1` and `1.0` stay apart. Nothing here is ever changed after it is made.
 */
export type Value = null | boolean | number | bigint | Float | string | List | Dict | SetValue | FunctionValue;

/** A floating-point number. */
export class Float {
  constructor(readonly value: number) {}
}

/** A list, or a tuple: they differ in equality, in their text and in being usable as a key. */
export class List {
  constructor(
    readonly items: readonly Value[],
    readonly tuple = false,
  ) {}
}

/** A mapping: either an object of the card's data or one that the formula made. */
export abstract class Dict {
  /** Lenient objects answer null for a missing `.name`. */
  readonly lenient: boolean = false;
  abstract readonly size: number;
  /** The object by whose identity `is` compares two wrappers. */
  abstract readonly identity: object;
  abstract get(run: Run, key: Value): Value | undefined;
  abstract keys(): readonly Value[];
  abstract entries(): readonly (readonly [Value, Value])[];
}

/** A key as a JavaScript Map can hold it: equal keys, whatever their kind, have the same form. */
export type HashKey = string | number | bigint | null;

/** A mapping made by the formula. */
export class MapDict extends Dict {
  readonly identity = this;

  constructor(private readonly map: ReadonlyMap<HashKey, readonly [Value, Value]>) {
    super();
  }

  get size(): number {
    return this.map.size;
  }

  get(run: Run, key: Value): Value | undefined {
    return this.map.get(hashKey(run, key))?.[1];
  }

  keys(): Value[] {
    return Array.from(this.map.values(), ([key]) => key);
  }

  entries(): (readonly [Value, Value])[] {
    return [...this.map.values()];
  }
}

/** Collects the entries of a new mapping. A repeated key keeps its place and takes the new value. */
export class DictBuilder {
  private readonly map = new Map<HashKey, readonly [Value, Value]>();

  set(run: Run, key: Value, value: Value): void {
    run.charge(4);
    const hash = hashKey(run, key);
    this.map.set(hash, [this.map.get(hash)?.[0] ?? key, value]);
  }

  setAll(run: Run, dict: Dict): void {
    run.charge(dict.size * 4);
    for (const [key, value] of dict.entries()) this.set(run, key, value);
  }

  build(): Dict {
    return new MapDict(this.map);
  }
}

/** A set; it keeps the order of insertion. */
export class SetValue {
  constructor(readonly map: ReadonlyMap<HashKey, Value>) {}
}

/** Makes a set of the given values. */
export function makeSet(run: Run, values: readonly Value[]): SetValue {
  run.charge(values.length * 3);
  const map = new Map<HashKey, Value>();
  for (const value of values) {
    const hash = hashKey(run, value);
    if (!map.has(hash)) map.set(hash, value);
  }
  return new SetValue(map);
}

/** A function named without being called. It can be carried about but not stored. */
export class FunctionValue {
  constructor(readonly name: string) {}
}

/** Returns the form under which a value is used as a key; lists, objects and sets cannot be keys. */
export function hashKey(run: Run, value: Value): HashKey {
  if (value === null || typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") {
    run.charge(value.length / 64);
    // A leading NUL marks the keys that are not strings.
    return value.startsWith("\0") ? `\0s${value}` : value;
  }
  if (value instanceof Float) {
    const number = value.value;
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number) : number;
  }
  if (value instanceof FunctionValue) return `\0f${value.name}`;
  if (value instanceof List && value.tuple) {
    const parts = value.items.map((item) => {
      run.charge(1);
      const key = hashKey(run, item);
      const text = String(key);
      return `${typeof key === "string" ? "s" : "n"}${text.length}:${text}`;
    });
    const joined = parts.join("");
    run.charge(joined.length / 16);
    return `\0t${joined}`;
  }
  return fail(`Cannot use ${describe(value)} as a key`);
}

/** Accepts a value that a condition accepts: null, zero and everything empty is false. */
export function truthy(value: Value): boolean {
  if (value === null || typeof value !== "object") return Boolean(value);
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof List) return value.items.length > 0;
  if (value instanceof Dict) return value.size > 0;
  if (value instanceof SetValue) return value.map.size > 0;
  return true;
}

/** Returns the elements of anything that can be gone through: lists, the characters of a string, the keys of an object. */
export function iterate(run: Run, value: Value): readonly Value[] {
  if (value instanceof List) return value.items;
  if (typeof value === "string") {
    run.charge(value.length);
    return Array.from(value);
  }
  if (value instanceof Dict) {
    run.charge(value.size);
    return value.keys();
  }
  if (value instanceof SetValue) {
    run.charge(value.map.size);
    return [...value.map.values()];
  }
  return fail(`Cannot go through ${describe(value)}`);
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  boolean: "a boolean",
  number: "an integer",
  bigint: "an integer",
  string: "a text",
};

/** Returns the kind of a value as messages call it. */
export function describe(value: Value): string {
  if (value === null) return "null";
  if (typeof value !== "object") return PRIMITIVES[typeof value] as string;
  if (value instanceof Float) return "a float";
  if (value instanceof List) return value.tuple ? "a tuple" : "a list";
  if (value instanceof Dict) return "an object";
  return value instanceof SetValue ? "a set" : "a function";
}

import { exceed, fail } from "./errors";
import { MAX_DATA_DEPTH, MAX_RESULT_SIZE } from "./limits";
import type { Run } from "./run";
import { floatText } from "./text";
import { Dict, describe, Float, List, type Value } from "./values";

/** Anything that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** The data of a card that a formula can see. */
export interface FormulaScope {
  /** The card's own fields, overlaid by its attributes. */
  data: JsonObject;
  /** Relation type → entries that describe the card at the other end. */
  relations: { [relationType: string]: JsonObject[] };
  /** Relation type → number of entries. */
  relation_count: { [relationType: string]: number };
  children: JsonObject[];
  children_count: number;
}

/** The shape of an object of the scope: a lenient one answers null for a missing field; all the others refuse. */
interface Shape {
  readonly lenient: boolean;
  /** Shapes of particular fields. */
  readonly fields?: ReadonlyMap<string, Shape>;
  /** Shape of all fields. Elements of a list have the shape of the list. */
  readonly each?: Shape;
}

const STRICT: Shape = { lenient: false };
const LENIENT: Shape = { lenient: true };
const ENTRY: Shape = {
  lenient: true,
  fields: new Map([
    ["attributes", LENIENT],
    ["rel_attributes", LENIENT],
  ]),
};
const SCOPE_SHAPES: { readonly [name in keyof FormulaScope]: Shape } = {
  data: { lenient: true, fields: new Map([["lifecycle", LENIENT]]) },
  relations: { lenient: true, each: ENTRY },
  relation_count: LENIENT,
  children: ENTRY,
  children_count: STRICT,
};

/** The names that every formula can read. */
export const SCOPE_NAMES = Object.keys(SCOPE_SHAPES) as readonly (keyof FormulaScope)[];

/** Returns one of the scope's values as a formula sees it. */
export function fromScope(scope: FormulaScope, name: keyof FormulaScope): Value {
  return fromJson(scope[name], SCOPE_SHAPES[name]);
}

/** An object of the card's data. It is read in place; only own keys count, so `__proto__` is a key like any other. */
export class JsonDict extends Dict {
  override readonly lenient: boolean;
  /** Lists and objects that were read before: each is converted only once in an evaluation. */
  private converted: Map<string, Value> | undefined;
  private names: string[] | undefined;

  constructor(
    readonly identity: JsonObject,
    private readonly shape: Shape,
  ) {
    super();
    this.lenient = shape.lenient;
  }

  get size(): number {
    return this.keys().length;
  }

  get(_run: Run, key: Value): Value | undefined {
    return typeof key === "string" ? this.field(key) : undefined;
  }

  keys(): readonly string[] {
    this.names ??= Object.keys(this.identity);
    return this.names;
  }

  entries(): (readonly [Value, Value])[] {
    return this.keys().map((name) => [name, this.field(name) ?? null]);
  }

  private field(name: string): Value | undefined {
    if (!Object.hasOwn(this.identity, name)) return undefined;
    const raw = this.identity[name] ?? null;
    if (typeof raw !== "object") return fromJson(raw, STRICT);
    if (raw === null) return null;
    let value = this.converted?.get(name);
    if (value === undefined) {
      value = fromJson(raw, this.shape.fields?.get(name) ?? this.shape.each ?? STRICT);
      this.converted ??= new Map();
      this.converted.set(name, value);
    }
    return value;
  }
}

/**
 * Returns a JSON value as a formula sees it. Whole numbers are integers, the others floats; a whole number that JSON writes
 * with an exponent is a float too, because its digits are not all known.
 */
function fromJson(value: JsonValue | undefined, shape: Shape, depth = 0): Value {
  if (depth > MAX_DATA_DEPTH) exceed("The card's data are nested too deeply");
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "boolean":
    case "string":
      return value;
    case "number":
      // `|| 0` turns minus zero, which is no integer, into zero.
      if (Number.isSafeInteger(value)) return value || 0;
      return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value) : new Float(value);
    case "object":
      if (Array.isArray(value)) return new List(value.map((item) => fromJson(item, shape, depth + 1)));
      return new JsonDict(value, shape);
    default:
      return fail("The card's data hold a value that is not JSON");
  }
}

/** Returns a result in the form in which it is stored: tuples become arrays; what JSON cannot hold is an error. */
export function toJson(run: Run, value: Value): JsonValue {
  let size = 0;

  const count = (characters: number): void => {
    size += characters;
    if (size > MAX_RESULT_SIZE) exceed("The result is too large to be stored");
    run.charge(1);
  };

  const text = (value: string): string => {
    count(value.length + 2);
    return value.isWellFormed() ? value : fail("The result holds half of a character");
  };

  const convert = (value: Value, depth: number): JsonValue => {
    if (depth > MAX_DATA_DEPTH) exceed("The result is nested too deeply");
    if (typeof value === "string") return text(value);
    count(8);
    if (value === null || typeof value === "boolean" || typeof value === "number") return value;
    if (typeof value === "bigint") return exactNumber(value);
    if (value instanceof Float) {
      // JSON writes minus zero as zero.
      return Number.isFinite(value.value) ? value.value || 0 : fail("The result is not a finite number");
    }
    if (value instanceof List) return value.items.map((item) => convert(item, depth + 1));
    if (value instanceof Dict) {
      const entries = value.entries().map(([key, item]) => [text(jsonKey(key)), convert(item, depth + 1)] as const);
      // fromEntries defines each key as an own property, `__proto__` included.
      return Object.fromEntries(entries);
    }
    return fail(`Cannot store ${describe(value)}`);
  };

  return convert(value, 0);
}

/** JSON numbers are doubles here: a wider integer is refused rather than silently changed. */
function exactNumber(value: bigint): number {
  const number = Number(value);
  return Number.isFinite(number) && BigInt(number) === value ? number : fail("The integer is too large to be stored");
}

function jsonKey(key: Value): string {
  if (typeof key === "string") return key;
  if (key instanceof Float) return floatText(key.value);
  if (key === null || typeof key !== "object") return String(key);
  return fail(`Cannot store an object with ${describe(key)} as a key`);
}

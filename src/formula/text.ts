import { exceed, fail } from "./errors";
import { MAX_DATA_DEPTH, MAX_INTEGER_DIGITS, MAX_LENGTH } from "./limits";
import type { Run } from "./run";
import { Dict, Float, List, SetValue, type Value } from "./values";

/** Returns the text of a value as `str`, CONCAT and interpolation give it: strings stand for themselves. */
export function toText(run: Run, value: Value): string {
  return typeof value === "string" ? value : literal(run, value, 0);
}

/** Returns the text of a value as it appears inside a list: strings are quoted. */
export function toLiteral(run: Run, value: Value): string {
  return literal(run, value, 0);
}

function literal(run: Run, value: Value, depth: number): string {
  run.charge(1);
  if (depth > MAX_DATA_DEPTH) exceed("The value is nested too deeply to be written as text");
  if (value === null) return "None";
  if (typeof value === "string") return quote(run, value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return integerText(run, value);
  if (value instanceof Float) return floatText(value.value);
  const inner = (item: Value): string => literal(run, item, depth + 1);
  if (value instanceof List) {
    const items = joinBounded(run, value.items.map(inner), ", ");
    if (!value.tuple) return `[${items}]`;
    return value.items.length === 1 ? `(${items},)` : `(${items})`;
  }
  if (value instanceof Dict) {
    const pairs = value.entries().map(([key, item]) => `${inner(key)}: ${inner(item)}`);
    return `{${joinBounded(run, pairs, ", ")}}`;
  }
  if (value instanceof SetValue) {
    return value.map.size === 0 ? "set()" : `{${joinBounded(run, [...value.map.values()].map(inner), ", ")}}`;
  }
  return fail("A function cannot be written as text");
}

/** Returns an integer in decimal; the widest ones take long to write and are refused. */
export function integerText(run: Run, value: number | bigint): string {
  if (typeof value === "number") return String(value);
  run.charge(2_000);
  const digits = value.toString();
  if (digits.length > MAX_INTEGER_DIGITS) exceed("An integer has too many digits to be written as text");
  return digits;
}

/** Returns the shortest text that reads back as the same float, always with a point or an exponent. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e16) {
    const plain = String(value);
    return Number.isInteger(value) ? `${plain}.0` : plain;
  }
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  return `${digits}e${exponentText(Number(exponent))}`;
}

/** Returns an exponent with its sign and at least two digits. */
export function exponentText(exponent: number): string {
  return `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Joins strings, refusing before anything too long is built. */
export function joinBounded(run: Run, parts: readonly string[], separator = ""): string {
  let length = separator.length * Math.max(0, parts.length - 1);
  for (const part of parts) length += part.length;
  checkLength(length);
  run.charge(parts.length + length / 16);
  return parts.join(separator);
}

/** Refuses strings and lists beyond the bound. */
export function checkLength(length: number): void {
  if (length > MAX_LENGTH) exceed(`A text or list is longer than ${MAX_LENGTH}`);
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }),
);

// Controls, unassigned characters, halves of characters and all separators but the plain space.
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** Returns a string in quotes: single ones unless only they occur in it. */
export function quote(run: Run, text: string): string {
  run.charge(text.length / 4);
  checkLength(text.length);
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  let quoted = mark;
  for (const character of text) {
    if (character === mark) quoted += `\\${character}`;
    else if (character === " ") quoted += character;
    else quoted += ESCAPES.get(character) ?? (UNPRINTABLE.test(character) ? codeEscape(character) : character);
  }
  return quoted + mark;
}

/** Writes every character outside of ASCII as an escape. */
export function escapeNonAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, codeEscape);
}

function codeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

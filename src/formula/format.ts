import { characterCount } from "./characters";
import { decompose, scaleHalfEven } from "./decimal";
import { exceed, fail } from "./errors";
import { MAX_FORMAT_PRECISION, MAX_FORMAT_WIDTH } from "./limits";
import { asBigint, asNumber, type Num, toDouble } from "./numbers";
import type { Run } from "./run";
import { exponentText, floatText, integerText, toText } from "./text";
import { describe, type Value } from "./values";

/** The layout of a number or text, whichever notation asked for it. */
export interface Layout {
  fill: string;
  /** `=` fills between the sign and the digits. */
  align: "<" | ">" | "=" | "^";
  sign: "" | "+" | "-" | " ";
  /** A zero, also one that was rounded to zero, has no minus sign. */
  unsignedZero: boolean;
  alternate: boolean;
  width: number;
  grouping: "" | "," | "_";
  precision: number | null;
  /** The letter that chooses the presentation; empty for the usual one. */
  type: string;
}

const SPEC =
  /^(?:(?<fill>.)(?=[<>=^]))?(?<align>[<>=^])?(?<sign>[-+ ])?(?<unsigned>z)?(?<alternate>#)?(?<zero>0)?(?<width>\d+)?(?<grouping>[,_])?(?:\.(?<precision>\d+))?(?<type>[a-zA-Z%])?$/su;

/** Returns a value laid out by the text after the colon of an interpolation, such as `>10` or `,.2f`. */
export function formatValue(run: Run, value: Value, spec: string): string {
  if (spec === "") return toText(run, value);
  // Texts lean to the left, numbers to the right.
  const layout = parseSpec(spec, typeof value === "string" ? "<" : ">");
  if (typeof value === "string") return formatText(run, value, layout);
  const number = asNumber(value);
  if (number === undefined) return fail(`Cannot format ${describe(value)}`);
  return formatNumber(run, number, layout);
}

function parseSpec(spec: string, usual: "<" | ">"): Layout {
  const parts = SPEC.exec(spec)?.groups;
  if (!parts) return fail("The format is not understood");
  const { fill, align, sign = "", unsigned, alternate, zero, width, grouping = "", precision, type = "" } = parts;
  return {
    fill: fill ?? (zero ? "0" : " "),
    align: (align ?? (zero && usual === ">" ? "=" : usual)) as Layout["align"],
    sign: sign as Layout["sign"],
    unsignedZero: unsigned !== undefined,
    alternate: alternate !== undefined,
    width: bounded(width ?? "0", MAX_FORMAT_WIDTH),
    grouping: grouping as Layout["grouping"],
    precision: precision === undefined ? null : bounded(precision, MAX_FORMAT_PRECISION),
    type,
  };
}

/** Returns a width or precision, refused when it is out of proportion. */
export function bounded(digits: string, limit: number): number {
  const value = Number(digits);
  return value <= limit ? value : exceed("A format asks for too many characters");
}

function formatText(run: Run, value: string, layout: Layout): string {
  const { type, sign, unsignedZero, alternate, grouping, align, precision } = layout;
  if ((type !== "" && type !== "s") || sign || unsignedZero || alternate || grouping || align === "=") {
    fail("This format is not for texts");
  }
  run.charge(value.length / 8);
  const shown = precision === null ? value : Array.from(value).slice(0, precision).join("");
  return pad(run, shown, layout);
}

/** Returns a number laid out; the type letter decides between integer and float notation. */
export function formatNumber(run: Run, number: Num, layout: Layout): string {
  const { type } = layout;
  if (type === "c") return formatCharacter(run, number, layout);
  const whole = asBigint(number);
  const asInteger = type === "" ? whole !== undefined : "bdoxXn".includes(type) && whole !== undefined;
  if (asInteger && whole !== undefined) {
    if (layout.precision !== null || layout.unsignedZero) fail("This format is not for integers");
    const digits = integerDigits(run, whole < 0n ? -whole : whole, layout);
    return assemble(run, whole < 0n, digits.prefix, digits.digits, "", layout);
  }
  if (type !== "" && !"eEfFgGn%".includes(type)) fail("This format is not for floats");
  const double = toDouble(number);
  const negative = double < 0 || Object.is(double, -0);
  const [digits, rest] = floatDigits(run, Math.abs(double), layout);
  const signed = negative && !(layout.unsignedZero && /^[0.%]*(?:e|$)/i.test(digits + rest));
  return assemble(run, signed, "", digits, rest, layout);
}

function formatCharacter(run: Run, number: Num, layout: Layout): string {
  const code = typeof number === "number" && number >= 0 && number <= 0x10ffff ? number : fail("Not a character code");
  if (layout.sign || layout.grouping || layout.precision !== null) fail("This format is not for characters");
  return pad(run, String.fromCodePoint(code), layout);
}

function integerDigits(run: Run, value: bigint, layout: Layout): { prefix: string; digits: string } {
  const radix = { b: 2, o: 8, x: 16, X: 16 }[layout.type];
  if (radix === undefined) return { prefix: "", digits: integerText(run, value) };
  if (layout.grouping === ",") fail("Only decimal numbers are grouped by commas");
  run.charge(100);
  const digits = value.toString(radix);
  const upper = layout.type === "X";
  return { prefix: layout.alternate ? `0${layout.type}` : "", digits: upper ? digits.toUpperCase() : digits };
}

/** Returns the digits before the point, and everything from the point on. */
function floatDigits(run: Run, value: number, layout: Layout): [string, string] {
  const { type, precision, alternate } = layout;
  const kind = type.toLowerCase();
  run.charge(20 + (precision ?? 0));
  let text: string;
  if (kind === "%") text = `${Number.isFinite(value * 100) ? fixed(value * 100, precision ?? 6) : floatText(value)}%`;
  else if (!Number.isFinite(value)) text = floatText(value);
  else if (kind === "f") text = fixed(value, precision ?? 6);
  else if (kind === "e") text = exponential(value, precision ?? 6);
  else if (type === "" && precision === null) text = floatText(value);
  else text = general(value, precision ?? 6, alternate, type === "");
  if (alternate && Number.isFinite(value) && !text.includes(".")) text = text.replace(/^\d+/, "$&.");
  if (type !== kind) text = text.toUpperCase();
  const point = /[.eE%]/.exec(text)?.index ?? text.length;
  return [text.slice(0, point), text.slice(point)];
}

/** Exactly `places` digits after the point. */
export function fixed(value: number, places: number): string {
  const digits = scaleHalfEven(value, places)
    .toString()
    .padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Returns one digit before the point, `places` after it, and an exponent. */
function exponential(value: number, places: number): string {
  const { digits, exponent } = significant(value, places + 1);
  const mantissa = places === 0 ? digits : `${digits.slice(0, 1)}.${digits.slice(1)}`;
  return `${mantissa}e${exponentText(exponent)}`;
}

/** `precision` significant digits, with an exponent only where the plain form would be long. */
function general(value: number, precision: number, keepZeros: boolean, needsPoint: boolean): string {
  const count = Math.max(1, precision);
  const { exponent } = significant(value, count);
  if (exponent >= -4 && exponent < count - (needsPoint ? 1 : 0)) {
    const plain = fixed(value, count - 1 - exponent);
    const short = keepZeros ? plain : stripZeros(plain);
    return needsPoint && !short.includes(".") ? `${short}.0` : short;
  }
  const [mantissa = "", power = ""] = exponential(value, count - 1).split("e");
  return `${keepZeros ? mantissa : stripZeros(mantissa)}e${power}`;
}

function stripZeros(digits: string): string {
  if (!digits.includes(".")) return digits;
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, digits[end - 1] === "." ? end - 1 : end);
}

/** Returns the first `count` digits of a value, correctly rounded, and its decimal exponent. */
function significant(value: number, count: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: "0".repeat(count), exponent: 0 };
  // The binary exponent gives the decimal one or one too few; rounding may add one more.
  const { mantissa, exponent: binary } = decompose(value);
  let exponent = Math.floor((mantissa.toString(2).length - 1 + binary) * Math.LOG10E * Math.LN2);
  for (;;) {
    const digits = scaleHalfEven(value, count - 1 - exponent).toString();
    if (digits.length === count) return { digits, exponent };
    exponent += digits.length > count ? 1 : -1;
  }
}

/** Puts sign, prefix, grouped digits and padding together. */
function assemble(run: Run, negative: boolean, prefix: string, digits: string, rest: string, layout: Layout): string {
  const sign = negative ? "-" : layout.sign === "-" ? "" : layout.sign;
  const lead = sign + prefix;
  const room = layout.fill === "0" && layout.align === "=" ? layout.width - lead.length - rest.length : 0;
  const size = "bxXo".includes(layout.type || "d") ? 4 : 3;
  const grouped = /^(?:inf|nan)/i.test(digits) ? digits : group(digits, layout.grouping, size, room);
  return pad(run, grouped + rest, layout, lead);
}

function group(digits: string, separator: string, size: number, room: number): string {
  if (separator === "") return digits;
  let count = digits.length;
  // Zeros that fill up are grouped too, and a group never begins with its separator.
  while (count + Math.floor((count - 1) / size) < room) count += 1;
  const padded = digits.padStart(count, "0");
  const first = padded.length % size || size;
  const groups = [padded.slice(0, first)];
  for (let start = first; start < padded.length; start += size) groups.push(padded.slice(start, start + size));
  return groups.join(separator);
}

function pad(run: Run, text: string, layout: Layout, lead = ""): string {
  const missing = layout.width - characterCount(lead) - characterCount(text);
  if (missing <= 0) return lead + text;
  run.charge(missing / 16);
  const left = layout.align === "<" ? 0 : layout.align === "^" ? Math.floor(missing / 2) : missing;
  const before = layout.fill.repeat(left);
  const after = layout.fill.repeat(missing - left);
  return layout.align === "=" ? lead + before + text : before + lead + text + after;
}

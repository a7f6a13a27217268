import { fail } from "./errors";
import { bounded, formatNumber, formatValue, type Layout } from "./format";
import { MAX_FORMAT_PRECISION, MAX_FORMAT_WIDTH } from "./limits";
import { asBigint, asNumber, integer, type Num, toDouble, truncate } from "./numbers";
import type { Run } from "./run";
import { escapeNonAscii, joinBounded, toLiteral, toText } from "./text";
import { Dict, describe, Float, List, type Value } from "./values";

const PLACEHOLDER =
  /%(?:\((?<key>[^()]*)\))?(?<flags>[-+ #0]*)(?<width>\d+|\*)?(?:\.(?<precision>\d+|\*)?)?(?<type>[a-zA-Z%])?/g;

/** `text % values`: fills the placeholders of a text with the elements of a tuple, the fields of an object, or one value. */
export function formatPercent(run: Run, text: string, values: Value): string {
  run.charge(text.length / 8);
  const positional = values instanceof List && values.tuple ? [...values.items] : [values];
  let used = 0;
  const take = (): Value =>
    used < positional.length ? (positional[used++] ?? null) : fail("Too few values for the format");
  const fromObject = (key: string): Value => {
    if (!(values instanceof Dict)) return fail("The format needs an object");
    used = positional.length;
    const value = values.get(run, key);
    return value === undefined ? fail("The format names a missing field") : value;
  };

  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const { key, flags = "", width, precision, type } = match.groups ?? {};
    if (type === undefined) fail("A % stands alone in the format");
    else if (type === "%" && match[0] !== "%%") fail("A doubled % takes no options");
    else if (type === "%") parts.push("%");
    else {
      const size = width === "*" ? starred(take()) : width;
      const places = precision === "*" ? starred(take()) : (precision ?? (match[0].includes(".") ? "0" : undefined));
      const value = key === undefined ? take() : fromObject(key);
      parts.push(placeholder(run, value, type, layoutOf(flags, size, places)));
    }
  }
  parts.push(text.slice(end));
  if (used < positional.length && !leavesRest(values)) fail("Too many values for the format");
  return joinBounded(run, parts);
}

/** Objects and lists may go unused; a single value and a tuple may not. */
function leavesRest(values: Value): boolean {
  return values instanceof Dict || (values instanceof List && !values.tuple);
}

function layoutOf(flags: string, width: string | undefined, precision: string | undefined): Layout {
  const leftward = flags.includes("-") || width?.startsWith("-");
  const zeros = flags.includes("0") && !leftward;
  return {
    fill: zeros ? "0" : " ",
    align: leftward ? "<" : zeros ? "=" : ">",
    sign: flags.includes("+") ? "+" : flags.includes(" ") ? " " : "",
    unsignedZero: false,
    alternate: flags.includes("#"),
    width: bounded((width ?? "0").replace("-", ""), MAX_FORMAT_WIDTH),
    grouping: "",
    precision: precision === undefined ? null : bounded(precision.replace(/^-.*/, "0"), MAX_FORMAT_PRECISION),
    type: "",
  };
}

function starred(value: Value): string {
  return typeof value === "number" ? String(value) : fail("A * in the format takes an integer");
}

type Placeholder = (run: Run, value: Value, layout: Layout, type: string) => string;

const onInteger: Placeholder = (run, value, layout) => digits(run, wholePart(value), { ...layout, type: "d" });
const onRadix: Placeholder = (run, value, layout, type) => digits(run, integerOf(value), { ...layout, type });
const onFloat: Placeholder = (run, value, layout, type) =>
  formatNumber(run, new Float(toDouble(numberOf(value))), { ...layout, type, precision: layout.precision ?? 6 });

/** Letters → what a placeholder with one of them shows of a value. */
const PLACEHOLDERS: readonly (readonly [letters: string, show: Placeholder])[] = [
  ["s", (run, value, layout) => plain(run, toText(run, value), layout)],
  ["r", (run, value, layout) => plain(run, toLiteral(run, value), layout)],
  ["a", (run, value, layout) => plain(run, escapeNonAscii(toLiteral(run, value)), layout)],
  ["c", (run, value, layout) => plain(run, character(value), { ...layout, precision: null })],
  ["diu", onInteger],
  ["xXo", onRadix],
  ["eEfFgG", onFloat],
];

function placeholder(run: Run, value: Value, type: string, layout: Layout): string {
  const [, show] = PLACEHOLDERS.find(([letters]) => letters.includes(type)) ?? [];
  return show ? show(run, value, layout, type) : fail("The format has an unknown placeholder");
}

function plain(run: Run, text: string, layout: Layout): string {
  const align = layout.align === "<" ? "<" : ">";
  const spec = `${align}${layout.width}${layout.precision === null ? "" : `.${layout.precision}`}`;
  return formatValue(run, text, spec);
}

/** Integers take a precision here: the least number of digits. */
function digits(run: Run, value: Num, layout: Layout): string {
  if (layout.precision === null) return formatNumber(run, value, layout);
  const bare = formatNumber(run, value, { ...layout, width: 0, precision: null });
  const [, lead = "", body = ""] = /^([-+ ]?(?:0[xXo])?)(.*)$/s.exec(bare) ?? [];
  const text = lead + body.padStart(layout.precision, "0");
  return layout.fill === "0" && text.length < layout.width
    ? lead + body.padStart(layout.width - lead.length, "0")
    : plain(run, text, { ...layout, precision: null });
}

function character(value: Value): string {
  if (typeof value === "string" && Array.from(value).length === 1) return value;
  const code = typeof value === "boolean" ? Number(value) : value;
  if (typeof code === "number" && code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  return fail("The format takes one character");
}

function numberOf(value: Value): Num {
  return asNumber(value) ?? fail(`The format takes a number, not ${describe(value)}`);
}

function wholePart(value: Value): Num {
  const number = numberOf(value);
  return number instanceof Float ? truncate(number.value) : number;
}

function integerOf(value: Value): Num {
  const whole = asBigint(numberOf(value));
  return whole === undefined ? fail("The format takes an integer") : integer(whole);
}

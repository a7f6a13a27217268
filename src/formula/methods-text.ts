import { characterCount, isSpace, trimWhere, unitOffset } from "./characters";
import { chargeSearch } from "./compare";
import { fail } from "./errors";
import type { Run } from "./run";
import type { Bound, Method } from "./signature";
import { checkLength, joinBounded } from "./text";
import { iterate, List, type Value } from "./values";

/** The methods of strings. All of them leave the string as it is and give a new value. */
export const TEXT_METHODS: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ["upper", change((text) => text.toUpperCase())],
  ["lower", change((text) => text.toLowerCase())],
  ["casefold", change((text) => mapCharacters(text, (c) => c.toUpperCase().toLowerCase()))],
  ["swapcase", change((text) => mapCharacters(text, (c) => (/\p{Lu}/u.test(c) ? c.toLowerCase() : c.toUpperCase())))],
  ["capitalize", change(capitalize)],
  ["title", change(titleCase)],

  ["isdigit", test(/^[\p{Nd}²³¹⁰⁴-⁹₀-₉]+$/u)],
  ["isdecimal", test(/^\p{Nd}+$/u)],
  ["isnumeric", test(/^\p{N}+$/u)],
  ["isalpha", test(/^\p{L}+$/u)],
  ["isalnum", test(/^[\p{L}\p{N}]+$/u)],
  ["islower", test(/^(?=.*\p{Lowercase})[^\p{Uppercase}\p{Lt}]*$/su)],
  ["isupper", test(/^(?=.*\p{Uppercase})[^\p{Lowercase}\p{Lt}]*$/su)],
  [
    "isspace",
    { params: [], required: 0, call: (run, text) => text !== "" && trim(run, text, null, true, true) === "" },
  ],
  ["isascii", { params: [], required: 0, call: (run, text) => every(run, text, (c) => c < "\x80") }],

  ["strip", trimming(true, true)],
  ["lstrip", trimming(true, false)],
  ["rstrip", trimming(false, true)],
  ["removeprefix", { params: [""], required: 1, call: (run, text, [part]) => withoutPrefix(run, text, part) }],
  ["removesuffix", { params: [""], required: 1, call: (run, text, [part]) => withoutSuffix(run, text, part) }],
  ["ljust", padding((missing) => [0, missing])],
  ["rjust", padding((missing) => [missing, 0])],
  ["center", padding(centered)],
  ["zfill", { params: [""], required: 1, call: (run, text, [width]) => zeroFill(run, text, width) }],

  ["split", splitting(false)],
  ["rsplit", splitting(true)],
  [
    "splitlines",
    { params: ["keepends"], required: 0, call: (run, text, [keep]) => splitLines(run, text, keep === true) },
  ],
  ["partition", partitioning((text, part) => text.indexOf(part), true)],
  ["rpartition", partitioning((text, part) => text.lastIndexOf(part), false)],
  ["join", { params: [""], required: 1, call: join }],
  ["replace", { params: ["", "", "count"], required: 2, call: replace }],

  ["find", finding((text, part) => text.indexOf(part))],
  ["rfind", finding((text, part) => text.lastIndexOf(part))],
  ["index", finding((text, part) => found(text.indexOf(part)))],
  ["rindex", finding((text, part) => found(text.lastIndexOf(part)))],
  ["count", { params: ["", "", ""], required: 1, call: count }],
  ["startswith", affix((text, part) => text.startsWith(part))],
  ["endswith", affix((text, part) => text.endsWith(part))],
]);

function change(work: (text: string) => string): Method<string> {
  return {
    params: [],
    required: 0,
    call(run, text) {
      run.charge(text.length / 2);
      return work(text);
    },
  };
}

function test(pattern: RegExp): Method<string> {
  return {
    params: [],
    required: 0,
    call(run, text) {
      run.charge(text.length / 8);
      return pattern.test(text);
    },
  };
}

function mapCharacters(text: string, work: (character: string) => string): string {
  return Array.from(text, work).join("");
}

function every(run: Run, text: string, holds: (character: string) => boolean): boolean {
  run.charge(text.length / 2);
  return Array.from(text).every(holds);
}

function capitalize(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return initial(first) + rest.join("").toLowerCase();
}

function titleCase(text: string): string {
  let inWord = false;
  return mapCharacters(text, (character) => {
    const shown = inWord ? character.toLowerCase() : initial(character);
    inWord = /\p{Cased}/u.test(character);
    return shown;
  });
}

/** A character as the first of a word: a sharp s becomes Ss there. */
function initial(character: string): string {
  const [first = "", ...rest] = Array.from(character.toUpperCase());
  return first + rest.join("").toLowerCase();
}

function trimming(start: boolean, end: boolean): Method<string> {
  return { params: [""], required: 0, call: (run, text, [drop = null]) => trim(run, text, drop, start, end) };
}

function trim(run: Run, text: string, drop: Value, start: boolean, end: boolean): string {
  run.charge(text.length / 2);
  if (drop === null) return trimWhere(text, isSpace, start, end);
  const characters = new Set(textOf(drop));
  return trimWhere(text, (character) => characters.has(character), start, end);
}

function withoutPrefix(run: Run, text: string, part: Value | undefined): string {
  run.charge(text.length / 64);
  const prefix = textOf(part);
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function withoutSuffix(run: Run, text: string, part: Value | undefined): string {
  run.charge(text.length / 64);
  const suffix = textOf(part);
  return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;
}

function padding(divide: (missing: number, width: number) => [number, number]): Method<string> {
  return {
    params: ["", ""],
    required: 1,
    call(run, text, [width, fill = " "]) {
      if (typeof fill !== "string" || characterCount(fill) !== 1) fail("The fill is one character");
      run.charge(text.length / 64);
      const size = wholeOf(width, 0);
      const missing = size - characterCount(text);
      if (missing <= 0) return text;
      checkLength(size);
      run.charge(size / 16);
      const [left, right] = divide(missing, size);
      return `${textOf(fill).repeat(left)}${text}${textOf(fill).repeat(right)}`;
    },
  };
}

/** An odd remainder goes to the left in an odd width. */
function centered(missing: number, width: number): [number, number] {
  const left = Math.floor(missing / 2) + (missing % 2 === 1 && width % 2 === 1 ? 1 : 0);
  return [left, missing - left];
}

function zeroFill(run: Run, text: string, width: Value | undefined): string {
  run.charge(text.length / 64);
  const size = wholeOf(width, 0);
  const missing = size - characterCount(text);
  if (missing <= 0) return text;
  checkLength(size);
  run.charge(size / 16);
  const sign = /^[+-]/.test(text) ? text.charAt(0) : "";
  return sign + "0".repeat(missing) + text.slice(sign.length);
}

function splitting(fromEnd: boolean): Method<string> {
  return {
    params: ["sep", "maxsplit"],
    required: 0,
    call(run, text, [separator = null, limit]) {
      const most = wholeOf(limit, -1);
      const times = most < 0 ? Number.POSITIVE_INFINITY : most;
      run.charge(text.length / 2);
      const parts =
        separator === null ? splitSpaces(text, times, fromEnd) : splitAt(run, text, textOf(separator), times, fromEnd);
      checkLength(parts.length);
      run.charge(parts.length);
      return new List(parts);
    },
  };
}

function splitAt(run: Run, text: string, separator: string, times: number, fromEnd: boolean): string[] {
  if (separator === "") fail("The separator is empty");
  chargeSearch(run, text, separator);
  const parts: string[] = [];
  let [start, end] = [0, text.length];
  for (let done = 0; done < times; done++) {
    if (end - start < separator.length) break;
    const place = fromEnd ? text.lastIndexOf(separator, end - separator.length) : text.indexOf(separator, start);
    if (place < 0) break;
    run.charge(1);
    if (fromEnd) {
      parts.push(text.slice(place + separator.length, end));
      end = place;
    } else {
      parts.push(text.slice(start, place));
      start = place + separator.length;
    }
  }
  parts.push(text.slice(start, end));
  return fromEnd ? parts.reverse() : parts;
}

/** Splits at stretches of white space; what is left after the last split keeps its own. */
function splitSpaces(text: string, times: number, fromEnd: boolean): string[] {
  const characters = Array.from(text);
  if (fromEnd) characters.reverse();
  const parts: string[] = [];
  const push = (from: number, to: number): void => {
    const part = characters.slice(from, to);
    parts.push((fromEnd ? part.reverse() : part).join(""));
  };
  let at = 0;
  for (;;) {
    while (at < characters.length && isSpace(characters[at] ?? "")) at += 1;
    if (at >= characters.length) break;
    if (parts.length >= times) {
      push(at, characters.length);
      break;
    }
    const start = at;
    while (at < characters.length && !isSpace(characters[at] ?? "")) at += 1;
    push(start, at);
  }
  return fromEnd ? parts.reverse() : parts;
}

const LINE_ENDS = new Set("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029");

function splitLines(run: Run, text: string, keepEnds: boolean): List {
  run.charge(text.length);
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!LINE_ENDS.has(text.charAt(at))) continue;
    const next = text.startsWith("\r\n", at) ? at + 2 : at + 1;
    lines.push(text.slice(start, keepEnds ? next : at));
    start = next;
    at = next - 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return new List(lines);
}

function partitioning(search: (text: string, part: string) => number, whenMissingFirst: boolean): Method<string> {
  return {
    params: [""],
    required: 1,
    call(run, text, [separator]) {
      const part = textOf(separator);
      if (part === "") fail("The separator is empty");
      chargeSearch(run, text, part);
      const place = search(text, part);
      if (place < 0) return new List(whenMissingFirst ? [text, "", ""] : ["", "", text], true);
      return new List([text.slice(0, place), part, text.slice(place + part.length)], true);
    },
  };
}

function join(run: Run, text: string, [parts = null]: Bound): string {
  return joinBounded(run, iterate(run, parts).map(textOf), text);
}

function replace(run: Run, text: string, [old, replacement, limit]: Bound): string {
  const [part, filling] = [textOf(old), textOf(replacement)];
  const most = wholeOf(limit, -1);
  const times = most < 0 ? Number.POSITIVE_INFINITY : most;
  if (part !== "") return joinBounded(run, splitAt(run, text, part, times, false), filling);
  // Nothing lies before every character and at the end.
  run.charge(text.length);
  const parts = ["", ...Array.from(text)];
  const cut = Math.min(parts.length, times);
  const head = parts.slice(0, cut).map((character) => character + filling);
  return joinBounded(run, [...head, ...parts.slice(cut)]);
}

/** The part of a text between two indices, and where it begins; null when the start lies behind the end. */
function span(text: string, start: Value | undefined, end: Value | undefined): { part: string; offset: number } | null {
  const length = characterCount(text);
  const clamp = (value: number): number => Math.max(0, Math.min(length, value < 0 ? value + length : value));
  const from = wholeOf(start, 0);
  const to = clamp(wholeOf(end, length));
  if (from > length || clamp(from) > to) return null;
  return { part: text.slice(unitOffset(text, clamp(from)), unitOffset(text, to)), offset: clamp(from) };
}

function finding(search: (text: string, part: string) => number): Method<string> {
  return {
    params: ["", "", ""],
    required: 1,
    call(run, text, [part, start, end]) {
      const wanted = textOf(part);
      chargeSearch(run, text, wanted);
      const within = span(text, start, end);
      // A search that must find something fails on what cannot be in any text.
      if (within === null) return search("", "\0");
      const place = search(within.part, wanted);
      return place < 0 ? -1 : within.offset + characterCount(within.part.slice(0, place));
    },
  };
}

function found(place: number): number {
  return place < 0 ? fail("The text is not found") : place;
}

function count(run: Run, text: string, [part, start, end]: Bound): number {
  const wanted = textOf(part);
  chargeSearch(run, text, wanted);
  const within = span(text, start, end);
  if (within === null) return 0;
  if (wanted === "") return characterCount(within.part) + 1;
  return splitAt(run, within.part, wanted, Number.POSITIVE_INFINITY, false).length - 1;
}

function affix(has: (text: string, part: string) => boolean): Method<string> {
  return {
    params: ["", "", ""],
    required: 1,
    call(run, text, [part, start, end]) {
      run.charge(text.length / 64);
      const within = span(text, start, end);
      const candidates = part instanceof List && part.tuple ? part.items : [part];
      return candidates.map(textOf).some((candidate) => {
        run.charge(1 + candidate.length / 64);
        return within !== null && has(within.part, candidate);
      });
    },
  };
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : fail("A text is expected");
}

/** An integer argument; null and a missing one stand for the default. */
function wholeOf(value: Value | undefined, missing: number): number {
  if (value === undefined || value === null) return missing;
  if (typeof value === "bigint") return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  return typeof value === "number" || typeof value === "boolean" ? Number(value) : fail("An integer is expected");
}

import { characterCount, isSpace, SPACES, trimWhere, unitOffset } from "./characters";
import { chargeSearch } from "./compare";
import { fail } from "./errors";
import type { Run } from "./run";
import { type Method, method } from "./signature";
import { checkLength, joinBounded } from "./text";
import { iterate, List, type Value } from "./values";

/** The methods of strings. All of them leave the string as it is and give a new value. */
export const TEXT_METHODS: ReadonlyMap<string, Method<string>> = new Map([
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
  ["isspace", method<string>("", 0, (run, text) => text !== "" && trim(run, text, null, true, true) === "")],
  ["isascii", test(/^[\0-\x7f]*$/)],

  ["strip", trimming(true, true)],
  ["lstrip", trimming(true, false)],
  ["rstrip", trimming(false, true)],
  ["removeprefix", removing((text, part) => (text.startsWith(part) ? text.slice(part.length) : text))],
  ["removesuffix", removing((text, part) => (text.endsWith(part) ? text.slice(0, text.length - part.length) : text))],
  ["ljust", padding((missing) => [0, missing])],
  ["rjust", padding((missing) => [missing, 0])],
  ["center", padding(centered)],
  ["zfill", method<string>("-", 1, zeroFill)],

  ["split", splitting(false)],
  ["rsplit", splitting(true)],
  ["splitlines", method<string>("keepends", 0, (run, text, keep) => splitLines(run, text, keep === true))],
  ["partition", partitioning((text, part) => text.indexOf(part), true)],
  ["rpartition", partitioning((text, part) => text.lastIndexOf(part), false)],
  ["join", method<string>("-", 1, (run, text, parts) => joinBounded(run, iterate(run, parts).map(textOf), text))],
  ["replace", method<string>("- - count", 2, replace)],

  ["find", finding((text, part) => text.indexOf(part))],
  ["rfind", finding((text, part) => text.lastIndexOf(part))],
  ["index", finding((text, part) => found(text.indexOf(part)))],
  ["rindex", finding((text, part) => found(text.lastIndexOf(part)))],
  ["count", method<string>("- - -", 1, count)],
  ["startswith", affix((text, part) => text.startsWith(part))],
  ["endswith", affix((text, part) => text.endsWith(part))],
]);

/** Returns a method without arguments; `cost` is the share of the characters that is charged. */
function simple(cost: number, work: (text: string) => Value): Method<string> {
  return method("", 0, (run, text) => {
    run.charge(text.length * cost);
    return work(text);
  });
}

function change(work: (text: string) => string): Method<string> {
  return simple(1 / 2, work);
}

function test(pattern: RegExp): Method<string> {
  return simple(1 / 8, (text) => pattern.test(text));
}

function mapCharacters(text: string, work: (character: string) => string): string {
  return Array.from(text, work).join("");
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

/** Returns a character as the first of a word: a sharp s becomes Ss there. */
function initial(character: string): string {
  const [first = "", ...rest] = Array.from(character.toUpperCase());
  return first + rest.join("").toLowerCase();
}

function trimming(start: boolean, end: boolean): Method<string> {
  return method("-", 0, (run, text, drop = null) => trim(run, text, drop, start, end));
}

function trim(run: Run, text: string, drop: Value, start: boolean, end: boolean): string {
  run.charge(text.length / 2);
  if (drop === null) return trimWhere(text, isSpace, start, end);
  const characters = new Set(textOf(drop));
  return trimWhere(text, (character) => characters.has(character), start, end);
}

function removing(work: (text: string, part: string) => string): Method<string> {
  return method("-", 1, (run, text, part) => {
    run.charge(text.length / 64);
    return work(text, textOf(part));
  });
}

/** Returns the number of characters that a text lacks to a width; charges the work of padding it. */
function missingTo(run: Run, text: string, width: Value): number {
  run.charge(text.length / 64);
  const size = wholeOf(width, 0);
  const missing = size - characterCount(text);
  if (missing <= 0) return 0;
  checkLength(size);
  run.charge(size / 16);
  return missing;
}

function padding(divide: (missing: number, width: number) => [number, number]): Method<string> {
  return method("- -", 1, (run, text, width, fill = " ") => {
    if (typeof fill !== "string" || characterCount(fill) !== 1) return fail("The fill is one character");
    const missing = missingTo(run, text, width);
    if (missing === 0) return text;
    const [left, right] = divide(missing, wholeOf(width, 0));
    return `${fill.repeat(left)}${text}${fill.repeat(right)}`;
  });
}

/** An odd remainder goes to the left in an odd width. */
function centered(missing: number, width: number): [number, number] {
  const left = Math.floor(missing / 2) + (missing % 2 === 1 && width % 2 === 1 ? 1 : 0);
  return [left, missing - left];
}

function zeroFill(run: Run, text: string, width: Value): string {
  const missing = missingTo(run, text, width);
  if (missing === 0) return text;
  const sign = /^[+-]/.test(text) ? text.charAt(0) : "";
  return sign + "0".repeat(missing) + text.slice(sign.length);
}

/** Returns a limit to the number of splits; none when it is negative or left out. */
function timesOf(limit: Value): number {
  const most = wholeOf(limit, -1);
  return most < 0 ? Number.POSITIVE_INFINITY : most;
}

function splitting(fromEnd: boolean): Method<string> {
  return method("sep maxsplit", 0, (run, text, separator = null, limit) => {
    const times = timesOf(limit);
    run.charge(text.length / 2);
    const parts =
      separator === null ? splitSpaces(text, times, fromEnd) : splitAt(run, text, textOf(separator), times, fromEnd);
    checkLength(parts.length);
    run.charge(parts.length);
    return new List(parts);
  });
}

function splitAt(run: Run, text: string, separator: string, times: number, fromEnd: boolean): string[] {
  if (separator === "") fail("The separator is empty");
  chargeSearch(run, text, separator);
  const parts: string[] = [];
  let start = 0;
  let end = text.length;
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

const WORDS = new RegExp(`[^${SPACES}]+`, "g");

/** Splits at stretches of white space; what is left after the last split keeps its own. */
function splitSpaces(text: string, times: number, fromEnd: boolean): string[] {
  const matches = [...text.matchAll(WORDS)];
  const words = matches.map(([word]) => word);
  const joined = words.length - times;
  if (joined <= 0) return words;
  if (!fromEnd) return [...words.slice(0, times), text.slice(matches[times]?.index)];
  const last = matches[joined - 1];
  return [text.slice(0, last && last.index + last[0].length), ...words.slice(joined)];
}

const LINE_ENDS = "\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029";
const LINES = new RegExp(`([^${LINE_ENDS}]*)(?:\\r\\n|[${LINE_ENDS}])|[^${LINE_ENDS}]+$`, "g");

function splitLines(run: Run, text: string, keepEnds: boolean): List {
  run.charge(text.length);
  return new List(Array.from(text.matchAll(LINES), ([whole, line = whole]) => (keepEnds ? whole : line)));
}

function partitioning(search: (text: string, part: string) => number, whenMissingFirst: boolean): Method<string> {
  return method("-", 1, (run, text, separator) => {
    const part = textOf(separator);
    if (part === "") fail("The separator is empty");
    chargeSearch(run, text, part);
    const place = search(text, part);
    if (place < 0) return new List(whenMissingFirst ? [text, "", ""] : ["", "", text], true);
    return new List([text.slice(0, place), part, text.slice(place + part.length)], true);
  });
}

function replace(run: Run, text: string, old: Value, replacement: Value, limit: Value): string {
  const part = textOf(old);
  const filling = textOf(replacement);
  const times = timesOf(limit);
  if (part !== "") return joinBounded(run, splitAt(run, text, part, times, false), filling);
  // Nothing lies before every character and at the end.
  run.charge(text.length);
  const parts = ["", ...Array.from(text)];
  const cut = Math.min(parts.length, times);
  const head = parts.slice(0, cut).map((character) => character + filling);
  return joinBounded(run, [...head, ...parts.slice(cut)]);
}

/** Returns the part of a text between two indices, and where it begins; null when the start lies behind the end. */
function span(text: string, start: Value | undefined, end: Value | undefined): { part: string; offset: number } | null {
  const length = characterCount(text);
  const clamp = (value: number): number => Math.max(0, Math.min(length, value < 0 ? value + length : value));
  const from = wholeOf(start, 0);
  const to = clamp(wholeOf(end, length));
  if (from > length || clamp(from) > to) return null;
  return { part: text.slice(unitOffset(text, clamp(from)), unitOffset(text, to)), offset: clamp(from) };
}

function finding(search: (text: string, part: string) => number): Method<string> {
  return method("- - -", 1, (run, text, part, start, end) => {
    const wanted = textOf(part);
    chargeSearch(run, text, wanted);
    const within = span(text, start, end);
    // A search that must find something fails on what cannot be in any text.
    if (within === null) return search("", "\0");
    const place = search(within.part, wanted);
    return place < 0 ? -1 : within.offset + characterCount(within.part.slice(0, place));
  });
}

function found(place: number): number {
  return place < 0 ? fail("The text is not found") : place;
}

function count(run: Run, text: string, part: Value, start: Value, end: Value): number {
  const wanted = textOf(part);
  chargeSearch(run, text, wanted);
  const within = span(text, start, end);
  if (within === null) return 0;
  if (wanted === "") return characterCount(within.part) + 1;
  return splitAt(run, within.part, wanted, Number.POSITIVE_INFINITY, false).length - 1;
}

function affix(has: (text: string, part: string) => boolean): Method<string> {
  return method("- - -", 1, (run, text, part, start, end) => {
    run.charge(text.length / 64);
    const within = span(text, start, end);
    const candidates = part instanceof List && part.tuple ? part.items : [part];
    return candidates.map(textOf).some((candidate) => {
      run.charge(1 + candidate.length / 64);
      return within !== null && has(within.part, candidate);
    });
  });
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : fail("A text is expected");
}

/** Returns an integer argument; null and a missing one stand for the default. */
function wholeOf(value: Value | undefined, missing: number): number {
  if (value === undefined || value === null) return missing;
  if (typeof value === "bigint") return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  return typeof value === "number" || typeof value === "boolean" ? Number(value) : fail("An integer is expected");
}

/** Looks through JSON text before it is parsed. */
import { Problem } from "./errors";

/** The deepest nesting. */
const MAX_NESTING = 64;
/** The most keys of one object, unless it is known what large ones are for. */
export const MAX_KEYS = 2_000;
/** Digits in a row from which a number may be larger than one can be. */
const MANY_DIGITS = 300;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const isDigit = (code: number) => code >= 48 && code <= 57;
const opens = (code: number) => code === 91 || code === 123;
const closes = (code: number) => code === 93 || code === 125;
const isExponent = (code: number) => code === 69 || code === 101;

/**
 * Passes once over JSON text, which may be malformed, and refuses what is expensive to parse and to validate.
 * @param mostValues the most values, counted by brackets and commas
 * @param mostKeys the most keys of one object
 * @returns whether it may hold characters or numbers that can't be represented: there are escapes `\u`, exponents
 * or very long numbers
 * @throws Problem 422 when it is nested too deeply, or an object has too many keys, or there are too many values
 */
export function scanJson(text: string, mostValues: number, mostKeys = MAX_KEYS): boolean {
  /** The commas at each level of nesting. */
  const commas = new Int32Array(MAX_NESTING + 1);
  /** True when each level is an object. */
  const isObject = new Uint8Array(MAX_NESTING + 1);
  let level = 0;
  let values = 0;
  let digits = 0;
  let quoted = false;
  let suspicious = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) suspicious = text.charCodeAt(++at) === 117 || suspicious;
      else if (code === QUOTE) quoted = false;
      continue;
    }
    if (isDigit(code)) {
      if (++digits >= MANY_DIGITS) suspicious = true;
      continue;
    }
    if (digits > 0 && isExponent(code)) suspicious = true;
    digits = 0;
    if (code === QUOTE) quoted = true;
    else if (opens(code)) {
      if (++level > MAX_NESTING) throw refusal(at, `must not be nested more than ${MAX_NESTING} levels deep`);
      commas[level] = 0;
      isObject[level] = code === 123 ? 1 : 0;
      values++;
    } else if (closes(code)) level = Math.max(0, level - 1);
    else if (code === COMMA) {
      values++;
      commas[level] = (commas[level] ?? 0) + 1;
      if (isObject[level] === 1 && (commas[level] ?? 0) >= mostKeys)
        throw refusal(at, `must not have objects with more than ${mostKeys} keys`);
    }
    if (values > mostValues) throw refusal(at, `must not hold more than ${mostValues} values`);
  }
  return suspicious;
}

const refusal = (at: number, msg: string) =>
  new Problem(422, [{ type: "json_invalid", loc: ["body", at], msg, input: {} }]);

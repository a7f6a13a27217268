import { reject } from "./errors";
import { integer } from "./numbers";
import { Float, type Value } from "./values";

const INTEGER = /^(?:0(?:_?0)*|[1-9](?:_?\d)*|0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)$/;
const FLOAT = /^(?:\d(?:_?\d)*)?(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?$/;

/** Reads the value of a number as it is written in a formula. */
export function readNumber(text: string, offset: number): Value {
  const plain = text.replaceAll("_", "");
  if (INTEGER.test(text)) return integer(BigInt(plain));
  if (FLOAT.test(text) && /[.eE]/.test(text)) return new Float(Number(plain));
  return reject("This is not a number", offset);
}

/** Returns a string literal in its parts: where its content begins and ends, and whether backslashes are ordinary in it. */
export function openString(text: string, offset: number): { start: number; end: number; raw: boolean } {
  const opening = /^([a-zA-Z]*)("""|'''|"|')/.exec(text);
  const [whole = "", prefix = "", quote = ""] = opening ?? [];
  if (!/^(?:|r|u|f|rf|fr)$/i.test(prefix)) reject("Only texts can be written in quotes, not bytes", offset);
  if (!text.endsWith(quote) || text.length < whole.length + quote.length) reject("The text is not closed", offset);
  return { start: whole.length, end: text.length - quote.length, raw: /r/i.test(prefix) };
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ "\\": "\\", "'": "'", '"': '"', a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }),
);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map(Object.entries({ x: 2, u: 4, U: 8 }));

/**
 * Reads the characters that a stretch of a string literal stands for. In an interpolated string (`braces`) a brace that is
 * meant as such is doubled.
 */
export function readEscapes(text: string, offset: number, raw: boolean, braces: boolean): string {
  let result = "";
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (character === "\\" && !raw) {
      const [value, length] = readEscape(text.slice(at + 1, at + 10), offset + at, braces);
      result += value;
      at += 1 + length;
    } else if (braces && (character === "{" || character === "}")) {
      if (text.charAt(at + 1) !== character) reject("A single brace in an interpolated text is doubled", offset + at);
      result += character;
      at += 2;
    } else {
      result += character;
      at += 1;
    }
  }
  return result;
}

/** Reads what follows a backslash: the characters it stands for, and how many characters were read. */
function readEscape(rest: string, offset: number, braces: boolean): [string, number] {
  const letter = rest.charAt(0);
  const simple = SIMPLE_ESCAPES.get(letter);
  if (simple !== undefined) return [simple, 1];
  const octal = /^[0-7]{1,3}/.exec(rest);
  if (octal) return [String.fromCodePoint(Number.parseInt(octal[0], 8)), octal[0].length];
  const count = HEX_DIGITS.get(letter);
  if (count !== undefined) {
    const digits = rest.slice(1, 1 + count);
    const code = /^[\da-fA-F]+$/.test(digits) && digits.length === count ? Number.parseInt(digits, 16) : Number.NaN;
    if (!(code <= 0x10ffff)) reject("The escape is not complete", offset);
    return [String.fromCodePoint(code), 1 + count];
  }
  if (letter === "N" || letter === "") reject("This escape is not available", offset);
  if (braces && (letter === "{" || letter === "}")) reject("A brace cannot be escaped by a backslash", offset);
  // Any other backslash stands for itself.
  return ["\\", 0];
}

const RESERVED = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/** Checks whether a text has the form of a name. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/**
 * Reads a name in its usual form. Letters that are only typographic variants of others count as those, as in the language
 * that formulas follow.
 */
export function readName(text: string, at: number): string {
  const name = text.normalize("NFKC");
  if (!IDENTIFIER.test(text) || !IDENTIFIER.test(name)) reject("This is not a name", at);
  if (RESERVED.has(name)) reject(`${name} is a reserved word`, at);
  return name;
}

const REFUSED = new Set(["format", "format_map", "mro", "exec", "tb_frame", "gi_frame", "ag_frame", "cr_frame"]);

/** Checks whether a name may not follow a point, whatever stands before it. */
export function isRefusedName(name: string): boolean {
  return name.startsWith("_") || name.startsWith("func_") || REFUSED.has(name);
}

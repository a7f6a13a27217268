import { reject } from "./errors";

const RESERVED = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/** Whether a text has the form of a name. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/**
 * A name in its usual form. Letters that are only typographic variants of others count as those, as in the language
 * that formulas follow.
 */
export function readName(text: string, at: number): string {
  const name = text.normalize("NFKC");
  if (!IDENTIFIER.test(text) || !IDENTIFIER.test(name)) reject("This is not a name", at);
  if (RESERVED.has(name)) reject(`${name} is a reserved word`, at);
  return name;
}

const REFUSED = new Set(["format", "format_map", "mro", "exec", "tb_frame", "gi_frame", "ag_frame", "cr_frame"]);

/** Whether a name may not follow a point, whatever stands before it. */
export function isRefusedName(name: string): boolean {
  return name.startsWith("_") || name.startsWith("func_") || REFUSED.has(name);
}

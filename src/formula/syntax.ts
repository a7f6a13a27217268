import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import type { Expr } from "./ast";
import { exceed, reject } from "./errors";
import { MAX_FORMULA_LENGTH } from "./limits";
import { childrenOf } from "./nodes";
import { isIdentifier, readName } from "./tokens";
import { TreeReader } from "./tree";

/** One line of a formula: an expression, and the name it is bound to if it has one. */
export interface Line {
  at: number;
  name: string | null;
  value: Expr;
}

const strictParser = parser.configure({ strict: true });

/** Reads a whole formula: one assignment or expression to a line. */
export function readLines(formula: string): Line[] {
  if (formula.length > MAX_FORMULA_LENGTH && Array.from(formula).length > MAX_FORMULA_LENGTH) {
    exceed(`A formula has ${MAX_FORMULA_LENGTH} characters at most`, 0);
  }
  const lines: Line[] = [];
  for (const match of formula.matchAll(/[^\r\n]+/g)) {
    const text = match[0].trim();
    if (text === "" || text.startsWith("#")) continue;
    lines.push(readLine(text, match.index + match[0].indexOf(text)));
  }
  if (lines.length === 0) reject("The formula is empty", 0);
  return lines;
}

function readLine(text: string, at: number): Line {
  const equals = text.indexOf("=");
  const left = text.slice(0, Math.max(0, equals)).trimEnd();
  const right = text.slice(equals + 1).trim();
  const assigns = equals > 0 && text[equals + 1] !== "=" && text[equals - 1] !== "!" && isIdentifier(left);
  if (!assigns || right === "") return { at, name: null, value: readExpression(text, at) };
  const name = readName(left, at);
  return { at, name, value: readExpression(right, at + text.indexOf(right, equals + 1)) };
}

function readExpression(text: string, at: number): Expr {
  const statement = parseStatement(text, at);
  if (statement === null) return reject("An expression is missing", at);
  switch (statement.name) {
    case "ExpressionStatement":
      return new TreeReader(text, at).readStatement(statement);
    case "AssignStatement":
    case "UpdateStatement":
      return reject("Only a plain name can be assigned to, once and with =", at + offsetOf(statement, /Op$/));
    case "StatementGroup":
      return reject("There is one expression to a line", at + offsetOf(statement, /^;$/));
    default:
      return reject("Statements are not available in formulas", at);
  }
}

/** Returns the offset at which the first child with such a name begins. */
function offsetOf(node: SyntaxNode, name: RegExp): number {
  return (childrenOf(node).find((child) => name.test(child.name)) ?? node).from;
}

/** Even a strict parser cuts off what is nested too deeply, and leaves an error node there. */
function refuseCutTree(tree: Tree, at: number): void {
  tree.iterate({
    enter(node) {
      if (node.type.isError) exceed("The formula is nested too deeply", at + node.from);
    },
  });
}

function parseStatement(text: string, at: number): SyntaxNode | null {
  try {
    const tree = strictParser.parse(text);
    refuseCutTree(tree, at);
    const statements = childrenOf(tree.topNode);
    if (statements.length > 1) reject("There is one expression to a line", at);
    return statements[0] ?? null;
  } catch (error) {
    // The parser builds its tree recursively, and how much stack is left here depends on the caller.
    if (error instanceof RangeError) exceed("The formula is nested too deeply", at);
    if (!(error instanceof SyntaxError)) throw error;
    // The message of the parser ends with the place.
    const place = Number(/\d+$/.exec(error.message)?.[0] ?? 0);
    return reject(
      place < text.length ? "The formula cannot be read from here on" : "The line ends too early",
      at + place,
    );
  }
}

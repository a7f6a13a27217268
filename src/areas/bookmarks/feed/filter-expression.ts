/**
 * Parses a `$filter` as far as feeds support it: comparisons with eq, ne, gt, ge, lt, le and in, the functions contains,
 * startswith and endswith, and their combination by and, or, not and parentheses.
 */
import { type Literal, readTokens, refusal, type TokenReader } from "./tokens";

const COMPARISONS = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
const FUNCTIONS = ["contains", "startswith", "endswith"] as const;
export type TextFunction = (typeof FUNCTIONS)[number];
export type Operator = (typeof COMPARISONS)[number] | TextFunction;

/** A property compared with a value. */
export type Comparison = { property: string; operator: Operator; literal: Literal };
/** A property that is one of some values. */
type Membership = { property: string; among: Literal[] };
/** An expression: all of some hold, one of some does, one doesn't, or a comparison. */
export type Expression = { all: Expression[] } | { any: Expression[] } | { not: Expression } | Comparison | Membership;

/** Values that are compared in one filter. */
const MAX_LITERALS = 200;
/** Expressions inside one another; each is a call that waits. */
const MAX_DEPTH = 50;

const ALLOWED = "it may hold eq, ne, gt, ge, lt, le, in, contains, startswith, endswith, and, or, not and parentheses";

/**
 * Parses the expression of a `$filter`.
 * @throws Problem 422 saying where it can't be parsed
 */
export function parseFilter(text: string): Expression {
  const reader = readTokens("$filter", text, ALLOWED);
  let literals = 0;
  const literal = (): Literal => {
    if (++literals > MAX_LITERALS) throw refusal("$filter", `must not have more than ${MAX_LITERALS} values`, text);
    return reader.literal("a value");
  };
  const expression = parseAny(reader, literal, 0);
  if (!reader.isAtEnd()) throw reader.refuse('"and" or "or"');
  return expression;
}

type ReadLiteral = () => Literal;

/** Returns the expressions that a word joins, or the only one. */
function joined(reader: TokenReader, word: string, parse: () => Expression): Expression[] {
  const parts = [parse()];
  while (reader.takes(word)) parts.push(parse());
  return parts;
}

function parseAny(reader: TokenReader, literal: ReadLiteral, depth: number): Expression {
  if (depth > MAX_DEPTH) throw reader.refuse(`at most ${MAX_DEPTH} parentheses inside one another`);
  const parts = joined(reader, "or", () => parseAll(reader, literal, depth));
  return parts.length === 1 ? (parts[0] as Expression) : { any: parts };
}

function parseAll(reader: TokenReader, literal: ReadLiteral, depth: number): Expression {
  const parts = joined(reader, "and", () => parseOne(reader, literal, depth));
  return parts.length === 1 ? (parts[0] as Expression) : { all: parts };
}

function parseOne(reader: TokenReader, literal: ReadLiteral, depth: number): Expression {
  if (depth > MAX_DEPTH) throw reader.refuse(`at most ${MAX_DEPTH} negations inside one another`);
  if (reader.takes("not")) return { not: parseOne(reader, literal, depth + 1) };
  if (!reader.takes("(")) return parseComparison(reader, literal);
  const inner = parseAny(reader, literal, depth + 1);
  reader.sign(")");
  return inner;
}

function parseComparison(reader: TokenReader, literal: ReadLiteral): Expression {
  const property = reader.word("a property");
  const name = FUNCTIONS.find((one) => one === property);
  if (name && reader.takes("(")) return parseFunction(reader, name, literal);
  if (reader.takes("in")) return { property, among: parseList(reader, literal) };
  const operator = COMPARISONS.find(reader.takes);
  if (!operator) throw reader.refuse("a comparison");
  return { property, operator, literal: literal() };
}

function parseFunction(reader: TokenReader, operator: TextFunction, literal: ReadLiteral): Expression {
  const property = reader.word("a property");
  reader.sign(",");
  const comparison = { property, operator, literal: literal() };
  reader.sign(")");
  // Some programs compare a function with the flag that it gives.
  if (!reader.takes("eq")) return comparison;
  if (reader.takes("true")) return comparison;
  if (reader.takes("false")) return { not: comparison };
  throw reader.refuse("true or false");
}

function parseList(reader: TokenReader, literal: ReadLiteral): Literal[] {
  reader.sign("(");
  const values = [literal()];
  while (reader.takes(",")) values.push(literal());
  reader.sign(")");
  return values;
}

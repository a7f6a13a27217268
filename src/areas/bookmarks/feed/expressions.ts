/**
 * Parses the expressions of OData queries, as far as feeds support them: of `$filter` comparisons with eq, ne, gt, ge, lt, le
 * and contains, joined by `and`; of `$orderby` properties with their direction; of `$select` names.
 */
import { invalid } from "../../../http/errors";

const COMPARISONS = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof COMPARISONS)[number] | "contains";

/** A value as it is written; a text in quotes is without them. */
export type Literal = { text: string; quoted: boolean };
/** A property compared with a value. */
export type Comparison = { property: string; operator: Operator; literal: Literal };

/** Comparisons of one filter, and properties of one order. */
const MAX_COMPARISONS = 50;
const MAX_KEYS = 10;

type Token = Literal & { at: number };

/** A text in quotes, which are doubled inside it; a sign; a word. */
const TOKEN = /\s*(?:'((?:[^']|'')*)'|([(),])|([^\s(),']+))/y;

const refuse = (parameter: string, why: string, expression: string) =>
  invalid(["query", parameter], why, "value_error", expression.slice(0, 200));

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  const end = expression.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(expression);
    if (!match) throw refuse("$filter", `can't be read from character ${at} on`, expression);
    const [, quoted, sign, word] = match;
    tokens.push({ text: quoted?.replaceAll("''", "'") ?? sign ?? word ?? "", quoted: quoted !== undefined, at });
  }
  return tokens;
}

/**
 * The comparisons of a `$filter`, all of which must hold.
 * @throws Problem 422 saying where it can't be parsed
 */
export function parseFilter(expression: string): Comparison[] {
  const tokens = tokensOf(expression);
  const comparisons: Comparison[] = [];
  let next = 0;
  let open = 0;

  const fail = (expected: string) => {
    const found = tokens[next];
    const place = found ? `at character ${found.at}` : "at the end";
    return refuse(
      "$filter",
      `needs ${expected} ${place}; it may hold eq, ne, gt, ge, lt, le, contains and and`,
      expression,
    );
  };
  const isNext = (text: string) => tokens[next]?.text === text && tokens[next]?.quoted === false;
  const take = (expected: string): Token => {
    const token = tokens[next];
    if (!token || (!token.quoted && /^[(),]$/.test(token.text))) throw fail(expected);
    next++;
    return token;
  };
  const takeSign = (sign: string) => {
    if (!isNext(sign)) throw fail(`"${sign}"`);
    next++;
  };
  const takeWord = (expected: string): string => {
    const { text, quoted } = take(expected);
    if (!quoted) return text;
    next--;
    throw fail(expected);
  };
  const takeOperator = (): Operator => {
    const operator = COMPARISONS.find(isNext);
    if (!operator) throw fail("a comparison");
    next++;
    return operator;
  };
  const takeComparison = (): Comparison => {
    const property = takeWord("a property");
    if (property !== "contains" || !isNext("(")) {
      const operator = takeOperator();
      return { property, operator, literal: take("a value") };
    }
    takeSign("(");
    const searched = takeWord("a property");
    takeSign(",");
    const literal = take("a value");
    takeSign(")");
    return { property: searched, operator: "contains", literal };
  };

  // All is joined by `and`, so that parentheses change nothing.
  for (;;) {
    for (; isNext("("); next++) open++;
    comparisons.push(takeComparison());
    for (; open > 0 && isNext(")"); next++) open--;
    if (!isNext("and")) break;
    next++;
  }
  if (open > 0) throw fail('")"');
  if (next < tokens.length) throw fail('"and"');
  if (comparisons.length > MAX_COMPARISONS)
    throw refuse("$filter", `must not have more than ${MAX_COMPARISONS} comparisons`, expression);
  return comparisons;
}

/**
 * The properties of an `$orderby` and its direction.
 * @throws Problem 422
 */
export function parseOrder(expression: string): { properties: string[]; descending: boolean } {
  const keys = expression.split(",").map((key) => key.trim().split(/\s+/));
  if (keys.length > MAX_KEYS) throw refuse("$orderby", `must not have more than ${MAX_KEYS} properties`, expression);
  const directions = new Set(keys.map(([, direction = "asc"]) => direction));
  if (keys.some(({ length }) => length > 2) || [...directions].some((one) => one !== "asc" && one !== "desc"))
    throw refuse("$orderby", "must be properties, each perhaps with asc or desc, comma-separated", expression);
  if (directions.size > 1) throw refuse("$orderby", "must have one direction for all properties", expression);
  return { properties: keys.map(([property = ""]) => property), descending: directions.has("desc") };
}

/** The names of a `$select`; undefined when it selects all. */
export function parseSelect(expression: string): string[] | undefined {
  const names = expression.split(",").map((name) => name.trim());
  return names.includes("*") ? undefined : names;
}

/** The tokens of OData expressions, and a reader that takes them one by one. */
import { invalid, type Problem } from "../../../http/errors";

/** A value as it is written; a text in quotes is without them. */
export type Literal = { text: string; quoted: boolean };
type Token = Literal & { at: number };

/** A text in quotes, which are doubled inside it; a sign; a word. */
const TOKEN = /\s*(?:'((?:[^']|'')*)'|([(),])|([^\s(),']+))/y;
const SIGN = /^[(),]$/;

/** Returns the violation of a query's parameter, with the beginning of its expression. */
export const refusal = (parameter: string, why: string, expression: string): Problem =>
  invalid(["query", parameter], why, "value_error", expression.slice(0, 200));

function tokensOf(parameter: string, expression: string): Token[] {
  const tokens: Token[] = [];
  const end = expression.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(expression);
    if (!match) throw refusal(parameter, `can't be read from character ${at} on`, expression);
    const [, quoted, sign, word] = match;
    tokens.push({ text: quoted?.replaceAll("''", "'") ?? sign ?? word ?? "", quoted: quoted !== undefined, at });
  }
  return tokens;
}

/** Reads the tokens of an expression from the first to the last. */
export type TokenReader = {
  /** True when the next token is a word or a sign with this text. */
  isNext: (text: string) => boolean;
  /** Takes the next token if it is a word or a sign with this text, and returns whether it was. */
  takes: (text: string) => boolean;
  /** Takes a sign. @throws Problem 422 when something else is next */
  sign: (text: string) => void;
  /** Takes a word. @param expected its name in the refusal */
  word: (expected: string) => string;
  /** Takes a word or a text in quotes. @param expected its name in the refusal */
  literal: (expected: string) => Literal;
  /** The refusal of what is next. @param expected what should be there */
  refuse: (expected: string) => Problem;
  isAtEnd: () => boolean;
};

/**
 * Reads an expression.
 * @param parameter the parameter of the query that has it
 * @param allowed the end of each refusal: what the expression may hold
 * @throws Problem 422 for a quote that isn't closed
 */
export function readTokens(parameter: string, expression: string, allowed: string): TokenReader {
  const tokens = tokensOf(parameter, expression);
  let next = 0;
  const refuse = (expected: string) => {
    const token = tokens[next];
    const place = token ? `at character ${token.at}` : "at the end";
    return refusal(parameter, `needs ${expected} ${place}; ${allowed}`, expression);
  };
  const isNext = (text: string) => tokens[next]?.text === text && tokens[next]?.quoted === false;
  const takes = (text: string) => {
    const isThere = isNext(text);
    if (isThere) next++;
    return isThere;
  };
  const take = (expected: string, isExpected: (token: Token) => boolean): Token => {
    const token = tokens[next];
    if (!token || (!token.quoted && SIGN.test(token.text)) || !isExpected(token)) throw refuse(expected);
    next++;
    return token;
  };
  return {
    isNext,
    takes,
    sign(text) {
      if (!takes(text)) throw refuse(`"${text}"`);
    },
    word: (expected) => take(expected, ({ quoted }) => !quoted).text,
    literal: (expected) => take(expected, () => true),
    refuse,
    isAtEnd: () => next === tokens.length,
  };
}

/** Reads JSON bodies: bounded, in UTF-8, and free of what a database or a client would lose or change. */
import { parse as parseStrictly } from "lossless-json";
import { Problem } from "./errors";

const MB = 1024 * 1024;
/** The largest body, in bytes, of a request, unless its route says otherwise. */
export const LARGEST_JSON = 5 * MB;
/** The largest body of a request that brings thousands of rows. */
export const LARGEST_BULK = 32 * MB;

/** Nesting of a JSON body beyond which it is refused unread: nothing in the API comes near. */
const MOST_NESTING = 64;

const jsonType = /^application\/([\w.+-]+\+)?json\b/i;

/** Whether a content type says JSON; a missing one does too. */
const saysJson = (contentType: string | null) => !contentType || jsonType.test(contentType);

/**
 * The body of a request as JSON; null when there is none.
 * @param most the largest size, in bytes
 * @throws Problem 413 when it is too large; 422 when it is not well-formed JSON in UTF-8, nested too deep, holds what
 *   JSON can't give back, or says that it is something else
 */
export async function readJson(request: Request, most = LARGEST_JSON): Promise<unknown> {
  const bytes = await readBytes(request, most);
  if (bytes.length === 0) return null;
  const contentType = request.headers.get("content-type");
  if (!saysJson(contentType))
    throw violation(
      "model_attributes_type",
      ["body"],
      `must be sent as application/json, not ${contentType?.slice(0, 100)}`,
    );
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw violation("json_invalid", ["body", 0], "must be JSON in UTF-8");
  }
  refuseDeepNesting(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw syntaxError(text);
  }
  // NUL, lone surrogates and `__proto__` need an escape or that key, an infinite number an exponent or many digits; only
  // such texts are searched.
  if (/\\u|__proto__|\d[eE]\+?\d|\d{300}/.test(text)) refuseUnkeepable(value, ["body"]);
  return value;
}

/**
 * Refuses a body that says it is too large, or doesn't say how large it is.
 * @throws Problem 413
 */
export function refuseLargeUpload(request: Request, most: number): void {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > most) throw tooLarge(most);
}

const tooLarge = (most: number) => new Problem(413, `The body must not be larger than ${most} bytes`);

/** The bytes of the body, read no further than allowed. */
async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > most) throw tooLarge(most);
  if (length !== null || !request.body) return request.bytes();
  // Sent in chunks, without a Content-Length.
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseDeepNesting(text: string): void {
  let level = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) {
      if (++level > MOST_NESTING)
        throw violation("json_invalid", ["body", at], `must not be nested more than ${MOST_NESTING} levels deep`);
    } else if (code === 125 || code === 93) level--;
  }
}

/** Characters of a text up to which the place of a syntax error is searched. */
const LONGEST_SEARCHED = 64 * 1024;

/** Why a text is refused that is not well-formed JSON, with the place of the first syntax error unless it is long. */
function syntaxError(text: string): Problem {
  const at = text.length > LONGEST_SEARCHED ? undefined : positionOfError(text);
  return at === undefined
    ? violation("json_invalid", ["body"], "must be well-formed JSON")
    : violation("json_invalid", ["body", at], `must be well-formed JSON; it is broken at character ${at}`);
}

/** The position of the first syntax error. `JSON.parse` doesn't give it; this parser does, but only in its message. */
function positionOfError(text: string): number | undefined {
  try {
    parseStrictly(text, null, { onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    const position = /at position (\d+)$/.exec((error as Error).message)?.[1];
    if (position !== undefined) return Number(position);
  }
  return undefined;
}

function refuseUnkeepable(value: unknown, loc: (string | number)[]): void {
  if (typeof value === "string") {
    if (value.includes("\u0000") || !value.isWellFormed())
      throw violation("string_unicode", loc, "must not hold NUL characters or halves of characters");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw violation("finite_number", loc, "must not be larger than a number can be");
  } else if (Array.isArray(value)) for (const [index, part] of value.entries()) refuseUnkeepable(part, [...loc, index]);
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) {
      if (key === "__proto__" || key.includes("\u0000") || !key.isWellFormed())
        throw violation("string_unicode", loc, `must not have the key ${JSON.stringify(key)}`);
      refuseUnkeepable(part, [...loc, key]);
    }
}

const violation = (type: string, loc: (string | number)[], msg: string) =>
  new Problem(422, [{ type, loc, msg, input: {} }]);

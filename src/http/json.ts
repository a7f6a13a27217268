/** Parses JSON bodies: bounded, in UTF-8, without values that the database or JSON couldn't represent. */
import { parse as parseStrictly } from "lossless-json";
import { Problem } from "./errors";

const MB = 1024 * 1024;
/** The largest body, in bytes, unless the operation declares another. */
export const LARGEST_JSON = 5 * MB;
/** The largest body of a bulk operation. */
export const LARGEST_BULK = 32 * MB;

/** The deepest nesting of a JSON body. */
const MOST_NESTING = 64;

const jsonType = /^application\/([\w.+-]+\+)?json\b/i;

/** Whether a content type is JSON, or missing. */
const isJson = (contentType: string | null) => !contentType || jsonType.test(contentType);

/** A body that is left to another thread to parse. */
export class UnparsedBody {
  constructor(readonly bytes: Uint8Array) {}
}

/**
 * The parsed body of a request; null when it is empty.
 * @throws Problem 422 when it is not JSON in UTF-8, nested too deeply, or not representable
 */
export function parseJson(bytes: Uint8Array, contentType: string | null): unknown {
  if (bytes.length === 0) return null;
  if (!isJson(contentType))
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
  // Only texts with escapes, `__proto__`, exponents or very long numbers can contain what is refused.
  if (/\\u|__proto__|\d[eE]\+?\d|\d{300}/.test(text)) refuseUnrepresentable(value, ["body"]);
  return value;
}

/** Refuses a body whose `Content-Length` is missing or too large. @throws Problem 413 */
export function refuseLargeUpload(request: Request, most: number): void {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > most) throw tooLarge(most);
}

const tooLarge = (most: number) => new Problem(413, `The body must not be larger than ${most} bytes`);

/**
 * The bytes of the body of a request.
 * @param most the largest size, in bytes
 * @throws Problem 413 when it is too large
 */
export async function readBody(request: Request, most = LARGEST_JSON): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > most) throw tooLarge(most);
  if (length !== null || !request.body) return request.bytes();
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

/** Characters of a text up to which a syntax error is located. */
const LONGEST_LOCATED = 64 * 1024;

/** The error for malformed JSON, with the position of the first syntax error unless the text is long. */
function syntaxError(text: string): Problem {
  const at = text.length > LONGEST_LOCATED ? undefined : positionOfError(text);
  return at === undefined
    ? violation("json_invalid", ["body"], "must be well-formed JSON")
    : violation("json_invalid", ["body", at], `must be well-formed JSON; it is broken at character ${at}`);
}

/** The position of the first syntax error, which this parser reports in its message. */
function positionOfError(text: string): number | undefined {
  try {
    parseStrictly(text, null, { onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    const position = /at position (\d+)$/.exec((error as Error).message)?.[1];
    if (position !== undefined) return Number(position);
  }
  return undefined;
}

function refuseUnrepresentable(value: unknown, loc: (string | number)[]): void {
  if (typeof value === "string") {
    if (value.includes("\u0000") || !value.isWellFormed())
      throw violation("string_unicode", loc, "must not hold NUL characters or halves of characters");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw violation("finite_number", loc, "must not be larger than a number can be");
  } else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) refuseUnrepresentable(entry, [...loc, index]);
  else if (typeof value === "object" && value !== null)
    for (const [key, entry] of Object.entries(value)) {
      if (key === "__proto__" || key.includes("\u0000") || !key.isWellFormed())
        throw violation("string_unicode", loc, `must not have the key ${JSON.stringify(key)}`);
      refuseUnrepresentable(entry, [...loc, key]);
    }
}

const violation = (type: string, loc: (string | number)[], msg: string) =>
  new Problem(422, [{ type, loc, msg, input: {} }]);

/** Parses JSON bodies: bounded, in UTF-8, without values that the database or JSON couldn't represent. */
import { parse as parseStrictly } from "lossless-json";
import { Problem } from "./errors";
import { MAX_KEYS, scanJson } from "./json-scan";
import { countCall } from "./rate-limit";
import { contextOf } from "./request-context";

const KB = 1024;
const MB = 1024 * KB;
/**
 * The bytes of a body that are read before its sender is known; also the largest body of an operation that needs
 * none.
 */
export const SMALL_BODY = 64 * KB;
/** The largest body, in bytes, unless the operation declares another. */
export const LARGEST_JSON = MB;
/** The largest body of an operation that takes long texts or long lists. */
export const LARGEST_LIST = 5 * MB;
/** The largest uploaded file with its form. */
export const LARGEST_UPLOAD = 5 * MB;
/** The largest body of a bulk operation. */
export const LARGEST_BULK = 32 * MB;

/** Of the bytes that a body may have, each value takes at least this many: many small values cost more than a long text. */
const BYTES_PER_VALUE = 20;

/** Bodies that a client may send in a minute that can't be parsed. */
const MAX_UNREADABLE = 300;

/** Decides whether more than `SMALL_BODY` is read of a body. @throws Problem when it isn't */
export type Admit = () => Promise<unknown> | undefined;

/** Copies bytes into memory that threads share: to send them there takes no time. */
export function sharedBytes(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

/** A body that is left to another thread to parse. */
export class UnparsedBody {
  /** @param most the largest size of the body, in bytes */
  constructor(
    readonly bytes: Uint8Array,
    readonly most: number,
  ) {}
}

/**
/**
 * The parsed body of a request; null when it is empty. A body that can't be parsed counts against its client.
 * @param most the largest size, in bytes
 * @param admit called before more than `SMALL_BODY` is read
 * @param largestParsed the largest size, in bytes, that is parsed here; larger bodies are left unparsed
 * @throws Problem 413 when it is too large; 422 when it can't be parsed; 429 after too many such; what `admit` throws
 */
export async function readJson(
  request: Request,
  most = LARGEST_JSON,
  admit?: Admit,
  largestParsed = Number.POSITIVE_INFINITY,
): Promise<unknown> {
  const bytes = await readBody(request, most, admit);
  if (bytes.length === 0) return null;
  try {
    refuseOtherType(request.headers.get("content-type"));
    return bytes.length > largestParsed ? new UnparsedBody(bytes, most) : parseJson(bytes, most);
  } catch (error) {
    countUnreadable(request);
    throw error instanceof MalformedJson ? located(error, bytes) : error;
  }
}

/** Checks whether an error says that a body is no JSON, or none that is accepted. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Problem && Array.isArray(error.detail) && error.detail[0]?.type === "json_invalid";

/** Counts a body that can't be parsed against its client. @throws Problem 429 after too many */
export const countUnreadable = (request: Request): void =>
  countCall("unreadable bodies", contextOf(request).address, MAX_UNREADABLE);

/**
 * Reads the bytes of a request's body.
 * @param most the largest size, in bytes
 * @param admit called before more than `SMALL_BODY` is read
 * @throws Problem 413 when it is too large; what `admit` throws
 */
export async function readBody(request: Request, most = LARGEST_JSON, admit?: Admit): Promise<Uint8Array> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > most) throw tooLarge(most);
  if (Number(length ?? 0) > SMALL_BODY) await admit?.();
  if (length !== null || !request.body) return request.bytes();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let admitted = false;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    if (size > SMALL_BODY && !admitted) {
      await admit?.();
      admitted = true;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Parses the value of JSON in UTF-8. Its nesting and the number of its values are checked before it is parsed.
 * @param most the largest size of the body, in bytes, from which the number of values follows
 * @param mostKeys the most keys of one object
 * @throws Problem 422 when it is not JSON in UTF-8, nested too deeply, too finely divided, or not representable
 */
export function parseJson(bytes: Uint8Array, most = LARGEST_JSON, mostKeys = MAX_KEYS): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw violation("json_invalid", ["body", 0], "must be JSON in UTF-8");
  }
  const suspicious = scanJson(text, Math.ceil(most / BYTES_PER_VALUE), mostKeys);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedJson();
  }
  if (suspicious || text.includes("__proto__")) refuseUnrepresentable(value, ["body"]);
  return value;
}

/**
 * Awaits `admit` for an upload, whose `Content-Length` must be there; the framework reads it.
 * @throws Problem 413 when the length is missing or too large; what `admit` throws
 */
export async function admitUpload(request: Request, most: number, admit: Admit): Promise<void> {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > most) throw tooLarge(most);
  await admit();
}

const tooLarge = (most: number) => new Problem(413, `The body must not be larger than ${most} bytes`);

const jsonType = /^application\/([\w.+-]+\+)?json\b/i;

/** Refuses a content type that is neither JSON nor missing. */
function refuseOtherType(contentType: string | null): void {
  if (!contentType || jsonType.test(contentType)) return;
  throw violation(
    "model_attributes_type",
    ["body"],
    `must be sent as application/json, not ${contentType.slice(0, 100)}`,
  );
}

/** Bytes of a body up to which a syntax error is located. */
const LONGEST_LOCATED = SMALL_BODY;

/** Malformed JSON, without the place. */
class MalformedJson extends Problem {
  constructor() {
    super(422, [{ type: "json_invalid", loc: ["body"], msg: "must be well-formed JSON", input: {} }]);
  }
}

/** Returns the error for malformed JSON, with the position of the first syntax error unless the body is long. */
function located(error: MalformedJson, bytes: Uint8Array): Problem {
  const at = bytes.length > LONGEST_LOCATED ? undefined : positionOfError(new TextDecoder().decode(bytes));
  if (at === undefined) return error;
  return violation("json_invalid", ["body", at], `must be well-formed JSON; it is broken at character ${at}`);
}

/** Returns the position of the first syntax error, which this parser reports in its message. */
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

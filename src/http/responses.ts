/** Responses: their schema check and their common forms. */
import type { z } from "zod";
import { openReadConnection, type ReadConnection } from "../../db/read-connection";
import { log } from "../platform/log";
import { Problem } from "./errors";

/** Response headers that operations declare in `sends`. */
export type ResponseHeader = "Content-Disposition" | "ETag" | "Location" | "X-Data-Date" | "X-Data-Origin";

/** Returns the result of a handler if it has its declared shape; streams are not checked. @throws Error if it hasn't */
export function checkShape(schema: z.ZodType, result: unknown): unknown {
  const text = result instanceof Response ? bodyOf(result)?.toString() : undefined;
  if (result instanceof Response && text === undefined) return result;
  const { error } = schema.safeParse(text === undefined ? result : JSON.parse(text));
  if (!error) return result;
  log.error({ issues: error.issues }, "an answer does not have its declared shape");
  throw new Error(`An answer does not have its declared shape: ${JSON.stringify(error.issues).slice(0, 2_000)}`);
}

/** Bytes, or characters of a text, from which a response has a `Content-Length`. */
const LARGE = 256 * 1024;

/** The bodies of JSON responses, because a Response returns its body only asynchronously. */
const bodies = new WeakMap<Response, string | Buffer<ArrayBuffer>>();

/** The chunks of long JSON responses, from which each is taken as it is sent. */
const chunks = new WeakMap<Response, Uint8Array<ArrayBuffer>[]>();

/** Returns the chunks of a long response that `jsonInChunks` has made; undefined for any other. */
export const chunksOf = (response: Response): Uint8Array<ArrayBuffer>[] | undefined => chunks.get(response);

/** The makers of JSON bodies that are made once they are read. */
const makers = new WeakMap<Response, () => Buffer<ArrayBuffer>>();

/** Returns the body of a JSON response; undefined for any other. */
function bodyOf(response: Response): string | Buffer<ArrayBuffer> | undefined {
  const parts = chunks.get(response);
  return parts ? Buffer.concat(parts) : (bodies.get(response) ?? makers.get(response)?.());
}

function json(body: string | Buffer<ArrayBuffer>, status: number, headers: Record<string, string>): Response {
  const response = new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
  // The pipeline must know which answers are large; counting the bytes of the others would be in vain.
  if (body.length > LARGE) response.headers.set("content-length", String(Buffer.byteLength(body)));
  bodies.set(response, body);
  return response;
}

/** Returns a response of JSON text. */
export const jsonText = (text: string, status = 200, headers: Record<string, string> = {}): Response =>
  json(text, status, headers);

/** Returns a response of an array of entries that are JSON text. */
export const jsonList = (entries: readonly string[]): Response => jsonText(`[${entries.join(",")}]`);

/** Characters of JSON that are encoded at a time. */
const CHUNK = 512 * 1024;
/** Bytes of JSON that are made for one answer; it is half of what all answers may hold by default. */
const MAX_JSON = 256 * 1024 * 1024;

const tooLarge = (most: number) =>
  new Problem(413, `The answer would be larger than ${most} bytes; ask for less of it, by one of its filters`);

/**
 * Returns a response of JSON whose text is made piece by piece, so that what repeats is never held as often as it occurs.
 * @param most its largest size, in bytes
 * @throws Problem 413 as soon as it is larger
 */
export function jsonInChunks(texts: Iterable<string>, most = MAX_JSON): Response {
  const made: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let text = "";
  const encode = () => {
    if (text === "") return;
    const chunk = encoder.encode(text);
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    made.push(chunk);
    text = "";
  };
  for (const piece of texts) {
    text += piece;
    if (text.length >= CHUNK) encode();
  }
  if (made.length === 0) return jsonText(text);
  encode();
  const body = streamOf(() => made.shift() ?? null);
  const response = streamed(body, { "content-type": "application/json" });
  chunks.set(response, made);
  return response;
}

/** Returns a response of JSON as bytes. */
export const jsonBytes = (bytes: Buffer<ArrayBuffer>, status = 200, headers: Record<string, string> = {}): Response =>
  json(bytes, status, headers);

/**
 * Returns a response of JSON that is made when it is read: of a change on the writer thread after its commit, so that nobody
 * waits for it.
 */
export function jsonLater(make: () => Buffer<ArrayBuffer>): Response {
  let isMade = false;
  const next = () => {
    if (isMade) return null;
    isMade = true;
    return make();
  };
  const response = new Response(streamOf(next), { headers: { "content-type": "application/json" } });
  makers.set(response, make);
  return response;
}

/** The content type that the framework gives objects. */
const PLAIN_JSON = "application/json;charset=utf-8";

type EncodedAnswer = { status: number; body: string | Buffer<ArrayBuffer> | null; headers: Record<string, string> };

/** Returns the status, body and headers of a handler's result; `status` is that of a result that is no Response. */
export function encodeResult(result: unknown, status = 200): EncodedAnswer {
  if (result instanceof Response)
    return { status: result.status, body: bodyOf(result) ?? null, headers: Object.fromEntries(result.headers) };
  return { status, body: JSON.stringify(result), headers: { "content-type": PLAIN_JSON } };
}

const encoder = new TextEncoder();

/**
 * Returns a stream of the chunks that `next` makes, each on demand, until it returns null; an empty one is passed over.
 * @param close called after the last chunk, after an error, and when the client disconnects
 */
export function streamOf(next: () => string | Uint8Array | null, close = () => {}): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        try {
          const chunk = next();
          if (chunk !== null) return controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
        } catch (error) {
          close();
          throw error;
        }
        close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

/**
 * Returns a stream of the chunks that `next` reads from a read connection, until it returns null. Each chunk is read on
 * demand, in one transaction. The connection is closed after the last chunk or when the client disconnects.
 */
export function streamFromReadConnection(
  next: (connection: ReadConnection) => string | Uint8Array | null,
): ReadableStream<Uint8Array> {
  let connection: ReadConnection | undefined;
  return streamOf(
    () => {
      const opened = (connection ??= openReadConnection());
      return opened.transaction(() => next(opened));
    },
    () => connection?.close(),
  );
}

/** Bytes that are sent at once, about. */
const PIECE = 64 * 1024;

/**
 * Returns a stream of what is written as it is sent.
 * @param write gives its bytes to `receive`, and pauses often
 * @param close called after the last byte, after an error, and when the client disconnects, once `write` has ended
 */
export function streamWritten(
  write: (receive: (bytes: Uint8Array) => void) => Generator<void>,
  close = () => {},
): ReadableStream<Uint8Array> {
  const written: Uint8Array[] = [];
  let size = 0;
  const writing = write((bytes) => {
    written.push(bytes);
    size += bytes.length;
  });
  let isDone = false;
  return streamOf(
    () => {
      while (!isDone && size < PIECE) isDone = writing.next().done === true;
      if (size === 0) return null;
      size = 0;
      return new Uint8Array(Buffer.concat(written.splice(0)));
    },
    () => {
      writing.return(undefined);
      close();
    },
  );
}

/** The header that keeps proxies, and the pipeline, from buffering a response. */
export const STREAMED: [name: string, value: string] = ["x-accel-buffering", "no"];

/** Returns a streamed response. */
export const streamed = (body: ReadableStream<Uint8Array>, headers: Record<string, string>, status = 200): Response =>
  new Response(body, { status, headers: [...Object.entries(headers), STREAMED] });

/** 204. */
export const noContent = (): Response => new Response(null, { status: 204 });

/** Checks whether a response is streamed. */
export const isStreamed = (headers: Headers): boolean => headers.get(STREAMED[0]) === STREAMED[1];

/** Checks whether a response is a stream of events, which may be silent for long. */
export const isEventStream = (headers: Headers): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

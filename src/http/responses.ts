/** Responses: their schema check and their common forms. */
import type { z } from "zod";
import { openReadConnection, type ReadConnection } from "../../db/read-connection";
import { log } from "../platform/log";

/** Response headers that operations declare in `sends`. */
export type ResponseHeader = "Content-Disposition" | "ETag" | "Location";

/** Returns the result of a handler if it has its declared shape; streams are not checked. @throws Error if it hasn't */
export function checkShape(schema: z.ZodType, result: unknown): unknown {
  const text = result instanceof Response ? texts.get(result) : undefined;
  if (result instanceof Response && text === undefined) return result;
  const { error } = schema.safeParse(text === undefined ? result : JSON.parse(text));
  if (!error) return result;
  log.error({ issues: error.issues }, "an answer does not have its declared shape");
  throw new Error(`An answer does not have its declared shape: ${JSON.stringify(error.issues).slice(0, 2_000)}`);
}

/** The text of responses of `jsonText`, because a Response returns its body only asynchronously. */
const texts = new WeakMap<Response, string>();

/** A response of JSON text. */
export function jsonText(text: string, status = 200, headers: Record<string, string> = {}): Response {
  const response = new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
  texts.set(response, text);
  return response;
}

/** The content type that the framework gives objects. */
const PLAIN_JSON = "application/json;charset=utf-8";

type Encoded = { status: number; text: string | null; headers: Record<string, string> };

/** The status, text and headers of a handler's result; `status` is that of a result that is no Response. */
export function encodeResult(result: unknown, status = 200): Encoded {
  if (result instanceof Response)
    return { status: result.status, text: texts.get(result) ?? null, headers: Object.fromEntries(result.headers) };
  return { status, text: JSON.stringify(result), headers: { "content-type": PLAIN_JSON } };
}

const encoder = new TextEncoder();

/**
 * A stream of the chunks that `next` reads from a read connection, until it returns null. Each chunk is read on demand, in
 * one transaction. The connection is closed after the last chunk or when the client disconnects.
 */
export function streamFromReadConnection(
  next: (connection: ReadConnection) => string | Uint8Array | null,
): ReadableStream<Uint8Array> {
  let connection: ReadConnection | undefined;
  const close = () => connection?.close();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        try {
          const opened = (connection ??= openReadConnection());
          const chunk = opened.transaction(() => next(opened));
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

/** The header that keeps proxies, and the pipeline, from buffering a response. */
export const STREAMED: [name: string, value: string] = ["x-accel-buffering", "no"];

/** A streamed response. */
export const streamed = (body: ReadableStream<Uint8Array>, headers: Record<string, string>): Response =>
  new Response(body, { headers: [...Object.entries(headers), STREAMED] });

/** 204. */
export const noContent = (): Response => new Response(null, { status: 204 });

/** Whether a response is streamed. */
export const isStreamed = (headers: Headers): boolean => headers.get(STREAMED[0]) === STREAMED[1];

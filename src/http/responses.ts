/** Responses: the check of their shape, and the forms that every area uses. */
import type { z } from "zod";
import { openReadConnection, type ReadConnection } from "../../db/read-connection";
import { log } from "../platform/log";

/** Headers that a handler gives its answer, and clients read. The description lists those that are declared. */
export type ResponseHeader = "Content-Disposition" | "ETag" | "Location";

/**
 * Holds the result of a handler against its declared shape; a stream is taken as it is.
 * @returns the result
 * @throws when it has another shape: tests and development fail loudly
 */
export function checkShape(schema: z.ZodType, result: unknown): unknown {
  const text = result instanceof Response ? texts.get(result) : undefined;
  if (result instanceof Response && text === undefined) return result;
  const { error } = schema.safeParse(text === undefined ? result : JSON.parse(text));
  if (!error) return result;
  log.error({ issues: error.issues }, "an answer does not have its declared shape");
  throw new Error(`An answer does not have its declared shape: ${JSON.stringify(error.issues).slice(0, 2_000)}`);
}

/** The text of answers made from text, because a Response returns its body only asynchronously. */
const texts = new WeakMap<Response, string>();

/** An answer that is JSON text already. */
export function jsonText(text: string, status = 200, headers: Record<string, string> = {}): Response {
  const response = new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
  texts.set(response, text);
  return response;
}

/** The content type that the framework gives objects. */
const PLAIN_JSON = "application/json;charset=utf-8";

type Outgoing = { status: number; text: string | null; headers: Record<string, string> };

/**
 * What a handler's result will look like when it goes out: its status, its headers, and its text unless it has no body.
 * @param status that of a result that is no Response
 */
export function outgoing(result: unknown, status = 200): Outgoing {
  if (result instanceof Response)
    return { status: result.status, text: texts.get(result) ?? null, headers: Object.fromEntries(result.headers) };
  return { status, text: JSON.stringify(result), headers: { "content-type": PLAIN_JSON } };
}

const encoder = new TextEncoder();

/**
 * A stream of the chunks that `next` reads over a database connection of its own, until it returns null. Each chunk is
 * read on demand, in one transaction. The connection is closed after the last chunk or when the client disconnects.
 */
export function streamFromReadConnection(
  next: (aside: ReadConnection) => string | Uint8Array | null,
): ReadableStream<Uint8Array> {
  let aside: ReadConnection | undefined;
  const close = () => aside?.close();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        try {
          const from = (aside ??= openReadConnection());
          const piece = from.atOnce(() => next(from));
          if (piece !== null) return controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
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

/** An answer that is sent as it is made. The header tells proxies, and the pipeline, not to wait for its end. */
export const streamed = (body: ReadableStream<Uint8Array>, headers: Record<string, string>): Response =>
  new Response(body, { headers: { ...headers, "x-accel-buffering": "no" } });

/** 204: done, and there is nothing to say. */
export const noContent = (): Response => new Response(null, { status: 204 });

/** Whether an answer is sent as it is made; such answers say so to proxies too. */
export const isStreamed = (headers: Headers): boolean => headers.get("x-accel-buffering") === "no";

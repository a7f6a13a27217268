/** Responses: the declaration of their shape, and the forms that every module uses. */
import { ElysiaCustomStatusResponse, status } from "elysia";
import type { z } from "zod";
import { type Aside, openAside } from "../../db/aside";
import { log } from "../platform/log";

let checking = false;

/** Turns the checking of answers against their declared shapes on or off: on in tests and in development. */
export function checkAnswers(on: boolean): void {
  checking = on;
}

/** Response headers that a route can declare, so that the OpenAPI description lists them. */
export type AnswerHeader = "Content-Disposition" | "ETag" | "Location";

const declaredHeaders = new WeakMap<object, readonly AnswerHeader[]>();

/** The headers that were declared with the shape of an answer. */
export const headersOf = (declared: object): readonly AnswerHeader[] => declaredHeaders.get(declared) ?? [];

/**
 * Declares the shape of an answer: types the handler and describes the API. In production the check costs nothing,
 * because it returns what it is given; in tests and development an answer of another shape fails loudly.
 * @param headers those that the answer always has
 */
export function answers<T extends z.ZodType>(schema: T, ...headers: AnswerHeader[]): T {
  const standard = schema["~standard"];
  const declared = Object.create(schema, {
    "~standard": {
      value: {
        ...standard,
        validate(value: unknown) {
          if (checking) checkShape(schema, value);
          return { value };
        },
      },
    },
  });
  declaredHeaders.set(declared, headers);
  return declared as T;
}

function checkShape(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (parsed.success) return;
  log.error({ issues: parsed.error.issues }, "an answer does not have its declared shape");
  throw new Error(`An answer does not have its declared shape: ${JSON.stringify(parsed.error.issues).slice(0, 2_000)}`);
}

/** The text of answers made from text, because a Response returns its body only asynchronously. */
const texts = new WeakMap<Response, string>();

/** An answer that is JSON text already. `T` is the shape it promises. */
export function jsonText<T>(text: string, code = 200, headers: Record<string, string> = {}): T {
  const response = new Response(text, { status: code, headers: { "content-type": "application/json", ...headers } });
  texts.set(response, text);
  return response as unknown as T;
}

/** The content type that the framework gives objects. */
const PLAIN_JSON = "application/json;charset=utf-8";

type Outgoing = { status: number; text: string | null; headers: Record<string, string> };

/** The status, headers and text of a handler's result; the text is null without a body. */
export function outgoing(result: unknown): Outgoing {
  if (result instanceof Response)
    return { status: result.status, text: texts.get(result) ?? null, headers: Object.fromEntries(result.headers) };
  if (result instanceof ElysiaCustomStatusResponse)
    return { ...outgoing(result.response), status: Number(result.code) };
  if (result === undefined) return { status: 204, text: null, headers: {} };
  return { status: 200, text: JSON.stringify(result), headers: { "content-type": PLAIN_JSON } };
}

const encoder = new TextEncoder();

/**
 * A stream of the chunks that `next` reads over a database connection of its own, until it returns null. Each chunk is
 * read on demand, in one transaction. The connection is closed after the last chunk or when the client disconnects.
 */
export function streamAside(next: (aside: Aside) => string | Uint8Array | null): ReadableStream<Uint8Array> {
  let aside: Aside | undefined;
  const close = () => aside?.close();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        try {
          const from = (aside ??= openAside());
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

/** Whether an answer is sent as it is made. */
export const isStreamed = (headers: Headers): boolean => headers.get("x-accel-buffering") === "no";

/** An answer that is sent as it is made. The header makes proxies and the pipeline pass it on without buffering. */
export const streamed = <T>(body: ReadableStream<Uint8Array>, headers: Record<string, string>): T =>
  new Response(body, { headers: { ...headers, "x-accel-buffering": "no" } }) as unknown as T;

/** 201 with what was made. */
export const created = <const T>(value: T) => status(201, value);

/** 201 with what was made, as JSON text already. */
export const createdText = <T>(text: string) => jsonText<unknown>(text, 201) as ElysiaCustomStatusResponse<201, T, 201>;

/** 204: done, nothing to say. */
export const noContent = (): undefined => new Response(null, { status: 204 }) as unknown as undefined;

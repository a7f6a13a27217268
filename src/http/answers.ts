/** Shapes of answers that every module uses. */
import { ElysiaCustomStatusResponse, status } from "elysia";
import type { z } from "zod";
import { log } from "../platform/log";

let checking = false;

/** Turns the checking of answers against their declared shapes on or off: on in tests and in development. */
export function checkAnswers(on: boolean): void {
  checking = on;
}

/**
 * Declares the shape of an answer: types the handler and describes the API. In production the check costs nothing,
 * because it returns what it is given; in tests and development an answer of another shape fails loudly.
 */
export function answers<T extends z.ZodType>(schema: T): T {
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
  return declared as T;
}

function checkShape(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (parsed.success) return;
  log.error({ issues: parsed.error.issues }, "an answer does not have its declared shape");
  throw new Error(`An answer does not have its declared shape: ${JSON.stringify(parsed.error.issues).slice(0, 2_000)}`);
}

/** The text of answers that were made from text: a Response gives its own back only later. */
const texts = new WeakMap<Response, string>();

/** An answer that is JSON text already. `T` is the shape it promises. */
export function jsonText<T>(text: string, code = 200, headers: Record<string, string> = {}): T {
  const response = new Response(text, { status: code, headers: { "content-type": "application/json", ...headers } });
  texts.set(response, text);
  return response as unknown as T;
}

/** What a handler's result will look like when it goes out: its status, and its text unless it has no body. */
export function textOf(result: unknown): { status: number; text: string | null } {
  if (result instanceof Response) return { status: result.status, text: texts.get(result) ?? null };
  if (result instanceof ElysiaCustomStatusResponse) return { ...textOf(result.response), status: Number(result.code) };
  return result === undefined ? { status: 204, text: null } : { status: 200, text: JSON.stringify(result) };
}

const encoder = new TextEncoder();

/** A stream of text that `next` gives piece by piece until it gives null; a piece is made only when it is wanted. */
export function textStream(next: () => string | null): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = next();
        if (text === null) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
    },
    { highWaterMark: 0 },
  );
}

/** An answer that is sent as it is made. The header tells proxies, and the door, not to wait for its end. */
export const streamed = <T>(body: ReadableStream<Uint8Array>, headers: Record<string, string>): T =>
  new Response(body, { headers: { ...headers, "x-accel-buffering": "no" } }) as unknown as T;

/** 201 with what was made. */
export const created = <const T>(value: T) => status(201, value);

/** 201 with what was made, as JSON text already. */
export const createdText = <T>(text: string) => jsonText<unknown>(text, 201) as ElysiaCustomStatusResponse<201, T, 201>;

/** 204: done, nothing to say. */
export const noContent = (): undefined => new Response(null, { status: 204 }) as unknown as undefined;

/** The answers of threads: results and errors of handlers as messages, and messages as responses and errors. */
import { type Detail, expectedProblem, Problem } from "../../http/errors";
import { encodeResult } from "../../http/responses";
import type { Answered, Unanswered } from "./protocol";
import { GivenUp } from "./stage";

/** Headers that a handler has set, and its status. */
export type Settings = { status?: number | string; headers: Record<string, string | number | string[]> };

/** The headers that a handler has set, as pairs. */
export const headersOf = ({ headers }: Settings): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)]);

/** The result of a handler as a message; its bytes are to be moved. */
export async function answerOf(result: unknown, set: Settings): Promise<Answered> {
  if (result instanceof Response) {
    const body = result.body === null ? null : await result.bytes();
    return { type: "answer", status: result.status, headers: [...headersOf(set), ...result.headers], body };
  }
  const { status, body: content, headers } = encodeResult(result, Number(set.status ?? 200));
  const body = new TextEncoder().encode(content?.toString() ?? "");
  return { type: "answer", status, headers: [...headersOf(set), ...Object.entries(headers)], body };
}

/** What to move with an answer. */
export const movedWith = ({ body }: Answered): ArrayBuffer[] => (body ? [body.buffer as ArrayBuffer] : []);

/** An error of a handler as a message. */
export function unansweredOf(error: unknown): Unanswered {
  const problem =
    error instanceof GivenUp
      ? new Problem(409, "The work was cancelled; nothing was changed.")
      : expectedProblem(error);
  if (!problem) return { type: "failed", message: (error as Error).stack ?? String(error) };
  const { status, detail, headers } = problem;
  return { type: "refused", status, detail, headers };
}

/** A message of an error as an error. */
export const errorOf = (message: Unanswered): Error =>
  message.type === "refused"
    ? new Problem(message.status, message.detail as Detail, message.headers)
    : new Error(message.message);

/** A message of an answer as a response. */
export function responseOf({ status, headers, body }: Answered): Response {
  const response = new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers });
  // The pipeline must know which answers are large.
  if (body) response.headers.set("content-length", String(body.length));
  return response;
}

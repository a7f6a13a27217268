/** Results and errors of work on another thread, and how they travel. */
import { type Detail, expectedProblem, Problem } from "../../http/errors";
import { CancelledError } from "./cancel-flag";
import type { FailureMessage } from "./protocol";

/** A result in bytes: they are moved to the other thread as a whole, or in pieces as their reader takes them. */
export class ByteResult<Head = unknown> {
  /**
   * @param head plain data that goes before the bytes
   * @param body bytes that belong to nobody else, at once or in chunks, or a stream whose pieces do
   */
  constructor(
    readonly head: Head,
    readonly body: Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[] | ReadableStream<Uint8Array> | null,
  ) {}
}

/** Returns the buffers that are moved with the body of a result. */
export const buffersOf = (body: Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[] | null): ArrayBuffer[] =>
  [body ?? []].flat().map(({ buffer }) => buffer);

/** Returns the refusal of work that somebody has cancelled. @param isSliced true when a slice of it is committed */
export const cancelledProblem = (isSliced = false): Problem =>
  new Problem(
    409,
    isSliced
      ? "The work was cancelled; what it had done before stays, and it can be repeated."
      : "The work was cancelled; nothing was changed.",
  );

/** The refusal of work whose thread broke: the work itself may have broken it. */
export class ThreadLost extends Problem {}

/** Returns an error of work as a message. */
export function failureOf(error: unknown): FailureMessage {
  const problem = error instanceof CancelledError ? cancelledProblem() : expectedProblem(error);
  if (problem) {
    const { status, detail, headers, more } = problem;
    return { type: "refused", status, detail, headers, more };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { type: "failed", message, stack };
}

/** Returns the error of a message, with the stack of its own thread for the log. */
export function errorOf(failure: FailureMessage): Error {
  if (failure.type === "refused")
    return new Problem(failure.status, failure.detail as Detail, failure.headers, failure.more);
  const error = new Error(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}

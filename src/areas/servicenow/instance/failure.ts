/** Failures of instances. */
import { Problem } from "../../../http/errors";
import { type Failure, OutboundError } from "../../../platform/outbound";

/** The reason of a failure: the status that the instance answers with, that of a call without an answer, or another answer. */
export type InstanceFailure = { status: number } | { failure: Failure } | "answer" | "token";

/** An instance that doesn't do what it is asked for. The message names the host and the reason, and holds no secrets. */
export class InstanceError extends Problem {
  /** @param unsure whether the instance may have executed the request all the same */
  constructor(
    message: string,
    readonly unsure: boolean,
    readonly reason: InstanceFailure = "answer",
  ) {
    super(502, message);
  }
}

/** Checks whether a request was never sent, because its address must not be called, or its server isn't trusted. */
export const isRefused = (error: unknown): boolean =>
  error instanceof OutboundError && ["url", "address", "certificate"].includes(error.failure);

/** Returns the failure of a call that has had no answer. */
export const unanswered = (error: unknown): InstanceError =>
  new InstanceError(
    (error as Error).message,
    !isRefused(error),
    error instanceof OutboundError ? { failure: error.failure } : "answer",
  );

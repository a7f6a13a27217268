/** Errors with a status, and the responses to all errors. */
import { isBusy, isDiskFull, LockTaken, NotReplicated, ReplicationBehind } from "../../db/errors";
import { log } from "../platform/log";

/** One violation in the body of a 422: the rule, the location and a message. */
export type Violation = {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
};

/** The `detail` of an error: a sentence, a list of violations, or an object for clients to evaluate. */
export type Detail = string | Violation[] | Record<string, unknown>;

/** The header of a refusal that ends with the next attempt of the engine of replication. */
const SOON = { "Retry-After": "2" };

/** An error with a status. Services throw it; the response has this status, `{"detail": …}` and what `more` adds to it. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: Detail,
    readonly headers: Record<string, string> = {},
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(typeof detail === "string" ? detail : JSON.stringify(detail));
  }
}

/** 400: a business rule is violated. */
export const refused = (detail: Detail) => new Problem(400, detail);
/** 401: not authenticated. */
export const unauthenticated = (detail = "Not authenticated") =>
  new Problem(401, detail, { "WWW-Authenticate": "Bearer" });
/** 403: authenticated, but not permitted. */
export const forbidden = (detail = "Insufficient permissions") => new Problem(403, detail);
/** 404; `thing` is a noun, as in "Card". */
export const notFound = (thing: string) => new Problem(404, `${thing} not found`);
/**
 * Returns what was looked for.
 * @param thing the noun for it, as in "Card"
 * @throws Problem 404 when it is missing
 */
export function found<T>(value: T | null | undefined, thing: string): T {
  if (value === null || value === undefined) throw notFound(thing);
  return value;
}

/** 409: a conflict with existing data. */
export const conflict = (detail: Detail) => new Problem(409, detail);

/** 422 for one field; `loc` is its location, as in `["body", "parent_id"]`. */
export const invalid = (loc: (string | number)[], msg: string, type = "value_error", input?: unknown) =>
  new Problem(422, [{ type, loc, msg, input: input ?? null }]);

/** Returns the response to a Problem. */
export function problemResponse(problem: Problem): Response {
  const body: Record<string, unknown> = { detail: problem.detail, ...problem.more };
  // Older clients read the message of a rate limit from `error`.
  if (problem.status === 429) body["error"] = problem.detail;
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { "content-type": "application/json", ...problem.headers },
  });
}

/**
 * Returns the 503 for a change that is stored here and not in the second place.
 * @param batch its batch, if it has one
 */
export const notReplicated = ({ reason }: NotReplicated, batch: string | null) =>
  new Problem(
    503,
    `The change is stored here, but not in the second place yet: ${reason}. It gets there by itself; a repetition with the same Idempotency-Key then gets its answer.`,
    { ...SOON, ...(batch !== null && { "X-Stoa-Batch": batch }) },
    { code: "not_replicated", batch_id: batch },
  );

/**
 * Returns an error that was to be expected as a Problem: a full disk, a locked database; undefined for any other.
 * @param requestId the request in which it has occurred, for the log
 */
export function expectedProblem(error: unknown, requestId?: string): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof NotReplicated) return notReplicated(error, null);
  if (error instanceof ReplicationBehind)
    return new Problem(
      503,
      `Nothing was changed, because an earlier change is not in the second place yet: ${error.reason}. Reading continues.`,
      SOON,
      { code: "replication_behind" },
    );
  if (isDiskFull(error)) {
    log.error({ exception: error, request_id: requestId }, "the disk refused a write");
    return new Problem(507, "The disk is full or refuses to write; nothing was changed.");
  }
  if (isBusy(error)) {
    log.error({ exception: error, request_id: requestId }, "the database was locked for too long");
    const holder = error instanceof LockTaken && error.by === "thread" ? "A long change" : "Another program";
    return new Problem(503, `${holder} holds the database; nothing was changed.`, { "Retry-After": "5" });
  }
  return undefined;
}

/** Returns the response to any error. An unexpected one is logged, and its 500 only names the request. */
export function errorResponse(error: unknown, requestId: string): Response {
  const problem = expectedProblem(error, requestId);
  if (problem) return problemResponse(problem);
  log.error({ exception: error, request_id: requestId }, "a request failed unexpectedly");
  return problemResponse(new Problem(500, `Internal error; the log has more under request id ${requestId}`));
}

/** Returns the message of a refusal. @throws any other error */
export function messageOf(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  if (typeof error.detail === "string") return error.detail;
  if (Array.isArray(error.detail))
    return error.detail.map((violation) => `${violation.loc.at(-1)}: ${violation.msg}`).join("; ");
  const { message, error: code } = error.detail;
  if (typeof message === "string") return message;
  return code === "children_present"
    ? "It has children, and nothing says what becomes of them"
    : JSON.stringify(error.detail);
}

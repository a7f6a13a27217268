/** Refusals, and the one place that turns whatever goes wrong into an answer. */
import { isBusy, isDiskFull } from "../../db/errors";
import { log } from "../platform/log";

/** One violation in the body of a 422: the rule, the location and a message. */
export type Violation = {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
};

/** What `detail` may hold: a sentence, a list of violations, or an object that clients switch on. */
export type Detail = string | Violation[] | Record<string, unknown>;

/** A refusal. Services throw it; it becomes the answer with this status and `{"detail": …}`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: Detail,
    readonly headers: Record<string, string> = {},
  ) {
    super(typeof detail === "string" ? detail : JSON.stringify(detail));
  }
}

/** 400: a rule of the business says no. */
export const refused = (detail: Detail) => new Problem(400, detail);
/** 401: nobody, or nobody any more. */
export const unauthenticated = (detail = "Not authenticated") =>
  new Problem(401, detail, { "WWW-Authenticate": "Bearer" });
/** 403: somebody, but not allowed. */
export const forbidden = (detail = "Insufficient permissions") => new Problem(403, detail);
/** 404: `thing` is the noun, as in "Card". */
export const notFound = (thing: string) => new Problem(404, `${thing} not found`);
/** 409: it contradicts what is there. */
export const conflict = (detail: Detail) => new Problem(409, detail);

/**
 * 422 for one field.
 * @param loc where, as in `["body", "parent_id"]`
 */
export const invalid = (loc: (string | number)[], msg: string, type = "value_error", input?: unknown) =>
  new Problem(422, [{ type, loc, msg, input: input ?? null }]);

/** The answer to a refusal. */
export function problemResponse(problem: Problem): Response {
  const body: Record<string, unknown> = { detail: problem.detail };
  // Older clients read the text of a rate limit under `error`.
  if (problem.status === 429) body["error"] = problem.detail;
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { "content-type": "application/json", ...problem.headers },
  });
}

/**
 * The answer to anything thrown. What nobody foresaw is a 500 that names the request and nothing else; the log has the rest.
 * @param requestId the id under which the error is logged
 */
export function errorResponse(error: unknown, requestId: string): Response {
  if (error instanceof Problem) return problemResponse(error);
  if (isDiskFull(error)) {
    log.error({ exception: error, request_id: requestId }, "the disk refused a write");
    return problemResponse(new Problem(507, "The disk is full or refuses to write; nothing was changed."));
  }
  if (isBusy(error)) {
    log.error({ exception: error, request_id: requestId }, "another program holds the database");
    return problemResponse(
      new Problem(503, "Another program holds the database; nothing was changed.", { "Retry-After": "5" }),
    );
  }
  log.error({ exception: error, request_id: requestId }, "a request failed unexpectedly");
  return problemResponse(new Problem(500, `Internal error; the log tells more under request id ${requestId}`));
}

/** A change is acknowledged only once it is on the disk. */
import { durable, LostChange, lossesSoFar } from "../../db/durability";
import { log } from "../platform/log";
import { copyCorsHeaders } from "./cors";
import { errorResponse, Problem, problemResponse } from "./errors";
import type { Handler } from "./handler";
import { contextOf } from "./request-context";

const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

/**
 * Makes a handler hold back the answer to a change until the change is durable; if it is lost, the answer is an error.
 * @param fatal is notified when the disk refuses a commit that was made: what follows could no longer be trusted
 */
export function whenDurable(handle: Handler, fatal: (error: unknown) => void): Handler {
  const refuse = (error: unknown, requestId: string): Response => {
    if (error instanceof LostChange) return errorResponse(error, requestId);
    log.fatal({ exception: error, request_id: requestId }, "the disk refused to keep a change");
    fatal(error);
    return problemResponse(new Problem(503, "The disk refuses to keep changes; the server stops."));
  };
  return async (request) => {
    const losses = lossesSoFar();
    const response = await handle(request);
    if (isSafe(request.method)) return response;
    try {
      await durable(losses);
      return response;
    } catch (error) {
      return copyCorsHeaders(response, refuse(error, contextOf(request).id));
    }
  };
}

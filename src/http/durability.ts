/** Acknowledges changes only once they are durable. */
import { changesSoFar, durable, LostChange, lossesSoFar } from "../../db/durability";
import { NotReplicated } from "../../db/errors";
import { log } from "../platform/log";
import { copyCorsHeaders } from "./cors";
import { errorResponse, notReplicated, Problem, problemResponse } from "./errors";
import type { Handler } from "./handler";
import { contextOf } from "./request-context";

const BATCH = "x-stoa-batch";
const isSafe = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

/**
 * Delays the response to a change until the change is durable; if the change is lost, the response is an error.
 * @param fatal called when syncing a commit fails, after which nothing can be trusted to be durable
 */
export function whenDurable(handle: Handler, fatal: (error: unknown) => void): Handler {
  const failure = (error: unknown, requestId: string, response: Response): Response => {
    if (error instanceof LostChange) return errorResponse(error, requestId);
    if (error instanceof NotReplicated) return problemResponse(notReplicated(error, response.headers.get(BATCH)));
    log.fatal({ exception: error, request_id: requestId }, "the disk refused to keep a change");
    fatal(error);
    return problemResponse(new Problem(503, "The disk refuses to keep changes; the server stops."));
  };
  return async (request) => {
    const losses = lossesSoFar();
    const changes = changesSoFar();
    const response = await handle(request);
    if (isSafe(request.method) || changesSoFar() === changes) return response;
    const context = contextOf(request);
    if (context.isDurable) return response;
    try {
      await durable(context.losses ?? losses);
      return response;
    } catch (error) {
      return copyCorsHeaders(response, failure(error, context.id, response));
    }
  };
}

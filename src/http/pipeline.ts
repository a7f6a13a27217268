/** The pipeline that every request and response passes. */
import { compressed } from "./compression";
import { whenDurable } from "./durability";
import { errorResponse } from "./errors";
import type { Handler } from "./handler";
import { headAsGet } from "./head";
import { headTooLarge, isHeadTooLarge } from "./head-size";
import { badHost, withHost } from "./host";
import { sentInPieces } from "./large-answers";
import { type Connection, createContext } from "./request-context";
import { observe } from "./request-observer";
import { setSecurityHeaders } from "./security-headers";
import { noteDuration } from "./slow-requests";

/** `peer` returns the address at the other end of the connection. */
export type Pipeline = (request: Request, peer: () => string, connection?: Connection) => Promise<Response>;

/** Creates the pipeline around the application's handler. `fatal` is called when syncing a commit fails. */
export function createPipeline(handle: Handler, fatal: (error: unknown) => void): Pipeline {
  const answer = headAsGet(whenDurable(handle, fatal));
  return async (received, peer, connection) => {
    const context = createContext(received, peer, connection);
    const began = performance.now();
    let status = 500;
    try {
      const request = isHeadTooLarge(received.url, context.headers)
        ? headTooLarge()
        : (withHost(received) ?? badHost());
      const response = request instanceof Response ? request : await answer(request);
      setSecurityHeaders(response.headers, context.secure);
      response.headers.append("vary", "Origin");
      response.headers.set("x-request-id", context.id);
      status = response.status;
      return await sentInPieces(received, await compressed(received, response));
    } catch (error) {
      return errorResponse(error, context.id);
    } finally {
      const took = performance.now() - began;
      noteDuration(received, took);
      observe(context.operation, status, took);
    }
  };
}

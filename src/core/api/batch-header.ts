/**
 * The batch of a change, in the header of its answer: whoever wants to undo it needs no search.
 */
import { findVisitor } from "../access/guard";
import { batchOf } from "../journal/batches";
import type { Context, Hook } from "./context";

const HEADER = "x-stoa-batch";

/** Sets the batch of the caller's events as a header; without one there is no header. @returns the result */
function nameBatch(result: unknown, { actor, request, set }: Context): unknown {
  const author = actor ?? findVisitor(request);
  const batch = author && batchOf(author);
  if (batch === undefined) return result;
  if (result instanceof Response) result.headers.set(HEADER, batch);
  else set.headers[HEADER] = batch;
  return result;
}

/** Returns a handler whose answer names the batch of its changes. */
export const withBatch =
  (handler: Hook): Hook =>
  (context) => {
    const result = handler(context);
    return result instanceof Promise
      ? result.then((settled) => nameBatch(settled, context))
      : nameBatch(result, context);
  };

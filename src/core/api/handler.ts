/** The handlers of operations, with the wrappers that they have on every thread. */
import { withEtag } from "../../http/etags";
import { checkShape, noContent } from "../../http/responses";
import { Ok, ok } from "../../http/schemas";
import { once } from "../access/idempotency";
import { withBatch } from "./batch-header";
import type { Context, Hook } from "./context";
import { isRepeatable, type Operation } from "./operation";
import { type FindCurrent, withPrecondition, withVersion } from "./versions";

/** Returns the operation's handler, with schema check, status, ETag, batch and safe repetition as declared. */
export function completeHandler(operation: Operation, checkResponses: boolean): Hook {
  const { answer, status, caching, hidden } = operation;
  const { current, versioned } = operation;
  // A handler that needs no wrapper stays unwrapped: the framework reads from its source what it uses.
  let handler = operation.handler as Hook;
  if (versioned) handler = withVersion(handler);
  if (current) handler = withPrecondition(current as FindCurrent, handler);
  if (answer === Ok) handler = then(handler, () => ok);
  if (checkResponses && answer) handler = then(handler, (result) => checkShape(answer, result));
  if (answer === undefined && !hidden)
    handler = then(handler, (result) => (result instanceof Response ? result : noContent()));
  if (status !== undefined)
    handler = then(handler, (result, { set }) => {
      set.status = status;
      return result;
    });
  if (caching !== undefined)
    handler = then(handler, (result, { headers }) => withEtag(result, headers["if-none-match"], caching));
  if (operation.method !== "get") handler = withBatch(handler);
  return isRepeatable(operation) ? once(handler) : handler;
}

/** Returns a handler whose result, or the result of its promise, is passed to `next`. */
function then(handler: Hook, next: (result: unknown, context: Context) => unknown): Hook {
  return (context) => {
    const result = handler(context);
    return result instanceof Promise ? result.then((settled) => next(settled, context)) : next(result, context);
  };
}

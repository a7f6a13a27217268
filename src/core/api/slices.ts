/** Changes in slices: each is a transaction of its own, so that others write in between. */
import { inTurn, largeTransaction } from "../../../db";
import { isRepetition } from "../access/idempotency";
import type { Context, Hook } from "./context";
import { isRepeatable, type Operation } from "./operation";

/**
 * Returns the slices of a call, whose result its handler gets; undefined when the operation has none for it, or the
 * call is a repetition that is not executed.
 */
export function slicesOf(operation: Operation, context: Context): Generator<void, void> | undefined {
  const { slices } = operation;
  if (!slices || (isRepeatable(operation) && isRepetition(context))) return undefined;
  const steps = slices(context as never);
  if (!steps) return undefined;
  return (function* () {
    context.fetched = yield* steps;
  })();
}

/** Returns a handler that is called after the slices of its operation, on this thread. */
export const afterSlices = (operation: Operation, handler: Hook): Hook =>
  operation.slices
    ? async (context) => {
        const slices = slicesOf(operation, context);
        while (slices && !(await inTurn(() => largeTransaction(() => slices.next()))).done);
        return handler(context);
      }
    : handler;

/** Changes in slices: each is a transaction of its own, so that others write in between. */
import { inTurn, largeTransaction } from "../../../db";
import type { Context, Hook } from "./context";
import type { Operation } from "./operation";

/** Returns the slices of a call, whose result its handler gets; undefined when the operation has none. */
export function slicesOf({ slices }: Operation, context: Context): Generator<void, void> | undefined {
  if (!slices) return undefined;
  const steps = slices(context as never);
  return (function* () {
    context.fetched = yield* steps;
  })();
}

/** Returns a handler that is called after the slices of its operation, on this thread. */
export const afterSlices = (operation: Operation, handler: Hook): Hook =>
  operation.slices
    ? async (context) => {
        const slices = slicesOf(operation, context) as Generator<void, void>;
        while (!(await inTurn(() => largeTransaction(() => slices.next()))).done);
        return handler(context);
      }
    : handler;

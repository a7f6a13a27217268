/**
 * Rehearsals of changes, for previews: the operation checks everything and changes everything as it would, its answer is
 * returned, and nothing stays.
 */
import { rehearse } from "../../../db";
import { Problem } from "../../http/errors";
import { UnparsedBody } from "../../http/json";
import type { Context, Hook } from "./context";
import { completeHandler } from "./handler";
import { isRepeatable, type Operation } from "./operation";

/** Checks whether a call would write more than the server's thread may hold the write lock for. */
function writesMuch({ writesMuch, slices }: Operation, { params, body }: Context): boolean {
  if (body instanceof UnparsedBody || slices) return true;
  if (typeof writesMuch !== "function") return writesMuch === true;
  return writesMuch({ params, body } as Parameters<typeof writesMuch>[0]);
}

/**
 * Returns the handler that rehearses an operation.
 * It refuses with 422 what is no single short transaction: such operations have a `dry_run` of their own.
 */
export function rehearsalOf(operation: Operation, checkResponses: boolean): Hook {
  const handler = completeHandler(operation, checkResponses);
  return (context) => {
    if (!isRepeatable(operation) || operation.fetches || operation.asks || writesMuch(operation, context))
      throw new Problem(422, "This change can't be rehearsed: it is too large, or more than one transaction");
    return rehearse(() => handler(context));
  };
}

/** Asking for what a handler needs, before it runs. */
import { UnparsedBody } from "../../http/json";
import type { Actor } from "../access/actor";
import type { Context } from "./context";
import type { AskingCall, Operation, ReadTask } from "./operation";
import { bodyOf, writingCall } from "./remote";

/**
 * Asks for what the handler of an operation needs.
 * @param read reads the landscape, or the scenario in which it is asked
 * @throws Problem 422 for a body that is not valid; what it throws
 */
export async function askFor(operation: Operation, context: Context, read: ReadTask): Promise<unknown> {
  const body =
    context.body instanceof UnparsedBody ? await bodyOf(operation, writingCall(context, false)) : context.body;
  const call: AskingCall<unknown> = {
    body,
    actor: context.actor as Actor,
    read,
    signal: context.request.signal,
  };
  return operation.asks?.(call as AskingCall);
}

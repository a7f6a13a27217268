/** Making a change as it was asked for: in a scenario's database, when that is made anew, or in the landscape. */
import { largeTransaction, statement } from "../../../db";
import { type Detail, expectedProblem } from "../../http/errors";
import { LARGEST_JSON, LARGEST_UPLOAD } from "../../http/json";
import { withIds } from "../../platform/ids";
import { log } from "../../platform/log";
import { type Actor, type Identity, identityOf } from "../access/actor";
import type { Context } from "../api/context";
import { completeHandler } from "../api/handler";
import { type Operation, servedPath } from "../api/operation";
import { bodyOf } from "../api/remote";
import { slicesOf } from "../api/slices";
import type { ChangeRow } from "./rows";

/** A change as it was asked for: the operation with its arguments, what others answered, and the seed of the ids that it creates. */
export type AskedChange = Pick<
  ChangeRow,
  "id" | "at" | "operation" | "url" | "params" | "query" | "body" | "content_type" | "named_batch" | "answered"
>;

/** The refusal of a change that doesn't fit any more. */
export type Refusal = { change_id: string; status: number; detail: Detail };

/** Returns the refusal of a change by an error. An unexpected one is logged: others must not fail because of it. */
export function refusalOf(change_id: string, error: unknown): Refusal {
  const problem = expectedProblem(error);
  if (problem) return { change_id, status: problem.status, detail: problem.detail };
  log.error({ exception: error, change_id }, "a change of a scenario can't be made again");
  return { change_id, status: 409, detail: "This change can't be made over the landscape as it is" };
}

/** Returns the context of a change that was asked for before. @throws Problem 422 when its body isn't valid any more */
export async function contextOfChange(operation: Operation, change: AskedChange, actor: Actor): Promise<Context> {
  const { url, params, query, body: sent, content_type, answered } = change;
  const request = {
    method: operation.method.toUpperCase(),
    url: `http://localhost${url}`,
    headers: content_type === null ? [] : [["content-type", content_type] as [string, string]],
  };
  const most = operation.largestBody ?? (operation.upload ? LARGEST_UPLOAD : LARGEST_JSON);
  const unparsed = sent === null ? undefined : { bytes: sent, most };
  const body = await bodyOf(operation, { request, unparsed, body: undefined });
  const { url: address, ...head } = request;
  return {
    request: new Request(address, head),
    params: params as Context["params"],
    query,
    headers: {},
    body,
    actor: { ...actor, namedBatch: change.named_batch ?? undefined },
    fetched: answered ?? undefined,
    set: { headers: {} },
  };
}

/** Returns the name that events give to an operation, as in `PATCH /api/v1/cards/{card_id}`. */
export const labelOf = (operation: Operation): string => `${operation.method.toUpperCase()} ${servedPath(operation)}`;

/** Returns the actor who makes a change again: with the rights of today. */
export const actorOf = (user: Identity, operation: Operation): Actor => ({
  ...identityOf(user, undefined),
  operation: labelOf(operation),
  expires: 0,
});

/** Finds a user who may act; undefined for one who is gone or deactivated. */
export const findIdentity = (userId: string | null): Identity | undefined =>
  statement<Identity, [string | null]>(
    "SELECT id, email, display_name, role FROM users WHERE id = ? AND is_active = 1",
  ).get(userId) ?? undefined;

/**
 * Makes a change in one transaction, or as part of the running one. Its batch has its id, so that a later change that undoes it
 * names the same batch each time.
 * @throws what the operation's handler throws
 */
export function makeChange(
  operation: Operation,
  { id, at }: Pick<AskedChange, "id" | "at">,
  context: Context,
  checkResponses = false,
): unknown {
  (context.actor as Actor).newBatchId = id;
  return largeTransaction(() =>
    withIds(id, at, () => {
      for (const _ of slicesOf(operation, context) ?? []);
      return completeHandler(operation, checkResponses)(context);
    }),
  );
}

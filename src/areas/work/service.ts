/** Listing and cancelling long changes. */
import { type Actor, may } from "../../core/access/actor";
import { cancelLongChange, type LongChange, longChanges } from "../../core/threads/long-changes";
import { conflict, notFound } from "../../http/errors";
import type { Work } from "./model";

const isVisible = (actor: Actor, { userId }: LongChange) => userId === actor.userId || may(actor, "admin.settings");

const serialize = ({ id, operation, userId, done, total, requestedAt, startedAt }: LongChange): Work => ({
  id,
  operation,
  user_id: userId ?? null,
  state: startedAt === undefined ? "waiting" : "running",
  done,
  total: total ?? null,
  requested_at: requestedAt,
  started_at: startedAt ?? null,
});

/** The actor's long changes, or with `admin.settings` everybody's, in the order in which they were asked for. */
export const listWork = (actor: Actor): Work[] =>
  longChanges()
    .filter((change) => isVisible(actor, change))
    .map(serialize);

/**
 * Cancels a long change; whoever asked for it gets a 409.
 * @throws Problem 404 when it has ended or is another's; 409 when it is being committed already
 */
export function cancelWork(actor: Actor, id: string): void {
  const change = longChanges().find((change) => change.id === id && isVisible(actor, change));
  if (!change) throw notFound("Work");
  if (!cancelLongChange(change)) throw conflict("The work is done and is being committed");
}

/** Sessions and sign-ins: one's own, and those of others as administrators see and end them. */
import type { Account } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { deviceOf } from "../../core/access/devices";
import { lastUseOf } from "../../core/access/last-uses";
import * as core from "../../core/access/sessions";
import { notFound } from "../../http/errors";
import type { Session, SignIn } from "./access-model";
import { requireOwnAccount } from "./preferences";
import { requireUser } from "./read";
import { requirePowerOver } from "./rules";

const serializer =
  ({ sessionId }: Actor) =>
  (session: core.Session): Session => ({
    id: session.id,
    ...deviceOf(session.user_agent),
    way: session.way,
    factor: session.factor,
    address: session.address,
    created_at: session.created_at,
    expires_at: session.expires_at,
    ...lastUseOf(session),
    is_current: session.id === sessionId,
  });

/** Lists the caller's sessions, newest first. */
export const listOwnSessions = (actor: Actor): Session[] => core.listSessions(actor.userId).map(serializer(actor));

/** Ends a session. Publishes `user.sessions_ended`. @throws Problem 404 */
function endSession(actor: Actor, owner: Account, id: string): void {
  if (!core.endSession(actor, owner, id)) throw notFound("Session");
}

/** Ends a session of the caller, perhaps the present one. @throws Problem 404 */
export const endOwnSession = (actor: Actor, id: string): void => endSession(actor, requireOwnAccount(actor), id);

/** Ends the caller's sessions but the present one. */
export const endOtherSessions = (actor: Actor): void =>
  void core.endAllSessions(actor, requireOwnAccount(actor), actor.sessionId);

/** Lists the caller's sign-ins, newest first; those that failed, too. */
export const listOwnSignIns = (actor: Actor): SignIn[] =>
  core.listSignIns(actor.userId).map(({ id, succeeded, way, factor, address, user_agent, created_at }) => ({
    id,
    succeeded,
    ...deviceOf(user_agent),
    way,
    factor,
    address,
    created_at,
  }));

/** @throws Problem 404; 403 when the user may do more than the actor */
function requireLesser(actor: Actor, userId: string): Account {
  const account = requireUser(userId);
  requirePowerOver(actor, account);
  return account;
}

/** Lists the sessions of a user, newest first. @throws Problem 404; 403 when the user may do more than the actor */
export const listSessionsFor = (actor: Actor, userId: string): Session[] =>
  core.listSessions(requireLesser(actor, userId).id).map(serializer(actor));

/** Ends a session of a user. @throws Problem 404; 403 when the user may do more than the actor */
export const endSessionFor = (actor: Actor, userId: string, id: string): void =>
  endSession(actor, requireLesser(actor, userId), id);

/** Ends all sessions of a user. @throws Problem 404; 403 when the user may do more than the actor */
export const endSessionsFor = (actor: Actor, userId: string): void =>
  void core.endAllSessions(actor, requireLesser(actor, userId));

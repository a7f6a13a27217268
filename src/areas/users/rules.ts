/** Rules for creating, updating and deleting users. */
import { afterCommit } from "../../../db";
import { type Account, ADMIN, countAdmins } from "../../core/access/accounts";
import { type Actor, permissionsOf, requireWithin } from "../../core/access/actor";
import { rolesByKey } from "../../core/access/roles";
import { endStreamsOf } from "../../core/journal/stream";
import { forbidden, refused } from "../../http/errors";
import { parseUuid } from "../../platform/ids";

/** @throws Problem 400 for an unknown role; an archived one can be given */
export function requireRole(key: string): void {
  if (!rolesByKey().has(key)) throw refused(`Unknown role '${key}'`);
}

/** @throws Problem 403 when a role grants permissions that the actor doesn't have */
export const requireGrantable = (actor: Actor, roleKey: string): void =>
  requireWithin(actor, permissionsOf(roleKey), `The role '${roleKey}' may do more than your own`);

/** Requires that somebody who has logged in acts, and not a program with an access token. @throws Problem 403 */
export function requireLogin(actor: Actor): void {
  if (actor.usesAccessToken) throw forbidden("password: an access token may set none");
}

const invitable = new Set(["member", "viewer"]);

/**
 * Checks the role that somebody with `users.invite` gives: member or viewer, whatever their own permissions are. Where
 * such a role has been given permissions to administer, the actor must have these too.
 * @throws Problem 403
 */
export function requireInvitable(actor: Actor, roleKey: string): void {
  if (!invitable.has(roleKey))
    throw forbidden("Only with `admin.users` may other roles than member and viewer be given");
  const granted = Object.entries(permissionsOf(roleKey));
  const administering = granted.filter(([key]) => key === "*" || key.startsWith("admin.") || key === "users.invite");
  requireWithin(actor, Object.fromEntries(administering), `The role '${roleKey}' may administer more than you`);
}

/** @throws Problem 403 when a user may do more than the actor */
export const requirePowerOver = (actor: Actor, account: Account): void =>
  requireWithin(actor, permissionsOf(account.role), "This user may do more than you");

/** @throws Problem 400 when a change would leave no active admin */
export function requireActiveAdmin(account: Account, role: string, isActive: boolean): void {
  if (account.role !== ADMIN || !account.is_active || (role === ADMIN && isActive)) return;
  if (countAdmins({ activeOnly: true }) <= 1) throw refused("This is the last active admin");
}

/**
 * Returns the ids of a bulk request in canonical form, each once.
 * @throws Problem 400 when there is none, or one is no UUID
 */
export function uniqueIds(ids: readonly string[]): string[] {
  if (ids.length === 0) throw refused("`ids` must name at least one user");
  const parsed = ids.map((id) => {
    const uuid = parseUuid(id);
    if (!uuid) throw refused(`\`ids\` holds ${JSON.stringify(id)}, which is not a UUID`);
    return uuid;
  });
  return [...new Set(parsed)];
}

/** Ends the event streams of users once the running transaction is committed. */
export const endStreams = (ids: readonly string[]): void =>
  afterCommit(() => {
    for (const id of ids) endStreamsOf(id);
  });

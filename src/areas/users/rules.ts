/** What must hold whenever a user is made, changed or deleted. */
import { type Account, ADMIN, countOtherActiveAdmins } from "../../core/access/accounts";
import { type Actor, permissionsOf, requireWithin } from "../../core/access/actor";
import { badPassword, passwordObjection } from "../../core/access/passwords";
import { type Role, rolesByKey } from "../../core/access/roles";
import { forbidden, invalid, refused } from "../../http/errors";

/**
 * The role with a key; an archived one can be given too.
 * @throws Problem 400 for an unknown one
 */
export function knownRole(key: string): Role {
  const role = rolesByKey().get(key);
  if (!role) throw refused(`Unknown role '${key}'`);
  return role;
}

/** @throws Problem 403 when a role may do more than the actor, who would give away what they don't have */
export const requireGrantable = (actor: Actor, roleKey: string): void =>
  requireWithin(actor, permissionsOf(roleKey), `The role '${roleKey}' may do more than your own`);

/**
 * What `users.invite` lets somebody give whatever they may do themselves: the two roles of everyday work. It is meant for
 * these as they come; made into roles that administer, they are given only by who may administer as much.
 * @throws Problem 403
 */
export function requireInvitable(actor: Actor, roleKey: string): void {
  if (!invitable.has(roleKey))
    throw forbidden("Only with `admin.users` may other roles than member and viewer be given");
  const granted = Object.entries(permissionsOf(roleKey));
  const administering = granted.filter(([key]) => key === "*" || key.startsWith("admin.") || key === "users.invite");
  requireWithin(actor, Object.fromEntries(administering), `The role '${roleKey}' may administer more than you`);
}

const invitable = new Set(["member", "viewer"]);

/** @throws Problem 403 when a user may do more than the actor */
export const requirePowerOver = (actor: Actor, account: Account): void =>
  requireWithin(actor, permissionsOf(account.role), "This user may do more than you");

/** @throws Problem 400 when a change would leave nobody who is active and has the role `admin` */
export function keepAnAdmin(account: Account, role: string, isActive: boolean): void {
  if (account.role !== ADMIN || !account.is_active || (role === ADMIN && isActive)) return;
  if (countOtherActiveAdmins(account.id) === 0) throw refused("This is the last active admin");
}

const unless = (objection: string | undefined) => {
  if (objection) throw invalid(["body", "password"], objection);
};

/** @throws Problem 422 for a weak password */
export const requireStrongPassword = (password: string, email: string): void =>
  unless(passwordObjection(password, email));

/**
 * What an administrator gives a new account may be weak, as older scripts do, but not what guessing begins with.
 * @throws Problem 422
 */
export const refuseBadPassword = (password: string, email: string): void => unless(badPassword(password, email));

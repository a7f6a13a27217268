/** The caller's account and role, and impersonation of other roles. */
import { transaction } from "../../../db";
import { type Account, ADMIN } from "../../core/access/accounts";
import { type Actor, mayImpersonate } from "../../core/access/actor";
import { uiPreferencesOf } from "../../core/access/preferences";
import { rolesByKey } from "../../core/access/roles";
import { publish } from "../../core/journal/journal";
import { forbidden, found, refused } from "../../http/errors";
import { requireOwnAccount } from "../users";
import type { Me } from "./model";

const DEFAULT_COLOR = "#757575";

/** Returns the caller, their effective role and what it grants. */
export function describeMe(actor: Actor): Me {
  const account = requireOwnAccount(actor);
  const role = rolesByKey().get(actor.role);
  const label = role?.label ?? actor.role;
  return {
    id: account.id,
    email: account.email,
    display_name: account.display_name,
    role: actor.role,
    role_label: label,
    role_color: role?.color ?? DEFAULT_COLOR,
    is_active: account.is_active,
    locale: account.locale,
    permissions: actor.permissions,
    ui_preferences: uiPreferencesOf(account),
    impersonated_role: actor.impersonatedRole ?? null,
    impersonated_role_label: actor.impersonatedRole ? label : null,
    must_set_up_factor: actor.lacksFactor ?? false,
  };
}

/** The account of a session, and the role that it impersonates. */
export type Session = { account: Account; impersonatedRole: string | undefined };

/** Returns the session to renew for the caller; the impersonation ends when it would no longer be granted. */
export function renew(actor: Actor): Session {
  const account = requireOwnAccount(actor);
  const role = actor.impersonatedRole ? rolesByKey().get(actor.impersonatedRole) : undefined;
  const continues = role && !role.is_archived && mayImpersonate(account.role, role.key);
  return { account, impersonatedRole: continues ? role.key : undefined };
}

const publishImpersonation = (actor: Actor, type: "impersonation.started" | "impersonation.stopped", role: string) =>
  transaction(() => publish(actor, { type, data: { id: actor.userId, name: actor.displayName, role } }));

/**
 * Views the application as another role. Publishes `impersonation.started`.
 * @throws Problem 400 for a role that can't be viewed as, 404 for an unknown one, 403 for one that may do more
 */
export function impersonate(actor: Actor, wanted: string): Session {
  const key = wanted.trim();
  if (key === "") throw refused("`role` must name a role");
  if (key === ADMIN) throw refused("The role `admin` can't be viewed as");
  if (key === actor.ownRole) throw refused("This is your own role already");
  const role = found(rolesByKey().get(key), "Role");
  if (role.is_archived) throw refused("The role is archived");
  if (!mayImpersonate(actor.ownRole, key)) throw forbidden("The role may do more than your own");
  publishImpersonation(actor, "impersonation.started", key);
  return { account: requireOwnAccount(actor), impersonatedRole: key };
}

/**
 * Returns to one's own role. Publishes `impersonation.stopped`.
 * @throws Problem 400 when the caller does not impersonate
 */
export function stopImpersonating(actor: Actor): Session {
  const role = actor.impersonatedRole;
  if (!role) throw refused("You are not viewing the application as another role");
  publishImpersonation(actor, "impersonation.stopped", role);
  return { account: requireOwnAccount(actor), impersonatedRole: undefined };
}

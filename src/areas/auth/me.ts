/** Who one is, and viewing the application as another role. */
import { transaction } from "../../../db";
import { type Account, ADMIN, findUser } from "../../core/access/accounts";
import { type Actor, mayImpersonate } from "../../core/access/actor";
import { uiPreferencesOf } from "../../core/access/preferences";
import { rolesByKey } from "../../core/access/roles";
import { publish } from "../../core/journal/journal";
import { forbidden, notFound, refused, unauthenticated } from "../../http/errors";
import type { Me } from "./model";

const DEFAULT_COLOR = "#757575";

/** The caller's account. It was there a moment ago, when the guard looked. */
function accountOf(actor: Actor): Account {
  const account = findUser(actor.userId);
  if (!account) throw unauthenticated("User not found or inactive");
  return account;
}

/** The caller, their effective role and what it grants. */
export function describeMe(actor: Actor): Me {
  const account = accountOf(actor);
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
  };
}

/** Whose session goes on, and as which role they view the application. */
export type Renewed = { account: Account; impersonatedRole: string | undefined };

/** The session of the caller as it is to go on: an impersonation only while it would still be granted. */
export function renew(actor: Actor): Renewed {
  const account = accountOf(actor);
  const role = actor.impersonatedRole ? rolesByKey().get(actor.impersonatedRole) : undefined;
  const goesOn = role && !role.is_archived && mayImpersonate(account.role, role.key);
  return { account, impersonatedRole: goesOn ? role.key : undefined };
}

/**
 * Views the application as another role. Publishes `impersonation.started`.
 * @throws Problem 400 for a role that can't be viewed as, 404 for an unknown one, 403 for one that may do more
 */
export function impersonate(actor: Actor, wanted: string): Renewed {
  const key = wanted.trim();
  if (key === "") throw refused("`role` must name a role");
  if (key === ADMIN) throw refused("The role `admin` can't be viewed as");
  if (key === actor.ownRole) throw refused("This is your own role already");
  const role = rolesByKey().get(key);
  if (!role) throw notFound("Role");
  if (role.is_archived) throw refused("The role is archived");
  if (!mayImpersonate(actor.ownRole, key)) throw forbidden("The role may do more than your own");
  transaction(() =>
    publish(actor, { type: "impersonation.started", data: { id: actor.userId, name: actor.displayName, role: key } }),
  );
  return { account: accountOf(actor), impersonatedRole: key };
}

/**
 * Returns to one's own role. Publishes `impersonation.stopped`.
 * @throws Problem 400 when the caller does not impersonate
 */
export function stopImpersonating(actor: Actor): Renewed {
  const role = actor.impersonatedRole;
  if (!role) throw refused("You are not viewing the application as another role");
  transaction(() =>
    publish(actor, { type: "impersonation.stopped", data: { id: actor.userId, name: actor.displayName, role } }),
  );
  return { account: accountOf(actor), impersonatedRole: undefined };
}

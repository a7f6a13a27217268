/** Roles of the application. */
import { count, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { type Actor, requireWithin } from "../../core/access/actor";
import type { Permissions } from "../../core/access/permissions";
import { createRoleRow, type Role as RoleRow, rolesByKey, updateRoleRow } from "../../core/access/roles";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { conflict, forbidden, found, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import type { ArchivedRole, CountedRole, NewRole, Role, RoleChanges } from "./model";

const { users } = tables;

/** Returns the part that all payloads about a role share. */
const subject = ({ id, key }: Pick<Role, "id" | "key">) => ({ id, name: key });

/** Maps role key → number of active users. */
function countActiveUsers(): Map<string, number> {
  const rows = db
    .select({ role: users.role, count: count() })
    .from(users)
    .where(eq(users.is_active, true))
    .groupBy(users.role)
    .all();
  return new Map(rows.map((row) => [row.role, row.count]));
}

/**
 * Finds the role with a key, archived or not.
 * @throws Problem 404
 */
const requireRoleRow = (key: string): RoleRow => found(rolesByKey().get(key), "Role");

const byOrder = (one: RoleRow, other: RoleRow) => one.sort_order - other.sort_order || (one.key < other.key ? -1 : 1);

/** Lists the roles in their order, with the number of active users of each. */
export function listRoles(includeArchived: boolean): CountedRole[] {
  const counts = countActiveUsers();
  return [...rolesByKey().values()]
    .filter((role) => includeArchived || !role.is_archived)
    .sort(byOrder)
    .map((role) => ({ ...role, user_count: counts.get(role.key) ?? 0 }));
}

/**
 * Finds one role, with the number of its active users.
 * @throws Problem 404
 */
export const requireRole = (key: string): CountedRole => ({
  ...requireRoleRow(key),
  user_count: countActiveUsers().get(key) ?? 0,
});

/** @throws Problem 403 for permissions that the actor doesn't have */
const requireGrantable = (actor: Actor, permissions: Permissions) =>
  requireWithin(actor, permissions, "A role can't be given permissions that you don't have");

/** @throws Problem 403 for a role that grants more than the actor has */
const requirePowerOver = (actor: Actor, role: RoleRow) =>
  requireWithin(actor, role.permissions, "This role may do more than your own");

/** Makes every other role no default role. Publishes `role.updated` for each that was. */
function clearOtherDefaults(actor: Actor, key: string): void {
  const changes = { is_default: { old: true, new: false } };
  for (const role of rolesByKey().values())
    if (role.is_default && role.key !== key) {
      updateRoleRow(role.id, { is_default: false });
      publish(actor, { type: "role.updated", data: { ...subject(role), changes } });
    }
}

/**
 * Creates a role. Publishes `role.created`.
 * @throws Problem 409 when the key is taken, 403 for permissions that the actor doesn't have
 */
export function createRole(actor: Actor, request: NewRole & { sort_order?: number }): CountedRole {
  return transaction(() => {
    const { key, label, permissions } = request;
    if (rolesByKey().has(key)) throw conflict("A role with this key exists");
    requireGrantable(actor, permissions);
    const role = createRoleRow(request);
    if (request.is_default) clearOtherDefaults(actor, key);
    publish(actor, { type: "role.created", data: { ...subject(role), label, permissions } });
    return { ...role, user_count: countActiveUsers().get(key) ?? 0 };
  });
}

/**
 * Updates a role. Publishes `role.updated`.
 * @throws Problem 404, 400 for an archived role and for the system's without its wildcard, 403 for permissions that the
 *   actor doesn't have
 */
export function updateRole(actor: Actor, key: string, changes: RoleChanges): Role {
  return transaction(() => {
    const before = requireRoleRow(key);
    if (before.is_archived) throw refused("An archived role can't be changed");
    const { permissions, is_default } = changes;
    if (before.is_system && permissions && permissions["*"] !== true)
      throw refused("The system role must keep the wildcard permission");
    requirePowerOver(actor, before);
    if (permissions) requireGrantable(actor, permissions);
    const after = updateRoleRow(before.id, changes);
    if (is_default) clearOtherDefaults(actor, key);
    const changed = differences(before, after);
    if (Object.keys(changed).length > 0)
      publish(actor, { type: "role.updated", data: { ...subject(after), changes: changed } });
    return after;
  });
}

/**
 * Archives a role: those who have it keep it and what it grants. Publishes `role.archived`.
 * @throws Problem 404, 403 for a system role, 409 for the default one, 400 when it is archived
 */
export function archiveRole(actor: Actor, key: string): ArchivedRole {
  return transaction(() => {
    const role = requireRoleRow(key);
    if (role.is_system) throw forbidden("A system role can't be archived");
    requirePowerOver(actor, role);
    if (role.is_default) throw conflict("The default role can't be archived; make another the default first");
    if (role.is_archived) throw refused("The role is archived already");
    const archived = updateRoleRow(role.id, { is_archived: true, archived_at: now(), archived_by: actor.userId });
    const affected = db.select({ count: count() }).from(users).where(eq(users.role, key)).get()?.count ?? 0;
    publish(actor, { type: "role.archived", data: subject(archived) });
    return { ...archived, affected_users_count: affected };
  });
}

/**
 * Restores an archived role. Publishes `role.restored`.
 * @throws Problem 404, 400 when it is not archived
 */
export function restoreRole(actor: Actor, key: string): Role {
  return transaction(() => {
    const role = requireRoleRow(key);
    requirePowerOver(actor, role);
    if (!role.is_archived) throw refused("The role is not archived");
    const restored = updateRoleRow(role.id, { is_archived: false, archived_at: null, archived_by: null });
    publish(actor, { type: "role.restored", data: subject(restored) });
    return restored;
  });
}

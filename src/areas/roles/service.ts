/** Roles of the application. */
import { and, count, eq, ne } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { type Actor, requireWithin } from "../../core/access/actor";
import { type Role as RoleRow, rolesByKey } from "../../core/access/roles";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { conflict, forbidden, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { ArchivedRole, CountedRole, NewRole, Role, RoleChanges } from "./model";

const { roles, users } = tables;

/** Role key → how many active users have it. */
function activeUsers(): Map<string, number> {
  const rows = db
    .select({ role: users.role, count: count() })
    .from(users)
    .where(eq(users.is_active, true))
    .groupBy(users.role)
    .all();
  return new Map(rows.map((row) => [row.role, row.count]));
}

/**
 * The role with a key, archived or not.
 * @throws Problem 404
 */
function roleWithKey(key: string): RoleRow {
  const role = rolesByKey().get(key);
  if (!role) throw notFound("Role");
  return role;
}

const byOrder = (one: RoleRow, other: RoleRow) => one.sort_order - other.sort_order || (one.key < other.key ? -1 : 1);

/** The roles in their order, with the number of active users of each. */
export function listRoles(includeArchived: boolean): CountedRole[] {
  const counts = activeUsers();
  return [...rolesByKey().values()]
    .filter((role) => includeArchived || !role.is_archived)
    .sort(byOrder)
    .map((role) => ({ ...role, user_count: counts.get(role.key) ?? 0 }));
}

/**
 * One role, with the number of its active users.
 * @throws Problem 404
 */
export function getRole(key: string): CountedRole {
  return { ...roleWithKey(key), user_count: activeUsers().get(key) ?? 0 };
}

/** Only those who have a permission may put it into a role. */
const requireGrantable = (actor: Actor, permissions: Record<string, boolean>) =>
  requireWithin(actor, permissions, "A role can't be given permissions that you don't have");

/** Only those who may do all that a role may do have power over it. */
const requirePowerOver = (actor: Actor, role: RoleRow) =>
  requireWithin(actor, role.permissions, "This role may do more than your own");

const tell = (
  actor: Actor,
  what: "created" | "updated" | "archived" | "restored",
  role: Pick<Role, "id" | "key">,
  data: Record<string, unknown> = {},
) => publish(actor, { type: `role.${what}`, data: { id: role.id, name: role.key, ...data } });

/** Only one role can be the default one: the others are it no longer. */
function clearOtherDefaults(actor: Actor, key: string): void {
  const cleared = db
    .update(roles)
    .set({ is_default: false, updated_at: now() })
    .where(and(eq(roles.is_default, true), ne(roles.key, key)))
    .returning({ id: roles.id, key: roles.key })
    .all();
  for (const role of cleared) tell(actor, "updated", role, { changes: { is_default: { old: true, new: false } } });
  rolesByKey.drop();
}

/**
 * Makes a role. Publishes `role.created`.
 * @throws Problem 409 when the key is taken, 403 for permissions that the actor doesn't have
 */
export function createRole(actor: Actor, request: NewRole): CountedRole {
  return transaction(() => {
    const { key, label, description = null, color, permissions, is_default } = request;
    if (rolesByKey().has(key)) throw conflict("A role with this key exists");
    requireGrantable(actor, permissions);
    const role = db
      .insert(roles)
      .values({
        id: newId(),
        key,
        label,
        description,
        color,
        permissions,
        is_default,
        created_at: now(),
        updated_at: now(),
      })
      .returning()
      .get();
    if (is_default) clearOtherDefaults(actor, key);
    rolesByKey.drop();
    tell(actor, "created", role, { label, permissions });
    return { ...role, user_count: activeUsers().get(key) ?? 0 };
  });
}

/**
 * Changes a role. Publishes `role.updated`.
 * @throws Problem 404, 400 for an archived role and for the system's without its wildcard, 403 for permissions that the
 *   actor doesn't have
 */
export function changeRole(actor: Actor, key: string, changes: RoleChanges): Role {
  return transaction(() => {
    const before = roleWithKey(key);
    if (before.is_archived) throw refused("An archived role can't be changed");
    const { label, description, color, permissions, is_default, sort_order } = changes;
    if (before.is_system && permissions && permissions["*"] !== true)
      throw refused("The system role must keep the wildcard permission");
    requirePowerOver(actor, before);
    if (permissions) requireGrantable(actor, permissions);
    const columns = {
      ...(label !== undefined && { label }),
      ...(description !== undefined && { description }),
      ...(color !== undefined && { color }),
      ...(permissions !== undefined && { permissions }),
      ...(is_default !== undefined && { is_default }),
      ...(sort_order !== undefined && { sort_order }),
    };
    const after = update(key, columns);
    if (is_default) clearOtherDefaults(actor, key);
    const changed = differences(before, after);
    if (Object.keys(changed).length > 0) tell(actor, "updated", after, { changes: changed });
    return after;
  });
}

function update(key: string, columns: Partial<RoleRow>): Role {
  const changed = db
    .update(roles)
    .set({ ...columns, updated_at: now() })
    .where(eq(roles.key, key))
    .returning()
    .get();
  rolesByKey.drop();
  if (!changed) throw notFound("Role");
  return changed;
}

/**
 * Archives a role: those who have it keep it and what it grants. Publishes `role.archived`.
 * @throws Problem 404, 403 for a system role, 409 for the default one, 400 when it is archived
 */
export function archiveRole(actor: Actor, key: string): ArchivedRole {
  return transaction(() => {
    const role = roleWithKey(key);
    if (role.is_system) throw forbidden("A system role can't be archived");
    requirePowerOver(actor, role);
    if (role.is_default) throw conflict("The default role can't be archived; make another the default first");
    if (role.is_archived) throw refused("The role is archived already");
    const archived = update(key, { is_archived: true, archived_at: now(), archived_by: actor.userId });
    const affected = db.select({ count: count() }).from(users).where(eq(users.role, key)).get()?.count ?? 0;
    tell(actor, "archived", archived);
    return { ...archived, affected_users_count: affected };
  });
}

/**
 * Brings an archived role back. Publishes `role.restored`.
 * @throws Problem 404, 400 when it is not archived
 */
export function restoreRole(actor: Actor, key: string): Role {
  return transaction(() => {
    const role = roleWithKey(key);
    requirePowerOver(actor, role);
    if (!role.is_archived) throw refused("The role is not archived");
    const restored = update(key, { is_archived: false, archived_at: null, archived_by: null });
    tell(actor, "restored", restored);
    return restored;
  });
}

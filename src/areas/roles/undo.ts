/**
 * The inverses that undo events of roles. Each makes its change as anybody makes it, and by the same rules: nobody gives a role
 * permissions by undoing that they don't have.
 */
import { type Actor, hasAll, may } from "../../core/access/actor";
import type { Permissions } from "../../core/access/permissions";
import { type Role, rolesByKey } from "../../core/access/roles";
import { type Changes, differingKeys } from "../../core/journal/differences";
import { hasAlready, restoration, type UndoableRows, unlessRefused } from "../../core/row-inverses";
import { type Inverses, type SubjectStep, unchanged } from "../../core/undo";
import type { RoleChanges } from "./model";
import { archiveRole, restoreRole, updateRole } from "./service";

const findRole = (id: string): Role | undefined => [...rolesByKey().values()].find((role) => role.id === id);

/** Returns the fields of a role as they were before a change; of its permissions those that were not changed stay. */
function formerFields(changes: Changes, role: Role): RoleChanges {
  const { permissions, ...others } = changes;
  const former = Object.fromEntries(Object.entries(others).map(([field, { old }]) => [field, old]));
  if (!permissions) return former;
  const before = permissions.old as Permissions;
  const restored: Record<string, boolean> = { ...role.permissions };
  for (const key of differingKeys(permissions.old, permissions.new))
    if (key in before) restored[key] = before[key] === true;
    else delete restored[key];
  return { ...former, permissions: restored };
}

const changesOf = ({ payload }: Pick<SubjectStep, "payload">) => payload["changes"] as Changes | undefined;

/** Checks whether somebody may undo a change of a role: the role, and what it gets back, are within their own rights. */
function mayUndo(actor: Actor, step: SubjectStep): boolean {
  const role = findRole(step.subject);
  if (!may(actor, "admin.roles")) return false;
  if (!role) return true;
  const changes = changesOf(step);
  const { permissions = {} } = changes ? formerFields(changes, role) : {};
  return hasAll(actor, role.permissions) && hasAll(actor, permissions);
}

const roles: UndoableRows<Role> = {
  subject: { idField: "role_id", table: "roles" },
  permission: { mayUndo },
  find: findRole,
  publishes: true,
};

/** Nothing is read off an event that only names its role. */
const nothing = () => null;

export const undo = {
  restore_role_fields: restoration(
    roles,
    (event) => changesOf(event) ?? "The event doesn't contain what was changed",
    (role, { data: changes }, { actor }) => {
      const former = formerFields(changes, role);
      if (hasAlready(role, former)) return unchanged("already_restored");
      return unlessRefused(() => updateRole(actor, role.key, former));
    },
  ),
  archive_role: restoration(roles, nothing, (role, _step, { actor }) =>
    role.is_archived ? unchanged("already_archived") : unlessRefused(() => archiveRole(actor, role.key)),
  ),
  restore_role: restoration(roles, nothing, (role, _step, { actor }) =>
    role.is_archived ? unlessRefused(() => restoreRole(actor, role.key)) : unchanged("not_archived"),
  ),
} satisfies Inverses;

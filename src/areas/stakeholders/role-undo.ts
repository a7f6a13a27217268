/**
 * The inverses that undo events of stakeholder roles. Each makes its change as anybody makes it, and by the same rules: nobody
 * gives a role permissions by undoing that they don't have.
 */
import { type StakeholderRole, stakeholderRolesByType } from "../../core/access/roles";
import { type Changes, differingKeys } from "../../core/journal/differences";
import { hasAlready, restoration, type UndoableRows, unlessRefused } from "../../core/row-inverses";
import { type Inverses, unchanged } from "../../core/undo";
import type { StakeholderRoleChanges } from "./role-model";
import { archiveStakeholderRole, restoreStakeholderRole, updateStakeholderRole } from "./roles";

const roles: UndoableRows<StakeholderRole> = {
  subject: { idField: "stakeholder_role_id", table: "stakeholder_role_definitions" },
  permission: "admin.metamodel",
  find: (id) =>
    [...stakeholderRolesByType().values()].flatMap((ofType) => [...ofType.values()]).find((role) => role.id === id),
  publishes: true,
};

/** Returns the fields of a role as they were before a change; of its permissions those that were not changed stay. */
function formerFields({ permissions, ...others }: Changes, role: StakeholderRole): StakeholderRoleChanges {
  const former = Object.fromEntries(Object.entries(others).map(([field, { old }]) => [field, old]));
  if (!permissions) return former;
  const before = permissions.old as Record<string, boolean>;
  const restored: Record<string, boolean> = { ...role.permissions };
  for (const key of differingKeys(permissions.old, permissions.new))
    if (key in before) restored[key] = before[key] === true;
    else delete restored[key];
  return { ...former, permissions: restored };
}

/** Nothing is read off an event that only names its role. */
const nothing = () => null;

export const roleUndo = {
  restore_stakeholder_role_fields: restoration(
    roles,
    ({ payload }) => (payload["changes"] as Changes | undefined) ?? "The event doesn't contain what was changed",
    (role, { data: changes }, { actor }) => {
      const former = formerFields(changes, role);
      if (hasAlready(role, former)) return unchanged("already_restored");
      return unlessRefused(() => updateStakeholderRole(actor, role.card_type_key, role.key, former));
    },
  ),
  archive_stakeholder_role: restoration(roles, nothing, (role, _step, { actor }) =>
    role.is_archived
      ? unchanged("already_archived")
      : unlessRefused(() => archiveStakeholderRole(actor, role.card_type_key, role.key)),
  ),
  restore_stakeholder_role: restoration(roles, nothing, (role, _step, { actor }) =>
    role.is_archived
      ? unlessRefused(() => restoreStakeholderRole(actor, role.card_type_key, role.key))
      : unchanged("not_archived"),
  ),
} satisfies Inverses;

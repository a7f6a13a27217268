/** Changes of roles, each saved at once. */
import { t } from "@lingui/core/macro";
import { type Role, rolesQuery } from "../../roles/queries";
import { shown, tryChange } from "../../server/changes";
import { api, type Schemas } from "../../server/client";
import { archivedRolesQuery, stakeholderRolesQuery } from "./queries";

type Changes = {
  label?: string;
  description?: string;
  permissions?: Record<string, boolean>;
  is_default?: boolean;
  requires_second_factor?: boolean;
};

/** Changes a role in the workspace. */
export function updateRole(role: Role, changes: Changes, sentence: string): Promise<boolean> {
  return tryChange({
    sentence,
    show: [shown(rolesQuery, (list) => list.map((one) => (one.key === role.key ? { ...one, ...changes } : one)))],
    send: () => api.PATCH("/api/v1/roles/{key}", { params: { path: { key: role.key } }, body: changes }),
  });
}

/** Grants a right to a role, or takes it. @param name of the right in words */
export const toggleRight = (role: Role, right: string, name: string): Promise<boolean> => {
  const isGranted = role.permissions[right] !== true;
  const permissions = { ...role.permissions, [right]: isGranted };
  return updateRole(
    role,
    { permissions },
    isGranted ? t`${role.label} may now: ${name}` : t`${role.label} may not any more: ${name}`,
  );
};

/** Archives a role; whoever has it keeps it. */
export const archiveRole = ({ key, label }: Role): Promise<boolean> =>
  tryChange({
    sentence: t`The role ${label} is archived`,
    show: [shown(rolesQuery, (list) => list.filter((one) => one.key !== key))],
    send: () => api.POST("/api/v1/roles/{key}/archive", { params: { path: { key } } }),
  });

/** Restores a role that is archived. */
export const restoreRole = ({ key, label }: Role): Promise<boolean> =>
  tryChange({
    sentence: t`The role ${label} is restored`,
    show: [
      shown(rolesQuery, (list) => list),
      shown(archivedRolesQuery, (list) => list.filter((one) => one.key !== key)),
    ],
    send: () => api.POST("/api/v1/roles/{key}/restore", { params: { path: { key } } }),
  });

/** Makes a role that may what another one may. */
export const createRole = (label: string, from: Role | undefined): Promise<boolean> => {
  const plain = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "");
  const { "*": _, ...permissions } = from?.permissions ?? {};
  return tryChange({
    sentence: t`The role ${label} is made`,
    show: [shown(rolesQuery, (list) => list)],
    send: () =>
      api.POST("/api/v1/roles", { body: { key: plain.length < 3 ? `role_${plain}0` : plain, label, permissions } }),
  });
};

/** Grants a right on cards to a stakeholder role, or takes it. */
export const toggleCardRight = (role: Schemas["StakeholderRole"], right: string, name: string): Promise<boolean> => {
  const isGranted = role.permissions[right] !== true;
  const next = { ...role.permissions, [right]: isGranted };
  return tryChange({
    sentence: isGranted ? t`${role.label} may now: ${name}` : t`${role.label} may not any more: ${name}`,
    show: [
      shown(stakeholderRolesQuery(role.card_type_key), (list) =>
        list.map((one) => (one.key === role.key ? { ...one, permissions: next } : one)),
      ),
    ],
    send: () =>
      api.PATCH("/api/v1/metamodel/types/{type_key}/stakeholder-roles/{role_key}", {
        params: { path: { type_key: role.card_type_key, role_key: role.key } },
        body: { permissions: next },
      }),
  });
};

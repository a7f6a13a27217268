/** /roles, /stakeholder-roles and /metamodel/types/{type_key}/stakeholder-roles */
import { cardPermissions, catalogue } from "../../core/access/permissions";
import { get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import {
  ArchivedRole,
  ArchivedStakeholderRole,
  CardPermissionsSchema,
  CountedRole,
  CountedStakeholderRole,
  NewRole,
  NewStakeholderRole,
  OptionQuery,
  PermissionsSchema,
  Role,
  RoleChanges,
  RoleParams,
  RoleQuery,
  StakeholderRole,
  StakeholderRoleChanges,
  StakeholderRoleOption,
  StakeholderRoleParams,
  TypeParams,
} from "./model";
import { archiveRole, changeRole, createRole, getRole, listRoles, restoreRole } from "./service";
import {
  archiveStakeholderRole,
  changeStakeholderRole,
  createStakeholderRole,
  getStakeholderRole,
  listOptions,
  listStakeholderRoles,
  restoreStakeholderRole,
} from "./stakeholder-roles";

export const roles: readonly Operation[] = [
  get(
    "/roles",
    "Roles in their order",
    { permission: "auth", query: RoleQuery, answer: CountedRole.array() },
    ({ query, set }) => slice(listRoles(query.include_archived), query, set),
  ),
  get(
    "/roles/permissions-schema",
    "Every permission that a role may grant, in groups",
    { permission: "auth", answer: PermissionsSchema },
    () => catalogue,
  ),
  get("/roles/{key}", "One role", { permission: "auth", params: RoleParams, answer: CountedRole }, ({ params }) =>
    getRole(params.key),
  ),
  post(
    "/roles",
    "Make a role",
    { permission: "admin.roles", body: NewRole, answer: CountedRole, status: 201 },
    ({ body, actor }) => createRole(actor, body),
  ),
  patch(
    "/roles/{key}",
    "Change a role",
    { permission: "admin.roles", params: RoleParams, body: RoleChanges, answer: Role },
    ({ params, body, actor }) => changeRole(actor, params.key, body),
  ),
  post(
    "/roles/{key}/archive",
    "Archive a role; those who have it keep it",
    { permission: "admin.roles", params: RoleParams, answer: ArchivedRole },
    ({ params, actor }) => archiveRole(actor, params.key),
  ),
  post(
    "/roles/{key}/restore",
    "Bring an archived role back",
    { permission: "admin.roles", params: RoleParams, answer: Role },
    ({ params, actor }) => restoreRole(actor, params.key),
  ),
];

export const stakeholderRoles: readonly Operation[] = [
  get(
    "/metamodel/types/{type_key}/stakeholder-roles",
    "Stakeholder roles of a card type in their order",
    { permission: "auth", params: TypeParams, query: RoleQuery, answer: StakeholderRole.array() },
    ({ params, query, set }) => slice(listStakeholderRoles(params.type_key, query.include_archived), query, set),
  ),
  get(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}",
    "One stakeholder role",
    { permission: "auth", params: StakeholderRoleParams, answer: CountedStakeholderRole },
    ({ params }) => getStakeholderRole(params.type_key, params.role_key),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles",
    "Define a stakeholder role",
    {
      permission: "admin.metamodel",
      params: TypeParams,
      body: NewStakeholderRole,
      answer: CountedStakeholderRole,
      status: 201,
    },
    ({ params, body, actor }) => createStakeholderRole(actor, params.type_key, body),
  ),
  patch(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}",
    "Change a stakeholder role",
    {
      permission: "admin.metamodel",
      params: StakeholderRoleParams,
      body: StakeholderRoleChanges,
      answer: StakeholderRole,
    },
    ({ params, body, actor }) => changeStakeholderRole(actor, params.type_key, params.role_key, body),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}/archive",
    "Archive a stakeholder role; assignments stay, but grant nothing",
    { permission: "admin.metamodel", params: StakeholderRoleParams, answer: ArchivedStakeholderRole },
    ({ params, actor }) => archiveStakeholderRole(actor, params.type_key, params.role_key),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}/restore",
    "Bring an archived stakeholder role back",
    { permission: "admin.metamodel", params: StakeholderRoleParams, answer: StakeholderRole },
    ({ params, actor }) => restoreStakeholderRole(actor, params.type_key, params.role_key),
  ),
  get(
    "/stakeholder-roles",
    "Stakeholder roles to choose from",
    { permission: "auth", query: OptionQuery, answer: StakeholderRoleOption.array(), tag: "stakeholders" },
    ({ query, set }) => slice(listOptions(query.type_key), query, set),
  ),
  get(
    "/stakeholder-roles/permissions-schema",
    "Every permission that a stakeholder role may grant",
    { permission: "auth", answer: CardPermissionsSchema },
    () => cardPermissions,
  ),
];

/** /stakeholder-roles and /metamodel/types/{type_key}/stakeholder-roles */
import { cardCatalogue } from "../../core/access/permissions";
import { get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { RoleQuery } from "../roles";
import * as model from "./role-model";
import * as roles from "./roles";

const READ = { permission: "auth" } as const;
const MANAGE = { permission: "admin.metamodel" } as const;
/** The data quality of all cards of the type depends on its roles. Rights are those of today in every state of the landscape. */
const SCORES = { ...MANAGE, writesMuch: true, landscape: false } as const;

export const roleOperations: readonly Operation[] = [
  get(
    "/metamodel/types/{type_key}/stakeholder-roles",
    "Stakeholder roles of a card type in their order",
    { operationId: "listStakeholderRolesOfType", ...READ, query: RoleQuery, answer: model.StakeholderRole.array() },
    ({ params, query, set }) => slice(roles.listStakeholderRoles(params.type_key, query.include_archived), query, set),
  ),
  get(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}",
    "One stakeholder role",
    { operationId: "getStakeholderRole", versioned: true, ...READ, answer: model.CountedStakeholderRole },
    ({ params }) => roles.requireStakeholderRole(params.type_key, params.role_key),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles",
    "Define a stakeholder role",
    {
      operationId: "createStakeholderRole",
      ...SCORES,
      body: model.NewStakeholderRole,
      answer: model.CountedStakeholderRole,
      status: 201,
    },
    ({ params, body, actor }) => roles.createStakeholderRole(actor, params.type_key, body),
  ),
  patch(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}",
    "Change a stakeholder role",
    {
      operationId: "updateStakeholderRole",
      current: ({ params }) => roles.requireStakeholderRole(params.type_key, params.role_key),
      ...SCORES,
      body: model.StakeholderRoleChanges,
      answer: model.StakeholderRole,
    },
    ({ params, body, actor }) => roles.updateStakeholderRole(actor, params.type_key, params.role_key, body),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}/archive",
    "Archive a stakeholder role; assignments stay, but grant nothing",
    { operationId: "archiveStakeholderRole", ...SCORES, answer: model.ArchivedStakeholderRole },
    ({ params, actor }) => roles.archiveStakeholderRole(actor, params.type_key, params.role_key),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}/restore",
    "Bring an archived stakeholder role back",
    { operationId: "restoreStakeholderRole", ...SCORES, answer: model.StakeholderRole },
    ({ params, actor }) => roles.restoreStakeholderRole(actor, params.type_key, params.role_key),
  ),
  get(
    "/stakeholder-roles",
    "Stakeholder roles to choose from",
    { ...READ, query: model.OptionQuery, answer: model.StakeholderRoleOption.array(), tag: "stakeholders" },
    ({ query, set }) => slice(roles.listOptions(query.type_key), query, set),
  ),
  get(
    "/stakeholder-roles/permissions-schema",
    "Every permission that a stakeholder role may grant",
    { ...READ, answer: model.CardPermissionsSchema },
    () => cardCatalogue(),
  ),
];

/** /stakeholder-roles and /metamodel/types/{type_key}/stakeholder-roles */
import { cardCatalogue } from "../../core/access/permissions";
import { get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { RoleQuery } from "../roles";
import * as model from "./model";
import {
  archiveStakeholderRole,
  changeStakeholderRole,
  createStakeholderRole,
  getStakeholderRole,
  listOptions,
  listStakeholderRoles,
  restoreStakeholderRole,
} from "./service";

export const operations: readonly Operation[] = [
  get(
    "/metamodel/types/{type_key}/stakeholder-roles",
    "Stakeholder roles of a card type in their order",
    { permission: "auth", query: RoleQuery, answer: model.StakeholderRole.array() },
    ({ params, query, set }) => slice(listStakeholderRoles(params.type_key, query.include_archived), query, set),
  ),
  get(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}",
    "One stakeholder role",
    { permission: "auth", answer: model.CountedStakeholderRole },
    ({ params }) => getStakeholderRole(params.type_key, params.role_key),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles",
    "Define a stakeholder role",
    {
      permission: "admin.metamodel",
      body: model.NewStakeholderRole,
      answer: model.CountedStakeholderRole,
      status: 201,
    },
    ({ params, body, actor }) => createStakeholderRole(actor, params.type_key, body),
  ),
  patch(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}",
    "Change a stakeholder role",
    { permission: "admin.metamodel", body: model.StakeholderRoleChanges, answer: model.StakeholderRole },
    ({ params, body, actor }) => changeStakeholderRole(actor, params.type_key, params.role_key, body),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}/archive",
    "Archive a stakeholder role; assignments stay, but grant nothing",
    { permission: "admin.metamodel", answer: model.ArchivedStakeholderRole },
    ({ params, actor }) => archiveStakeholderRole(actor, params.type_key, params.role_key),
  ),
  post(
    "/metamodel/types/{type_key}/stakeholder-roles/{role_key}/restore",
    "Bring an archived stakeholder role back",
    { permission: "admin.metamodel", answer: model.StakeholderRole },
    ({ params, actor }) => restoreStakeholderRole(actor, params.type_key, params.role_key),
  ),
  get(
    "/stakeholder-roles",
    "Stakeholder roles to choose from",
    { permission: "auth", query: model.OptionQuery, answer: model.StakeholderRoleOption.array(), tag: "stakeholders" },
    ({ query, set }) => slice(listOptions(query.type_key), query, set),
  ),
  get(
    "/stakeholder-roles/permissions-schema",
    "Every permission that a stakeholder role may grant",
    { permission: "auth", answer: model.CardPermissionsSchema },
    () => cardCatalogue(),
  ),
];

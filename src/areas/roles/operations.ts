/** /roles */
import { catalogue } from "../../core/access/permissions";
import { get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./model";
import { archiveRole, changeRole, createRole, getRole, listRoles, restoreRole } from "./service";

export const operations: readonly Operation[] = [
  get(
    "/roles",
    "Roles in their order",
    { permission: "auth", query: model.RoleQuery, answer: model.CountedRole.array() },
    ({ query, set }) => slice(listRoles(query.include_archived), query, set),
  ),
  get(
    "/roles/permissions-schema",
    "Every permission that a role may grant, in groups",
    { permission: "auth", answer: model.PermissionsSchema },
    () => catalogue(),
  ),
  get("/roles/{key}", "One role", { permission: "auth", answer: model.CountedRole }, ({ params }) =>
    getRole(params.key),
  ),
  post(
    "/roles",
    "Make a role",
    { permission: "admin.roles", body: model.NewRole, answer: model.CountedRole, status: 201 },
    ({ body, actor }) => createRole(actor, body),
  ),
  patch(
    "/roles/{key}",
    "Change a role",
    { permission: "admin.roles", body: model.RoleChanges, answer: model.Role },
    ({ params, body, actor }) => changeRole(actor, params.key, body),
  ),
  post(
    "/roles/{key}/archive",
    "Archive a role; those who have it keep it",
    { permission: "admin.roles", answer: model.ArchivedRole },
    ({ params, actor }) => archiveRole(actor, params.key),
  ),
  post(
    "/roles/{key}/restore",
    "Bring an archived role back",
    { permission: "admin.roles", answer: model.Role },
    ({ params, actor }) => restoreRole(actor, params.key),
  ),
];

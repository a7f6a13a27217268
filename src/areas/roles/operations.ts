/** /roles */
import { catalogue } from "../../core/access/permissions";
import { get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./model";
import * as roles from "./service";

const READ = { permission: "auth" } as const;
const MANAGE = { permission: "admin.roles" } as const;

export const operations: readonly Operation[] = [
  get(
    "/roles",
    "Roles in their order",
    { ...READ, query: model.RoleQuery, answer: model.CountedRole.array() },
    ({ query, set }) => slice(roles.listRoles(query.include_archived), query, set),
  ),
  get(
    "/roles/permissions-schema",
    "Every permission that a role may grant, in groups",
    { ...READ, answer: model.PermissionsSchema },
    () => catalogue(),
  ),
  get("/roles/{key}", "One role", { versioned: true, ...READ, answer: model.CountedRole }, ({ params }) =>
    roles.requireRole(params.key),
  ),
  post(
    "/roles",
    "Make a role",
    { ...MANAGE, body: model.NewRole, answer: model.CountedRole, status: 201 },
    ({ body, actor }) => roles.createRole(actor, body),
  ),
  patch(
    "/roles/{key}",
    "Change a role",
    { current: ({ params }) => roles.requireRole(params.key), ...MANAGE, body: model.RoleChanges, answer: model.Role },
    ({ params, body, actor }) => roles.updateRole(actor, params.key, body),
  ),
  post(
    "/roles/{key}/archive",
    "Archive a role; those who have it keep it",
    { ...MANAGE, answer: model.ArchivedRole },
    ({ params, actor }) => roles.archiveRole(actor, params.key),
  ),
  post("/roles/{key}/restore", "Bring an archived role back", { ...MANAGE, answer: model.Role }, ({ params, actor }) =>
    roles.restoreRole(actor, params.key),
  ),
];

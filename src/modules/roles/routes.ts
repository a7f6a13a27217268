/** /roles, /stakeholder-roles and /metamodel/types/{type_key}/stakeholder-roles */
import { Elysia } from "elysia";
import { guard } from "../../core/access/guard";
import { cardPermissions, catalogue } from "../../core/access/permissions";
import { slice } from "../../http/pagination";
import { answers, created } from "../../http/responses";
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

const appRoles = new Elysia({ prefix: "/roles", tags: ["roles"] })
  .use(guard)
  .get("/", ({ query, set }) => slice(listRoles(query.include_archived), query, set), {
    permission: "auth",
    query: RoleQuery,
    response: answers(CountedRole.array()),
    detail: { summary: "Roles in their order" },
  })
  .get("/permissions-schema", () => catalogue, {
    permission: "auth",
    response: answers(PermissionsSchema),
    detail: { summary: "Every permission that a role may grant, in groups" },
  })
  .get("/:key", ({ params }) => getRole(params.key), {
    permission: "auth",
    params: RoleParams,
    response: answers(CountedRole),
    detail: { summary: "One role" },
  })
  .post("/", ({ body, actor }) => created(createRole(actor, body)), {
    permission: "admin.roles",
    body: NewRole,
    response: { 201: answers(CountedRole) },
    detail: { summary: "Make a role" },
  })
  .patch("/:key", ({ params, body, actor }) => changeRole(actor, params.key, body), {
    permission: "admin.roles",
    params: RoleParams,
    body: RoleChanges,
    response: answers(Role),
    detail: { summary: "Change a role" },
  })
  .post("/:key/archive", ({ params, actor }) => archiveRole(actor, params.key), {
    permission: "admin.roles",
    params: RoleParams,
    response: answers(ArchivedRole),
    detail: { summary: "Archive a role; those who have it keep it" },
  })
  .post("/:key/restore", ({ params, actor }) => restoreRole(actor, params.key), {
    permission: "admin.roles",
    params: RoleParams,
    response: answers(Role),
    detail: { summary: "Bring an archived role back" },
  });

// The type is `key` here as in /metamodel/types/{key}: the router wants one name for one place.
const definitions = new Elysia({
  prefix: "/metamodel/types/:key/stakeholder-roles",
  tags: ["stakeholder-roles"],
  detail: { "x-names": { key: "type_key" } } as object,
})
  .use(guard)
  .get("/", ({ params, query, set }) => slice(listStakeholderRoles(params.key, query.include_archived), query, set), {
    permission: "auth",
    params: TypeParams,
    query: RoleQuery,
    response: answers(StakeholderRole.array()),
    detail: { summary: "Stakeholder roles of a card type in their order" },
  })
  .get("/:role_key", ({ params }) => getStakeholderRole(params.key, params.role_key), {
    permission: "auth",
    params: StakeholderRoleParams,
    response: answers(CountedStakeholderRole),
    detail: { summary: "One stakeholder role" },
  })
  .post("/", ({ params, body, actor }) => created(createStakeholderRole(actor, params.key, body)), {
    permission: "admin.metamodel",
    params: TypeParams,
    body: NewStakeholderRole,
    response: { 201: answers(CountedStakeholderRole) },
    detail: { summary: "Define a stakeholder role" },
  })
  .patch("/:role_key", ({ params, body, actor }) => changeStakeholderRole(actor, params.key, params.role_key, body), {
    permission: "admin.metamodel",
    params: StakeholderRoleParams,
    body: StakeholderRoleChanges,
    response: answers(StakeholderRole),
    detail: { summary: "Change a stakeholder role" },
  })
  .post("/:role_key/archive", ({ params, actor }) => archiveStakeholderRole(actor, params.key, params.role_key), {
    permission: "admin.metamodel",
    params: StakeholderRoleParams,
    response: answers(ArchivedStakeholderRole),
    detail: { summary: "Archive a stakeholder role; assignments stay, but grant nothing" },
  })
  .post("/:role_key/restore", ({ params, actor }) => restoreStakeholderRole(actor, params.key, params.role_key), {
    permission: "admin.metamodel",
    params: StakeholderRoleParams,
    response: answers(StakeholderRole),
    detail: { summary: "Bring an archived stakeholder role back" },
  });

const options = new Elysia({ prefix: "/stakeholder-roles", tags: ["stakeholder-roles"] })
  .use(guard)
  .get("/", ({ query, set }) => slice(listOptions(query.type_key), query, set), {
    permission: "auth",
    query: OptionQuery,
    response: answers(StakeholderRoleOption.array()),
    detail: { summary: "Stakeholder roles to choose from", tags: ["stakeholders"] },
  })
  .get("/permissions-schema", () => cardPermissions, {
    permission: "auth",
    response: answers(CardPermissionsSchema),
    detail: { summary: "Every permission that a stakeholder role may grant" },
  });

export const roles = new Elysia().use(appRoles).use(definitions).use(options);

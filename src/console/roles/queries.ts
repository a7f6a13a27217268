/** Roles in the workspace, and what they may grant. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Role = Schemas["CountedRole"];

/** Reads the roles that are not archived, in their order. */
export const rolesQuery = query(["roles", "list"], ["role.", "user."], ({ signal }) =>
  answered(api.GET("/api/v1/roles", { signal })),
);

/** Reads every permission that a role may grant, in groups. */
export const permissionsQuery = query(["roles", "permissions"], [], ({ signal }) =>
  answered(api.GET("/api/v1/roles/permissions-schema", { signal })),
);

/** Returns whether a role grants a permission. */
export const grants = (role: Pick<Role, "permissions">, key: string): boolean =>
  role.permissions["*"] === true || role.permissions[key] === true;

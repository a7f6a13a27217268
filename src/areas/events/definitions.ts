/** What the area defines for all others: permissions. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";

export const permissions = {
  admin: { ...ADMIN_GROUP, permissions: { "admin.events": ["Read the audit trail", "admin"] } },
} as const satisfies PermissionGroups;

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    events: typeof permissions;
  }
}

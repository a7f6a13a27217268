/** Permissions and events of the area. */
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: adminGroup({ "admin.impersonate": ["View the application as another role", "admin"] }),
} satisfies PermissionGroups;

/** `name` is the display name. */
type User = { id: string; name: string };

export const events = {
  "user.logged_in": event<User>("admin.events", { unbatched: true }),
  "user.login_failed": event<User>("admin.events", { unbatched: true }),
  "user.factor_added": event<User & { kind: string; factor: string }>("admin.events", { unbatched: true }),
  "user.factor_removed": event<User & { kind: string; factor: string }>("admin.events", { unbatched: true }),
  "user.factors_reset": event<User & { removed: number }>("admin.events", { unbatched: true }),
  "user.recovery_codes_replaced": event<User>("admin.events", { unbatched: true }),
  "user.locked": event<User & { until: string | null }>("admin.events", { unbatched: true }),
  "impersonation.started": event<User & { role: string }>("admin.events", { unbatched: true }),
  "impersonation.stopped": event<User & { role: string }>("admin.events", { unbatched: true }),
};

/** A query of the stored secrets. */
export const secrets =
  "SELECT 'second_factors.' || id AS id, secret AS value FROM second_factors WHERE secret IS NOT NULL";

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    auth: typeof import("./definitions");
  }
}

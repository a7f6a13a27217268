/** Roles of the application. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { Color, DEFAULT_COLOR, Description, Label, PermissionMap, RoleQuery, SortOrder } from "./model";
export { createRole } from "./service";

export const rolesArea = area({
  name: "roles",
  tags: { roles: "Roles of the application and their permissions" },
  operations,
  permissions,
  events,
  sheets,
  undo,
});

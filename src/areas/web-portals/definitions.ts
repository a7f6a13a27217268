/** What the area defines for all others: permissions, events. */
import type { PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  web_portals: {
    label: "Web Portals",
    position: 170,
    permissions: {
      "web_portals.view": ["See web portals", "viewer"],
      "web_portals.manage": ["Build web portals", "admin"],
    },
  },
} as const satisfies PermissionGroups;

export const events = {
  "web_portal.created": event("admin.events"),
  "web_portal.updated": event("admin.events"),
  "web_portal.deleted": event("admin.events"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    "web-portals": typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    "web-portals": typeof events;
  }
}

/** What the area defines for all others: permissions, events. */
import type { PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
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

type Portal = { id: string; name: string; slug: string };

export const events = {
  "web_portal.created": event<Portal & { card_type: string; is_published: boolean }>("admin.events"),
  "web_portal.updated": event<Portal & { changes: Changes }>("admin.events"),
  "web_portal.deleted": event<Portal>("admin.events"),
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

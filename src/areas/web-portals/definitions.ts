/** The definitions of the area for all others: permissions, events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  web_portals: group("Web Portals", 170, {
    "web_portals.view": ["See web portals", "viewer"],
    "web_portals.manage": ["Build web portals", "admin"],
  }),
} satisfies PermissionGroups;

type Portal = { id: string; name: string; slug: string };

export const events = {
  "web_portal.created": event<Portal & { card_type: string; is_published: boolean }>("admin.events"),
  "web_portal.updated": event<Portal & { changes: Changes }>("admin.events"),
  "web_portal.deleted": event<Portal>("admin.events"),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    "web-portals": typeof import("./definitions");
  }
}

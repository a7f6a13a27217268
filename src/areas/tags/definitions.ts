/** What the area defines for all others: permissions, events. */
import type { PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  tags: {
    label: "Tags",
    position: 130,
    permissions: { "tags.manage": ["Manage groups of tags and their tags", "member"] },
  },
} as const satisfies PermissionGroups;

export const events = {
  "tag_group.created": event("everyone"),
  "tag_group.updated": event("everyone"),
  "tag_group.deleted": event("everyone"),
  "tag.created": event("everyone"),
  "tag.updated": event("everyone"),
  "tag.deleted": event("everyone"),
  "card.tagged": event("card"),
  "card.untagged": event("card"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    tags: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    tags: typeof events;
  }
}

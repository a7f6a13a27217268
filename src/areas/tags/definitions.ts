/** What the area defines for all others: permissions, events. */
import type { PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  tags: {
    label: "Tags",
    position: 130,
    permissions: { "tags.manage": ["Manage groups of tags and their tags", "member"] },
  },
} as const satisfies PermissionGroups;

type Named = { id: string; name: string };
type TagPayload = Named & { tag_group_id: string };
type Assignment = { id: string; tag_id: string; tag_name: string; group_name: string; summary: string };

export const events = {
  "tag_group.created": event<Named>("everyone"),
  "tag_group.updated": event<Named & { changes: Changes }>("everyone"),
  "tag_group.deleted": event<Named & { assignments_removed: number }>("everyone"),
  "tag.created": event<TagPayload & { group_name: string }>("everyone"),
  "tag.updated": event<TagPayload & { changes: Changes }>("everyone"),
  "tag.deleted": event<TagPayload & { group_name: string; assignments_removed: number }>("everyone"),
  "card.tagged": event<Assignment>("card"),
  "card.untagged": event<Assignment>("card"),
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

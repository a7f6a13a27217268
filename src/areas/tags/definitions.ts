/** The definitions of the area for all others: permissions, events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  tags: group("Tags", 130, { "tags.manage": ["Manage groups of tags and their tags", "member"] }),
} satisfies PermissionGroups;

type NamePayload = { id: string; name: string };
type TagPayload = NamePayload & { tag_group_id: string };
type Assignment = { id: string; tag_id: string; tag_name: string; group_name: string; summary: string };

export const events = {
  "tag_group.created": event<NamePayload>("everyone", { undo: { by: "delete_tag_group" } }),
  "tag_group.updated": event<NamePayload & { changes: Changes }>("everyone"),
  "tag_group.deleted": event<NamePayload & { assignments_removed: number }>("everyone"),
  "tag.created": event<TagPayload & { group_name: string }>("everyone", { undo: { by: "delete_tag" } }),
  "tag.updated": event<TagPayload & { changes: Changes }>("everyone"),
  "tag.deleted": event<TagPayload & { group_name: string; assignments_removed: number }>("everyone"),
  "card.tagged": event<Assignment>("card", { undo: { by: "untag_card" } }),
  "card.untagged": event<Assignment>("card", { undo: { by: "tag_card" } }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    tags: typeof import("./definitions");
  }
}

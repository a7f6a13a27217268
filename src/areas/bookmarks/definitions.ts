/** The definitions of the area for all others: permissions, events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  bookmarks: group("Bookmarks", 140, {
    "bookmarks.manage": ["Save one's own views", "viewer"],
    "bookmarks.share": ["Share or publish views", "member"],
    "bookmarks.odata": ["Offer views as feeds", "member"],
  }),
} satisfies PermissionGroups;

/** A view; `user_id` is its owner, who alone follows what happens to it. */
type View = { id: string; user_id: string; name: string; visibility: string; odata_enabled: boolean };

export const events = {
  "bookmark.created": event<View>("recipient", { undo: { by: "delete_bookmark" } }),
  "bookmark.updated": event<View & { fields: string[] }>("recipient", { undo: { by: "restore_bookmark_fields" } }),
  "bookmark.deleted": event<View>("recipient", { undo: { by: "restore_bookmark" } }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    bookmarks: typeof import("./definitions");
  }
}

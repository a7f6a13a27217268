/** The definitions of the area for all others: permissions, events, notifications, checks. */
import type { Check } from "../../../db/check";
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  comments: group("Comments", 40, {
    "comments.view": ["Read comments", "viewer"],
    "comments.create": ["Write comments", "member"],
    "comments.manage": ["Change and delete the comments of others", "bpm_admin"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_comments": { allows: "Delete the comments of others on it", everywhere: "comments.manage" },
  "card.create_comments": { allows: "Comment on it", everywhere: "comments.create" },
} as const satisfies CardPermissions;

export const events = {
  "comment.created": event<{ id: string; content: string }>("comments.view", { undo: { by: "delete_comment" } }),
  "comment.updated": event<{ id: string; card_id: string; content: string }>("comments.view", {
    undo: { by: "restore_comment" },
  }),
  "comment.deleted": event<{ id: string; card_id: string }>("comments.view", { undo: { by: "restore_comment" } }),
};

export const notifications = {
  comment_added: { preferences: { in_app: true, email: false } },
  comment_replied: { preferences: { in_app: true, email: false } },
  comment_mentioned: { preferences: { in_app: true, email: true } },
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "comments",
    problem: "a comment replies to one of another card",
    sql: "SELECT r.id FROM comments r JOIN comments c ON c.id = r.parent_id WHERE c.card_id <> r.card_id",
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    comments: typeof import("./definitions");
  }
}

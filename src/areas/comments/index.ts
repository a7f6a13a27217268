/** Comments on cards, in threads. */
import { area } from "../../core/area";
import { cardPermissions, checks, events, notifications, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createComment } from "./comments";
export { importComment } from "./imported";
export { NewComment } from "./model";

export const commentsArea = area({
  name: "comments",
  landscape: true,
  tags: { comments: "Comments on cards, in threads" },
  tables: ["comments"],
  operations,
  permissions,
  cardPermissions,
  events,
  undo,
  notifications,
  checks,
  sheets,
});

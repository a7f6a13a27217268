/** Links to documents that describe cards. */
import { area } from "../../core/area";
import { cardPermissions, events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createDocument } from "./documents";
export { DocumentUrl, NewDocument } from "./model";

export const documentsArea = area({
  name: "documents",
  landscape: true,
  tags: { documents: "Links to documents that describe cards" },
  tables: ["documents"],
  operations,
  permissions,
  cardPermissions,
  events,
  undo,
  sheets,
});

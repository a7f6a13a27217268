/** Saved views of the inventory, and their feeds for other programs. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createBookmark } from "./bookmarks";
export { LONGEST_NAME } from "./model";
export {
  existingUsers,
  MAX_SHARES,
  requireVisibility,
  type Shareable,
  SharingFilter,
  shownTo,
  Visibility,
} from "./sharing";

export const bookmarksArea = area({
  name: "bookmarks",
  tags: { bookmarks: "Saved views of the inventory, and their OData feeds for other programs" },
  tables: ["bookmarks", "bookmark_shares"],
  operations,
  permissions,
  events,
  undo,
  sheets,
});

/** The sheet of saved views in a workspace bundle. The users with whom they are shared are left out. */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { requireFor } from "../../core/sheets/sheet";
import { checked } from "../../http/validation";
import { NewBookmark } from "./model";

const bookmarks = recordSheet("Bookmarks", tables.bookmarks, {
  columns: "name card_type filters columns sort is_default visibility odata_enabled id",
  users: "user_id",
  lists: "columns",
  needs: "bookmarks.manage",
  author: "user_id",
  complete(row, _, { actor }) {
    checked(NewBookmark, row);
    if (row.visibility !== "private") requireFor(actor, "bookmarks.share");
    if (row.odata_enabled) requireFor(actor, "bookmarks.odata");
    return {};
  },
  created(actor, rows) {
    for (const { id, user_id, name, visibility = "private", odata_enabled = false } of rows)
      publish(actor, { type: "bookmark.created", data: { id, user_id, name, visibility, odata_enabled } });
  },
});

export const sheets = [bookmarks];

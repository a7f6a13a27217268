/** The rows of saved views and of the shares in them. */
import { desc, eq, type SQL } from "drizzle-orm";
import { columnInList, db, tables } from "../../../db";
import { recordsOf } from "../../core/records";
import type { Share } from "./model";
import type { Shareable } from "./sharing";

const { bookmarks, bookmarkShares, users } = tables;

/** A row of `bookmarks`. */
export type BookmarkRow = typeof bookmarks.$inferSelect;
/** Columns of a view that can be changed. */
export type BookmarkColumns = Partial<Omit<BookmarkRow, "id" | "user_id" | "created_at" | "updated_at">>;
/** A user's share in a view. */
export type ShareRow = Pick<Share, "user_id" | "can_edit">;

/** The rows of views; their shares go with them. */
export const viewRows = recordsOf(bookmarks, "Bookmark");

/** The columns that say who sees a view. */
export const SHAREABLE: Shareable = {
  id: bookmarks.id,
  owner: bookmarks.user_id,
  visibility: bookmarks.visibility,
  shares: { table: bookmarkShares, thing: bookmarkShares.bookmark_id, user: bookmarkShares.user_id },
};

/** Views of one list. */
const MAX_LISTED = 1_000;

/** Returns the views that meet a condition with the names of their owners, newest first; the first thousand. */
export const selectBookmarks = (condition: SQL | undefined): { row: BookmarkRow; owner_name: string }[] =>
  db
    .select({ row: bookmarks, owner_name: users.display_name })
    .from(bookmarks)
    .innerJoin(users, eq(users.id, bookmarks.user_id))
    .where(condition)
    .orderBy(desc(bookmarks.created_at), desc(bookmarks.id))
    .limit(MAX_LISTED)
    .all();

/** Maps view → its shares with their users, by name. */
export function sharesOf(ids: readonly string[]): Map<string, Share[]> {
  const { bookmark_id, user_id, can_edit } = bookmarkShares;
  const rows = db
    .select({ bookmark_id, user_id, display_name: users.display_name, email: users.email, can_edit })
    .from(bookmarkShares)
    .innerJoin(users, eq(users.id, user_id))
    .where(columnInList(bookmark_id, ids))
    .orderBy(users.display_name, users.id)
    .all();
  const shares = Map.groupBy(rows, (row) => row.bookmark_id);
  return new Map([...shares].map(([id, list]) => [id, list.map(({ bookmark_id: _, ...share }) => share)]));
}

/** Replaces the shares in a view; part of the running transaction. */
export function writeShares(id: string, shares: readonly ShareRow[]): void {
  db.delete(bookmarkShares).where(eq(bookmarkShares.bookmark_id, id)).run();
  if (shares.length === 0) return;
  const rows = shares.map(({ user_id, can_edit }) => ({ bookmark_id: id, user_id, can_edit }));
  db.insert(bookmarkShares).values(rows).run();
}

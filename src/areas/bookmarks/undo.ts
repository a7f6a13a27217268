/** The inverses that undo events of saved views. */
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { deletion, hasAlready, recreation, restoration, storedBy, type UndoableRows } from "../../core/row-inverses";
import { done, type Inverses, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { type BookmarkColumns, type BookmarkRow, type ShareRow, viewRows, writeShares } from "./rows";
import { existingUsers } from "./sharing";

const subject: Subject = { idField: "bookmark_id", table: "bookmarks" };

/** Only its owner may undo what happened to a view. */
const permission = {
  mayUndo: (actor: Actor, { payload }: SubjectStep): boolean => payload["user_id"] === actor.userId,
};

/** The row and the shares of a deleted view. */
type BookmarkSnapshot = BookmarkRow & { shares: ShareRow[] };
/** The former values of a view's changed fields. */
type FormerFields = BookmarkColumns & { shares?: ShareRow[] };

/** Returns the shares of those users who still exist. */
function remaining(shares: readonly ShareRow[]): ShareRow[] {
  const ids = new Set(existingUsers(shares.map(({ user_id }) => user_id)));
  return shares.filter(({ user_id }) => ids.has(user_id));
}

const views: UndoableRows<BookmarkRow> = { ...viewRows, subject, permission };

export const undo = {
  delete_bookmark: deletion(views),
  restore_bookmark: recreation(views, storedBy<BookmarkSnapshot>("the view"), ({ shares, ...row }) => {
    if (!findUser(row.user_id)) return skipped("user_not_found", { needs: [row.user_id] });
    viewRows.create(row);
    writeShares(row.id, remaining(shares));
    return done;
  }),
  restore_bookmark_fields: restoration(
    views,
    storedBy<FormerFields>("the view as it was before"),
    (row, { data: { shares, ...columns } }) => {
      if (!shares && hasAlready(row, columns)) return unchanged("already_restored");
      viewRows.update(row, columns);
      if (shares) writeShares(row.id, remaining(shares));
      return done;
    },
  ),
} as const satisfies Inverses;

/** The inverses that undo events of saved views. */
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { done, type Inverses, inverse, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { nowAfter } from "../../platform/clock";
import {
  type BookmarkColumns,
  type BookmarkRow,
  createBookmarkRow,
  deleteBookmarkRow,
  findBookmark,
  type ShareRow,
  updateBookmarkRow,
  writeShares,
} from "./rows";
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

/** The shares of those users who still exist. */
function remaining(shares: readonly ShareRow[]): ShareRow[] {
  const ids = new Set(existingUsers(shares.map(({ user_id }) => user_id)));
  return shares.filter(({ user_id }) => ids.has(user_id));
}

export const undo = {
  delete_bookmark: inverse({
    subject,
    permission,
    effect: "deletes",
    undo(_rollback, step) {
      if (!findBookmark(step.subject)) return unchanged("already_deleted");
      deleteBookmarkRow(step.subject);
      return done;
    },
  }),
  restore_bookmark: inverse<BookmarkSnapshot>({
    subject,
    permission,
    effect: "creates",
    read: (event) => (event.undo as BookmarkSnapshot | null) ?? "The event doesn't contain the view",
    undo(_rollback, step) {
      if (findBookmark(step.subject)) return unchanged("already_restored");
      const { shares, ...row } = step.data;
      if (!findUser(row.user_id)) return skipped("user_not_found", { needs: [row.user_id] });
      createBookmarkRow(row);
      writeShares(row.id, remaining(shares));
      return done;
    },
  }),
  restore_bookmark_fields: inverse<FormerFields>({
    subject,
    permission,
    read: (event) => (event.undo as FormerFields | null) ?? "The event doesn't contain the view as it was before",
    undo(_rollback, step) {
      const row = findBookmark(step.subject);
      if (!row) return skipped("bookmark_not_found", { needs: [step.subject] });
      const { shares, ...columns } = step.data;
      if (!shares && Bun.deepEquals({ ...row, ...columns }, row)) return unchanged("already_restored");
      updateBookmarkRow(row.id, { ...columns, updated_at: nowAfter(row.updated_at) });
      if (shares) writeShares(row.id, remaining(shares));
      return done;
    },
  }),
} as const satisfies Inverses;

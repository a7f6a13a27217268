/** Comments as they are read: in threads. */
import type { Comment } from "./model";
import { type CommentRow, commentsOf, findComment, threadOf } from "./rows";

/** Stands for the text of a deleted comment. */
const DELETED = "deleted";

/**
 * Returns the threads that rows form below a comment, oldest first. A deleted comment is in it only for the replies below
 * it.
 * @param parentId the comment; null for those that reply to none
 */
function threadsBelow(parentId: string | null, byParent: ReadonlyMap<string | null, CommentRow[]>): Comment[] {
  return (byParent.get(parentId) ?? []).flatMap(({ is_deleted, content, ...row }) => {
    const replies = threadsBelow(row.id, byParent);
    const { id, card_id, user_id, user_display_name, parent_id, created_at, updated_at } = row;
    if (is_deleted && replies.length === 0) return [];
    return {
      id,
      card_id,
      user_id,
      user_display_name,
      content: is_deleted ? DELETED : content,
      parent_id,
      created_at,
      updated_at,
      is_deleted: is_deleted === 1,
      replies,
    };
  });
}

const byParent = (rows: readonly CommentRow[]) => Map.groupBy(rows, (row) => row.parent_id);

/** Lists the threads of a card, newest first, with the oldest reply first; none for an unknown card. */
export const listComments = (cardId: string): Comment[] => threadsBelow(null, byParent(commentsOf(cardId))).reverse();

/** Finds a comment with all replies below it; undefined when there is none. */
export function findThread(id: string): Comment | undefined {
  const row = findComment(id);
  return row ? requireComment(row) : undefined;
}

/** Finds a comment that is not deleted, with all replies below it. */
export function requireComment({ id, parent_id }: Pick<CommentRow, "id" | "parent_id">): Comment {
  const [comment] = threadsBelow(parent_id, byParent(threadOf(id)));
  return comment as Comment;
}

/** Access to rows of the table `comments`. */
import { firstValue, statement } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";

/** A row of `comments` with the name of its author. */
export type CommentRow = {
  id: string;
  card_id: string;
  user_id: string | null;
  user_display_name: string | null;
  content: string;
  parent_id: string | null;
  created_at: string;
  updated_at: string;
  /** True when it, or the account of its author, was deleted. */
  is_deleted: 0 | 1;
};

const SELECT = `SELECT c.id, c.card_id, c.user_id, u.display_name AS user_display_name, c.content, c.parent_id,
  c.created_at, c.updated_at, c.deleted_at IS NOT NULL OR c.user_id IS NULL AS is_deleted
  FROM comments c LEFT JOIN users u ON u.id = c.user_id`;

/** Finds a comment, deleted or not. */
export const findComment = (id: string): CommentRow | null =>
  statement<CommentRow, [string]>(`${SELECT} WHERE c.id = ?`).get(id);

/** Returns every comment of a card, deleted ones included, oldest first. */
export const commentsOf = (cardId: string): CommentRow[] =>
  statement<CommentRow, [string]>(`${SELECT} WHERE c.card_id = ? ORDER BY c.created_at, c.id`).all(cardId);

/** Returns a comment and all replies below it, oldest first. */
export const threadOf = (id: string): CommentRow[] =>
  statement<CommentRow, [string]>(
    `WITH RECURSIVE thread (id) AS (
       VALUES (?) UNION ALL SELECT r.id FROM thread JOIN comments r ON r.parent_id = thread.id
     ) ${SELECT} WHERE c.id IN thread ORDER BY c.created_at, c.id`,
  ).all(id);

/** Returns the level of its thread on which a comment stands: 1 for one that replies to none. */
export const levelOf = (id: string): number =>
  firstValue<number>(
    `WITH RECURSIVE above (parent_id) AS (
       SELECT parent_id FROM comments WHERE id = ?
       UNION ALL SELECT c.parent_id FROM above JOIN comments c ON c.id = above.parent_id
     ) SELECT count(*) AS level FROM above`,
    id,
  ) ?? 0;

/** Sets the text of a comment, which is no longer deleted then. */
export const writeContent = (id: string, content: string, at: string): void =>
  void statement("UPDATE comments SET content = ?, updated_at = ?, deleted_at = NULL WHERE id = ?").run(
    content,
    at,
    id,
  );

/** Deletes a comment's text; its row stays for its replies. */
export const deleteContent = (id: string, at: string): void =>
  void statement("UPDATE comments SET content = '', deleted_at = ? WHERE id = ?").run(at, id);

/** Checks whether the actor may change a comment: as its author, or by a right to those of others on its card. */
export const mayChange = (actor: Actor, { user_id, card_id }: CommentRow): boolean =>
  user_id === actor.userId || mayOnCard(actor, "card.manage_comments", card_id);

/** Writing, changing and deleting comments. */
import { tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { forbidden, invalid, notFound } from "../../http/errors";
import { now, nowAfter } from "../../platform/clock";
import { requireCard } from "../cards";
import type { Comment, NewComment } from "./model";
import { notifyMentioned, notifyWritten } from "./notifications";
import { type CommentRow, deleteContent, findComment, levelOf, mayChange, writeContent } from "./rows";
import { requireComment } from "./threads";

const comments = recordsOf(tables.comments, "Comment");

/** Levels of a thread. */
const MAX_LEVELS = 100;
/** Characters of a comment that its events show. */
const EXCERPT = 100;

/** Returns the beginning of a comment, as events show it. */
export const excerpt = (content: string) => content.slice(0, EXCERPT).toWellFormed();

/** @throws Problem 422 unless the comment may be replied to on the card */
function requireParent(id: string, cardId: string): void {
  const parent = findComment(id);
  const refuse = (why: string) => invalid(["body", "parent_id"], why, "value_error", id);
  if (parent?.card_id !== cardId || parent.is_deleted) throw refuse("must be a comment of the same card");
  if (levelOf(id) >= MAX_LEVELS) throw refuse(`must not be on level ${MAX_LEVELS} of its thread`);
}

/**
 * Writes a comment on a card, or a reply. Publishes `comment.created`, and notifies whom it mentions, whom it answers,
 * and the card's stakeholders.
 * @throws Problem 404 for an unknown card, 422 when the parent is none of the card's comments
 */
export function createComment(actor: Actor, cardId: string, { content, parent_id = null }: NewComment): Comment {
  return transaction(() => {
    const card = requireCard(cardId);
    if (parent_id !== null) requireParent(parent_id, cardId);
    const { id } = comments.create({ card_id: cardId, user_id: actor.userId, parent_id, content });
    publish(actor, { type: "comment.created", cardId, data: { id, content: excerpt(content) } });
    notifyWritten(actor, { id, content, card }, parent_id);
    return requireComment({ id, parent_id });
  });
}

/** @throws Problem 404 for an unknown or deleted comment, 403 */
function requireChangeable(actor: Actor, id: string): CommentRow {
  const row = findComment(id);
  if (!row || row.is_deleted) throw notFound("Comment");
  if (!mayChange(actor, row)) throw forbidden("Not enough permissions");
  return row;
}

/**
 * Replaces the text of a comment. Publishes `comment.updated`, and notifies whom only the new text mentions.
 * @throws Problem 404, 403 for others than its author without the right to comments of others
 */
export function updateComment(actor: Actor, id: string, content: string): Comment {
  return transaction(() => {
    const row = requireChangeable(actor, id);
    if (content !== row.content) {
      writeContent(id, content, nowAfter(row.updated_at));
      publish(actor, {
        type: "comment.updated",
        data: { id, card_id: row.card_id, content: excerpt(content) },
        undo: { content: row.content },
      });
      notifyMentioned(actor, { id, content, card: requireCard(row.card_id) }, row.content);
    }
    return requireComment(row);
  });
}

/**
 * Deletes a comment; its replies stay. Publishes `comment.deleted`.
 * @throws Problem 404, 403 for others than its author without the right to comments of others
 */
export function deleteComment(actor: Actor, id: string): void {
  transaction(() => {
    const { card_id, content } = requireChangeable(actor, id);
    deleteContent(id, now());
    publish(actor, { type: "comment.deleted", data: { id, card_id }, undo: { content } });
  });
}

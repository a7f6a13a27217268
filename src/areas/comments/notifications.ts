/** Notifications of a comment: whom it mentions, whom it answers, and who has a part in its card. */
import { inList, listOf, statement } from "../../../db";
import { type Actor, permissionsOf, type Stakeholder, stakeholderGrants } from "../../core/access/actor";
import { grants } from "../../core/access/permissions";
import type { NotificationType } from "../../core/notify/kinds";
import { mentionsIn } from "../../core/notify/mentions";
import { notify } from "../../core/notify/notify";
import { findComment } from "./rows";

/** Characters of a comment that its notifications show. */
const EXCERPT = 80;

type User = { id: string; role: string };

/** Returns the users with a part in a card who may read its comments, each once. */
const readersOf = (cardId: string): string[] =>
  statement<User, [string]>(
    "SELECT u.id, u.role FROM users u WHERE u.id IN (SELECT user_id FROM stakeholders WHERE card_id = ?) ORDER BY u.id",
  )
    .all(cardId)
    .filter(({ role }) => grants(permissionsOf(role), "comments.view"))
    .map(({ id }) => id);

/** Returns the ones of some users who may read a card and its comments. */
function allowed(users: readonly User[], cardId: string): string[] {
  const reading = users.filter(({ role }) => grants(permissionsOf(role), "comments.view"));
  if (reading.length === 0) return [];
  const parts = statement<Stakeholder & { user_id: string }, [string, string]>(
    `SELECT s.user_id, s.role, c.type FROM stakeholders s JOIN cards c ON c.id = s.card_id
     WHERE s.card_id = ? AND ${inList("s.user_id")}`,
  ).all(cardId, listOf(reading.map(({ id }) => id)));
  const asStakeholders = new Set(
    parts.filter((part) => stakeholderGrants(part, "card.view")).map(({ user_id }) => user_id),
  );
  return reading
    .filter(({ id, role }) => grants(permissionsOf(role), "inventory.view") || asStakeholders.has(id))
    .map(({ id }) => id);
}

/** Returns the author of a comment that may still read it. */
function authorOf(commentId: string | null, cardId: string): string[] {
  const authorId = commentId === null ? null : findComment(commentId)?.user_id;
  if (!authorId) return [];
  return allowed(statement<User>("SELECT id, role FROM users WHERE id = ? AND is_active = 1").all(authorId), cardId);
}

type CommentText = { id: string; content: string; card: { id: string; name: string } };

type Kind = { type: NotificationType; title: string; verb: string };
const MENTIONED: Kind = { type: "comment_mentioned", title: "You Were Mentioned", verb: "mentioned you on" };
const REPLIED: Kind = { type: "comment_replied", title: "Answer to Your Comment", verb: "answered you on" };
const ADDED: Kind = { type: "comment_added", title: "New Comment", verb: "commented on" };

/** Notifies users of a comment. */
function send(actor: Actor, { id, content, card }: CommentText, userIds: readonly string[], kind: Kind): void {
  const message = `${actor.displayName} ${kind.verb} "${card.name}": ${content.slice(0, EXCERPT).toWellFormed()}`;
  notify(
    actor,
    userIds.map((userId) => ({
      userId,
      type: kind.type,
      title: kind.title,
      message,
      link: `/cards/${card.id}`,
      data: { comment_id: id },
      cardId: card.id,
      actorId: actor.userId,
    })),
  );
}

/** Notifies everybody whom a new comment concerns, each once: as mentioned, else as answered, else as a stakeholder. */
export function notifyWritten(actor: Actor, comment: CommentText, parentId: string | null): void {
  const mentioned = allowed(mentionsIn(comment.content), comment.card.id);
  const answered = authorOf(parentId, comment.card.id).filter((id) => !mentioned.includes(id));
  const others = readersOf(comment.card.id).filter((id) => !mentioned.includes(id) && !answered.includes(id));
  send(actor, comment, mentioned, MENTIONED);
  send(actor, comment, answered, REPLIED);
  send(actor, comment, others, ADDED);
}

/** Notifies those whom a changed comment mentions and the former text didn't. */
export function notifyMentioned(actor: Actor, comment: CommentText, former: string): void {
  const before = new Set(mentionsIn(former).map(({ id }) => id));
  const added = mentionsIn(comment.content).filter(({ id }) => !before.has(id));
  send(actor, comment, allowed(added, comment.card.id), MENTIONED);
}

/** Comments that come from other tools, with the time at which they were written there. */
import { db, tables, transaction } from "../../../db";
import { type Author, publish } from "../../core/journal/journal";
import { newId } from "../../platform/ids";
import { requireCard } from "../cards";
import { excerpt } from "./comments";

type ImportedComment = { card_id: string; user_id: string; content: string; created_at: string };

/**
 * Adds a comment of any user to a card. Publishes `comment.created`; nobody is notified.
 * @returns its id
 * @throws Problem 404 for an unknown card
 */
export function importComment(author: Author, { card_id, user_id, content, created_at }: ImportedComment): string {
  return transaction(() => {
    requireCard(card_id);
    const id = newId();
    const row = { id, card_id, user_id, parent_id: null, content, created_at, updated_at: created_at };
    db.insert(tables.comments).values(row).run();
    publish(author, { type: "comment.created", cardId: card_id, data: { id, content: excerpt(content) } });
    return id;
  });
}

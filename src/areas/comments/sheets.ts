/** The sheet of the comments in a workspace bundle. Nobody is notified of them. */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { now } from "../../platform/clock";
import { excerpt } from "./comments";

const comments = recordSheet("Comments", tables.comments, {
  columns: "content parent_id id",
  cards: "card_id",
  users: "user_id",
  parent: "parent_id",
  needs: { card: "card.create_comments", of: "card_id" },
  author: "user_id",
  // A comment that was not deleted is never empty.
  complete: ({ content }) => (content === "" ? { deleted_at: now() } : {}),
  created(actor, rows) {
    for (const { id, card_id: cardId, content } of rows)
      if (content !== "") publish(actor, { type: "comment.created", cardId, data: { id, content: excerpt(content) } });
  },
});

export const sheets = [comments];

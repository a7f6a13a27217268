/** The inverses that undo events of comments. */
import type { Actor } from "../../core/access/actor";
import { done, type Inverses, inverse, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { now, nowAfter } from "../../platform/clock";
import { deleteContent, findComment, mayChange, writeContent } from "./rows";

const subject: Subject = { idField: "comment_id", table: "comments" };

/** A user who may change a comment may undo its changes. */
const permission = {
  mayUndo(actor: Actor, step: SubjectStep): boolean {
    const row = findComment(step.subject);
    return row === null || mayChange(actor, row);
  },
};

export const undo = {
  delete_comment: inverse({
    subject,
    permission,
    effect: "deletes",
    undo(_rollback, step) {
      const row = findComment(step.subject);
      if (!row || row.is_deleted) return unchanged("already_deleted");
      deleteContent(row.id, now());
      return done;
    },
  }),
  restore_comment: inverse<{ content: string }>({
    subject,
    permission,
    read: ({ undo }) =>
      typeof undo?.["content"] === "string"
        ? { content: undo["content"] }
        : "The event doesn't contain the comment as it was before",
    undo(_rollback, { subject, data: { content } }) {
      const row = findComment(subject);
      if (!row || row.user_id === null) return skipped("comment_not_found", { needs: [subject] });
      if (!row.is_deleted && row.content === content) return unchanged("already_restored");
      writeContent(row.id, content, nowAfter(row.updated_at));
      return done;
    },
  }),
} as const satisfies Inverses;

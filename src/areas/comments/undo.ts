/** The inverses that undo events of comments. */
import type { Actor } from "../../core/access/actor";
import { deletion, restoration, storedBy } from "../../core/row-inverses";
import { done, type Inverses, type Subject, type SubjectStep, unchanged } from "../../core/undo";
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

/** Finds a comment that has a text. */
function findContent(id: string) {
  const row = findComment(id);
  return row?.is_deleted ? null : row;
}

/** Finds a comment whose author exists; its text may be deleted. */
function findWritten(id: string) {
  const row = findComment(id);
  return row?.user_id === null ? null : row;
}

export const undo = {
  delete_comment: deletion({ subject, permission, find: findContent }, ({ id }) => {
    deleteContent(id, now());
    return done;
  }),
  restore_comment: restoration(
    { subject, permission, find: findWritten },
    storedBy<{ content: string }>("the comment as it was before"),
    (row, { data: { content } }) => {
      if (!row.is_deleted && row.content === content) return unchanged("already_restored");
      writeContent(row.id, content, nowAfter(row.updated_at));
      return done;
    },
  ),
} as const satisfies Inverses;

/** The inverse that undoes an upload. */
import { done, type Inverses, inverse, type Subject, unchanged } from "../../core/undo";
import { deleteFileRow, findFile } from "./rows";

const subject: Subject = { idField: "attachment_id", table: "file_attachments" };

export const undo = {
  delete_file: inverse({
    subject,
    permission: {
      card: "card.manage_documents",
      onAnyOf: (step) => [findFile(step.subject)?.card_id ?? ""],
    },
    effect: "deletes",
    undo(_rollback, { subject }) {
      if (!findFile(subject)) return unchanged("already_deleted");
      deleteFileRow(subject);
      return done;
    },
  }),
} as const satisfies Inverses;

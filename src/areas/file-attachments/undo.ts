/** The inverse that undoes an upload. */
import { deletion } from "../../core/row-inverses";
import { done, type Inverses, type Subject } from "../../core/undo";
import { deleteFileRow, findFile } from "./rows";

const subject: Subject = { idField: "attachment_id", table: "file_attachments" };

export const undo = {
  delete_file: deletion(
    {
      subject,
      permission: {
        card: "card.manage_documents",
        onAnyOf: (step) => [findFile(step.subject)?.card_id ?? ""],
      },
      find: findFile,
    },
    ({ id }) => {
      deleteFileRow(id);
      return done;
    },
  ),
} as const satisfies Inverses;

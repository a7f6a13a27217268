/** The inverses that undo events of links. */
import { existingUserId } from "../../core/access/accounts";
import { done, type Inverses, inverse, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { findCard } from "../cards";
import { createDocumentRow, type DocumentRow, deleteDocumentRow, findDocument } from "./documents";

const subject: Subject = { idField: "document_id", table: "documents" };

/** The row that the event stored. */
const snapshotIn = ({ undo }: Pick<SubjectStep, "undo">) => undo as DocumentRow | null;

const permission = {
  card: "card.manage_documents",
  onAnyOf: (step: SubjectStep) => [snapshotIn(step)?.card_id ?? ""],
} as const;

export const undo = {
  remove_document: inverse({
    subject,
    permission,
    effect: "deletes",
    undo(_rollback, { subject }) {
      if (!findDocument(subject)) return unchanged("already_deleted");
      deleteDocumentRow(subject);
      return done;
    },
  }),
  restore_document: inverse<DocumentRow>({
    subject,
    permission,
    effect: "creates",
    read: (event) => snapshotIn(event) ?? "The event doesn't contain the link",
    undo(_rollback, { subject, data }) {
      if (findDocument(subject)) return unchanged("already_restored");
      if (!findCard(data.card_id)) return skipped("card_not_found", { needs: [data.card_id] });
      createDocumentRow({ ...data, created_by: existingUserId(data.created_by) });
      return done;
    },
  }),
} as const satisfies Inverses;

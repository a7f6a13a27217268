/** The inverses that undo events of links. */
import { existingUserId } from "../../core/access/accounts";
import { deletion, recreation, type UndoableRows } from "../../core/row-inverses";
import { done, type Inverses, type Subject, type SubjectStep, skipped } from "../../core/undo";
import { findCard } from "../cards";
import { type DocumentRow, documentRows } from "./documents";

const subject: Subject = { idField: "document_id", table: "documents" };

/** Returns the row that the event stored. */
const snapshotIn = ({ undo }: Pick<SubjectStep, "undo">) => undo as DocumentRow | null;

const permission = {
  card: "card.manage_documents",
  onAnyOf: (step: SubjectStep) => [snapshotIn(step)?.card_id ?? ""],
} as const;

const links: UndoableRows<DocumentRow> = { ...documentRows, subject, permission };

export const undo = {
  remove_document: deletion(links),
  restore_document: recreation(
    links,
    (event) => snapshotIn(event) ?? "The event doesn't contain the link",
    (row) => {
      if (!findCard(row.card_id)) return skipped("card_not_found", { needs: [row.card_id] });
      documentRows.create({ ...row, created_by: existingUserId(row.created_by) });
      return done;
    },
  ),
} as const satisfies Inverses;

/** The sheet of the links of cards in a workspace bundle. */
import { tables } from "../../../db";
import { recordSheet } from "../../core/sheets/record-sheet";
import { checked } from "../../http/validation";
import { publishDocument } from "./documents";
import { NewDocument } from "./model";

const documents = recordSheet("Documents", tables.documents, {
  columns: "name url type id",
  cards: "card_id",
  users: "created_by",
  needs: { card: "card.manage_documents", of: "card_id" },
  complete: (row) => checked(NewDocument, row),
  created: (actor, rows) => {
    for (const row of rows)
      publishDocument(actor, "document.added", { type: "link", url: null, created_by: null, ...row });
  },
});

export const sheets = [documents];

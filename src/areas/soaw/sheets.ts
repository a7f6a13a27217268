/** The sheet of statements of architecture work in a workspace bundle. */
import { tables } from "../../../db";
import { publish } from "../../core/journal/journal";
import { recordSheet } from "../../core/sheets/record-sheet";
import { LeftOut } from "../../core/sheets/row";
import { named, type SoawRow } from "./rows";
import { sanitizeSections } from "./sections";

const statements = recordSheet("Soaws", tables.statementsOfArchitectureWork, {
  columns:
    "name status document_info version_history sections revision_number parent_id signatories signed_at rejection id",
  cards: "initiative_id",
  users: "created_by",
  lists: "version_history signatories",
  parent: "parent_id",
  needs: "soaw.manage",
  complete(row, _, { speaksForOthers }) {
    if (row.status !== "draft" && !speaksForOthers)
      throw new LeftOut("only who may administer users (admin.users) brings the signatures of others");
    return { sections: sanitizeSections(row.sections as never) };
  },
  created(actor, rows) {
    for (const row of rows) publish(actor, { type: "soaw.created", data: named(row as SoawRow) });
  },
});

export const sheets = [statements];

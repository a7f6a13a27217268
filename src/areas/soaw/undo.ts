/** The inverses that undo events of statements of architecture work. */
import { existingUserId } from "../../core/access/accounts";
import type { Inverses } from "../../core/undo";
import { findCard } from "../cards";
import { documentInverses } from "../signatures";
import { soawDocuments } from "./documents";
import { adoptRevisions, revisionsAfter, type SoawRow, soawRows } from "./rows";
import { type FormerSections, restoreSections } from "./sections";

/** The row and the revisions of a deleted statement. */
type SoawSnapshot = { row: SoawRow; revisions: string[] };
/** The former values of a statement's changed fields. */
type FormerFields = Omit<Partial<SoawRow>, "sections"> & { sections?: FormerSections };

const GONE = "The card is gone";

const existingCardId = (id: string | null): string | null => (id && findCard(id) ? id : null);

/** Inserts a deleted statement between its revisions, as far as these still exist. */
function restoreSoaw({ row, revisions }: SoawSnapshot): Record<string, string> {
  const initiative_id = existingCardId(row.initiative_id);
  const parent_id = row.parent_id && soawRows.find(row.parent_id) ? row.parent_id : null;
  soawRows.create({ ...row, created_by: existingUserId(row.created_by), parent_id, initiative_id });
  adoptRevisions(row.id, revisions);
  return initiative_id === row.initiative_id ? {} : { initiative_id: GONE };
}

/** Returns the columns that give a statement what fields of it were. */
function formerColumns(row: SoawRow, { sections, initiative_id, ...others }: FormerFields) {
  const columns = { ...others, ...(sections && { sections: restoreSections(row.sections, sections) }) };
  if (initiative_id === undefined) return { columns };
  const isGone = existingCardId(initiative_id) !== initiative_id;
  return isGone ? { columns, notRestored: { initiative_id: GONE } } : { columns: { ...columns, initiative_id } };
}

const documents = documentInverses<SoawRow, SoawSnapshot, FormerFields>({
  kind: soawDocuments,
  subject: { idField: "soaw_id", table: "statements_of_architecture_work" },
  rights: { write: "soaw.manage", sign: ["soaw.sign", "soaw.manage"] },
  hasRevisions: (id) => revisionsAfter(id).length > 0,
  rows: soawRows,
  restore: restoreSoaw,
  readFields: ({ undo }) => (undo as FormerFields | null) ?? undefined,
  formerColumns,
});

export const undo = {
  delete_soaw: documents.create,
  restore_soaw_fields: documents.update,
  restore_soaw: documents.delete,
  restore_soaw_review: documents.sign,
} as const satisfies Inverses;

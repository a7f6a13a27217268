/** The inverses that undo events of architecture decision records. */
import { existingUserId } from "../../core/access/accounts";
import { done, type Inverses, inverse, type Subject, skipped, unchanged } from "../../core/undo";
import { linkInverses } from "../cards";
import { documentInverses } from "../signatures";
import { adrDocuments } from "./documents";
import { type AdrRow, adrRows, createLinks, deleteLink, hasRevisions, isTaken, nextReferenceNumber } from "./rows";

const subject: Subject = { idField: "adr_id", table: "architecture_decisions" };

/** The row and the cards of a deleted record. */
type AdrSnapshot = { row: AdrRow; card_ids: string[] };

/** Inserts a deleted record; a number that another record has got since is replaced by the next one. */
function restoreAdr({ row, card_ids }: AdrSnapshot): Record<string, string> {
  const isGone = isTaken(row.reference_number);
  adrRows.create({
    ...row,
    created_by: existingUserId(row.created_by),
    parent_id: row.parent_id && adrRows.find(row.parent_id) ? row.parent_id : null,
    reference_number: isGone ? nextReferenceNumber() : row.reference_number,
  });
  const linked = createLinks(row.id, card_ids);
  return {
    ...(isGone && { reference_number: `Another record is ${row.reference_number} now` }),
    ...(linked < card_ids.length && { linked_cards: "Some of the cards are gone" }),
  };
}

const documents = documentInverses<AdrRow, AdrSnapshot, Partial<AdrRow>>({
  kind: adrDocuments,
  subject,
  rights: { write: "adr.manage", sign: ["adr.sign"] },
  hasRevisions,
  rows: adrRows,
  restore: restoreAdr,
  readFields: ({ payload }) =>
    Object.fromEntries(Object.entries(payload["changes"] as object).map(([field, { old }]) => [field, old])),
  formerColumns: (_row, columns) => ({ columns }),
});

const links = linkInverses({
  subject,
  card: "card.manage_adr_links",
  find: adrRows.find,
  createLink: (id, cardId) => createLinks(id, [cardId]) > 0,
  deleteLink,
});

export const undo = {
  delete_adr: documents.create,
  restore_adr_fields: documents.update,
  restore_adr: documents.delete,
  restore_adr_review: documents.sign,
  restore_adr_successor: inverse<{ before: string | null }>({
    subject,
    permission: "adr.manage",
    read: ({ undo }) => (undo as { before: string | null } | null) ?? "The event doesn't contain the former successor",
    undo(_rollback, { subject: id, data: { before }, payload }) {
      const row = adrRows.find(id);
      if (!row) return skipped("adr_not_found", { needs: [id] });
      if (row.superseded_by === before) return unchanged("already_restored");
      if (row.superseded_by !== payload["superseded_by"]) return skipped("superseded_since");
      adrRows.update(row, { superseded_by: before });
      return done;
    },
  }),
  unlink_adr: links.unlink,
  link_adr: links.link,
} as const satisfies Inverses;

/** The history of a document that people sign. */
import { statement } from "../../../db";
import { type DocumentKind, requireDocument, type SignedDocument } from "./documents";
import type { DocumentEvent, HistoryQuery } from "./model";

/**
 * Lists a page of the events of a document, the newest first.
 * @throws Problem 404
 */
export function listHistory<D extends SignedDocument>(
  kind: DocumentKind<D>,
  id: string,
  { page, page_size }: HistoryQuery,
): DocumentEvent[] {
  requireDocument(kind, id);
  const rows = statement<Omit<DocumentEvent, "data"> & { data: string | null }, [string, number, number]>(
    `SELECT e.id, e.event_type, e.data, e.user_id, u.display_name AS user_display_name, e.created_at
     FROM events e LEFT JOIN users u ON u.id = e.user_id
     WHERE e.entity_id = ? AND e.entity_id IS NOT e.card_id ORDER BY e.seq DESC LIMIT ? OFFSET ?`,
  ).all(id, page_size, (page - 1) * page_size);
  return rows.map((row) => ({ ...row, data: row.data === null ? {} : JSON.parse(row.data) }));
}

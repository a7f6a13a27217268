/** The export of architecture decisions as a table. */
import { plainText } from "../../core/rich-text";
import { allSorted } from "../../http/pagination";
import { type Column, columns, type Row, type tableMedia, tableResponse } from "../../http/tables";
import { adrsOf, listAdrs } from "./list";
import type { Adr, AdrFilters } from "./model";

/** Returns the column of a rich text, without its markup. */
const textColumn = (key: "context" | "decision" | "consequences" | "alternatives_considered"): Column => ({
  header: key,
  kind: "text",
  value: (row: Row) => {
    const text = (row as Adr)[key];
    return text === null ? null : plainText(text);
  },
});

const COLUMNS: Column[] = [
  ...columns("id", "reference_number", "title", "status"),
  textColumn("context"),
  textColumn("decision"),
  textColumn("consequences"),
  textColumn("alternatives_considered"),
  ...columns("related_decisions"),
  { header: "linked_cards", value: (row: Row) => (row as Adr).linked_cards.map(({ name }) => name) },
  { header: "linked_card_ids", value: (row: Row) => (row as Adr).linked_cards.map(({ id }) => id) },
  { header: "signatories", value: (row: Row) => (row as Adr).signatories.map(({ display_name }) => display_name) },
  ...columns("signed_at", "revision_number", "parent_id", "created_by", "creator_name", "created_at", "updated_at"),
];

/**
 * Streams the decisions that match as a table, their texts without markup.
 * @param bom whether CSV begins with a byte order mark
 */
export function exportAdrs(query: AdrFilters, format: keyof typeof tableMedia, bom?: boolean): Response {
  const ids = allSorted(listAdrs(query), query).map(({ id }) => id);
  return tableResponse({ name: "decisions", columns: COLUMNS, rows: () => adrsOf(ids) }, format, bom);
}

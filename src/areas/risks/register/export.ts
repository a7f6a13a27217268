/** The export of the risk register as a table. */
import { type Column, columns, type Row, type tableMedia, tableResponse } from "../../../http/tables";
import type { Risk, RiskQuery } from "../model";
import { listRiskIds, risksOf } from "./read";

const CARDS: Column = { header: "cards", value: (row: Row) => (row as Risk).cards.map(({ card_name }) => card_name) };
const CARD_IDS: Column = { header: "card_ids", value: (row: Row) => (row as Risk).cards.map(({ card_id }) => card_id) };

const COLUMNS = [
  ...columns(
    "id",
    "reference",
    "title",
    "description",
    "category",
    "initial_probability",
    "initial_impact",
    "initial_level",
    "residual_probability",
    "residual_impact",
    "residual_level",
    "status",
    "owner_id",
    "owner_name",
    "target_resolution_date",
  ),
  CARDS,
  CARD_IDS,
  ...columns(
    "source_type",
    "source_ref",
    "acceptance_rationale",
    "accepted_by",
    "accepted_at",
    "created_by",
    "created_at",
    "updated_at",
  ),
];

/**
 * Streams the risks that a query asks for as a table.
 * @param bom whether CSV begins with a byte order mark
 * @throws Problem 400 for a filter by what is no id
 */
export function exportRisks(
  query: Omit<RiskQuery, "page" | "page_size">,
  format: keyof typeof tableMedia,
  bom?: boolean,
): Response {
  const ids = listRiskIds(query);
  return tableResponse({ name: "risks", columns: COLUMNS, rows: () => risksOf(ids) }, format, bom);
}

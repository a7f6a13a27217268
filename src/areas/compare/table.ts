/** A comparison as a table: a row for each field and for each relation that differs. */
import { MAX_ROWS } from "../../http/pagination";
import { columns, type Row, type Table } from "../../http/tables";
import type { Difference } from "./comparison";
import type { FieldChange } from "./contents";
import type { Item } from "./items";
import type { RelatedChange } from "./related-changes";

/** Cards whose contents are read at a time. */
const PORTION = 200;

/** Returns a value as a cell: of a parent its name. */
const cell = (value: unknown) => (typeof value === "object" && value !== null && "name" in value ? value.name : value);

const fieldRow = ({ field, old, new: now }: FieldChange): Row => ({ field, old: cell(old), new: cell(now) });

/** Returns the rows of a relation: one for each of its fields that differs, or one for itself. */
function relationRows({ change, type, peer, changes }: RelatedChange): Row[] {
  const head = { relation: type, relation_change: change, related_id: peer.id, related_name: peer.name };
  return change === "changed" ? changes.map((one) => ({ ...head, ...fieldRow(one) })) : [head];
}

/** Returns the rows of a card: at least one. */
function rowsOf({ change, id, type, name, changes, relations }: Item): Row[] {
  const rows = [...changes.map(fieldRow), ...relations.flatMap(relationRows)];
  return (rows.length === 0 ? [{}] : rows).map((row) => ({ change, type, id, name, ...row }));
}

/** Returns the last row of a file that doesn't have them all. */
const cutRow = (most: number): Row => ({
  change: "truncated",
  name: `This file ends after ${most} rows, and there are more: ask for it by type, filters or change`,
});

function* allRows({ cards, items }: Difference, most: number): Generator<Row> {
  let count = 0;
  for (let from = 0; from < cards.length; from += PORTION)
    for (const row of items(from, from + PORTION).flatMap(rowsOf)) {
      if (++count > most) {
        yield cutRow(most);
        return;
      }
      yield row;
    }
}

/**
 * Returns a comparison as a table, whose rows are read as they are needed. When there are more than it may have, its last row says so.
 * @param most rows that it may have
 */
export const comparisonTable = (difference: Difference, most = MAX_ROWS): Table => ({
  name: "comparison",
  columns: columns(
    ...["change", "type", "id", "name", "field", "old", "new"],
    ...["relation", "relation_change", "related_id", "related_name"],
  ),
  rows: () => allRows(difference, most),
});

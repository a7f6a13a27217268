/** The columns that an update changes, and the changes as its event has them. */
import { differences } from "../../core/journal/differences";

/** Field → its value before and after. */
export type Changes = ReturnType<typeof differences>;

/**
 * Compares a row with what an update asks for.
 * @param row as stored
 * @param wanted columns with their new values; undefined leaves one alone
 */
export function changesOf<Row extends object>(
  row: Row,
  wanted: Partial<Row>,
): { columns: Partial<Row>; changes: Changes } {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const changes = differences(row, given as Row);
  const columns = Object.entries(changes).map(([column, change]) => [column, change.new]);
  return { columns: Object.fromEntries(columns) as Partial<Row>, changes };
}

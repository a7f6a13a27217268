/** What a change of the metamodel changes, as its event tells. */
import { Problem, type Violation } from "../../http/errors";
import { KEY, KEY_RULE } from "./fields";

export type Changes = Record<string, { old: unknown; new: unknown }>;

/**
 * The fields that are asked to be something else than they are.
 * @param row as stored
 * @param wanted columns with the value they are to have; undefined leaves one alone
 */
export function changesOf<Row extends object>(
  row: Row,
  wanted: Partial<Row>,
): { columns: Partial<Row>; changes: Changes } {
  const columns: Partial<Row> = {};
  const changes: Changes = {};
  for (const column of Object.keys(wanted) as (keyof Row)[]) {
    const value = wanted[column];
    if (value === undefined || Bun.deepEquals(row[column], value)) continue;
    columns[column] = value;
    changes[String(column)] = { old: row[column], new: value };
  }
  return { columns, changes };
}

/**
 * Refuses keys that are not in the form of keys, unless they were there before: what was imported may keep its keys.
 * @throws Problem 422 naming each of them
 */
export function checkKeys(
  keys: readonly { key: string; loc: (string | number)[] }[],
  before: ReadonlySet<string> = new Set(),
): void {
  const violations = keys
    .filter(({ key }) => !KEY.test(key) && !before.has(key))
    .map(({ key, loc }): Violation => ({ type: "string_pattern_mismatch", loc, msg: KEY_RULE, input: key }));
  if (violations.length > 0) throw new Problem(422, violations.slice(0, 100));
}

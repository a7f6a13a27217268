/**
 * References to many rows that are deleted together. SQLite runs the action of each foreign key as a program for each row, which
 * takes longer than all the rest of a deletion; here each action is one statement for all rows.
 */

import type { TableName } from "./client";
import { statement } from "./connection";
import { inList, listOf } from "./sql";

/** A foreign key of another table with an action that a statement can do for many rows. */
type Reference = { child: string; column: string; parent_column: string; action: "CASCADE" | "SET NULL" };

/** Rows from which on the statements take less time than the actions of foreign keys. */
const MANY = 100;

const references = new Map<TableName, Reference[]>();

function referencesTo(table: TableName): Reference[] {
  let found = references.get(table);
  if (!found) {
    found = statement<Reference, [string]>(
      `SELECT child.name AS child, key."from" AS "column", coalesce(key."to", 'id') AS parent_column, key.on_delete AS action
       FROM sqlite_schema child, pragma_foreign_key_list(child.name) key
       WHERE child.type = 'table' AND key."table" = ? AND key.on_delete IN ('CASCADE', 'SET NULL') AND key.seq = 0`,
    ).all(table);
    references.set(table, found);
  }
  return found;
}

/**
 * Deletes or empties what refers to rows that are about to be deleted, as its foreign keys say; nothing when the rows are few.
 * @param table of the rows
 * @param ids of the rows
 */
export function releaseReferences(table: TableName, ids: readonly string[]): void {
  if (ids.length < MANY) return;
  const deleted = listOf(ids);
  for (const { child, column, parent_column, action } of referencesTo(table)) {
    const isReferring =
      parent_column === "id"
        ? inList(column)
        : `${column} IN (SELECT ${parent_column} FROM ${table} WHERE ${inList("id")})`;
    statement(
      action === "CASCADE"
        ? `DELETE FROM ${child} WHERE ${isReferring}`
        : `UPDATE ${child} SET ${column} = NULL WHERE ${isReferring}`,
    ).run(deleted);
  }
}

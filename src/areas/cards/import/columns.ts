/** The columns of a table that is imported: those of the export, by their keys or labels. */
import { phases } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { type Column, headsOf, labelOf } from "../../../http/workbooks";
import { cardType } from "../../metamodel";
import { cardColumns } from "../list/export-table";
import type { ImportResult } from "./model";

export type Use = ImportResult["columns"][number]["use"];

/** A column of a table, and its column of the export; undefined for a head that none has. */
export type ImportColumn = { head: string; column: Column | undefined; use: Use };

/** Columns that the server derives or records. */
const derived = new Set(["approval_status", "data_quality", "created_at", "updated_at"]);

const useOf = (header: string): Use => (derived.has(header) ? "ignored" : "imported");

const keyOf = (text: string) => text.trim().toLowerCase();

/** Returns the columns of a table with some heads, of cards of some types. */
export function importColumns(actor: Actor, types: readonly string[], heads: readonly string[]): ImportColumn[] {
  const columns = cardColumns(actor, types);
  const byName = new Map<string, Column>();
  const labels = headsOf(columns);
  const add = (name: string, column: Column) => {
    if (!byName.has(keyOf(name))) byName.set(keyOf(name), column);
  };
  // Keys before labels, so that a label hides no key.
  for (const column of columns) add(column.header, column);
  for (const [at, column] of columns.entries()) add(labels[at] as string, column);
  for (const column of columns) add(column.label ?? labelOf(column.header), column);
  const taken = new Set<Column>();
  return heads.map((head) => {
    const column = byName.get(keyOf(head));
    if (!column || taken.has(column)) return { head, column: undefined, use: "unknown" };
    taken.add(column);
    return { head, column, use: useOf(column.header) };
  });
}

/** Checks whether a column is a date of the lifecycle. */
export const isPhase = (header: string): boolean => (phases as readonly string[]).includes(header);

/** Checks whether the cells of a column are lists. */
export const isList = (typeKey: string | undefined, header: string): boolean =>
  cardType(typeKey ?? "")?.fields.get(header)?.type === "multiple_select";

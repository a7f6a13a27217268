/** Rows of the API as parts of an answer. */
import { z } from "zod";
import { type Column, PAGE, tableOf } from "./table";

/** A row of an answer of the API. */
export type Row = Record<string, unknown>;

/** Returns columns for the fields of rows, ids last. */
export const columnsOf = (...keys: string[]): Column<Row>[] =>
  keys.map((key) => [key.replaceAll("_", " "), (row) => row[key]]);

/** Returns the parameter that names one of a list. */
export const OneGiven = (what: string) =>
  z.string().max(500).optional().describe(`Its id or exact name; ${what} without it`);

/** Returns rows as a table; a sentence for those that the caller may not see. */
export const partOf = (columns: readonly Column<Row>[], rows: readonly Row[] | undefined): string =>
  rows ? tableOf(columns, rows) : "(You may not see this.)";

/** Returns the page of a list that is not paged by the API. */
export const pageOf = <T>(rows: readonly T[], page: number) => rows.slice((page - 1) * PAGE, page * PAGE);

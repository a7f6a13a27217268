/** The matrix as a table: which rows and columns it has, in which order, and what stands in each cell. */
import type { Field } from "../../metamodel/fields";
import { type Letter, lettersOf } from "../../reports/letters";
import type { MatrixCard, MatrixRelation, MatrixReport } from "./queries";

/** A meaning of relations: an option of their attribute, with its letter and its look. */
export type Meaning = Letter & { look: "O" | "U" | "S" };

const LOOKS = ["O", "U", "S"] as const;

/** Returns the meanings of a field's options. */
export const meaningsOf = (field: Field | undefined): Meaning[] =>
  lettersOf(field).map((one, at) => ({ ...one, look: LOOKS[at] ?? "S" }));

export type Column = MatrixCard & { count: number; group: string; isFirst: boolean };
export type Row = MatrixCard & { count: number };

export type Table = {
  rows: Row[];
  columns: Column[];
  /** Row and column that `cellKey` names → their relations. */
  cells: ReadonlyMap<string, readonly MatrixRelation[]>;
  relations: number;
  /** The number of columns without a relation. */
  empty: number;
};

/** Names a cell by its two cards. */
export const cellKey = (row: string, column: string): string => `${row} ${column}`;

type TableChoice = {
  /** The type of the relations; undefined for those of all types. */
  relation: string | undefined;
  /** True to show also columns without a relation. */
  all: boolean;
  /** True to show only the rows and columns without a relation. */
  gaps: boolean;
};

/** Returns the table of a report. @param others the name of the group of columns without a parent */
export function tableOf(report: MatrixReport, { relation, all, gaps }: TableChoice, others: string): Table {
  const cells = new Map<string, readonly MatrixRelation[]>();
  const counts = new Map<string, number>();
  const count = (id: string, more: number) => counts.set(id, (counts.get(id) ?? 0) + more);
  let relations = 0;
  for (const { row_id, col_id, relations: all = [] } of report.intersections) {
    const own = all.filter(({ type }) => relation === undefined || type === relation);
    if (own.length === 0) continue;
    cells.set(cellKey(row_id, col_id), own);
    relations += own.length;
    count(`row ${row_id}`, own.length);
    count(`column ${col_id}`, own.length);
  }
  const names = new Map(report.columns.map(({ id, name }) => [id, name]));
  const parents = new Set(report.columns.flatMap(({ parent_id }) => parent_id ?? []));
  const groupOf = ({ id, name, parent_id }: MatrixCard) =>
    (parent_id && names.get(parent_id)) || (parents.has(id) ? name : others);
  const counted = report.columns.map((column) => ({
    ...column,
    count: counts.get(`column ${column.id}`) ?? 0,
    group: groupOf(column),
  }));
  const isLast = ({ group }: { group: string }) => Number(group === others);
  const columns = counted
    .filter((one) => (gaps ? one.count === 0 : all || one.count > 0))
    .sort(
      (one, other) =>
        isLast(one) - isLast(other) || one.group.localeCompare(other.group) || one.name.localeCompare(other.name),
    )
    .map((one, at, sorted) => ({ ...one, isFirst: one.group !== sorted[at - 1]?.group }));
  const rows = report.rows
    .map((row) => ({ ...row, count: counts.get(`row ${row.id}`) ?? 0 }))
    .filter((row) => !gaps || row.count === 0)
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
  return { rows, columns, cells, relations, empty: counted.filter((one) => one.count === 0).length };
}

/** Returns the groups of columns, with how many columns each has. */
export function groupsOf(columns: readonly Column[]): { name: string; first: number; size: number }[] {
  const groups: { name: string; first: number; size: number }[] = [];
  for (const [at, { group, isFirst }] of columns.entries()) {
    if (isFirst) groups.push({ name: group, first: at, size: 0 });
    const last = groups.at(-1);
    if (last) last.size += 1;
  }
  return groups;
}

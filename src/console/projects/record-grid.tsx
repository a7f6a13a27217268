/** Records as a grid that is edited in its cells: a last row takes new ones, blocks are pasted, lines are deleted. */
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useRef, useState } from "react";
import { fromText, toText } from "../grid/clipboard";
import type { Column } from "../grid/column";
import { type Block, blockOf, type Cell, FIRST } from "../grid/cursor";
import { Grid, type GridHandle } from "../grid/grid";
import { toast } from "../server/changes";
import { deleteRecords, type RecordChange, type RecordKind, type Values, writeRecords } from "./record-changes";
import { objection, type RecordColumn } from "./record-column";

/** Rows that are pasted at once. */
const MAX_PASTED = 200;

type RecordGridProps<R extends { id: string }> = {
  label: string;
  kind: RecordKind;
  initiative: string;
  records: readonly R[];
  columns: readonly RecordColumn<R>[];
  mayEdit: boolean;
  /** The values of a record that is made in the last row. */
  fresh: Values;
  /** The words of the last row. */
  offer: string;
  current?: string | undefined;
  onOpen?: (record: R) => void;
};

/** A row: a record, or the one that takes a new one. */
type Row<R> = R | { id: "new" };

const isRecord = <R extends { id: string }>(row: Row<R> | undefined): row is R => row !== undefined && row.id !== "new";

/** Shows the grid. Delete takes the marked lines away; everything is undone by one key. */
export function RecordGrid<R extends { id: string }>(props: RecordGridProps<R>) {
  const { label, kind, initiative, records, columns, mayEdit, fresh, offer, current, onOpen } = props;
  const { t } = useLingui();
  const grid = useRef<GridHandle>(null);
  const [block, setBlock] = useState<Block>(blockOf(FIRST));
  const rows: readonly Row<R>[] = mayEdit ? [...records, { id: "new" }] : records;

  const write = (changes: readonly RecordChange[], sentence: string) =>
    void writeRecords(kind, initiative, changes, sentence);
  const save = (row: Row<R>, column: RecordColumn<R>) => (value: unknown) => {
    const values = { [column.key]: value };
    if (isRecord(row)) write([{ id: row.id, values }], t`${column.label} changed`);
    else write([{ values: { ...fresh, ...values } }], t`A line is added`);
  };

  const shown = columns.map(
    (column, at): Column<Row<R>> => ({
      key: column.key,
      label: column.label,
      ...(column.width && { width: column.width }),
      ...(column.isFigure && { isFigure: true }),
      ...(at === 0 && { className: "nm" }),
      cell: (row) => (isRecord(row) ? column.cell(row) : at === 0 ? <span className="c3">{offer}</span> : null),
      text: (row) => (isRecord(row) ? column.text(row) : ""),
      editor: (row, editing) =>
        mayEdit ? column.editor?.(isRecord(row) ? row[column.key] : undefined, save(row, column), editing) : undefined,
    }),
  );

  /** Writes a block of texts from a cell on: over what is there, and as new lines below. */
  function paste(text: string, { row: top, column: left }: Cell): void {
    if (!mayEdit) return;
    const changes: RecordChange[] = [];
    for (const [at, texts] of fromText(text).slice(0, MAX_PASTED).entries()) {
      const values: Record<string, unknown> = {};
      for (const [place, one] of texts.entries()) {
        const column = columns[left + place];
        if (!column?.read) continue;
        const value = column.read(one);
        if (value === undefined) {
          toast("failed", objection(column, one, at + 1));
          return;
        }
        values[column.key] = value;
      }
      const row = rows[top + at];
      changes.push(isRecord(row) ? { id: row.id, values } : { values: { ...fresh, ...values } });
    }
    write(changes, t`${changes.length} lines pasted`);
  }

  /** Gives all rows of a block the values of its first one. */
  function fill({ top, bottom, left, right }: Block): void {
    const first = rows[top];
    if (!mayEdit || !isRecord(first)) return;
    const filled = columns.slice(left, right + 1).filter(({ read }) => read);
    const values = Object.fromEntries(filled.map(({ key }) => [key, first[key]]));
    const ids = rows
      .slice(top + 1, bottom + 1)
      .filter(isRecord)
      .map(({ id }) => id);
    write(
      ids.map((id) => ({ id, values })),
      t`${ids.length} lines filled`,
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    if ((event.key !== "Delete" && event.key !== "Backspace") || !mayEdit) return;
    if ((event.target as Element).closest("input, textarea, [role=listbox]")) return;
    const ids = rows
      .slice(block.top, block.bottom + 1)
      .filter(isRecord)
      .map(({ id }) => id);
    if (ids.length === 0) return;
    event.preventDefault();
    void deleteRecords(kind, initiative, ids);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid within it has the focus
    <div className="record-grid" onKeyDown={onKeyDown}>
      <Grid
        ref={grid}
        label={label}
        columns={shown}
        total={rows.length}
        rowAt={(index) => rows[index]}
        idOf={({ id }) => id}
        {...(current !== undefined && { current })}
        onCursor={(cursor) => setBlock(blockOf(cursor))}
        onOpen={(row) => (isRecord(row) && onOpen ? onOpen(row) : grid.current?.edit())}
        onCopy={({ top, bottom, left, right }) =>
          toText(
            rows.slice(top, bottom + 1).map((row) => shown.slice(left, right + 1).map(({ text }) => text?.(row) ?? "")),
          )
        }
        onPaste={paste}
        onFill={fill}
      />
    </div>
  );
}

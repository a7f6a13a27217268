/** The cells: heads that stay at both sides, one focused cell, and its row and column tinted. Only what is filled is drawn. */
import { useLingui } from "@lingui/react/macro";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from "react";
import { number } from "../../language/format";
import { Missing } from "../../ui/signs";
import { useWidth } from "../../ui/width";
import type { MatrixRelation } from "./queries";
import { type Column, cellKey, groupsOf, type Meaning, type Row, type Table } from "./table";

/** Sizes in px: the heads of rows, and the least and most width of a column. */
const HEAD = 228;
const EDGE = 8;
const COLUMN = { least: 28, most: 44 };

export type Focus = { row: Row; column: Column; relations: readonly MatrixRelation[] };

export type MatrixGridProps = {
  label: string;
  /** The words in the corner: the type of the rows. */
  corner: string;
  table: Table;
  meanings: readonly Meaning[];
  /** The meaning of a relation; undefined when it has none. */
  meaningOf: (relation: MatrixRelation) => Meaning | undefined;
  isCount: boolean;
  /** The key of the one meaning that is shown alone. */
  shown: string | undefined;
  /** Says of a row that nobody owns it; undefined when somebody does. */
  missingOf: (row: Row) => string | undefined;
  onFocus: (focus: Focus) => void;
  /** A letter that gives a cell its meaning; Space, ↵ and ⌫. True when it is done. */
  onKey: (key: string, focus: Focus) => boolean;
};

/** Shows the matrix. */
export function MatrixGrid(props: MatrixGridProps) {
  const { label, corner, table, missingOf, onFocus, onKey } = props;
  const { t } = useLingui();
  const { rows, columns, cells } = table;
  const name = useId();
  const [follow, room] = useWidth<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const width = Math.max(
    COLUMN.least,
    Math.min(COLUMN.most, Math.floor((room - HEAD - EDGE) / Math.max(1, columns.length))),
  );
  const row = Math.min(at.row, rows.length - 1);
  const column = Math.min(at.column, columns.length - 1);
  const focusAt = (row: number, column: number): Focus | undefined => {
    const [own, other] = [rows[row], columns[column]];
    return own && other && { row: own, column: other, relations: cells.get(cellKey(own.id, other.id)) ?? [] };
  };

  function go(nextRow: number, nextColumn: number): void {
    const to = {
      row: Math.max(0, Math.min(rows.length - 1, nextRow)),
      column: Math.max(0, Math.min(columns.length - 1, nextColumn)),
    };
    setAt(to);
    const focus = focusAt(to.row, to.column);
    if (focus) onFocus(focus);
    const sheet = scroller.current;
    if (!sheet) return;
    const left = to.column * width;
    if (left < sheet.scrollLeft) sheet.scrollLeft = left;
    if (left + width > sheet.scrollLeft + room - HEAD) sheet.scrollLeft = left + width - room + HEAD;
    sheet.querySelector(`[data-row="${to.row}"]`)?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const steps: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, columns.length - 1],
    };
    const step = steps[event.key];
    const focus = focusAt(row, column);
    if (step) go(...step);
    else if (!focus || !onKey(event.key, focus)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onMouseDown(event: MouseEvent): void {
    const line = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    const head = (event.target as HTMLElement).closest<HTMLElement>(".h");
    if (!line || event.button !== 0) return;
    const x = event.clientX - line.getBoundingClientRect().left - HEAD;
    event.preventDefault();
    scroller.current?.focus();
    go(Number(line.dataset["row"]), head ? column : Math.floor(x / width));
  }

  const style = { "--w": `${width}px`, width: HEAD + columns.length * width + EDGE } as CSSProperties;
  return (
    <div className="matrix-room" ref={follow}>
      <div
        ref={scroller}
        className="matrix scroll"
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        tabIndex={0}
        aria-activedescendant={rows.length > 0 && columns.length > 0 ? `${name}-cell` : undefined}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
      >
        <div className="matrix-heads" style={style} role="rowgroup">
          <div className="matrix-groups" aria-hidden>
            {groupsOf(columns).map(({ name: group, first, size }) => (
              <div key={group} className="grp trunc" style={{ left: HEAD + first * width, width: size * width }}>
                {group}
              </div>
            ))}
          </div>
          <div className="matrix-names" role="row" aria-rowindex={1}>
            <div className="corner" role="columnheader">
              <span>
                {corner} <span className="c3 num">{number(rows.length)}</span>
              </span>
              <span className="t11 c3">{t`relations`}</span>
            </div>
            {columns.map((one, place) => (
              <div
                key={one.id}
                role="columnheader"
                aria-colindex={place + 2}
                className={`v ${one.isFirst ? "g0" : ""} ${place === column ? "x" : ""}`}
                style={{ left: HEAD + place * width }}
                title={one.name}
              >
                <span>{one.name}</span>
                <em className="num">{number(one.count)}</em>
              </div>
            ))}
          </div>
        </div>
        <div className="matrix-sheet" style={style} role="rowgroup">
          {columns.length > 0 && (
            <span className="matrix-tint" style={{ left: HEAD + column * width, width }} aria-hidden />
          )}
          {columns.map(
            (one, place) =>
              one.isFirst && (
                <span key={one.id} className="matrix-line" style={{ left: HEAD + place * width }} aria-hidden />
              ),
          )}
          {rows.map((one, place) => (
            <Line
              key={one.id}
              {...props}
              row={one}
              place={place}
              width={width}
              focused={place === row ? column : undefined}
              cellId={`${name}-cell`}
              missing={missingOf(one)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

type LineProps = Pick<MatrixGridProps, "table" | "meaningOf" | "isCount" | "shown"> & {
  row: Row;
  place: number;
  width: number;
  focused: number | undefined;
  cellId: string;
  missing: string | undefined;
};

function Line({ table, row, place, width, focused, cellId, missing, ...looks }: LineProps) {
  return (
    <div
      className={`matrix-row ${focused === undefined ? "" : "x"}`}
      role="row"
      aria-rowindex={place + 2}
      data-row={place}
    >
      <div className="h" role="rowheader">
        {missing && <Missing title={missing} />}
        <span className="trunc" title={row.name}>
          {row.name}
        </span>
        <span className="n num">{number(row.count)}</span>
      </div>
      {table.columns.map((column, at) => {
        const relations = table.cells.get(cellKey(row.id, column.id));
        if (!relations && at !== focused) return null;
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 2}
            className={`matrix-cell ${at === focused ? "here" : ""}`}
            style={{ left: HEAD + at * width, width }}
            {...(at === focused && { id: cellId })}
          >
            <Tile relations={relations ?? []} {...looks} />
            <span className="aloud">{column.name}</span>
          </div>
        );
      })}
    </div>
  );
}

const TONES = ["k1", "k2", "k3", "k4", "k5"];

function Tile({
  relations,
  meaningOf,
  isCount,
  shown,
}: { relations: readonly MatrixRelation[] } & Pick<MatrixGridProps, "meaningOf" | "isCount" | "shown">) {
  const [relation] = relations;
  if (!relation) return <i className="u none" />;
  if (isCount || relations.length > 1)
    return <i className={`u num ${TONES[Math.min(relations.length, TONES.length) - 1]}`}>{number(relations.length)}</i>;
  const meaning = meaningOf(relation);
  const isOff = shown !== undefined && shown !== (meaning?.key ?? "");
  return (
    <i className={`u ${meaning?.look ?? "dot"} ${isOff ? "off" : ""}`} title={meaning?.label}>
      {meaning ? meaning.letter : "•"}
    </i>
  );
}

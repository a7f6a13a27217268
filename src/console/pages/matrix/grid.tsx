/** The cells: heads that stay at both sides, one focused cell, and its row and column tinted. Only what is filled is drawn. */
import { useLingui } from "@lingui/react/macro";
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { number } from "../../language/format";
import { Missing } from "../../ui/signs";
import { useWidth } from "../../ui/width";
import type { MatrixRelation } from "./queries";
import { type Column, cellKey, groupsOf, type Meaning, type Row, type Table } from "./table";

/** Sizes in px: the heads of rows, and the least and most width of a column. */
const HEAD = 228;
const EDGE = 8;
const COLUMN = { least: 28, most: 44 };
/** Heights in px: the heads of columns, and a row. */
const HEADS = 205;
const ROW = 28;
/** Up to this many rows or columns are all drawn, so that paper has them too. */
const ALL = 300;
const OVERSCAN = 10;

/** Returns how many rows or columns are drawn beyond those in the window. */
const overscanOf = (count: number) => (count <= ALL ? ALL : OVERSCAN);

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
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: overscanOf(rows.length),
    scrollMargin: HEADS,
    scrollPaddingStart: HEADS,
  });
  const stripes = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    overscan: overscanOf(columns.length),
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have another width
  useEffect(() => stripes.measure(), [width, stripes]);
  const drawn = stripes.getVirtualItems();
  const [from, to] = [drawn[0]?.index ?? 0, (drawn.at(-1)?.index ?? -1) + 1];
  const drawnRows = lines.getVirtualItems();
  const row = Math.min(at.row, rows.length - 1);
  const column = Math.min(at.column, columns.length - 1);
  const focusAt = (row: number, column: number): Focus | undefined => {
    const [own, other] = [rows[row], columns[column]];
    return own && other && { row: own, column: other, relations: cells.get(cellKey(own.id, other.id)) ?? [] };
  };

  function go(nextRow: number, nextColumn: number): void {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, nextRow)),
      column: Math.max(0, Math.min(columns.length - 1, nextColumn)),
    };
    setAt(next);
    const focus = focusAt(next.row, next.column);
    if (focus) onFocus(focus);
    lines.scrollToIndex(next.row, { align: "auto" });
    stripes.scrollToIndex(next.column, { align: "auto" });
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
            {groupsOf(columns.slice(from, to)).map(({ name: group, first, size }) => (
              <div
                key={group}
                className="grp trunc"
                style={{ left: HEAD + (from + first) * width, width: size * width }}
              >
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
            {drawn.map(({ index: place }) => {
              const one = columns[place];
              return (
                one && (
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
                )
              );
            })}
          </div>
        </div>
        <div className="matrix-sheet" style={{ ...style, ...roomOf(drawnRows, lines.getTotalSize()) }} role="rowgroup">
          {columns.length > 0 && (
            <span className="matrix-tint" style={{ left: HEAD + column * width, width }} aria-hidden />
          )}
          {drawn.map(
            ({ index: place }) =>
              columns[place]?.isFirst && (
                <span key={place} className="matrix-line" style={{ left: HEAD + place * width }} aria-hidden />
              ),
          )}
          {drawnRows.map(({ index: place }) => {
            const one = rows[place];
            return (
              one && (
                <Line
                  key={one.id}
                  {...props}
                  row={one}
                  place={place}
                  drawn={drawn}
                  width={width}
                  focused={place === row ? column : undefined}
                  cellId={`${name}-cell`}
                  missing={missingOf(one)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Returns the room of the rows above and below the drawn ones. */
function roomOf(drawnRows: readonly VirtualItem[], total: number): CSSProperties {
  const [first, last] = [drawnRows[0], drawnRows.at(-1)];
  return first && last ? { paddingTop: first.start - HEADS, paddingBottom: HEADS + total - last.end } : {};
}

type LineProps = Pick<MatrixGridProps, "table" | "meaningOf" | "isCount" | "shown"> & {
  row: Row;
  place: number;
  /** The columns that are drawn. */
  drawn: readonly VirtualItem[];
  width: number;
  focused: number | undefined;
  cellId: string;
  missing: string | undefined;
};

function Line({ table, row, place, drawn, width, focused, cellId, missing, ...looks }: LineProps) {
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
      {drawn.map(({ index: at }) => {
        const column = table.columns[at];
        const relations = column && table.cells.get(cellKey(row.id, column.id));
        if (!column || (!relations && at !== focused)) return null;
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

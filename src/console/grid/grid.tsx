/**
 * A grid: rows of columns, scrolled without pages over any number of rows, of which only those in the window are drawn.
 * One cell has the focus; keys move it, and with ⇧ they stretch a range. The grid knows no subject.
 */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { heightOf, useDensity } from "../state/look";
import { useMedia } from "../state/media";
import { type Column, type Fold, type Section, type Sorting, tracksOf } from "./column";
import { type Block, blockOf, type Cell, type Cursor, FIRST, isInside, moved } from "./cursor";
import { Head } from "./head";
import { cellId, Row } from "./row";

const OVERSCAN = 8;
/** Heights of the heads in px, as `.gh` has them. */
const HEADS = { plain: 32, spread: 52 };

/** Rows on paper, which has no window. */
const MAX_PRINTED = 1_000;

/** The verbs that a page has for a grid. */
export type GridHandle = { focus: (cell?: Partial<Cell>) => void; edit: () => void };

export type GridProps<R> = {
  /** Its name for readers of screens. */
  label: string;
  columns: readonly Column<R>[];
  /** The number of rows of the whole list. */
  total: number;
  /** A row by its place; undefined while it is being loaded. */
  rowAt: (index: number) => R | undefined;
  idOf: (row: R) => string;
  /** The content of a row that parts those below it from those above, across all columns; undefined for every other row. */
  sectionOf?: (row: R) => ReactNode | undefined;
  /** The number of a row; its place in the list, from 1, when left out. */
  numberOf?: (row: R, index: number) => number;
  /** The head of a group that stands at a place, in a list of groups. */
  sectionAt?: (index: number) => Section | undefined;
  /** The fold of the row at a place, in a list of groups or a tree. */
  foldAt?: (index: number) => Fold | undefined;
  /** Further classes of a row. */
  classOf?: (row: R) => string | undefined;
  /** Is called with the key of a column that is given another width, or that is put in the place of another one. */
  onResize?: (key: string, width: number) => void;
  onMove?: (key: string, before: string) => void;
  /** Is called with the first and last place in the window. */
  onShow?: (first: number, last: number) => void;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** The id of the row that is open next to the grid. */
  current?: string;
  /** The ids that are selected; undefined for a grid without selection. */
  selection?: ReadonlySet<string> | "all";
  onSelect?: (from: number, to: number) => void;
  onSelectAll?: () => void;
  /** Is called when the focus moves to another row or stretches a range. */
  onCursor?: (cursor: Cursor) => void;
  /** ↵ and a second click. */
  onOpen?: (row: R) => void;
  /** Space, and a press where `peeksOnPress`. */
  onPeek?: (row: R) => void;
  peeksOnPress?: boolean;
  /** Returns a block as text; undefined when it comes later, or isn't copied. */
  onCopy?: (block: Block) => string | undefined;
  onPaste?: (text: string, at: Cell) => void;
  /** ⌘D: the first row of the range is to stand in all rows of it. */
  onFill?: (block: Block) => void;
  /** Is drawn over the rows, as lines that cross all of them. */
  children?: ReactNode;
  ref?: Ref<GridHandle>;
};

const everyRow = ({ count }: { count: number }): number[] => Array.from({ length: count }, (_, index) => index);

/** Shows a grid. */
export function Grid<R>(props: GridProps<R>) {
  const { label, total, rowAt, idOf, sorting, onSort, current, selection, children, ref } = props;
  const [resized, setResized] = useState<{ key: string; width: number }>();
  const columns = resized
    ? props.columns.map((one) => (one.key === resized.key ? { ...one, width: resized.width } : one))
    : props.columns;
  const name = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = heightOf(useDensity());
  const headHeight = columns.every(({ spread }) => spread === undefined) ? HEADS.plain : HEADS.spread;
  const [cursor, setCursor] = useState<Cursor>(FIRST);
  const [isEditing, setEditing] = useState(false);
  const anchor = useRef(0);
  const isPrinted = useMedia("print");
  const rows = useVirtualizer({
    count: isPrinted ? Math.min(total, MAX_PRINTED) : total,
    rangeExtractor: isPrinted ? everyRow : defaultRangeExtractor,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { onShow, onCursor } = props;
  useEffect(() => onShow?.(first, last), [first, last, onShow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights move all rows
  useEffect(() => rows.measure(), [rowHeight, rows]);

  const block = blockOf(cursor);
  const size = {
    rows: total,
    columns: columns.length,
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
  };

  /** Scrolls as far as it takes to show a row. All rows are of one height, so that nothing has to be measured for it. */
  function reveal(row: number): void {
    const grid = scroller.current;
    if (!grid) return;
    const top = row * rowHeight;
    const lowest = top + rowHeight - (grid.clientHeight - headHeight);
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (lowest > grid.scrollTop) grid.scrollTop = lowest;
  }

  function go(at: Cell, stretches = false): void {
    const next = { at, from: stretches ? cursor.from : at };
    setCursor(next);
    setEditing(false);
    reveal(at.row);
    onCursor?.(next);
  }

  function edit(): void {
    const row = rowAt(cursor.at.row);
    if (row !== undefined && columns[cursor.at.column]?.editor?.(row, { close: () => {} }) !== undefined)
      setEditing(true);
  }

  function close(goesOn = false): void {
    setEditing(false);
    scroller.current?.focus();
    if (goesOn && cursor.at.row + 1 < total) go({ ...cursor.at, row: cursor.at.row + 1 });
  }

  useImperativeHandle(ref, () => ({
    focus(cell) {
      if (cell) go({ ...cursor.at, ...cell });
      scroller.current?.focus();
    },
    edit,
  }));

  const { onSelect } = props;
  const latestSelect = useRef(onSelect);
  useLayoutEffect(() => {
    latestSelect.current = onSelect;
  });
  // It stays the same function, so that a key draws only the rows that it changes.
  const select = useCallback((index: number, isRange = false): void => {
    latestSelect.current?.(isRange ? anchor.current : index, index);
    anchor.current = index;
  }, []);

  /** Returns what a key does to the fold of the focused row: ← closes it or goes up, → opens it; nothing in other columns. */
  function foldFor({ key, shiftKey, metaKey, ctrlKey }: React.KeyboardEvent): (() => void) | undefined {
    const { row, column } = cursor.at;
    const fold = props.foldAt?.(row);
    if (!fold || shiftKey || metaKey || ctrlKey) return undefined;
    const { isOpen, toggle, parent } = fold;
    if ((key === "Enter" || key === " ") && props.sectionAt?.(row)) return toggle;
    if (column > 0) return undefined;
    if (key === "ArrowRight" && isOpen === false) return toggle;
    if (key !== "ArrowLeft") return undefined;
    return isOpen ? toggle : parent === undefined ? undefined : () => go({ row: parent, column: 0 });
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    if (isEditing || event.target !== scroller.current) return;
    if (event.altKey) return;
    const row = rowAt(cursor.at.row);
    const isFar = event.metaKey || event.ctrlKey;
    const fold = foldFor(event);
    const to = fold ? undefined : moved(cursor.at, event.key, isFar, size);
    const act: Record<string, (() => void) | undefined> = {
      Enter: row && props.onOpen && (() => props.onOpen?.(row)),
      " ": row && (event.shiftKey ? () => select(cursor.at.row) : props.onPeek && (() => props.onPeek?.(row))),
      F2: edit,
      e: isFar ? undefined : edit,
      x: isFar ? undefined : onSelect && (() => select(cursor.at.row)),
      d: isFar && props.onFill && block.bottom > block.top ? () => props.onFill?.(block) : undefined,
      a: isFar && props.onSelectAll ? () => props.onSelectAll?.() : undefined,
    };
    const action = fold ?? (to ? () => go(to, event.shiftKey) : act[event.key]);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Returns the cell that an event is in. */
  function cellOf(target: EventTarget): Cell | undefined {
    const cell = (target as HTMLElement).closest<HTMLElement>("[data-column]");
    const row = cell?.closest<HTMLElement>("[data-row]");
    return cell && row ? { row: Number(row.dataset["row"]), column: Number(cell.dataset["column"]) } : undefined;
  }

  function onMouseDown(event: React.MouseEvent): void {
    const cell = cellOf(event.target);
    const isEditor = isEditing && cell?.row === cursor.at.row && cell.column === cursor.at.column;
    if (!cell || event.button !== 0 || isEditor || (event.target as HTMLElement).closest("a,button")) return;
    event.preventDefault();
    scroller.current?.focus();
    go(cell, event.shiftKey);
    const row = rowAt(cell.row);
    if (row !== undefined && props.peeksOnPress && !event.shiftKey) props.onPeek?.(row);
  }

  function onDoubleClick(event: React.MouseEvent): void {
    const row = rowAt(cursor.at.row);
    if (!cellOf(event.target) || row === undefined) return;
    if (cursor.at.column === 0) props.onOpen?.(row);
    else edit();
  }

  const selectedCount = selection === "all" ? total : (selection?.size ?? 0);
  const boxes =
    selection === undefined
      ? undefined
      : selectedCount > 0 && selectedCount >= total
        ? true
        : selectedCount > 0
          ? "mixed"
          : false;
  const focusedRow = rowAt(cursor.at.row);
  const editor =
    isEditing && focusedRow !== undefined ? columns[cursor.at.column]?.editor?.(focusedRow, { close }) : undefined;

  const isDrawn = total > 0 && cursor.at.row >= first && cursor.at.row <= last;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a grid of either kind, which the rule can't see
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: as above
    <div
      ref={scroller}
      className="grid"
      role={props.foldAt ? "treegrid" : "grid"}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable={selection !== undefined}
      tabIndex={0}
      aria-activedescendant={isDrawn ? cellId(name, cursor.at.row, cursor.at.column) : undefined}
      style={{ "--cols": tracksOf(columns) } as React.CSSProperties}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onDoubleClick={onDoubleClick}
      onCopy={(event) => {
        if (!props.onCopy || isEditing) return;
        event.preventDefault();
        const text = props.onCopy(block);
        if (text !== undefined) event.clipboardData.setData("text/plain", text);
      }}
      onPaste={(event) => {
        if (!props.onPaste || isEditing) return;
        event.preventDefault();
        props.onPaste(event.clipboardData.getData("text/plain"), { row: block.top, column: block.left });
      }}
    >
      <div role="rowgroup" className="grid-head">
        <Head
          columns={columns}
          sorting={sorting}
          onSort={onSort}
          selected={boxes}
          onSelectAll={() => props.onSelectAll?.()}
          onResize={
            props.onResize &&
            ((key, width, isDone) => {
              setResized(isDone ? undefined : { key, width });
              if (isDone) props.onResize?.(key, width);
            })
          }
          onMove={props.onMove}
        />
      </div>
      <div className="grid-sheet" style={{ height: rows.getTotalSize() }} role="rowgroup">
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          const isRange = block.bottom > block.top || block.right > block.left;
          return (
            <Row
              key={index}
              grid={name}
              index={index}
              top={start - headHeight}
              row={row}
              bar={row === undefined ? undefined : props.sectionOf?.(row)}
              number={row !== undefined && props.numberOf ? props.numberOf(row, index) : index + 1}
              section={props.sectionAt?.(index)}
              fold={props.foldAt?.(index)}
              className={row === undefined ? undefined : props.classOf?.(row)}
              columns={columns}
              focused={cursor.at.row === index ? cursor.at.column : undefined}
              range={
                isRange && isInside(block, { row: index, column: block.left }) ? [block.left, block.right] : undefined
              }
              editor={cursor.at.row === index ? editor : undefined}
              isCurrent={row !== undefined && idOf(row) === current}
              isSelected={
                selection === undefined
                  ? undefined
                  : selection === "all" || (row !== undefined && selection.has(idOf(row)))
              }
              onSelect={select}
            />
          );
        })}
        {children}
      </div>
    </div>
  );
}

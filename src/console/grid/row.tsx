/** A row of a grid. */
import { useLingui } from "@lingui/react/macro";
import { memo, type ReactNode } from "react";
import { number } from "../language/format";
import { Box } from "./box";
import type { Column, Fold, Section } from "./column";
import { FoldButton } from "./fold-button";

type RowProps<Row> = {
  /** The place of the row in the list, from 0. */
  index: number;
  /** Its distance from the top, in px. */
  top: number;
  /** Undefined while it is being loaded. */
  row: Row | undefined;
  /** The content in place of all cells, of a row that parts others. */
  bar: ReactNode | undefined;
  /** The number that stands at its beginning. */
  number: number;
  columns: readonly Column<Row>[];
  /** The head of a group, which stands in this row. */
  section: Section | undefined;
  fold: Fold | undefined;
  className: string | undefined;
  /** The column of the focused cell. */
  focused: number | undefined;
  /** The first and last column of the range that is in this row. */
  range: readonly [number, number] | undefined;
  /** The editor, in place of the focused cell. */
  editor: ReactNode;
  isCurrent: boolean;
  /** Undefined in a grid without selection. */
  isSelected: boolean | undefined;
  onSelect: (index: number) => void;
};

/** Returns the id of a cell in the document. */
export const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`;

function GridRow<Row>({
  grid,
  index,
  top,
  row,
  bar,
  number: place,
  columns,
  section,
  fold,
  className = "",
  focused,
  range,
  editor,
  isCurrent,
  isSelected,
  onSelect,
}: RowProps<Row> & { grid: string }) {
  const { t } = useLingui();
  if (bar !== undefined)
    return (
      <div role="row" aria-rowindex={index + 2} className="gsec" style={{ transform: `translateY(${top}px)` }}>
        <div
          role="gridcell"
          aria-colspan={columns.length + 1}
          id={focused === undefined ? undefined : cellId(grid, index, focused)}
          className={focused === undefined ? undefined : "foc"}
        >
          {bar}
        </div>
      </div>
    );
  const isChosen = isSelected && !section;
  const classes = [
    "gr",
    isCurrent || isChosen ? "sel" : "",
    isChosen ? "chosen" : "",
    section ? "section" : "",
    className,
  ];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={section ? undefined : (isSelected ?? isCurrent)}
      aria-level={fold?.level}
      aria-expanded={fold?.isOpen}
      className={classes.filter(Boolean).join(" ")}
      style={{ transform: `translateY(${top}px)` }}
      data-row={index}
    >
      {section ? (
        <div className="ck" role="gridcell" aria-label={section.label} />
      ) : (
        <div className="ck num" role="gridcell" aria-label={t`Row ${number(place)}`}>
          <span className="ck-number">{number(place)}</span>
          {isSelected !== undefined && row !== undefined && (
            <Box state={isSelected} label={t`Select`} onPress={() => onSelect(index)} />
          )}
        </div>
      )}
      {columns.map((column, at) => (
        <div
          key={column.key}
          id={cellId(grid, index, at)}
          role="gridcell"
          data-column={at}
          className={classesOf(column, at, focused, range, editor !== undefined && focused === at)}
        >
          {at === 0 && fold && <FoldButton fold={fold} />}
          {section ? (
            at === 0 ? (
              section.title
            ) : (
              section.cells?.[column.key]
            )
          ) : row === undefined ? (
            <span className="sk" />
          ) : focused === at && editor ? (
            editor
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
    </div>
  );
}

function classesOf<Row>(
  { className = "", isFigure, isFull }: Column<Row>,
  at: number,
  focused: number | undefined,
  range: readonly [number, number] | undefined,
  isEdited: boolean,
): string {
  const isInRange = range !== undefined && at >= range[0] && at <= range[1];
  return [
    className,
    isFigure ? "r num" : "",
    isFull ? "full" : "",
    focused === at ? "foc" : "",
    isInRange ? "in-range" : "",
    isEdited ? "edited" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** A row; it is drawn anew only when something of it changes. */
export const Row = memo(GridRow) as typeof GridRow;

/** The heads of a grid: names, the order, how values are spread, and the box that selects all. */
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "react-aria-components";
import { useAsked } from "../state/asked";
import { Icon } from "../ui/icon";
import { Box } from "./box";
import { type Column, type Sorting, sortingOf, sortingText } from "./column";
import { beginMoving, beginResizing } from "./head-drag";

type HeadProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
  /** True, false or "mixed" for the box over all rows; undefined for a grid without selection. */
  selected: boolean | "mixed" | undefined;
  onSelectAll: () => void;
  onResize: ((key: string, width: number, isDone: boolean) => void) | undefined;
  onMove: ((key: string, before: string) => void) | undefined;
};

/** Shows the row of heads. */
export function Head<Row>({ columns, sorting, onSort, selected, onSelectAll, onResize, onMove }: HeadProps<Row>) {
  const { t } = useLingui();
  const isOne = columns.every(({ spread }) => spread === undefined);
  const asked = useAsked(sorting && sortingText(sorting));
  const sort = (column: Column<Row>) => {
    const wanted = next(column as Column<never>, asked.current === undefined ? undefined : sortingOf(asked.current));
    asked.current = sortingText(wanted);
    onSort?.(wanted);
  };
  return (
    <div className={isOne ? "gh one" : "gh"} role="row" aria-rowindex={1}>
      <div className="gh-marks" role="columnheader">
        {selected !== undefined ? (
          <Box state={selected} label={t`Select all`} onPress={onSelectAll} />
        ) : (
          <span className="aloud">{t`Row`}</span>
        )}
      </div>
      {columns.map((column) => (
        <ColumnHead key={column.key} {...{ column, sorting, onResize, onMove }} {...(onSort && { onSort: sort })} />
      ))}
    </div>
  );
}

/** Turns the order around at one more press; figures begin with the highest. */
function next({ sort = "", isFigure = false }: Column<never>, sorting: Sorting | undefined): Sorting {
  return { by: sort, isDescending: sorting?.by === sort ? !sorting.isDescending : isFigure };
}

type ColumnHeadProps<Row> = Pick<HeadProps<Row>, "sorting" | "onResize" | "onMove"> & {
  column: Column<Row>;
  onSort?: (column: Column<Row>) => void;
};

function ColumnHead<Row>({ column, sorting, onSort, onResize, onMove }: ColumnHeadProps<Row>) {
  const isSorted = column.sort !== undefined && sorting?.by === column.sort;
  const order = isSorted ? (sorting.isDescending ? "descending" : "ascending") : undefined;
  const name = (
    <>
      <span className={column.isLabelHidden || column.short ? "aloud" : "trunc"}>{column.label}</span>
      {column.short && (
        <span aria-hidden title={column.label}>
          {column.short}
        </span>
      )}
      {isSorted && <Icon of={sorting.isDescending ? ArrowDown : ArrowUp} size={12} />}
    </>
  );
  const classes = `l ${isSorted ? "sorted" : ""} ${column.isFigure ? "gh-figure" : ""}`;
  return (
    <div
      role="columnheader"
      aria-sort={order}
      className={column.isFull ? "gh-full" : undefined}
      data-head={column.key}
      onPointerDown={column.width && onMove ? (event) => beginMoving(event, column.key, onMove) : undefined}
    >
      {column.sort !== undefined && onSort ? (
        <Button className={classes} excludeFromTabOrder onPress={() => onSort(column)}>
          {name}
        </Button>
      ) : (
        <span className={classes}>{name}</span>
      )}
      {column.spread !== undefined && <span className="f">{column.spread}</span>}
      {column.width && onResize && (
        <span
          className="gh-edge"
          aria-hidden
          onPointerDown={(event) => beginResizing(event, column.width ?? 0, (...to) => onResize(column.key, ...to))}
        />
      )}
    </div>
  );
}

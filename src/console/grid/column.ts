/** Columns of a grid; they know how to show, copy and edit a value, and nothing of what the grid is about. */
import type { ReactNode } from "react";

/** The end of an editor: true when the next row is to be edited. */
export type EditorProps = { close: (goesOn?: boolean) => void };

export type Column<Row> = {
  key: string;
  /** Its name, in the head and for readers of screens. */
  label: string;
  /** True where there is no room for its name: it is read aloud only. */
  isLabelHidden?: boolean;
  /** Its name in the head where there is no room for the whole one. */
  short?: string;
  /** In px; the one without stretches. */
  width?: number;
  /** True for figures, which stand at the right. */
  isFigure?: boolean;
  /** The name that the list is sorted by; without one it isn't sorted by this column. */
  sort?: string;
  /** The spread of the values of the whole list, below the name. */
  spread?: ReactNode;
  /** The class of its cells. */
  className?: string;
  /** True when its cells reach to their borders. */
  isFull?: boolean;
  cell: (row: Row) => ReactNode;
  /** The value as text, for the clipboard. */
  text?: (row: Row) => string;
  /** The editor of a value; undefined for a row whose value can't be edited. */
  editor?: (row: Row, props: EditorProps) => ReactNode | undefined;
};

/** The head of a group of rows: it stands in their list as a row of its own. */
export type Section = {
  /** Its name, for readers of screens. */
  label: string;
  title: ReactNode;
  /** The sums of its rows, by the keys of the columns. */
  cells?: Readonly<Record<string, ReactNode>>;
};

/** A row that can be folded, or that is below one that can. */
export type Fold = {
  /** 1 for the top. */
  level: number;
  /** The steps by which a row of a tree stands to the right; rows of groups have none. */
  indent?: number;
  /** Undefined for a row with nothing below it. */
  isOpen?: boolean;
  toggle?: () => void;
  /** The place of the row that it is below of. */
  parent?: number | undefined;
};

/** The order of a list: the name of what it is sorted by. */
export type Sorting = { by: string; isDescending: boolean };

/** Returns the order that a text of the address means, as in `-budget`. */
export const sortingOf = (text: string): Sorting => ({
  by: text.replace(/^-/, ""),
  isDescending: text.startsWith("-"),
});

/** Returns the text of an order in the address. */
export const sortingText = ({ by, isDescending }: Sorting): string => (isDescending ? `-${by}` : by);

/**
 * Returns the tracks of the columns, as CSS has them.
 * @param hasMarks true with a first column for numbers and selection
 */
export const tracksOf = (columns: readonly { width?: number }[], hasMarks = true): string =>
  [
    ...(hasMarks ? ["36px"] : []),
    ...columns.map(({ width }) => (width ? `${width}px` : "minmax(var(--least-name,120px),1fr)")),
  ].join(" ");

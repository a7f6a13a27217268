/** Rows of a list that isn't a grid: arrows go from row to row, and letters act on the row that has the focus. */
import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import { singleKeys } from "../commands/keys";

type RowsProps<T> = {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** The widths of the columns, as CSS has them. */
  columns: string;
  children: (item: T, at: number) => ReactNode;
  /** The key of the row that is open elsewhere. */
  currentKey?: string;
  /** Acts on a row. @returns true when the key means something */
  onKey?: (key: string, item: T) => boolean;
};

/** Returns what of a row takes the focus: its first link or button. */
const targetIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>(".row-main");

/** Shows rows. The one with the class `row-main` in each takes the focus. */
export function Rows<T>({ label, items, keyOf, columns, children, currentKey, onKey }: RowsProps<T>) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const row = (event.target as Element).closest("li");
    const at = Number(row?.dataset["at"]);
    const item = items[at];
    if (!row || item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") targetIn(next)?.focus();
    else if (!singleKeys.value() || !onKey?.(event.key === " " ? "space" : event.key.toLowerCase(), item)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul aria-label={label} className="rows" onKeyDown={onKeyDown} style={{ "--cols": columns } as CSSProperties}>
      {items.map((item, at) => (
        <li key={keyOf(item)} className={keyOf(item) === currentKey ? "gr sel" : "gr"} data-at={at}>
          {children(item, at)}
        </li>
      ))}
    </ul>
  );
}

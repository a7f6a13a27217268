/** The places of rows on the screen: of a plain list the cards themselves, of one by groups also the heads of these. */
import type { Schemas } from "../server/client";

export type Group = Schemas["CardGroup"];

/** A row on the screen: the head of a group, or the card at a place of the list. */
export type PlacedRow = { group: number } | { place: number; of?: number };

export type Layout = {
  /** The rows on the screen. */
  total: number;
  rowAt: (index: number) => PlacedRow;
  /** The row of a group's head. */
  headOf: (group: number) => number;
};

/** Returns the layout of a list without groups. */
export const plainLayout = (total: number): Layout => ({ total, rowAt: (place) => ({ place }), headOf: () => 0 });

/** Returns the name of a group among all of its list; that of the cards without a value is empty. */
export const nameOfGroup = ({ value }: Group): string => String(value ?? "");

/** Returns the layout of a list by groups, of which some are open. */
export function groupedLayout(groups: readonly Group[], isOpen: (name: string) => boolean): Layout {
  const heads: number[] = [];
  const places: number[] = [];
  let rows = 0;
  let place = 0;
  for (const group of groups) {
    heads.push(rows);
    places.push(place);
    rows += 1 + (isOpen(nameOfGroup(group)) ? group.count : 0);
    place += group.count;
  }
  /** Returns the last group whose head is not behind a row. */
  function groupAt(index: number): number {
    let low = 0;
    let high = heads.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((heads[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  return {
    total: rows,
    rowAt(index) {
      const group = groupAt(index);
      const offset = index - (heads[group] ?? 0) - 1;
      return offset < 0 ? { group } : { place: (places[group] ?? 0) + offset, of: group };
    },
    headOf: (group) => heads[group] ?? 0,
  };
}

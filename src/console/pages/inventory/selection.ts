/** The selected cards: some by their ids, or all of the list, however many these are. */
import { useState } from "react";
import { type CardListing, type ListedCard, listParameters } from "../../cards/list";
import { answered, api } from "../../server/client";

export type Selection = {
  ids: ReadonlySet<string> | "all";
  count: number;
  /** Selects rows, or takes them out when the last of them is selected. */
  toggle: (from: number, to: number) => void;
  toggleAll: () => void;
  clear: () => void;
};

type Rows = { matching: number; rowAt: (index: number) => ListedCard | undefined };

const NONE: ReadonlySet<string> = new Set();

/** Gives the selection of a list; another list begins without one. */
export function useSelection({ matching, rowAt }: Rows, listing: CardListing): Selection {
  const list = JSON.stringify([listing.type, listing.filter, listing.isArchived]);
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<string> | "all" }>({ list, ids: NONE });
  const ids = chosen.list === list ? chosen.ids : NONE;
  const choose = (next: ReadonlySet<string> | "all") => setChosen({ list, ids: next });

  function toggle(from: number, to: number): void {
    const first = Math.min(from, to);
    const last = Math.max(from, to);
    const cards = Array.from({ length: last - first + 1 }, (_, at) => rowAt(first + at)?.id).filter(
      (id) => id !== undefined,
    );
    const next = new Set(ids === "all" ? [] : ids);
    const target = rowAt(to)?.id;
    const isOn = target !== undefined && !next.has(target);
    for (const id of cards)
      if (isOn) next.add(id);
      else next.delete(id);
    choose(next);
  }

  return {
    ids,
    count: ids === "all" ? matching : ids.size,
    toggle,
    toggleAll: () => choose(ids === "all" || ids.size > 0 ? NONE : "all"),
    clear: () => choose(NONE),
  };
}

/** Returns the ids of the selected cards; those of a whole list are asked for, whether they are loaded or not. */
export async function idsOf({ ids }: Selection, { listing }: { listing: CardListing }): Promise<string[]> {
  if (ids !== "all") return [...ids];
  const query = listParameters({ ...listing, sorting: undefined });
  return (await answered(api.GET("/api/v1/cards/ids", { params: { query } }))).ids;
}

/** Cards that are merely related to a card: rows by type, in the band above its flows, next to them, or below. */
import type { CardType } from "../../metamodel/queries";
import type { DependencyEdge, DependencyNode } from "./queries";

export type BandName = "above" | "own" | "below";

/** Cards of one type. */
export type BandRow = { type: string; cards: readonly DependencyNode[] };

/**
 * Returns the cards that are related to a card, by band and type, in the order of the metamodel.
 * @param isLeftOut for cards that are shown elsewhere
 */
export function bandsOf(
  center: DependencyNode,
  cards: ReadonlyMap<string, DependencyNode>,
  edges: readonly DependencyEdge[],
  types: ReadonlyMap<string, CardType>,
  isLeftOut: (id: string) => boolean,
): Record<BandName, BandRow[]> {
  const others = edges.flatMap(({ source, target }) =>
    source === center.id ? [target] : target === center.id ? [source] : [],
  );
  const related = [...new Set(others)]
    .filter((id) => id !== center.id && !isLeftOut(id))
    .flatMap((id) => cards.get(id) ?? []);
  const byType = Map.groupBy(related, ({ type }) => type);
  const layers = layersOf(types);
  const bandOf = (type: string): BandName => {
    const layer = layers.get(type) ?? 0;
    return layer < 0 ? "above" : layer > 0 ? "below" : "own";
  };
  const keys = [...types.keys()];
  const rows = [...byType]
    .sort(([one], [other]) => keys.indexOf(one) - keys.indexOf(other))
    .map(([type, own]) => ({ type, cards: own.toSorted((one, other) => one.name.localeCompare(other.name)) }));
  const grouped = Map.groupBy(rows, ({ type }) => bandOf(type));
  return { above: grouped.get("above") ?? [], own: grouped.get("own") ?? [], below: grouped.get("below") ?? [] };
}

/** The type whose layer is that of the applications and their data. */
const APPLICATION = "Application";

/** Returns how far the layer of each type is from that of applications: below zero above it. */
function layersOf(types: ReadonlyMap<string, CardType>): Map<string, number> {
  const layers = [...new Set([...types.values()].map(({ category }) => category ?? ""))];
  const own = layers.indexOf(types.get(APPLICATION)?.category ?? layers[0] ?? "");
  return new Map([...types.values()].map(({ key, category }) => [key, layers.indexOf(category ?? "") - own]));
}

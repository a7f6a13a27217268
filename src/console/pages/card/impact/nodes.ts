/** The nodes of the graph of an impact: near things by name, farther ones and those of a crowd folded by type. */
import type { GraphNode } from "../../../graph/model";
import type { AffectedCard, Impact } from "./query";

/** Nodes above which all things are folded by type. */
export const MAX_NODES = 150;
/** Things of a type that are shown by name where they are unfolded; the gravest. */
const MAX_OPEN = 40;
/** Names below a node that stands for several. */
const MAX_LINES = 3;

/** A node that stands for things of one type in one step. */
export type Fold = { key: string; type: string; count: number; gravest: readonly AffectedCard[]; isRest: boolean };

export type ImpactGraph = {
  nodes: GraphNode[];
  items: ReadonlyMap<string, AffectedCard>;
  folds: ReadonlyMap<string, Fold>;
};

/** Identifies the things of a type in a step, in the address. */
export const foldKey = (depth: number, type: string): string => `${depth}:${type}`;

/**
 * Returns the graph of an impact.
 * @param items the gravest first, up to one step more than is shown
 * @param steps that are shown in full
 * @param open the keys of what is unfolded
 * @param isGravest true for things that a folded node names
 */
export function graphOf(
  { card }: Pick<Impact, "card">,
  items: readonly AffectedCard[],
  steps: number,
  open: ReadonlySet<string>,
  isGravest: (item: AffectedCard) => boolean,
): ImpactGraph {
  const isCrowd = items.filter(({ depth }) => depth <= steps).length > MAX_NODES;
  const groups = Map.groupBy(items, ({ depth, type }) => foldKey(depth, type));
  const folds = new Map<string, Fold>();
  /** The id of a thing → the id of the node that stands for it. */
  const shownAs = new Map<string, string>([[card.id, card.id]]);
  for (const [key, group] of groups) {
    const [{ depth, type }] = group as [AffectedCard];
    const isOpen = open.has(key) || (!isCrowd && depth <= steps);
    const byName = isOpen ? group.slice(0, open.has(key) ? MAX_OPEN : group.length) : [];
    const rest = group.slice(byName.length);
    for (const { id } of byName) shownAs.set(id, id);
    for (const { id } of rest) shownAs.set(id, key);
    if (rest.length > 0) {
      const gravest = byName.length > 0 ? [] : rest.filter(isGravest).slice(0, MAX_LINES);
      folds.set(key, { key, type, count: rest.length, gravest, isRest: byName.length > 0 });
    }
  }
  const causesOf = ({ causes }: AffectedCard) => causes.flatMap(({ id }) => shownAs.get(id) ?? []);
  const named = items
    .filter(({ id }) => shownAs.get(id) === id)
    .map((item) => ({ id: item.id, column: item.depth, group: item.type, label: item.name, causes: causesOf(item) }));
  const folded = [...folds.values()].map(({ key, type, gravest }) => {
    const own = (groups.get(key) ?? []).filter(({ id }) => shownAs.get(id) === key);
    const [{ depth }] = own as [AffectedCard];
    return {
      id: key,
      column: depth,
      group: type,
      label: type,
      causes: own.flatMap(causesOf),
      isFolded: true,
      lines: gravest.length,
    };
  });
  const first = { id: card.id, column: 0, group: "", label: card.name, causes: [] };
  return { nodes: [first, ...named, ...folded], items: new Map(items.map((item) => [item.id, item])), folds };
}

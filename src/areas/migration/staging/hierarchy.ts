/** The order in which cards are created: parents before their children. */

import { statement } from "../../../../db";
import { circleMessage } from "../messages";

type Node = { seq: number; source_id: string; parent_source_id: string | null };

/** Positions of the nodes that close a circle: of each circle, the one that came last. */
function closersOf(parents: readonly (number | undefined)[], open: ReadonlySet<number>): number[] {
  const closers: number[] = [];
  const visitedBy = new Map<number, number>();
  for (const start of open) {
    let at: number | undefined = start;
    while (at !== undefined && !visitedBy.has(at)) {
      visitedBy.set(at, start);
      at = parents[at];
    }
    if (at === undefined || visitedBy.get(at) !== start) continue;
    let last = at;
    for (let next = parents[at] as number; next !== at; next = parents[next] as number) last = Math.max(last, next);
    closers.push(last);
  }
  return closers.sort((one, other) => one - other);
}

/**
 * Returns the order of nodes, parents first; roots and siblings keep theirs.
 * @param parents for each node the position of its parent, if that is among them
 * @returns positions, and those of the nodes whose parents are left out because they would close a circle
 */
export function parentsFirst(parents: readonly (number | undefined)[]): { order: number[]; closers: number[] } {
  const children = Map.groupBy(parents.keys(), (at) => parents[at]);
  const order = [...(children.get(undefined) ?? [])];
  const open = new Set(parents.keys());
  const addDescendants = (from: number) => {
    for (let next = from; next < order.length; next++) {
      const at = order[next] as number;
      if (open.delete(at)) order.push(...(children.get(at) ?? []).filter((child) => open.has(child)));
    }
  };
  addDescendants(0);
  const closers = closersOf(parents, open);
  for (const closer of closers) {
    order.push(closer);
    addDescendants(order.length - 1);
  }
  return { order, closers };
}

/** Ranks the staged cards of a migration; part of the running transaction. */
export function rankCards(migrationId: string): void {
  const nodes = statement<Node>(
    "SELECT seq, source_id, parent_source_id FROM staged_records WHERE migration_id = ? AND entity_kind = 'card' ORDER BY seq",
  ).all(migrationId);
  const positions = new Map(nodes.map(({ source_id }, at) => [source_id, at]));
  const { order, closers } = parentsFirst(nodes.map(({ parent_source_id }) => positions.get(parent_source_id ?? "")));
  const ranks = order.map((at, rank) => [nodes[at]?.seq, rank]);
  statement(
    "UPDATE staged_records SET rank = ranks.value ->> 1 FROM json_each(?) AS ranks WHERE seq = ranks.value ->> 0",
  ).run(JSON.stringify(ranks));
  const circular = closers.map((at) => [nodes[at]?.seq, circleMessage(nodes[at]?.parent_source_id)]);
  statement(
    `UPDATE staged_records SET parent_source_id = NULL, error_message = closers.value ->> 1
     FROM json_each(?) AS closers WHERE seq = closers.value ->> 0`,
  ).run(JSON.stringify(circular));
}

/** Places of shapes in layers along their lines, from left to right. It knows nothing of drawings, and runs in a worker. */

export type Node = { id: string; width: number; height: number };
export type Link = { from: string; to: string };
export type Places = Map<string, { x: number; y: number }>;

const ACROSS = 96;
const DOWN = 32;
const ROUNDS = 8;

/** Returns the links without those that lead back. */
function withoutCycles(nodes: readonly Node[], links: readonly Link[]): Link[] {
  const next = Map.groupBy(links, ({ from }) => from);
  const state = new Map<string, "open" | "done">();
  const forward: Link[] = [];
  for (const { id } of nodes) {
    const stack: { id: string; at: number }[] = state.has(id) ? [] : [{ id, at: 0 }];
    if (stack.length > 0) state.set(id, "open");
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const link = next.get(top.id)?.[top.at++];
      if (!link) {
        state.set(top.id, "done");
        stack.pop();
      } else if (state.get(link.to) !== "open") {
        forward.push(link);
        if (!state.has(link.to)) {
          state.set(link.to, "open");
          stack.push({ id: link.to, at: 0 });
        }
      }
    }
  }
  return forward;
}

/** Returns the layer of each node: one after the last of those that lead to it. */
function layersOf(nodes: readonly Node[], links: readonly Link[]): Map<string, number> {
  const layers = new Map(nodes.map(({ id }) => [id, 0]));
  for (let round = 0; round < nodes.length; round++) {
    let hasMoved = false;
    for (const { from, to } of links) {
      const least = (layers.get(from) ?? 0) + 1;
      if ((layers.get(to) ?? 0) >= least) continue;
      layers.set(to, least);
      hasMoved = true;
    }
    if (!hasMoved) break;
  }
  return layers;
}

/** Returns the places of nodes, so that few lines cross. */
export function layered(nodes: readonly Node[], all: readonly Link[]): Places {
  const known = new Set(nodes.map(({ id }) => id));
  const links = withoutCycles(
    nodes,
    all.filter(({ from, to }) => from !== to && known.has(from) && known.has(to)),
  );
  const layers = layersOf(nodes, links);
  const columns = [...Map.groupBy(nodes, ({ id }) => layers.get(id) ?? 0)]
    .toSorted(([one], [other]) => one - other)
    .map(([, column]) => column);
  const before = Map.groupBy(links, ({ to }) => to);
  const after = Map.groupBy(links, ({ from }) => from);
  const ranks = new Map<string, number>();
  const rank = (column: readonly Node[]) => {
    for (const [at, { id }] of column.entries()) ranks.set(id, at - column.length / 2);
  };
  columns.forEach(rank);
  const mean = (ids: readonly string[], otherwise: number) =>
    ids.length === 0 ? otherwise : ids.reduce((sum, id) => sum + (ranks.get(id) ?? 0), 0) / ids.length;
  for (let round = 0; round < ROUNDS; round++) {
    const isForward = round % 2 === 0;
    const order = isForward ? columns : columns.toReversed();
    for (const column of order) {
      const wanted = new Map(
        column.map(({ id }) => {
          const ends = isForward ? before.get(id)?.map(({ from }) => from) : after.get(id)?.map(({ to }) => to);
          return [id, mean(ends ?? [], ranks.get(id) ?? 0)];
        }),
      );
      column.sort((one, other) => (wanted.get(one.id) ?? 0) - (wanted.get(other.id) ?? 0));
      rank(column);
    }
  }
  const heightOf = (column: readonly Node[]) => column.reduce((sum, { height }) => sum + height + DOWN, -DOWN);
  const highest = Math.max(0, ...columns.map(heightOf));
  const places: Places = new Map();
  let x = 0;
  for (const column of columns) {
    const width = Math.max(...column.map((node) => node.width));
    let y = (highest - heightOf(column)) / 2;
    for (const node of column) {
      places.set(node.id, { x: Math.round(x + (width - node.width) / 2), y: Math.round(y) });
      y += node.height + DOWN;
    }
    x += width + ACROSS;
  }
  return places;
}

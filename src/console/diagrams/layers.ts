/** Places of shapes in layers along their lines, from left to right. It knows nothing of drawings, and runs in a worker. */

export type Node = { id: string; width: number; height: number };
export type Link = { id: string; from: string; to: string };
type Place = { x: number; y: number };
/** The places of nodes, and where links bend on their way around nodes that lie between their ends. */
export type Arrangement = { places: Map<string, Place>; bends: Map<string, Place[]> };

const ACROSS = 96;
const DOWN = 32;
const ROUNDS = 8;
const GRID = 8;
const onGrid = (value: number) => Math.round(value / GRID) * GRID;

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

/** Returns nodes and links in which each link leads to the next layer, over nodes of its own where it is longer. */
function stretched(nodes: readonly Node[], links: readonly Link[], layers: Map<string, number>) {
  const stops = new Map<string, string[]>();
  const more: Node[] = [];
  const steps = links.flatMap((link) => {
    const [first, last] = [layers.get(link.from) ?? 0, layers.get(link.to) ?? 0];
    const own = Array.from({ length: Math.max(0, last - first - 1) }, (_, at) => {
      const id = `${link.id} ${at}`;
      layers.set(id, first + at + 1);
      more.push({ id, width: 0, height: 0 });
      return id;
    });
    if (own.length > 0) stops.set(link.id, own);
    const way = [link.from, ...own, link.to];
    return way.slice(1).map((to, at) => ({ id: link.id, from: way[at] as string, to }));
  });
  return { nodes: [...nodes, ...more], links: steps, stops };
}

/** Returns the places of nodes, so that few lines cross. */
export function layered(given: readonly Node[], all: readonly Link[]): Arrangement {
  const known = new Set(given.map(({ id }) => id));
  const forward = withoutCycles(
    given,
    all.filter(({ from, to }) => from !== to && known.has(from) && known.has(to)),
  );
  const layers = layersOf(given, forward);
  const { nodes, links, stops } = stretched(given, forward, layers);
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
  const places = new Map<string, Place>();
  let x = 0;
  for (const column of columns) {
    const width = Math.max(...column.map((node) => node.width));
    let y = (highest - heightOf(column)) / 2;
    for (const node of column) {
      places.set(node.id, { x: onGrid(x + (width - node.width) / 2), y: onGrid(y) });
      y += node.height + DOWN;
    }
    x += width + ACROSS;
  }
  const bends = new Map([...stops].map(([id, own]) => [id, own.map((stop) => places.get(stop) as Place)]));
  return { places, bends };
}

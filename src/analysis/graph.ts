/** Undirected and directed graphs of things that are named by numbers from 0. */

/** The neighbours of each thing. */
export type Graph = readonly (readonly number[])[];

/** Returns the graph of edges. @param directed whether an edge leads only from its first end to its second */
export function graphOf(size: number, edges: Iterable<readonly [number, number]>, directed = false): Graph {
  const graph: number[][] = Array.from({ length: size }, () => []);
  for (const [from, to] of edges) {
    graph[from]?.push(to);
    if (!directed) graph[to]?.push(from);
  }
  return graph;
}

/** A visit of a depth-first search: the thing, whence it was reached, and the next neighbour to look at. */
type Visit = { at: number; from: number; next: number };

/**
 * Returns the things without which a connected part of an undirected graph falls apart (Hopcroft and Tarjan), in their
 * order.
 */
export function articulationPoints(graph: Graph): number[] {
  const found = new Set<number>();
  const depth = new Int32Array(graph.length).fill(-1);
  const lowest = new Int32Array(graph.length);
  for (let root = 0; root < graph.length; root++) {
    if (depth[root] !== -1) continue;
    let branches = 0;
    const path: Visit[] = [{ at: root, from: -1, next: 0 }];
    depth[root] = lowest[root] = 0;
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const { at, from } = visit;
      const neighbour = graph[at]?.[visit.next++];
      if (neighbour === undefined) {
        path.pop();
        if (from === -1) continue;
        lowest[from] = Math.min(lowest[from] as number, lowest[at] as number);
        if (from === root) branches++;
        else if ((lowest[at] as number) >= (depth[from] as number)) found.add(from);
      } else if (depth[neighbour] === -1) {
        depth[neighbour] = lowest[neighbour] = path.length;
        path.push({ at: neighbour, from: at, next: 0 });
      } else if (neighbour !== from) {
        lowest[at] = Math.min(lowest[at] as number, depth[neighbour] as number);
      }
    }
    if (branches > 1) found.add(root);
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * Returns the cycles of a directed graph: its strongly connected components of at least two (Tarjan), each in its order.
 */
export function cyclesOf(graph: Graph): number[][] {
  const cycles: number[][] = [];
  const index = new Int32Array(graph.length).fill(-1);
  const lowest = new Int32Array(graph.length);
  const stack: number[] = [];
  const onStack = new Uint8Array(graph.length);
  let visited = 0;
  for (let root = 0; root < graph.length; root++) {
    if (index[root] !== -1) continue;
    const path: Visit[] = [];
    const enter = (at: number, from: number) => {
      index[at] = lowest[at] = visited++;
      stack.push(at);
      onStack[at] = 1;
      path.push({ at, from, next: 0 });
    };
    enter(root, -1);
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const { at, from } = visit;
      const neighbour = graph[at]?.[visit.next++];
      if (neighbour !== undefined) {
        if (index[neighbour] === -1) enter(neighbour, at);
        else if (onStack[neighbour]) lowest[at] = Math.min(lowest[at] as number, index[neighbour] as number);
        continue;
      }
      path.pop();
      if (from !== -1) lowest[from] = Math.min(lowest[from] as number, lowest[at] as number);
      if (lowest[at] !== index[at]) continue;
      const members = stack.splice(stack.lastIndexOf(at));
      for (const member of members) onStack[member] = 0;
      if (members.length > 1) cycles.push(members.sort((a, b) => a - b));
    }
  }
  return cycles;
}

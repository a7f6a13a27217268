/** Graphs in columns, from left to right. They know no subject: a node is a name in a group of a column. */

/** A node; what it follows from stands in columns before it. */
export type GraphNode = {
  id: string;
  /** The place of its column, from 0 at the left. */
  column: number;
  /** The key of its group within the column; nodes of a group stand together. */
  group: string;
  label: string;
  /** The ids of the nodes that it follows from. */
  causes: readonly string[];
  /** True for a node that stands for several. */
  isFolded?: boolean;
  /** Lines below a node, such as the most important ones that it stands for. */
  lines?: number;
};

export type GraphEdge = { from: string; to: string };

/** Returns the edges of a graph, each once; causes that aren't among the nodes have none. */
export function edgesOf(nodes: readonly GraphNode[]): GraphEdge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id, causes }) =>
    [...new Set(causes)].filter((cause) => ids.has(cause) && cause !== id).map((cause) => ({ from: cause, to: id })),
  );
}

/** Returns everything that is reached from a node. @param next node → the nodes after it */
function reached(from: string, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const other of next.get(id) ?? []) found.add(other);
  return found;
}

/** Collects one end of edges under the other. */
const byEnd = (edges: readonly GraphEdge[], end: keyof GraphEdge, other: keyof GraphEdge) => {
  const ends = new Map<string, string[]>();
  for (const edge of edges) ends.set(edge[end], [...(ends.get(edge[end]) ?? []), edge[other]]);
  return ends;
};

export const edgeKey = ({ from, to }: GraphEdge): string => `${from} ${to}`;

/** Returns the nodes and the edges, by `edgeKey`, of all paths that lead through a node. */
export function pathsThrough(id: string, edges: readonly GraphEdge[]): { nodes: Set<string>; edges: Set<string> } {
  const before = reached(id, byEnd(edges, "to", "from"));
  const after = reached(id, byEnd(edges, "from", "to"));
  const isOn = ({ from, to }: GraphEdge) => (before.has(from) && before.has(to)) || (after.has(from) && after.has(to));
  return { nodes: new Set([...before, ...after]), edges: new Set(edges.filter(isOn).map(edgeKey)) };
}

/** Returns the node that an arrow key leads to: along an edge, or up and down in the column; undefined where none is. */
export function neighbour(
  id: string,
  key: string,
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): string | undefined {
  if (key === "ArrowRight") return edges.find(({ from }) => from === id)?.to;
  if (key === "ArrowLeft") return edges.find(({ to }) => to === id)?.from;
  const own = nodes.find((node) => node.id === id);
  const column = nodes.filter((node) => node.column === own?.column);
  const at = column.findIndex((node) => node.id === id);
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : undefined;
  return step === undefined || at < 0 ? undefined : column[at + step]?.id;
}

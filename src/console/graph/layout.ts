/** Places the nodes of a graph: one column for each step, grouped; each column follows the order of those before it. */
import { edgesOf, type GraphNode } from "./model";

/** Measures in px. */
export const NODE = 28;
const ROW = 37;
const LINE = 18;
/** The distance from the label of a group to its first node, and from its last node to the next label. */
const LABEL = 19;
const BETWEEN = 19;
const MARGIN = 16;
const GAP = { narrow: 28, wide: 40 };
const FIRST = 112;
const WIDTH = { least: 128, most: 190 };

export type PlacedNode = GraphNode & { x: number; y: number; width: number; height: number };
export type GroupLabel = { key: string; group: string; column: number; count: number; x: number; y: number };
export type Layout = {
  width: number;
  height: number;
  /** The left edge of each column. */
  columns: readonly number[];
  /** Column by column, from the top. */
  nodes: readonly PlacedNode[];
  labels: readonly GroupLabel[];
};

const heightOf = ({ lines = 0 }: GraphNode) => ROW + lines * LINE;

/** Returns the columns of nodes, each in groups; group and node follow the mean place of what they follow from. */
function ordered(nodes: readonly GraphNode[]): GraphNode[][][] {
  const places = new Map<string, number>();
  const last = Math.max(0, ...nodes.map(({ column }) => column));
  const mean = (values: readonly number[]) =>
    values.length === 0 ? Number.POSITIVE_INFINITY : values.reduce((sum, one) => sum + one, 0) / values.length;
  const placeOf = ({ causes }: GraphNode) => mean(causes.flatMap((cause) => places.get(cause) ?? []));
  return Array.from({ length: last + 1 }, (_, column) => {
    const own = nodes.filter((node) => node.column === column);
    const wanted = new Map(own.map((node) => [node.id, placeOf(node)]));
    const by = (node: GraphNode) => wanted.get(node.id) as number;
    const compare = (one: number, other: number) => (one === other ? 0 : one - other);
    const groups = [...Map.groupBy(own, ({ group }) => group).values()]
      .map((group) => group.toSorted((one, other) => compare(by(one), by(other))))
      .toSorted((one, other) => compare(mean(one.map(by)), mean(other.map(by))));
    let at = 0;
    for (const node of groups.flat()) places.set(node.id, at++ / Math.max(1, own.length));
    return groups;
  });
}

/** Checks whether a group has a label: not one that is a single node standing for several. */
const isLabelled = (group: readonly GraphNode[]) => group.some(({ isFolded }) => !isFolded);

/** Returns the height of a column with its groups. */
function columnHeight(groups: readonly (readonly GraphNode[])[]): number {
  const own = groups.map(
    (group) => (isLabelled(group) ? LABEL + BETWEEN - (ROW - NODE) : 0) + sum(group.map(heightOf)),
  );
  return sum(own);
}
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Returns the left edges and widths of columns within a width; they are wider than it when there are too many. */
function tracks(count: number, width: number): { left: number; width: number }[] {
  const others = Math.max(1, count - 1);
  const room = (gap: number) => (width - 2 * MARGIN - FIRST - others * gap) / others;
  const gap = room(GAP.wide) >= WIDTH.least ? GAP.wide : GAP.narrow;
  const own = Math.floor(Math.min(WIDTH.most, Math.max(WIDTH.least, room(gap))));
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? { left: MARGIN, width: FIRST } : { left: MARGIN + FIRST + gap + (at - 1) * (own + gap), width: own },
  );
}

/**
 * Returns the places of the nodes of a graph.
 * @param nodes of which the only one of column 0 is where it begins
 * @param room that there is, in px; a graph that needs more is larger
 */
export function layoutOf(nodes: readonly GraphNode[], room: { width: number; height: number }): Layout {
  const columns = ordered(nodes);
  const heights = columns.map(columnHeight);
  const height = Math.max(room.height, Math.max(0, ...heights) + 2 * MARGIN);
  const places = tracks(columns.length, room.width);
  const placed: PlacedNode[] = [];
  const labels: GroupLabel[] = [];
  for (const [column, groups] of columns.entries()) {
    const { left: x, width } = places[column] as (typeof places)[number];
    let y = Math.max(MARGIN, Math.round((height - (heights[column] as number)) / 2));
    for (const group of groups) {
      const named = isLabelled(group);
      if (named && column > 0) {
        const key = (group[0] as GraphNode).group;
        labels.push({ key: `${column} ${key}`, group: key, column, count: group.length, x, y });
      }
      if (named) y += LABEL;
      for (const node of group) {
        placed.push({ ...node, x, y, width, height: NODE });
        y += heightOf(node);
      }
      if (named) y += BETWEEN - (ROW - NODE);
    }
  }
  const end = places.at(-1);
  const width = Math.max(room.width, end ? end.left + end.width + MARGIN : 0);
  return { width, height, columns: places.map(({ left }) => left), nodes: placed, labels };
}

/** Returns the edges of placed nodes as paths of SVG, from the right of the one to the left of the other. */
export function wiresOf(nodes: readonly PlacedNode[]): { from: string; to: string; path: string; isFolded: boolean }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edgesOf(nodes).map(({ from, to }) => {
    const [start, end] = [byId.get(from) as PlacedNode, byId.get(to) as PlacedNode];
    const [x, y] = [start.x + start.width, start.y + start.height / 2];
    const [toX, toY] = [end.x, end.y + end.height / 2];
    const middle = (x + toX) / 2;
    const path = `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`;
    return { from, to, path, isFolded: end.isFolded ?? false };
  });
}

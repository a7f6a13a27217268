/** The places of the flows around a card. */
import type { FlowNode, FlowWire } from "./flows";

/** Measures in px. */
export const HEIGHT = 28;
const ROW = 36;
/** The line below a node that names the data it carries. */
const LINE = 24;
const WIDTH = { node: 160, center: 120 };
const GAP = { least: 30, most: 96 };
const CENTER_HEIGHT = 44;

export type PlacedFlow = FlowNode & { x: number; y: number; width: number; height: number };
export type FlowLayout = {
  width: number;
  height: number;
  nodes: readonly PlacedFlow[];
  /** The left edge of each column, by its number. */
  columns: ReadonlyMap<number, number>;
};

/**
 * Returns the places: each node in the middle of those that it leads to, the farthest below one another.
 * @param hasLine for a node with a line below it
 */
export function placed(nodes: readonly FlowNode[], width: number, hasLine: (node: FlowNode) => boolean): FlowLayout {
  const numbers = [...new Set(nodes.map(({ column }) => column))].sort((one, other) => one - other);
  const widthOf = (column: number) => (column === 0 ? WIDTH.center : WIDTH.node);
  const sum = numbers.reduce((all, column) => all + widthOf(column), 0);
  const room = (width - sum) / Math.max(1, numbers.length - 1);
  const gap = Math.floor(Math.min(GAP.most, Math.max(GAP.least, room)));
  const columns = new Map<number, number>();
  let left = 0;
  for (const column of numbers) {
    columns.set(column, left);
    left += widthOf(column) + gap;
  }
  const children = Map.groupBy(nodes, ({ parent }) => parent);
  const middles = new Map<string, number>();
  const rowOf = (node: FlowNode) => ROW + (hasLine(node) ? LINE : 0);
  /** Places a node and what it leads to, from a height on; returns the height below them. */
  const place = (node: FlowNode, from: number): number => {
    let below = from;
    const own = (children.get(node.key) ?? []).filter((child) => Math.sign(child.column) === Math.sign(node.column));
    for (const child of own) below = place(child, below);
    const ends = [own[0], own.at(-1)].flatMap((child) => middles.get(child?.key ?? "") ?? []);
    const middle = ends.length > 0 ? ((ends[0] as number) + (ends.at(-1) as number)) / 2 : from + HEIGHT / 2;
    middles.set(node.key, middle);
    return Math.max(below, middle - HEIGHT / 2 + rowOf(node));
  };
  const center = nodes.find(({ column }) => column === 0);
  const sides = [-1, 1].map((side) => {
    const own = (children.get(center?.key) ?? []).filter(({ column }) => Math.sign(column) === side);
    let height = 0;
    for (const node of own) height = place(node, height);
    return { side, height };
  });
  const height = Math.max(CENTER_HEIGHT, ...sides.map((one) => one.height));
  const shift = (column: number) => (height - (sides.find(({ side }) => side === Math.sign(column))?.height ?? 0)) / 2;
  return {
    width: Math.max(0, left - gap),
    height,
    columns,
    nodes: nodes.map((node) => {
      const isCenter = node.column === 0;
      const own = isCenter ? CENTER_HEIGHT : HEIGHT;
      const middle = isCenter ? height / 2 : (middles.get(node.key) ?? 0) + shift(node.column);
      return {
        ...node,
        x: columns.get(node.column) ?? 0,
        y: middle - own / 2,
        width: widthOf(node.column),
        height: own,
      };
    }),
  };
}

export type PlacedWire = FlowWire & { path: string; tip: { x: number; y: number } };

/** Px of the tip of an arrow. */
const TIP = 6;

/** Returns the wires as paths from the right of a node to the left of the next; those that end at one node fan out. */
export function wired(nodes: readonly PlacedFlow[], wires: readonly FlowWire[]): PlacedWire[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const heightAt = (key: string, own: FlowWire, end: "from" | "to") => {
    const node = byKey.get(key) as PlacedFlow;
    const other = end === "from" ? "to" : "from";
    const all = wires
      .filter((wire) => wire[end] === key)
      .toSorted((one, two) => (byKey.get(one[other])?.y ?? 0) - (byKey.get(two[other])?.y ?? 0));
    const spread = Math.min(8, (node.height - 12) / Math.max(1, all.length));
    return node.y + node.height / 2 + (all.indexOf(own) - (all.length - 1) / 2) * spread;
  };
  return wires.flatMap((wire) => {
    const [from, to] = [byKey.get(wire.from), byKey.get(wire.to)];
    if (!from || !to) return [];
    const [x, y] = [from.x + from.width, heightAt(wire.from, wire, "from")];
    const [toX, toY] = [to.x - TIP, heightAt(wire.to, wire, "to")];
    const middle = (x + toX) / 2;
    return [{ ...wire, path: `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`, tip: { x: toX, y: toY } }];
  });
}

/** Returns the path of the tip of an arrow. */
export const tipOf = ({ x, y }: PlacedWire["tip"]): string => `M${x} ${y - 3.5}l${TIP} 3.5l${-TIP} 3.5z`;

/** The places of tiles: groups by their cost, and in each its cards. */
import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import type { CostItem } from "./queries";

type Box = { left: number; top: number; width: number; height: number };

export type Group = { name: string; items: readonly CostItem[]; cost: number };

export type Tiles = { groups: (Box & { group: Group })[]; tiles: (Box & { item: CostItem })[] };

/** The line of text above a group, and the room between groups and between tiles, in px. */
const LINE = 22;
const BETWEEN = { groups: 8, tiles: 2 };
const RATIO = 1.3;

type Node = { group?: Group; item?: CostItem; children?: Node[] };

const sumOf = (items: readonly CostItem[]) => items.reduce((sum, { cost }) => sum + cost, 0);

/** Returns cards in their groups, the most expensive first; one group without a name when they have none. */
export function groupsOf(items: readonly CostItem[]): Group[] {
  const byName = Map.groupBy(items, ({ group = "" }) => group);
  return [...byName]
    .map(([name, own]) => ({ name, items: own, cost: sumOf(own) }))
    .sort((one, other) => other.cost - one.cost || one.name.localeCompare(other.name));
}

/** Returns where everything is drawn; costs below zero take no room. */
export function tilesOf(groups: readonly Group[], width: number, height: number): Tiles {
  const isGrouped = groups.length > 1 || (groups[0]?.name ?? "") !== "";
  const data: Node = {
    children: groups.map((group) => ({ group, children: group.items.map((item) => ({ item })) })),
  };
  const root = hierarchy(data).sum(({ item }) => Math.max(0, item?.cost ?? 0));
  const layout = treemap<Node>()
    .tile(treemapSquarify.ratio(RATIO))
    .size([width, height])
    .paddingInner(({ depth }) => (depth === 0 ? BETWEEN.groups : BETWEEN.tiles))
    .paddingTop(({ depth }) => (depth === 1 && isGrouped ? LINE : 0))
    .round(true);
  const boxes = layout(root)
    .descendants()
    .map(({ x0, y0, x1, y1, data: node }) => ({ ...node, left: x0, top: y0, width: x1 - x0, height: y1 - y0 }));
  return {
    groups: isGrouped ? boxes.flatMap(({ group, ...box }) => (group ? [{ ...box, group }] : [])) : [],
    tiles: boxes.flatMap(({ item, ...box }) => (item && box.width > 0 && box.height > 0 ? [{ ...box, item }] : [])),
  };
}

/** Returns how many cards, the most expensive first, make up half of all costs. */
export function halfOf(items: readonly CostItem[]): number {
  const half = sumOf(items) / 2;
  let sum = 0;
  const at = items.findIndex(({ cost }) => {
    sum += cost;
    return sum >= half;
  });
  return at + 1;
}

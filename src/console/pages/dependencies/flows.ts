/** Data flows around a card: from where, over what and to where, always from left to right. */
import type { RelationType } from "../../metamodel/fields";
import type { DependencyEdge, DependencyNode } from "./queries";

/** The types of relations over which data flows, each with the field of its direction. */
export type FlowTypes = ReadonlyMap<string, string>;

const DIRECTIONS = ["forward", "reverse", "bidirectional"];

/** Returns the types of relations that have a direction. */
export const flowTypesOf = (types: readonly RelationType[]): FlowTypes =>
  new Map(
    types.flatMap(({ key, attributes_schema }) => {
      const field = attributes_schema.find(
        ({ options = [], hidden }) =>
          !hidden && DIRECTIONS.every((one) => options?.some((option) => option.key === one)),
      );
      return field ? [[key, field.key]] : [];
    }),
  );

/** A way that data goes from one card to the next; `isUnknown` where nobody has said which way. */
export type Flow = { edge: DependencyEdge; from: string; to: string; isUnknown: boolean };

/** Returns the flows of relations. One that goes both ways is two, and one of unknown direction goes away from its source. */
export function flowsOf(edges: readonly DependencyEdge[], types: FlowTypes): Flow[] {
  return edges.flatMap((edge) => {
    const field = types.get(edge.type);
    if (field === undefined) return [];
    const direction = edge.attributes?.[field];
    const forward = { edge, from: edge.source, to: edge.target, isUnknown: false };
    const reverse = { edge, from: edge.target, to: edge.source, isUnknown: false };
    if (direction === "forward") return [forward];
    if (direction === "reverse") return [reverse];
    return direction === "bidirectional" ? [forward, reverse] : [{ ...forward, isUnknown: true }];
  });
}

/** A card in a column of the flows: below zero at the left of the centre, where data comes from. */
export type FlowNode = {
  /** Its side and the id of its card. */
  key: string;
  card: DependencyNode;
  column: number;
  /** The key of the node nearer to the centre; undefined for the centre. */
  parent: string | undefined;
  /** The number of further cards; only of a node that stands for them. */
  more?: number;
};

export type FlowWire = { from: string; to: string; edge: DependencyEdge | undefined; isUnknown: boolean };

/** The most cards on one side of a card. */
export const MAX_SIDE = 8;

/** Returns the key of a card on a side. */
const keyOf = (side: -1 | 0 | 1, id: string) => (side === 0 ? id : `${side < 0 ? "in" : "out"}:${id}`);

type FlowPicture = { nodes: FlowNode[]; wires: FlowWire[] };

/** Returns what lies on one side of the centre. */
function sideOf(
  center: DependencyNode,
  cards: ReadonlyMap<string, DependencyNode>,
  flows: readonly Flow[],
  side: -1 | 1,
  columns: number,
): FlowPicture {
  const [near, far] = side < 0 ? (["to", "from"] as const) : (["from", "to"] as const);
  const byNear = Map.groupBy(flows, (flow) => flow[near]);
  const nodes: FlowNode[] = [];
  const wires: FlowWire[] = [];
  const seen = new Set([center.id]);
  let last = [{ id: center.id, key: center.id }];
  for (let column = 1; column <= columns && last.length > 0; column++) {
    const next: typeof last = [];
    for (const { id, key } of last) {
      const own = [...new Map((byNear.get(id) ?? []).map((flow) => [flow[far], flow])).values()]
        .filter((flow) => cards.has(flow[far]) && flow[far] !== center.id)
        .sort((one, other) => nameOf(cards, one[far]).localeCompare(nameOf(cards, other[far])));
      const fresh = own.filter((flow) => !seen.has(flow[far]));
      const shown = fresh.length > MAX_SIDE ? fresh.slice(0, MAX_SIDE - 1) : fresh;
      for (const flow of shown) {
        const card = cards.get(flow[far]) as DependencyNode;
        seen.add(card.id);
        next.push({ id: card.id, key: keyOf(side, card.id) });
        nodes.push({ key: keyOf(side, card.id), card, column: side * column, parent: key });
      }
      const first = fresh[shown.length] && cards.get((fresh[shown.length] as Flow)[far]);
      if (first)
        nodes.push({
          key: `${key} more`,
          card: first,
          column: side * column,
          parent: key,
          more: fresh.length - shown.length,
        });
      const reached = [
        ...own
          .filter((flow) => nodes.some((node) => node.key === keyOf(side, flow[far]) && node.column === side * column))
          .map((flow) => ({
            other: keyOf(side, flow[far]),
            edge: flow.edge as DependencyEdge | undefined,
            isUnknown: flow.isUnknown,
          })),
        ...(first ? [{ other: `${key} more`, edge: undefined, isUnknown: true }] : []),
      ];
      for (const { other, edge, isUnknown } of reached)
        wires.push({ ...(side < 0 ? { from: other, to: key } : { from: key, to: other }), edge, isUnknown });
    }
    last = next;
  }
  return { nodes, wires };
}

const nameOf = (cards: ReadonlyMap<string, DependencyNode>, id: string) => cards.get(id)?.name ?? "";

/**
 * Returns the flows around a card.
 * @param columns to each side
 */
export function flowsAround(
  center: DependencyNode,
  cards: ReadonlyMap<string, DependencyNode>,
  flows: readonly Flow[],
  columns: number,
): FlowPicture {
  const [left, right] = [sideOf(center, cards, flows, -1, columns), sideOf(center, cards, flows, 1, columns)];
  return {
    nodes: [...left.nodes, { key: center.id, card: center, column: 0, parent: undefined }, ...right.nodes],
    wires: [...left.wires, ...right.wires],
  };
}

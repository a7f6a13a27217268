/** Insights from the graph of applications, components and interfaces: gaps, single points of failure, cycles, no owners. */
import { inList, listOf, statement } from "../../../../db";
import { articulationPoints, cyclesOf, graphOf } from "../../../analysis/graph";
import { APPLICATION, BUSINESS_CAPABILITY, INTERFACE, IT_COMPONENT } from "../landscape";

/** Insights from the graph; each list has the most important first. */
export type Insights = {
  /** Capabilities that no application supports. */
  uncovered: { id: string; name: string }[];
  /** Cards without which a connected part of the landscape falls apart, with the number of their links. */
  singlePoints: { id: string; name: string; links: number }[];
  /** Names of cards that depend on each other in a circle. */
  cycles: string[][];
  /** Components and applications that nobody is responsible for. */
  ownerless: { id: string; name: string }[];
};

/** Entries of each list. */
const MAX_LISTED = 10;
/** Relations that are looked at. */
const MAX_EDGES = 500_000;

const graphTypes = [APPLICATION, IT_COMPONENT, INTERFACE];

type Node = { seq: number; id: string; name: string };

const UNCOVERED = `SELECT c.id, c.name FROM cards c
  WHERE c.type = ? AND c.status = 'ACTIVE'
    AND NOT EXISTS (SELECT 1 FROM relations r JOIN cards a ON a.seq = r.source_seq
      WHERE r.target_seq = c.seq AND a.type = ? AND a.status = 'ACTIVE')
    AND NOT EXISTS (SELECT 1 FROM cards child WHERE child.parent_id = c.id AND child.status = 'ACTIVE')
  ORDER BY c.name, c.seq LIMIT ${MAX_LISTED}`;

const OWNERLESS = `SELECT c.id, c.name FROM cards c
  WHERE ${inList("c.type")} AND c.status = 'ACTIVE'
    AND NOT EXISTS (SELECT 1 FROM stakeholders s WHERE s.card_id = c.id)
    AND NOT EXISTS (SELECT 1 FROM relations r JOIN cards o ON o.seq = r.source_seq
      WHERE r.target_seq = c.seq AND o.type IN ('Organization', 'Provider'))
  ORDER BY c.name, c.seq LIMIT ${MAX_LISTED}`;

/** Finds the active cards of the graph, and their relations as places in the list. */
function findGraph(): { nodes: Node[]; edges: [number, number][] } {
  const list = listOf(graphTypes);
  const nodes = statement<Node>(
    `SELECT seq, id, name FROM cards WHERE ${inList("type")} AND status = 'ACTIVE' ORDER BY seq`,
  ).all(list);
  const placeOf = new Map(nodes.map(({ seq }, place) => [seq, place]));
  const rows = statement<{ source: number; target: number }>(
    `SELECT r.source_seq AS source, r.target_seq AS target FROM cards c JOIN relations r ON r.source_seq = c.seq
     WHERE ${inList("c.type")} AND c.status = 'ACTIVE' ORDER BY r.seq LIMIT ${MAX_EDGES}`,
  ).all(list);
  const edges = rows.flatMap(({ source, target }): [number, number][] => {
    const from = placeOf.get(source);
    const to = placeOf.get(target);
    return from === undefined || to === undefined || from === to ? [] : [[from, to]];
  });
  return { nodes, edges };
}

/** Reads the insights from the graph of the active landscape. */
export function findInsights(): Insights {
  const { nodes, edges } = findGraph();
  const graph = graphOf(nodes.length, edges);
  const nodeAt = (place: number) => nodes[place] as Node;
  const singlePoints = articulationPoints(graph)
    .map((place) => ({ id: nodeAt(place).id, name: nodeAt(place).name, links: graph[place]?.length ?? 0 }))
    .sort((a, b) => b.links - a.links);
  const cycles = cyclesOf(graphOf(nodes.length, edges, true)).map((places) => places.map((at) => nodeAt(at).name));
  return {
    uncovered: statement<{ id: string; name: string }>(UNCOVERED).all(BUSINESS_CAPABILITY, APPLICATION),
    singlePoints: singlePoints.slice(0, MAX_LISTED),
    cycles: cycles.slice(0, MAX_LISTED).map((names) => names.slice(0, MAX_LISTED)),
    ownerless: statement<{ id: string; name: string }>(OWNERLESS).all(listOf([APPLICATION, IT_COMPONENT])),
  };
}

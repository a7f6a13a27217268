/** The neighbourhood of a card, or all cards with their relations. */
import { inList, listOf } from "../../../db";
import { type Condition, unindexed, where } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { columns, type Row } from "../../http/tables";
import { parseUuid } from "../../platform/ids";
import { type Filters, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes, relationAttributes } from "./redaction";
import { columnOf, fragment, listed, members, object, type Query, rowsOf, scalar, stored } from "./rows";
import { parsed, type Report } from "./table";

/** Cards and relations of one answer. */
const MAX_NODES = 20_000;
const MAX_EDGES = 60_000;
/** Ancestors of a card; the hierarchy has no cycles. */
const MAX_LEVELS = 100;

type DependencyQuery = Filters & { center_id?: string | undefined; depth: number; type?: string | undefined };

/**
 * Returns the numbers of the cards within some relations of a card, the nearest first; one more than allowed when there are
 * too many.
 */
function neighbourhood(population: readonly Condition[], centerId: string, depth: number): number[] {
  const own = population.map(unindexed);
  const condition = own.map(({ sql }) => sql).join(" AND ");
  const values = own.flatMap((each) => each.values);
  const step = (from: string, to: string) =>
    `SELECT c.seq, reach.depth + 1 FROM reach JOIN relations r ON r.${from} = reach.seq CROSS JOIN cards c ON c.seq = r.${to}
     WHERE reach.depth < ? AND ${condition}`;
  return columnOf<number>(
    fragment(
      `WITH RECURSIVE reach(seq, depth) AS (
         SELECT c.seq, 0 FROM cards c WHERE c.id = ? AND ${condition}
         UNION ${step("source_seq", "target_seq")} UNION ${step("target_seq", "source_seq")} LIMIT ?)
       SELECT seq FROM reach GROUP BY seq ORDER BY min(depth), seq LIMIT ?`,
      ...[parseUuid(centerId) ?? null, ...values],
      ...[depth, ...values],
      ...[depth, ...values],
      (depth + 1) * (MAX_NODES + 1),
      MAX_NODES + 1,
    ),
  );
}

type Ancestor = { name: string; parentId: string | null };

/** Maps id → name and parent of all active ancestors of cards, each once however many cards are below it. */
function ancestorsOf(numbers: string): Map<string, Ancestor> {
  const rows = rowsOf<[string, string, string | null]>(
    fragment(
      `WITH RECURSIVE up(id) AS (
         SELECT c.parent_id FROM cards c WHERE ${inList("c.seq")} AND c.parent_id IS NOT NULL
         UNION SELECT p.parent_id FROM up JOIN cards p ON p.id = up.id WHERE p.parent_id IS NOT NULL)
       SELECT p.id, p.name, p.parent_id FROM up JOIN cards p ON p.id = up.id WHERE p.status = 'ACTIVE'`,
      numbers,
    ),
  );
  return new Map(rows.map(([id, name, parentId]) => [id, { name, parentId }]));
}

/** Returns the names of the ancestors above a card, the root first, up to one that isn't active. */
function pathAbove(parentId: string | null, ancestors: ReadonlyMap<string, Ancestor>): string[] {
  const names: string[] = [];
  for (let id = parentId; id !== null && names.length < MAX_LEVELS; ) {
    const ancestor = ancestors.get(id);
    if (!ancestor) break;
    names.push(ancestor.name);
    id = ancestor.parentId;
  }
  return names.reverse();
}

/** Returns the relations among cards as JSON texts: the oldest of each pair of cards. */
function edgesAmong(actor: Actor, numbers: string): string[] {
  const attributes = relationAttributes(actor);
  const edge = object({
    id: scalar("r.id"),
    source: scalar("s.id"),
    target: scalar("t.id"),
    type: scalar("y.key"),
    label: scalar("y.label"),
    reverse_label: scalar("y.reverse_label"),
    description: scalar("r.description"),
    attributes: stored(attributes.sql),
  });
  return columnOf(
    fragment(
      `WITH node AS MATERIALIZED (SELECT value FROM json_each(?)), first AS MATERIALIZED (
         SELECT min(seq) AS seq FROM relations WHERE source_seq IN node AND target_seq IN node
         GROUP BY min(source_seq, target_seq), max(source_seq, target_seq) ORDER BY 1 LIMIT ?)
       SELECT ${edge} FROM first JOIN relations r ON r.seq = first.seq JOIN relation_types y ON y.seq = r.type_seq
       JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq ORDER BY r.seq`,
      numbers,
      MAX_EDGES + 1,
      ...attributes.values,
    ),
  );
}

/** Returns the cards with these numbers as JSON texts, by name, without what closes the object. */
function nodesOf(
  actor: Actor,
  numbers: string,
  at: string | undefined,
): [seq: number, parentId: string | null, head: string][] {
  const attributes = cardAttributes(actor);
  const head = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    type: scalar("c.type"),
    lifecycle: stored("c.lifecycle"),
    attributes: stored(attributes.sql),
    parent_id: scalar("c.parent_id"),
  });
  const phase = phaseMember(at);
  const text = fragment(`c.parent_id, '{' || ${head} || ${phase.sql}`, ...attributes.values, ...phase.values);
  return rowsOf(selectCards([where(inList("c.seq"), numbers)], text));
}

/**
 * Returns the cards within some relations of a card, or all of them, with the relations among them; as a table the relations.
 * @throws Problem 404 for a centre that is not among the cards
 */
export function dependencies(actor: Actor, { center_id, depth, type, ...filters }: DependencyQuery): Report {
  const population = populationOf(actor, type, filters);
  const found = center_id ? neighbourhood(population, center_id, depth) : columnOf<number>(selectNumbers(population));
  if (center_id && found.length === 0) throw notFound("Card");
  const numbers = listOf(found.slice(0, MAX_NODES));
  const ancestors = ancestorsOf(numbers);
  const nodes = nodesOf(actor, numbers, filters.at);
  const edges = edgesAmong(actor, numbers);
  const isCut = found.length > MAX_NODES || edges.length > MAX_EDGES;
  const nodeOf = ([, parentId, head]: (typeof nodes)[number]) =>
    `${head},"path":${JSON.stringify(pathAbove(parentId, ancestors))}}`;
  return {
    name: "dependencies",
    *json() {
      yield* listed(nodes.values().map(nodeOf), '{"nodes":');
      yield* listed(edges.slice(0, MAX_EDGES), ',"edges":', isCut ? ',"truncated":true}' : "}");
    },
    columns: columns("source", "source_type", "label", "target", "target_type", "description"),
    rows: () => withNames(parsed(edges.slice(0, MAX_EDGES)), parsed(nodes.values().map(nodeOf))),
  };
}

type CardName = { id: string; name: string; type: string };

/** Returns relations with the names and types of their ends. */
function* withNames(edges: Iterable<Row>, nodes: Iterable<Row>): Generator<Row> {
  const byId = new Map([...(nodes as Iterable<CardName>)].map((node) => [node.id, node]));
  for (const edge of edges) {
    const [source, target] = [byId.get(String(edge["source"])), byId.get(String(edge["target"]))];
    yield { ...edge, source: source?.name, source_type: source?.type, target: target?.name, target_type: target?.type };
  }
}

/** Returns a query of the first cards by name; one more than allowed. */
function selectNumbers(population: readonly Condition[]): Query {
  const { sql, values } = selectCards(population, fragment("c.id"));
  return fragment(`SELECT seq FROM (${sql} LIMIT ?)`, ...values, MAX_NODES + 1);
}

/** Active cards and what they are directly related to. */
import { inList, listOf, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { parseUuid } from "../../../platform/ids";
import { parseObject } from "../../../platform/json";
import { redactAttributesFor } from "../../cards";
import type { Edge, ObjectiveDependencies } from "./model";

/** Cards of one neighbourhood, its seeds included, and relations between them. */
const MAX_CARDS = 500;
const MAX_EDGES = 5_000;
/** Ancestors that a path names. */
const DEEPEST = 20;

type Card = {
  seq: number;
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  lifecycle: string | null;
  attributes: string | null;
  parent_id: string | null;
};

/** Returns the seeds and their neighbours, in the order of their creation, the seeds first. */
function cardsAround(ids: readonly string[]): Card[] {
  const seeds = `SELECT seq FROM cards WHERE ${inList("id")} AND status = 'ACTIVE'`;
  const list = listOf(ids);
  return statement<Card>(
    `SELECT c.seq, c.id, c.name, c.type, c.subtype, c.lifecycle, c.attributes, c.parent_id FROM cards c
     WHERE c.status = 'ACTIVE' AND c.seq IN (
       ${seeds} UNION SELECT target_seq FROM relations WHERE source_seq IN (${seeds})
       UNION SELECT source_seq FROM relations WHERE target_seq IN (${seeds}))
     ORDER BY ${inList("c.id")} DESC, c.seq LIMIT ${MAX_CARDS}`,
  ).all(list, list, list, list);
}

/** Returns the relations between cards, one at most between two of them: the oldest. */
function edgesBetween(cards: readonly Card[]): Edge[] {
  const list = listOf(cards.map(({ seq }) => seq));
  const edges = statement<Edge>(
    `SELECT s.id AS source, t.id AS target, type.key AS type, coalesce(nullif(type.label, ''), type.key) AS label,
       nullif(type.reverse_label, '') AS reverse_label
     FROM relations r JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq
     JOIN relation_types type ON type.seq = r.type_seq
     WHERE ${inList("r.source_seq")} AND ${inList("r.target_seq")} ORDER BY r.seq LIMIT ${MAX_EDGES}`,
  ).all(list, list);
  const byPair = new Map<string, Edge>();
  for (const edge of edges) {
    const pair = [edge.source, edge.target].sort().join(" ");
    if (!byPair.has(pair)) byPair.set(pair, edge);
  }
  return [...byPair.values()];
}

/** Maps id of a card → the names of its ancestors, root first. */
function pathsOf(ids: readonly string[]): Map<string, string[]> {
  const steps = statement<{ id: string; name: string }>(
    `WITH RECURSIVE up (id, parent_id, name, depth) AS (
       SELECT c.id, p.parent_id, p.name, 1 FROM cards c JOIN cards p ON p.id = c.parent_id WHERE ${inList("c.id")}
       UNION ALL SELECT up.id, p.parent_id, p.name, up.depth + 1 FROM up JOIN cards p ON p.id = up.parent_id
         WHERE up.depth < ${DEEPEST})
     SELECT id, name FROM up ORDER BY id, depth DESC`,
  ).all(listOf(ids));
  const paths = new Map<string, string[]>();
  for (const { id, name } of steps) paths.set(id, [...(paths.get(id) ?? []), name]);
  return paths;
}

/** The neighbourhood of cards, in the short form of the wizard. */
export type Neighbourhood = {
  nodes: { id: string; name: string; type: string; subtype: string | null }[];
  edges: Edge[];
};

/** Returns the ids in a list that are UUIDs, in canonical form. */
export const uuidsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => parseUuid(text) ?? []);

/** Returns the active cards among some ids with their direct neighbours. */
export function neighbourhoodOf(ids: readonly string[]): Neighbourhood {
  const cards = ids.length === 0 ? [] : cardsAround(ids);
  return {
    nodes: cards.map(({ id, name, type, subtype }) => ({ id, name, type, subtype })),
    edges: edgesBetween(cards),
  };
}

/** Returns the neighbourhood of cards with all that a graph shows of them. @param text ids, parted by commas */
export function objectiveDependencies(actor: Actor, text: string): ObjectiveDependencies {
  const ids = uuidsIn(text.split(",").map((part) => part.trim()));
  const cards = ids.length === 0 ? [] : cardsAround(ids);
  const cardIds = cards.map(({ id }) => id);
  const paths = pathsOf(cardIds);
  const redacted = redactAttributesFor(actor, cardIds);
  const nodes = cards.map(({ id, name, type, lifecycle, attributes, parent_id }) => ({
    id,
    name,
    type,
    lifecycle: parseObject(lifecycle),
    attributes: parseObject(redacted(id, type, attributes)),
    parent_id,
    path: paths.get(id) ?? [],
  }));
  return { nodes, edges: edgesBetween(cards) };
}

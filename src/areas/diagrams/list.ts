/** Diagrams as they are read: the list, which never comes to the drawings, and one with its drawing. */

import { listOf, nameKeyOf, statement } from "../../../db";
import { type Condition, clause, either, isIndexed, matching, oneOf, valuesOf, where } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { VersionedResource } from "../../core/api/versions";
import { found } from "../../http/errors";
import { MAX_ROWS } from "../../http/pagination";
import { jsonText, streamed, streamOf } from "../../http/responses";
import { DATA } from "./content";
import type { DiagramQuery } from "./model";
import { idsIn, versionOf } from "./rows";

/** Bytes of previews that are read at a time, and diagrams. */
const LARGEST_PIECE = 1024 * 1024;
const MAX_AT_ONCE = 100;

/**
 * Returns SQL for the JSON of `diagrams d` for the user that `?1` stands for: `first`, a JSON text under its key, and all
 * that is small.
 */
const textOf = (
  key: string,
  first: string,
  more: string,
): string => `'{"${key}":' || ${first} || ',' || substr(json_object(
  'id', d.id, 'name', d.name, 'description', d.description, 'card_ids', json(${idsIn("diagram_cards")}),
  'group_ids', json(${idsIn("diagram_group_members")}), ${more}, 'created_by', d.created_by,
  'created_by_name', (SELECT display_name FROM users WHERE id = d.created_by),
  'is_favorite', json(iif(EXISTS (SELECT 1 FROM diagram_favorites WHERE user_id = +?1 AND diagram_id = d.id), 'true', 'false')),
  'created_at', d.created_at, 'updated_at', d.updated_at), 2)`;

/** SQL for the JSON of a diagram in a list. */
export const SUMMARY = textOf("thumbnail", "coalesce(d.thumbnail, 'null')", "'card_count', d.card_count");
const FULL = textOf("data", DATA, "'card_refs', json(d.card_refs)");

/** Returns the condition that a diagram was created by a user with a text in their name. */
function createdBySomebodyNamed(key: string): Condition {
  const users = statement<{ id: string; display_name: string }>(
    "SELECT id, display_name FROM users WHERE id IN (SELECT created_by FROM diagrams)",
  ).all();
  const named = users.filter(({ display_name }) => display_name.toLowerCase().includes(key));
  return oneOf(
    "d.created_by",
    named.map(({ id }) => id),
  );
}

/** Returns the condition that a diagram is linked to a card with a text in its name, or refers to one. */
function showsCardNamed(search: string): Condition {
  // The index finds the text in descriptions too.
  const found = [
    ...(isIndexed(search) ? [matching(search)] : []),
    where("instr(c.name_key, ?) > 0", nameKeyOf(search)),
  ];
  return where(
    `d.id IN (WITH named AS MATERIALIZED (SELECT c.id FROM cards c ${clause(found)})
       SELECT l.diagram_id FROM named CROSS JOIN diagram_cards l ON l.card_id = named.id
       UNION ALL SELECT r.diagram_id FROM named CROSS JOIN diagram_references r ON r.card_id = named.id)`,
    ...valuesOf(found),
  );
}

/** Returns the condition that a text is found in a diagram or in the names of its creator and its cards. */
function showing(search: string): Condition {
  const key = nameKeyOf(search);
  const texts = ["d.name_key", "d.description_key"].map((column) => where(`instr(${column}, ?) > 0`, key));
  return either([...texts, createdBySomebodyNamed(key), showsCardNamed(search)]);
}

/** Returns the condition that a table has a row of a diagram and a value. */
const standsIn = (table: string, column: string, value: string): Condition =>
  where(`d.id IN (SELECT diagram_id FROM ${table} WHERE ${column} = ?)`, value);

/** Returns the condition that a diagram is linked to a card or refers to it. */
const showingCard = (id: string): Condition =>
  where(
    `d.id IN (SELECT diagram_id FROM diagram_cards WHERE card_id = ?
       UNION ALL SELECT diagram_id FROM diagram_references WHERE card_id = ?)`,
    id,
    id,
  );

/** Returns the conditions of a query. */
const conditionsOf = (
  { userId }: Actor,
  { card_id, shown_card_id, group_id, mine, favorites, search }: DiagramQuery,
): Condition[] => [
  ...(shown_card_id ? [showingCard(shown_card_id)] : []),
  ...(card_id ? [standsIn("diagram_cards", "card_id", card_id)] : []),
  ...(group_id ? [standsIn("diagram_group_members", "group_id", group_id)] : []),
  ...(mine ? [where("d.created_by = ?", userId)] : []),
  ...(favorites ? [standsIn("diagram_favorites", "user_id", userId)] : []),
  ...(search ? [showing(search)] : []),
];

const columns: Record<string, string> = { name: "d.name_key", created_at: "d.created_at" };

function orderOf({ sort_by, sort_dir }: DiagramQuery): string {
  const direction = sort_dir === "asc" ? "ASC" : "DESC";
  return `ORDER BY ${columns[sort_by] ?? "d.updated_at"} ${direction}, d.id ${direction}`;
}

/** A diagram of a list, with the bytes of its preview. */
type Place = [id: string, bytes: number];

/** Divides a list into pieces whose previews are not too large together. */
function piecesOf(places: readonly Place[]): string[][] {
  const pieces: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const [id, bytes] of places) {
    size += bytes;
    if (size > LARGEST_PIECE || pieces.at(-1)?.length === MAX_AT_ONCE) {
      pieces.push([]);
      size = bytes;
    }
    pieces.at(-1)?.push(id);
  }
  return pieces;
}

/** SQL for the JSON of the diagrams with the ids in the list `?2` that still exist, between the texts `?3` and `?4`. */
const PIECE_OF_LIST = `SELECT CAST(+?3 || group_concat(text, ',' ORDER BY place) || +?4 AS BLOB) FROM (
  SELECT wanted.key AS place, ${SUMMARY} AS text FROM json_each(+?2) AS wanted CROSS JOIN diagrams d ON d.id = wanted.value)`;

/** Returns the pieces of a JSON array of diagrams, each read when the one before it has gone out. */
function* jsonOf(userId: string, places: readonly Place[]): Generator<Uint8Array | string> {
  const pieces = piecesOf(places);
  let before = "[";
  for (const [index, ids] of pieces.entries()) {
    const after = index === pieces.length - 1 ? "]" : "";
    const [piece] = statement<unknown>(PIECE_OF_LIST).values(userId, listOf(ids), before, after)[0] as [
      Uint8Array | null,
    ];
    // All of them may be deleted by now.
    if (piece === null) continue;
    yield piece;
    if (after) return;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Lists the diagrams that match, or a page of them, as a stream of JSON. */
export function listDiagrams(actor: Actor, query: DiagramQuery): Response {
  const conditions = conditionsOf(actor, query);
  const found = `FROM diagrams d ${clause(conditions)}`;
  const values = valuesOf(conditions);
  const { page, page_size } = query;
  const [limit, offset] = page === undefined ? [MAX_ROWS, 0] : [page_size, (page - 1) * page_size];
  const places = statement<unknown>(
    `SELECT d.id, coalesce(octet_length(d.thumbnail), 0) ${found} ${orderOf(query)} LIMIT ? OFFSET ?`,
  ).values(...values, limit, offset) as Place[];
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (page !== undefined) headers["x-total-count"] = String(statement(`SELECT count(*) ${found}`).values(...values)[0]);
  const pieces = jsonOf(actor.userId, places);
  return streamed(
    streamOf(() => pieces.next().value ?? null),
    headers,
  );
}

type DiagramText = { text: string; version: string };

/** Finds the JSON of a diagram with its drawing, and its version. @throws Problem 404 */
function requireText({ userId }: Actor, id: string): DiagramText {
  const row = found(
    statement<{ text: string; updated_at: string; card_ids: string }, [string, string]>(
      `SELECT ${FULL} AS text, d.updated_at, ${idsIn("diagram_cards")} AS card_ids FROM diagrams d WHERE d.id = +?2`,
    ).get(userId, id),
    "Diagram",
  );
  const { text, updated_at, card_ids } = row;
  return { text, version: versionOf({ updated_at, card_ids: JSON.parse(card_ids) as string[] }) };
}

/**
 * Returns a diagram with its drawing as a response with its version as `ETag`.
 * @throws Problem 404
 */
export function diagramResponse(actor: Actor, id: string): Response {
  const { text, version } = requireText(actor, id);
  return jsonText(text, 200, { etag: version });
}

/** Returns a diagram with its drawing and its version. @throws Problem 404 */
export function versionedDiagram(actor: Actor, id: string): VersionedResource {
  const { text, version } = requireText(actor, id);
  return new VersionedResource(JSON.parse(text), version);
}

/** Diagrams as they are read: the list, which never comes to the drawings, and one with its drawing. */
import { statement } from "../../../db";
import type { ReadConnection } from "../../../db/read-connection";
import type { Actor } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { MOST_ROWS } from "../../http/pagination";
import { jsonText, streamed, streamFromReadConnection } from "../../http/responses";
import { type Condition, clause, either, matching, nameKeyOf, type Value, valuesOf, where } from "../cards";
import { DATA } from "./content";
import type { DiagramQuery } from "./model";
import { idsIn, versionOf } from "./rows";

const KB = 1024;
/** Bytes of previews that are read at a time, and diagrams. */
const PIECE = 256 * KB;
const MOST_AT_ONCE = 100;

/** SQL for the JSON of `diagrams d` for the user that `?1` stands for: `first`, a JSON text under its key, and all that is small. */
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

/** The users with a text in their names who have created diagrams. */
const creatorsNamed = (key: string): string[] =>
  statement<{ id: string; display_name: string }>(
    "SELECT id, display_name FROM users WHERE id IN (SELECT created_by FROM diagrams)",
  )
    .all()
    .filter(({ display_name }) => display_name.toLowerCase().includes(key))
    .map(({ id }) => id);

/** The condition that a diagram is linked to a card with a text in its name, or refers to one. */
function showsCardNamed(search: string): Condition {
  const found = matching(search);
  return where(
    `d.id IN (WITH named AS MATERIALIZED (SELECT c.id FROM cards c WHERE ${found.sql} AND instr(c.name_key, ?) > 0)
       SELECT l.diagram_id FROM named CROSS JOIN diagram_cards l ON l.card_id = named.id
       UNION ALL SELECT r.diagram_id FROM named CROSS JOIN diagram_references r ON r.card_id = named.id)`,
    ...found.values,
    nameKeyOf(search),
  );
}

/** The condition that a text is found in a diagram or in the names of its creator and its cards. */
function showing(search: string): Condition {
  const key = nameKeyOf(search);
  const creators = creatorsNamed(key).map((id) => where("d.created_by = ?", id));
  const texts = ["d.name_key", "d.description_key"].map((column) => where(`instr(${column}, ?) > 0`, key));
  return either([...texts, ...creators, showsCardNamed(search)]);
}

/** The conditions of a query. */
function conditionsOf({ userId }: Actor, { card_id, group_id, mine, favorites, search }: DiagramQuery): Condition[] {
  const given: [value: unknown, sql: string, parameter: Value][] = [
    [card_id, "d.id IN (SELECT diagram_id FROM diagram_cards WHERE card_id = ?)", card_id ?? ""],
    [group_id, "d.id IN (SELECT diagram_id FROM diagram_group_members WHERE group_id = ?)", group_id ?? ""],
    [mine, "d.created_by = ?", userId],
    [favorites, "d.id IN (SELECT diagram_id FROM diagram_favorites WHERE user_id = ?)", userId],
  ];
  const conditions = given.filter(([value]) => value).map(([, sql, parameter]) => where(sql, parameter));
  return search ? [...conditions, showing(search)] : conditions;
}

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
    if (size > PIECE || pieces.at(-1)?.length === MOST_AT_ONCE) {
      pieces.push([]);
      size = bytes;
    }
    pieces.at(-1)?.push(id);
  }
  return pieces;
}

/** The JSON of some diagrams with commas between them; null when all are gone by now. */
const readPiece = (connection: ReadConnection, userId: string, ids: readonly string[]): Uint8Array | null =>
  connection.rows<[Uint8Array | null]>(
    `SELECT CAST(group_concat(text, ',' ORDER BY place) AS BLOB) FROM (SELECT wanted.key AS place, ${SUMMARY} AS text
       FROM json_each(+?2) AS wanted CROSS JOIN diagrams d ON d.id = wanted.value)`,
    userId,
    JSON.stringify(ids),
  )[0]?.[0] ?? null;

/** Streams a JSON array of diagrams, piece by piece. */
function streamOf(userId: string, places: readonly Place[]): ReadableStream<Uint8Array> {
  const pieces = piecesOf(places);
  let before = "[";
  let next = 0;
  return streamFromReadConnection((connection) => {
    while (next < pieces.length) {
      const piece = readPiece(connection, userId, pieces[next++] ?? []);
      if (!piece) continue;
      const text = Buffer.concat([Buffer.from(before), piece]);
      before = ",";
      return text;
    }
    if (next++ > pieces.length) return null;
    return before === "[" ? "[]" : "]";
  });
}

/** The diagrams that match, or a page of them, as a stream of JSON. */
export function listDiagrams(actor: Actor, query: DiagramQuery): Response {
  const conditions = conditionsOf(actor, query);
  const { page, page_size } = query;
  const places = statement<unknown>(
    `SELECT d.id, coalesce(octet_length(d.thumbnail), 0) FROM diagrams d ${clause(conditions)} ${orderOf(query)} LIMIT ?`,
  ).values(...valuesOf(conditions), MOST_ROWS) as Place[];
  const shown = page === undefined ? places : places.slice((page - 1) * page_size, page * page_size);
  return streamed(streamOf(actor.userId, shown), {
    "content-type": "application/json",
    ...(page !== undefined && { "x-total-count": String(places.length) }),
  });
}

/**
 * A diagram with its drawing as a response with its version as `ETag`.
 * @throws Problem 404
 */
export function diagramResponse({ userId }: Actor, id: string): Response {
  const row = statement<{ text: string; updated_at: string; card_ids: string }, [string, string]>(
    `SELECT ${FULL} AS text, d.updated_at, ${idsIn("diagram_cards")} AS card_ids FROM diagrams d WHERE d.id = +?2`,
  ).get(userId, id);
  if (!row) throw notFound("Diagram");
  const { text, updated_at, card_ids } = row;
  return jsonText(text, 200, { etag: versionOf({ updated_at, card_ids: JSON.parse(card_ids) as string[] }) });
}

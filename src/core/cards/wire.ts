/**
 * Cards on their way out. A page is written as JSON text straight from the columns: attributes and lifecycle go out as
 * they are stored, and nothing is parsed only to be printed again.
 */
import { statement } from "../../../db/client";
import { jsonText } from "../../http/answers";
import { notFound } from "../../http/errors";
import type { Actor } from "../access/actor";
import { costFilter } from "./costs";
import type { Card } from "./model";

const TAGS = `CASE WHEN EXISTS (SELECT 1 FROM card_tags ct WHERE ct.card_id = c.id) THEN (
  SELECT json_group_array(json_object('id', t.id, 'name', t.name, 'color', t.color, 'group_name', g.name))
  FROM (SELECT t.id, t.name, t.color, t.tag_group_id FROM card_tags ct JOIN tags t ON t.id = ct.tag_id
        WHERE ct.card_id = c.id ORDER BY t.sort_order, t.name, t.id) t
  JOIN tag_groups g ON g.id = t.tag_group_id) END`;

const STAKEHOLDERS = `CASE WHEN EXISTS (SELECT 1 FROM stakeholders s WHERE s.card_id = c.id) THEN (
  SELECT json_group_array(json_object('id', s.id, 'user_id', s.user_id, 'user_display_name', u.display_name,
                                      'user_email', u.email, 'role', s.role))
  FROM (SELECT * FROM stakeholders WHERE card_id = c.id ORDER BY created_at, id) s
  JOIN users u ON u.id = s.user_id) END`;

/** The columns of a card on the wire, of the table `cards c`, in the order that `cardJson` takes them. */
export const WIRE_COLUMNS = `c.id, c.type, c.subtype, c.name, c.description, c.parent_id, c.lifecycle, c.attributes,
  c.status, c.approval_status, c.data_quality, c.external_id, c.alias, c.archived_at, c.created_by, c.updated_by,
  c.created_at, c.updated_at, ${TAGS}, ${STAKEHOLDERS}`;

type Text = string | null;
/** A row of `WIRE_COLUMNS`. */
export type WireRow = [
  id: string,
  type: string,
  subtype: Text,
  name: string,
  description: Text,
  parentId: Text,
  lifecycle: Text,
  attributes: Text,
  status: string,
  approvalStatus: string,
  dataQuality: number,
  externalId: Text,
  alias: Text,
  archivedAt: Text,
  createdBy: Text,
  updatedBy: Text,
  createdAt: string,
  updatedAt: string,
  tags: Text,
  stakeholders: Text,
];

const quoted = JSON.stringify as (text: Text) => string;
/** Ids and instants hold nothing that JSON would have to escape. */
const plain = (text: Text) => (text === null ? "null" : `"${text}"`);

function cardJson(row: WireRow, attributes: Text): string {
  return `{"id":"${row[0]}","type":${quoted(row[1])},"subtype":${quoted(row[2])},"name":${quoted(row[3])},"description":${quoted(row[4])},"parent_id":${plain(row[5])},"lifecycle":${row[6]},"attributes":${attributes},"status":"${row[8]}","approval_status":"${row[9]}","data_quality":${row[10]},"external_id":${quoted(row[11])},"alias":${quoted(row[12])},"archived_at":${plain(row[13])},"created_by":${plain(row[14])},"updated_by":${plain(row[15])},"created_at":"${row[16]}","updated_at":"${row[17]}","tags":${row[18] ?? "[]"},"stakeholders":${row[19] ?? "[]"}}`;
}

/** Rows as the inside of a JSON array of cards, without the costs that the actor may not see. */
export function cardsJson(actor: Actor, rows: readonly WireRow[]): string {
  const attributesFor = costFilter(
    actor,
    rows.map((row) => row[0]),
  );
  return rows.map((row) => cardJson(row, attributesFor(row[0], row[1], row[7]))).join(",");
}

function wireRow(id: string): WireRow {
  const [row] = statement<unknown, [string]>(`SELECT ${WIRE_COLUMNS} FROM cards c WHERE c.id = ?`).values(
    id,
  ) as unknown as WireRow[];
  if (!row) throw notFound("Card");
  return row;
}

/** The version of a card: it changes with every change of its row. */
export const etagOf = (updatedAt: string): string => `"${updatedAt}"`;

/**
 * One card as an answer, with its version as `ETag`.
 * @throws Problem 404
 */
export function cardAnswer<T = Card>(actor: Actor, id: string, code = 200): T {
  const row = wireRow(id);
  return jsonText<T>(cardsJson(actor, [row]), code, { etag: etagOf(row[17]) });
}

/** One card as the actor may see it, parsed; for answers that hold it among other things. */
export const cardFor = (actor: Actor, id: string): Card => JSON.parse(cardsJson(actor, [wireRow(id)])) as Card;

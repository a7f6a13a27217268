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

/** The columns of a card on the wire, of the table `cards c`, in the order of a `WireRow`. */
export const WIRE_COLUMNS = `c.id, c.type, c.subtype, c.name, c.description, c.parent_id, c.lifecycle, c.attributes,
  c.status, c.approval_status, c.data_quality, c.external_id, c.alias, c.archived_at, c.created_by, c.updated_by,
  c.created_at, c.updated_at, EXISTS (SELECT 1 FROM card_tags WHERE card_id = c.id),
  EXISTS (SELECT 1 FROM stakeholders WHERE card_id = c.id)`;

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
  hasTags: number,
  hasStakeholders: number,
];

const quoted = JSON.stringify as (text: Text) => string;
/** Ids and instants hold nothing that JSON would have to escape. */
const plain = (text: Text) => (text === null ? "null" : `"${text}"`);

function cardJson(row: WireRow, attributes: Text, tags: string, stakeholders: string): string {
  return `{"id":"${row[0]}","type":${quoted(row[1])},"subtype":${quoted(row[2])},"name":${quoted(row[3])},"description":${quoted(row[4])},"parent_id":${plain(row[5])},"lifecycle":${row[6]},"attributes":${attributes},"status":"${row[8]}","approval_status":"${row[9]}","data_quality":${row[10]},"external_id":${quoted(row[11])},"alias":${quoted(row[12])},"archived_at":${plain(row[13])},"created_by":${plain(row[14])},"updated_by":${plain(row[15])},"created_at":"${row[16]}","updated_at":"${row[17]}","tags":[${tags}],"stakeholders":[${stakeholders}]}`;
}

const TAGS = `SELECT ct.card_id, t.id, t.name, t.color, g.name FROM card_tags ct
  JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id
  WHERE ct.card_id IN (SELECT value FROM json_each(?)) ORDER BY t.sort_order, t.name, t.id`;
type TagRow = [cardId: string, id: string, name: string, color: Text, group: string];
const tagJson = ([, id, name, color, group]: TagRow) =>
  `{"id":"${id}","name":${quoted(name)},"color":${quoted(color)},"group_name":${quoted(group)}}`;

const STAKEHOLDERS = `SELECT s.card_id, s.id, s.user_id, u.display_name, u.email, s.role FROM stakeholders s
  JOIN users u ON u.id = s.user_id
  WHERE s.card_id IN (SELECT value FROM json_each(?)) ORDER BY s.created_at, s.id`;
type StakeholderRow = [cardId: string, id: string, userId: string, name: string, email: string, role: string];
const stakeholderJson = ([, id, userId, name, email, role]: StakeholderRow) =>
  `{"id":"${id}","user_id":"${userId}","user_display_name":${quoted(name)},"user_email":${quoted(email)},"role":${quoted(role)}}`;

/**
 * Card → what belongs to it, as the inside of a JSON array; looked up at once for all the cards.
 * @param sql gives rows that begin with the card's id
 */
function belongings<Row extends [cardId: string, ...unknown[]]>(
  cards: readonly WireRow[],
  sql: string,
  json: (row: Row) => string,
): Map<string, string> {
  const found = new Map<string, string>();
  if (cards.length === 0) return found;
  const rows = statement(sql).values(JSON.stringify(cards.map((card) => card[0]))) as unknown as Row[];
  for (const row of rows) {
    const before = found.get(row[0]);
    found.set(row[0], before === undefined ? json(row) : `${before},${json(row)}`);
  }
  return found;
}

/** Rows as the inside of a JSON array of cards, without the costs that the actor may not see. */
export function cardsJson(actor: Actor, rows: readonly WireRow[]): string {
  const attributesFor = costFilter(
    actor,
    rows.map((row) => row[0]),
  );
  const tags = belongings(
    rows.filter((row) => row[18]),
    TAGS,
    tagJson,
  );
  const stakeholders = belongings(
    rows.filter((row) => row[19]),
    STAKEHOLDERS,
    stakeholderJson,
  );
  return rows
    .map((row) =>
      cardJson(row, attributesFor(row[0], row[1], row[7]), tags.get(row[0]) ?? "", stakeholders.get(row[0]) ?? ""),
    )
    .join(",");
}

/** The cards with these numbers (`seq`), in the order of the numbers. */
export function wireRows(places: readonly number[]): WireRow[] {
  const rows = statement(
    `SELECT ${WIRE_COLUMNS}, c.seq FROM cards c WHERE c.seq IN (SELECT value FROM json_each(?))`,
  ).values(JSON.stringify(places)) as unknown as [...WireRow, place: number][];
  const byPlace = new Map(rows.map((row) => [row[20], row as unknown as WireRow]));
  return places.flatMap((place) => {
    const row = byPlace.get(place);
    return row ? [row] : [];
  });
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

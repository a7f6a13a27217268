/**
 * Cards on their way out. A page is written as JSON text straight from the columns: attributes and lifecycle go out as
 * they are stored, and nothing is parsed only to be printed again.
 */
import { inList, listOf, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { jsonText } from "../../http/responses";
import { costFilter } from "./costs";
import type { Card } from "./model";

type Text = string | null;

/** JSON text of an object with these columns of the table `cards c`. */
const objectOf = (...columns: string[]) =>
  `json_object(${columns.map((column) => `'${column}', c.${column}`).join(", ")})`;

const HEAD = objectOf("id", "type", "subtype", "name", "description", "parent_id");
const TAIL = objectOf(
  "status",
  "approval_status",
  "data_quality",
  "external_id",
  "alias",
  "archived_at",
  "created_by",
  "updated_by",
  "created_at",
  "updated_at",
);

/**
 * What is read of a card, of the table `cards c`, in the order of a `WireRow`. Few long texts cost less than many short
 * ones, so SQLite joins the columns between those that are looked at here.
 */
export const WIRE_COLUMNS = `c.id, c.type, ${HEAD}, c.lifecycle, c.attributes, ${TAIL}, c.updated_at,
  EXISTS (SELECT 1 FROM card_tags WHERE card_id = c.id), EXISTS (SELECT 1 FROM stakeholders WHERE card_id = c.id)`;

/** A row of `WIRE_COLUMNS`. */
export type WireRow = [
  id: string,
  type: string,
  head: string,
  lifecycle: Text,
  attributes: Text,
  tail: string,
  updatedAt: string,
  hasTags: number,
  hasStakeholders: number,
];

const quoted = JSON.stringify as (text: Text) => string;

const cardJson = ([, , head, lifecycle, , tail]: WireRow, attributes: Text, tags: string, stakeholders: string) =>
  `${head.slice(0, -1)},"lifecycle":${lifecycle},"attributes":${attributes},${tail.slice(1, -1)},"tags":[${tags}],"stakeholders":[${stakeholders}]}`;

const TAGS = `SELECT ct.card_id, t.id, t.name, t.color, g.name FROM card_tags ct
  JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id
  WHERE ${inList("ct.card_id")} ORDER BY t.sort_order, t.name, t.id`;
type TagRow = [cardId: string, id: string, name: string, color: Text, group: string];
const tagJson = ([, id, name, color, group]: TagRow) =>
  `{"id":"${id}","name":${quoted(name)},"color":${quoted(color)},"group_name":${quoted(group)}}`;

const STAKEHOLDERS = `SELECT s.card_id, s.id, s.user_id, u.display_name, u.email, s.role FROM stakeholders s
  JOIN users u ON u.id = s.user_id
  WHERE ${inList("s.card_id")} ORDER BY s.created_at, s.id`;
type StakeholderRow = [cardId: string, id: string, userId: string, name: string, email: string, role: string];
const stakeholderJson = ([, id, userId, name, email, role]: StakeholderRow) =>
  `{"id":"${id}","user_id":"${userId}","user_display_name":${quoted(name)},"user_email":${quoted(email)},"role":${quoted(role)}}`;

/**
 * Card → what belongs to it, as the inside of a JSON array; looked up at once for all the cards.
 * @param sql gives rows that begin with the card's id
 */
function belongings<Row extends [cardId: string, ...unknown[]]>(
  cardIds: readonly string[],
  sql: string,
  json: (row: Row) => string,
): Map<string, string> {
  const found = new Map<string, string>();
  if (cardIds.length === 0) return found;
  const rows = statement(sql).values(listOf(cardIds)) as unknown as Row[];
  for (const row of rows) {
    const before = found.get(row[0]);
    found.set(row[0], before === undefined ? json(row) : `${before},${json(row)}`);
  }
  return found;
}

/** Rows as the inside of a JSON array of cards, without the costs that the actor may not see. */
export function cardsJson(actor: Actor, rows: readonly WireRow[]): string {
  const ids = rows.map(([id]) => id);
  const attributesFor = costFilter(actor, ids);
  const tags = belongings(
    ids.filter((_, at) => rows[at]?.[7]),
    TAGS,
    tagJson,
  );
  const stakeholders = belongings(
    ids.filter((_, at) => rows[at]?.[8]),
    STAKEHOLDERS,
    stakeholderJson,
  );
  const texts = rows.map((row) => {
    const [id, type, , , attributes] = row;
    return cardJson(row, attributesFor(id, type, attributes), tags.get(id) ?? "", stakeholders.get(id) ?? "");
  });
  return texts.join(",");
}

/** The cards with these numbers (`seq`), in the order of the numbers. */
export function wireRows(places: readonly number[]): WireRow[] {
  const rows = statement(`SELECT ${WIRE_COLUMNS}, c.seq FROM cards c WHERE ${inList("c.seq")}`).values(
    listOf(places),
  ) as unknown as [...WireRow, place: number][];
  const byPlace = new Map(rows.map((row) => [row[9], row as unknown as WireRow]));
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
export function cardAnswer(actor: Actor, id: string, status = 200): Response {
  const row = wireRow(id);
  return jsonText(cardsJson(actor, [row]), status, { etag: etagOf(row[6]) });
}

/** One card as the actor may see it, parsed; for answers that hold it among other things. */
export const cardFor = (actor: Actor, id: string): Card => JSON.parse(cardsJson(actor, [wireRow(id)])) as Card;

/** Serialization of cards as JSON text, straight from the columns: stored JSON is not parsed to be printed again. */
import { among, listOf, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { jsonText } from "../../http/responses";
import type { Card } from "./model";
import { redactAttributesFor } from "./redaction";

/** SQL for the JSON text of an object with these columns of the table `cards c`. */
const objectOf = (columns: string) =>
  `json_object(${columns
    .split(" ")
    .map((column) => `'${column}', c.${column}`)
    .join(", ")})`;

const HEAD = objectOf("id type subtype name description parent_id");
const TAIL = objectOf(
  "status approval_status data_quality external_id alias archived_at created_by updated_by created_at updated_at",
);

/** The columns of a `SelectedCard`. Reading few long texts is faster than many short ones, so SQLite joins them. */
export const CARD_COLUMNS = `c.id, c.type, ${HEAD}, c.lifecycle, c.attributes, ${TAIL}, c.updated_at,
  EXISTS (SELECT 1 FROM card_tags WHERE card_id = c.id), EXISTS (SELECT 1 FROM stakeholders WHERE card_id = c.id)`;

/** A row of `CARD_COLUMNS`. */
export type SelectedCard = [
  id: string,
  type: string,
  head: string,
  lifecycle: string | null,
  attributes: string | null,
  tail: string,
  updatedAt: string,
  hasTags: 0 | 1,
  hasStakeholders: 0 | 1,
];

/** The cards with these ids or numbers (`seq`) that exist, in the order given. */
export const selectCards = (column: "id" | "seq", values: readonly (string | number)[]): SelectedCard[] =>
  statement(
    `SELECT ${CARD_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN cards c ON c.${column} = wanted.value ORDER BY wanted.key`,
  ).values(listOf(values)) as unknown as SelectedCard[];

const tagsOf = (condition: string) => `SELECT ct.card_id, json_group_array(
    json_object('id', t.id, 'name', t.name, 'color', t.color, 'group_name', g.name) ORDER BY t.sort_order, t.name, t.id)
  FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id
  WHERE ${condition} GROUP BY ct.card_id`;

const stakeholdersOf = (
  condition: string,
) => `SELECT s.card_id, json_group_array(json_object('id', s.id, 'user_id', s.user_id,
    'user_display_name', u.display_name, 'user_email', u.email, 'role', s.role) ORDER BY s.created_at, s.id)
  FROM stakeholders s JOIN users u ON u.id = s.user_id WHERE ${condition} GROUP BY s.card_id`;

/** Card id → the JSON array that a query gives for it. */
function arraysFor(
  query: (condition: string) => string,
  column: string,
  cardIds: readonly string[],
): Map<string, string> {
  if (cardIds.length === 0) return new Map();
  const { sql, parameter } = among(column, cardIds);
  return new Map(statement(query(sql)).values(parameter) as unknown as [string, string][]);
}

/** Cards as the inside of a JSON array, with costs redacted. */
export function serializeCards(actor: Actor, cards: readonly SelectedCard[]): string {
  const idsWith = (flag: 7 | 8) => cards.filter((card) => card[flag]).map(([id]) => id);
  const redactAttributes = redactAttributesFor(
    actor,
    cards.map(([id]) => id),
  );
  const tags = arraysFor(tagsOf, "ct.card_id", idsWith(7));
  const stakeholders = arraysFor(stakeholdersOf, "s.card_id", idsWith(8));
  return cards
    .map(
      ([id, type, head, lifecycle, attributes, tail]) =>
        `${head.slice(0, -1)},"lifecycle":${lifecycle},"attributes":${redactAttributes(id, type, attributes)},${tail.slice(1, -1)},"tags":${tags.get(id) ?? "[]"},"stakeholders":${stakeholders.get(id) ?? "[]"}}`,
    )
    .join(",");
}

function selectCard(id: string): SelectedCard {
  const [card] = statement(`SELECT ${CARD_COLUMNS} FROM cards c WHERE c.id = ?`).values(
    id,
  ) as unknown as SelectedCard[];
  if (!card) throw notFound("Card");
  return card;
}

/** The version of a card: it changes with every change of its row. */
export const etagOf = (updatedAt: string): string => `"${updatedAt}"`;

/**
 * A card as a response with its version as `ETag`.
 * @throws Problem 404
 */
export function cardResponse(actor: Actor, id: string, status = 200): Response {
  const card = selectCard(id);
  return jsonText(serializeCards(actor, [card]), status, { etag: etagOf(card[6]) });
}

/**
 * A card as an object, with costs redacted.
 * @throws Problem 404
 */
export const serializeCard = (actor: Actor, id: string): Card =>
  JSON.parse(serializeCards(actor, [selectCard(id)])) as Card;

/** Serialization of cards as JSON, straight from the columns: stored JSON is not parsed to be printed again. */
import { among, firstValue, listOf, statement } from "../../../db";
import { type Actor, cardsWithVisibleCosts, may } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { jsonBytes } from "../../http/responses";
import { costKeysOf } from "../metamodel";
import { type About, cacheCards, cachedCard, cachedNumber, type FinishedCard, mayCacheCards } from "./card-cache";
import type { Card } from "./model";
import { redactKeys } from "./redaction";

/** Returns SQL for the JSON text of an object with these columns of the table `cards c`. */
const objectOf = (columns: string) =>
  `json_object(${columns
    .split(" ")
    .map((column) => `'${column}', c.${column}`)
    .join(", ")})`;

const HEAD = objectOf("id type subtype name description parent_id");
const TAIL = objectOf(
  "status approval_status data_quality external_id alias archived_at created_by updated_by created_at updated_at",
);

/** Reading few long texts is faster than many short ones, so SQLite joins the columns. */
const CARD_COLUMNS = `c.seq, c.id, c.type, ${HEAD}, c.lifecycle, c.attributes, ${TAIL}, c.updated_at,
  EXISTS (SELECT 1 FROM card_tags WHERE card_id = c.id), EXISTS (SELECT 1 FROM stakeholders WHERE card_id = c.id)`;

/** A row of `CARD_COLUMNS`. */
type SelectedCard = [
  seq: number,
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

const CARD = `SELECT ${CARD_COLUMNS} FROM cards c WHERE c.seq = ?`;
const CARDS = `SELECT ${CARD_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN cards c ON c.seq = wanted.value`;

/** Returns the cards with these numbers (`seq`) that exist. */
const selectCards = (numbers: readonly number[]): SelectedCard[] =>
  (numbers.length === 1
    ? statement(CARD).values(numbers[0] as number)
    : statement(CARDS).values(listOf(numbers))) as unknown as SelectedCard[];

const tagsOf = (condition: string) => `SELECT ct.card_id, json_group_array(
    json_object('id', t.id, 'name', t.name, 'color', t.color, 'group_name', g.name) ORDER BY t.sort_order, t.name, t.id)
  FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id
  WHERE ${condition} GROUP BY ct.card_id`;

const stakeholdersOf = (
  condition: string,
) => `SELECT s.card_id, json_group_array(json_object('id', s.id, 'user_id', s.user_id,
    'user_display_name', u.display_name, 'user_email', u.email, 'role', s.role) ORDER BY s.created_at, s.id)
  FROM stakeholders s JOIN users u ON u.id = s.user_id WHERE ${condition} GROUP BY s.card_id`;

/** Everything that is read for a card's JSON. */
export const CARD_STATEMENTS = [CARD, CARDS, tagsOf("ct.card_id = ?"), stakeholdersOf("s.card_id = ?")];

/** Maps card id → the JSON array that a query gives for it. */
function arraysFor(
  query: (condition: string) => string,
  column: string,
  cardIds: readonly string[],
): Map<string, string> {
  if (cardIds.length === 0) return new Map();
  const { sql, parameter } = among(column, cardIds);
  return new Map(statement(query(sql)).values(parameter) as unknown as [string, string][]);
}

/** Returns the JSON of cards; without their costs if it is not to be whole. */
function finish(cards: readonly SelectedCard[], whole: boolean): FinishedCard[] {
  const idsWith = (flag: 8 | 9) => cards.filter((card) => card[flag]).map(([, id]) => id);
  const tags = arraysFor(tagsOf, "ct.card_id", idsWith(8));
  const stakeholders = arraysFor(stakeholdersOf, "s.card_id", idsWith(9));
  const finished = cards.map(([seq, id, type, head, lifecycle, attributes, tail, updatedAt]) => {
    const without = whole ? undefined : costKeysOf(type);
    const shown = without ? redactKeys(attributes, without) : attributes;
    const text = `${head.slice(0, -1)},"lifecycle":${lifecycle},"attributes":${shown},${tail.slice(1, -1)},"tags":${tags.get(id) ?? "[]"},"stakeholders":${stakeholders.get(id) ?? "[]"}}`;
    return { text, about: { seq, id, type, updatedAt, without, hides: shown !== attributes } };
  });
  return inOneBuffer(finished);
}

/** Returns one buffer for the JSON of all cards: many small ones are a burden to the memory. */
function inOneBuffer(cards: readonly { text: string; about: About }[]): FinishedCard[] {
  const buffer = Buffer.from(cards.map(({ text }) => text).join(""));
  let end = 0;
  return cards.map(({ text, about }) => {
    const start = end;
    end += Buffer.byteLength(text);
    return { ...about, buffer, start, end };
  });
}

/** The costs of a type may have changed since a card was cached without them. */
const isCurrent = ({ without, type }: FinishedCard) => without === undefined || without === costKeysOf(type);

/** Finds the cards with these numbers that exist, in the order given: cached ones if they may be used, all others read. */
function findFinished(numbers: readonly number[], whole: boolean, useCached: boolean): FinishedCard[] {
  const found = new Map<number, FinishedCard>();
  for (const seq of useCached ? numbers : []) {
    const card = cachedCard(seq, whole);
    if (card && isCurrent(card)) found.set(seq, card);
  }
  const others = numbers.filter((seq) => !found.has(seq));
  if (others.length > 0) for (const card of finish(selectCards(others), whole)) found.set(card.seq, card);
  return numbers.flatMap((seq) => found.get(seq) ?? []);
}

/** Works as `findFinished`, with the costs that the actor may see. */
function findFor(actor: Actor, numbers: readonly number[], useCached: boolean): FinishedCard[] {
  if (may(actor, "costs.view")) return findFinished(numbers, true, useCached);
  const redacted = findFinished(numbers, false, useCached);
  const hiding = redacted.filter(({ hides }) => hides).map(({ id }) => id);
  const visible = hiding.length === 0 ? new Set() : cardsWithVisibleCosts(actor, hiding);
  if (visible?.size === 0) return redacted;
  const shown = redacted.filter(({ id, hides }) => hides && visible?.has(id) !== false).map(({ seq }) => seq);
  const whole = new Map(findFinished(shown, true, useCached).map((card) => [card.seq, card]));
  return redacted.map((card) => whole.get(card.seq) ?? card);
}

const COMMA = 44;

/** Returns the JSON of cards, with commas between them, between two texts. */
function join(before: string, cards: readonly FinishedCard[], after: string): Buffer<ArrayBuffer> {
  const head = Buffer.from(before);
  const tail = Buffer.from(after);
  const size = cards.reduce((sum, { start, end }) => sum + end - start, head.length + tail.length);
  // Memory of its own, because a reader thread moves it away.
  const json = Buffer.allocUnsafeSlow(size + Math.max(0, cards.length - 1));
  let at = head.copy(json);
  for (const { buffer, start, end } of cards) {
    if (at > head.length) json[at++] = COMMA;
    at += buffer.copy(json, at, start, end);
  }
  tail.copy(json, at);
  return json;
}

/** Returns the JSON of one card: bytes of its own, unless it has just been read and has them already. */
const bytesOf = ({ buffer, start, end }: FinishedCard): Buffer<ArrayBuffer> =>
  start === 0 && end === buffer.length ? buffer : Buffer.from(buffer.subarray(start, end));

/**
 * Serializes cards as JSON, with the costs that the actor may see, as bytes.
 * @param numbers those (`seq`) of the cards, in their order
 * @param before the text before the first card
 * @param after the text after the last card
 */
export function serializeCards(actor: Actor, numbers: readonly number[], before = "", after = ""): Buffer<ArrayBuffer> {
  const useCached = mayCacheCards();
  const cards = findFor(actor, numbers, useCached);
  const json = join(before, cards, after);
  if (useCached) cacheCards(cards);
  return json;
}

/** Returns the version of a card: it changes with every change of its row. */
export const etagOf = (updatedAt: string): string => `"${updatedAt}"`;

/** Finds a card with the costs that the actor may see, as bytes, and its version. @throws Problem 404 */
function findJson(actor: Actor, id: string): { json: Buffer<ArrayBuffer>; etag: string } {
  const useCached = mayCacheCards();
  const seq = (useCached ? cachedNumber(id) : undefined) ?? numberOf(id);
  const [card] = seq === undefined ? [] : findFor(actor, [seq], useCached);
  if (!card) throw notFound("Card");
  const json = bytesOf(card);
  if (useCached) cacheCards([card]);
  return { json, etag: etagOf(card.updatedAt) };
}

const numberOf = (id: string) => firstValue<number>("SELECT seq FROM cards WHERE id = ?", id);

/**
 * Returns a card as a response with its version as `ETag`.
 * @throws Problem 404
 */
export function cardResponse(actor: Actor, id: string, status = 200): Response {
  const { json, etag } = findJson(actor, id);
  return jsonBytes(json, status, { etag });
}

/**
 * Serializes a card as an object, with costs redacted.
 * @throws Problem 404
 */
export const serializeCard = (actor: Actor, id: string): Card =>
  JSON.parse(findJson(actor, id).json.toString()) as Card;

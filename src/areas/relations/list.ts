/** Lists of relations. */
import {
  cachedUntilWrite,
  cardNumber,
  firstValue,
  inList,
  listOf,
  notInList,
  relationTypeNumber,
  statement,
} from "../../../db";
import type { Actor } from "../../core/access/actor";
import { isDescending, MAX_ROWS } from "../../http/pagination";
import { jsonText, streamed, streamOf } from "../../http/responses";
import { hiddenCardTypes } from "../metamodel";
import type { RelationFilters, RelationQuery } from "./model";
import { type RelationWithEnds, WITH_ENDS } from "./rows";
import { relationsJson } from "./serialize";

/** Relations that are read and serialized at a time: some hundred kB of text. */
const CHUNK = 500;

type Condition = { sql: string; values: (string | number)[] };

/** Oldest first unless the query says otherwise. */
function orderBy(query: RelationFilters, reversed: boolean): string {
  const direction = (descending: boolean) => (descending !== reversed ? "DESC" : "ASC");
  const { sort_by } = query;
  if (sort_by === "type") return `ORDER BY y.key ${direction(isDescending(query))}, r.seq ${direction(false)}`;
  return `ORDER BY r.seq ${direction(sort_by === "created_at" && isDescending(query))}`;
}

/** Returns the conditions of a query on relations `r`. */
function conditionsOf({ card_id, type }: Pick<RelationFilters, "card_id" | "type">): Condition {
  // Two searches, each by its index; UNION drops a relation of a card with itself that both find.
  const ofCard = `r.seq IN (SELECT seq FROM relations WHERE source_seq = ${cardNumber()}
    UNION SELECT seq FROM relations WHERE target_seq = ${cardNumber()})`;
  const all = [...(card_id ? [ofCard] : []), ...(type ? [`r.type_seq = ${relationTypeNumber()}`] : [])];
  return {
    sql: all.join(" AND ") || "TRUE",
    values: [...(card_id ? [card_id, card_id] : []), ...(type ? [type] : [])],
  };
}

/** The numbers of the cards whose relations don't show: archived ones and those of hidden types, which are the parameter. */
const GONE = `SELECT seq FROM cards WHERE status = 'ARCHIVED' UNION SELECT seq FROM cards WHERE ${inList("type")}`;

/** Returns relations in an order that needs no sorting. */
function tables({ sort_by, type }: RelationFilters): string {
  if (sort_by === "type") return "relation_types y CROSS JOIN relations r ON r.type_seq = y.seq";
  return type ? "relations r" : "relations r NOT INDEXED";
}

/** Returns the relations that match and have neither an archived end nor one of a hidden type. */
function visible(query: RelationFilters): Condition {
  const { sql, values } = conditionsOf(query);
  const types = listOf(hiddenCardTypes());
  // The few relations of a card are looked at one by one.
  const shown = (end: string) =>
    query.card_id
      ? `EXISTS (SELECT 1 FROM cards WHERE seq = r.${end} AND status <> 'ARCHIVED' AND ${notInList("type")})`
      : `r.${end} NOT IN (${GONE})`;
  return {
    sql: `FROM ${tables(query)} WHERE ${sql} AND ${shown("source_seq")} AND ${shown("target_seq")}`,
    values: [...values, types, types],
  };
}

/**
 * Returns the number of relations of a type or of all that have neither an archived end nor one of a hidden type: those
 * that have are fewer, and taken off all.
 */
function countVisible(type: string | undefined): number {
  const { sql, values } = conditionsOf({ type });
  const hidden = (end: string) => `SELECT r.seq FROM gone JOIN relations r ON r.${end} = gone.seq WHERE ${sql}`;
  const counts = statement<{ total: number }>(
    `WITH gone (seq) AS MATERIALIZED (${GONE})
     SELECT (SELECT count(*) FROM relations r WHERE ${sql})
       - (SELECT count(*) FROM (${hidden("source_seq")} UNION ${hidden("target_seq")})) AS total`,
  ).get(listOf(hiddenCardTypes()), ...values, ...values, ...values);
  return counts?.total ?? 0;
}

/** The number of types whose totals are cached. */
const MAX_TOTALS = 100;
const cachedTotal = cachedUntilWrite(countVisible, MAX_TOTALS);

/** Returns the number of relations that match; without a card it is cached. */
function totalOf(query: RelationFilters): number {
  if (!query.card_id) return cachedTotal(query.type);
  const { sql, values } = visible(query);
  return firstValue<number>(`SELECT count(*) AS total ${sql}`, ...values) ?? 0;
}

/** Lists the numbers of the relations that match, in their order. */
export function listNumbers(query: RelationFilters, count: number, offset: number, reversed = false): number[] {
  const { sql, values } = visible(query);
  const rows = statement<[number]>(`SELECT r.seq ${sql} ${orderBy(query, reversed)} LIMIT ? OFFSET ?`);
  const numbers = rows.values(...values, count, offset).map(([seq]) => seq as number);
  return reversed ? numbers.reverse() : numbers;
}

/** Lists the numbers of the relations on a page; one in the second half is read from the end. */
function listPage(query: RelationQuery, page: number, total: number): number[] {
  const offset = (page - 1) * query.page_size;
  const count = Math.min(query.page_size, total - offset);
  if (count <= 0) return [];
  const reversed = offset > total / 2;
  return listNumbers(query, count, reversed ? total - offset - count : offset, reversed);
}

/** Serializes relations by their numbers, in their order, as the inside of a JSON array. */
export function serialize(actor: Actor, numbers: readonly number[]): string {
  const rows = statement<RelationWithEnds, [string]>(`SELECT ${WITH_ENDS} WHERE ${inList("r.seq")}`).all(
    listOf(numbers),
  );
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return relationsJson(
    actor,
    numbers.flatMap((seq) => bySeq.get(seq) ?? []),
  );
}

/** Returns the pieces of a JSON array of relations; those that are deleted before their piece is read are left out. */
function* piecesOf(actor: Actor, numbers: readonly number[]): Generator<string> {
  let before = "[";
  for (let from = 0; from < numbers.length; from += CHUNK) {
    const piece = serialize(actor, numbers.slice(from, from + CHUNK));
    if (piece === "") continue;
    yield before + piece;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Returns a long list, sent piece by piece as it is read. */
function streamList(actor: Actor, numbers: readonly number[]): Response {
  const pieces = piecesOf(actor, numbers);
  return streamed(
    streamOf(() => pieces.next().value ?? null),
    { "content-type": "application/json" },
  );
}

/**
 * Lists the relations that match, oldest first, as a JSON array; without those that have an archived end or one of a hidden
 * type. With a page, sets `X-Total-Count`.
 * @param set the context's `set`, which gets the header
 */
export function listRelations(actor: Actor, query: RelationQuery, set: { headers: Record<string, unknown> }): Response {
  const { page } = query;
  if (page === undefined) {
    const numbers = listNumbers(query, MAX_ROWS, 0);
    return numbers.length > CHUNK ? streamList(actor, numbers) : jsonText(`[${serialize(actor, numbers)}]`);
  }
  const total = totalOf(query);
  set.headers["x-total-count"] = String(total);
  return jsonText(`[${serialize(actor, listPage(query, page, total))}]`);
}

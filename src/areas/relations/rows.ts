/** Rows of relations. */
import {
  cardNumber,
  inList,
  inUuidList,
  listOf,
  relationTypeNumber,
  relationTypeNumbers,
  statement,
  uuidBytes,
} from "../../../db";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { JsonObject } from "../../platform/json";

/** A relation with the ids of its ends; `attributes` is JSON text. */
export type RelationRow = {
  seq: number;
  id: string;
  type: string;
  source_id: string;
  target_id: string;
  attributes: string | null;
  description: string | null;
  created_at: string;
};

/** A relation with the names and types of its ends. */
export type RelationWithEnds = RelationRow & {
  source_type: string;
  source_name: string;
  target_type: string;
  target_name: string;
};

/** The columns of a `RelationWithEnds`, of `relations r` joined with its type `y` and its ends `s` and `t`. */
export const WITH_ENDS = `r.seq, r.id, y.key AS type, s.id AS source_id, t.id AS target_id, r.attributes, r.description, r.created_at,
    s.type AS source_type, s.name AS source_name, t.type AS target_type, t.name AS target_name
  FROM relations r JOIN relation_types y ON y.seq = r.type_seq
  JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq`;

/** Finds a relation with its ends; null when there is none. */
export const findRelation = (id: string): RelationWithEnds | null =>
  statement<RelationWithEnds, [string]>(`SELECT ${WITH_ENDS} WHERE r.uuid = ${uuidBytes()}`).get(id);

/**
 * Finds a relation with its ends.
 * @throws Problem 404
 */
export const requireRelation = (id: string): RelationWithEnds => found(findRelation(id), "Relation");

/** Returns the relations of a type between two cards, oldest first; more than one only in imported data. */
export const relationsBetween = (type: string, sourceId: string, targetId: string): RelationWithEnds[] =>
  statement<RelationWithEnds, [string, string, string]>(
    `SELECT ${WITH_ENDS} WHERE r.source_seq = ${cardNumber()} AND r.type_seq = ${relationTypeNumber()} AND r.target_seq = ${cardNumber()} ORDER BY r.seq`,
  ).all(sourceId, type, targetId);

/** Returns the relations of a type that have a card at one end, oldest first. */
export const relationsAt = (end: "source" | "target", cardId: string, type: string): RelationWithEnds[] =>
  statement<RelationWithEnds, [string, string]>(
    `SELECT ${WITH_ENDS} WHERE r.${end}_seq = ${cardNumber()} AND r.type_seq = ${relationTypeNumber()} ORDER BY r.seq`,
  ).all(cardId, type);

/** Returns an object as JSON text; null stays null. */
const jsonOf = (value: JsonObject | null) => (value === null ? null : JSON.stringify(value));

type Content = { attributes: JsonObject | null; description: string | null };
type NewRow = Content &
  Pick<RelationRow, "type" | "source_id" | "target_id"> &
  Partial<Pick<RelationRow, "id" | "created_at">>;

/** Inserts a relation, with a new id unless one is given; returns the id. */
export function createRelationRow({ id = newId(), type, source_id, target_id, ...row }: NewRow): string {
  statement(
    `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, attributes, description, created_ms)
     VALUES (${uuidBytes()}, ${relationTypeNumber()}, ${cardNumber()}, ${cardNumber()}, ?, ?, ?)`,
  ).run(id, type, source_id, target_id, jsonOf(row.attributes), row.description, Date.parse(row.created_at ?? now()));
  return id;
}

/**
 * Inserts relations, created now, by one statement; each alone would take several times as long within a savepoint, which searches
 * what it has stored at the end of every statement.
 * @param created each with its new id, without attributes and a description
 */
export function createRelationRows(
  created: readonly Pick<RelationRow, "id" | "type" | "source_id" | "target_id">[],
): void {
  if (created.length === 0) return;
  statement(
    `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, attributes, description, created_ms)
     SELECT ${uuidBytes("value ->> 0")}, ${relationTypeNumber("value ->> 1")}, ${cardNumber("value ->> 2")},
       ${cardNumber("value ->> 3")}, '{}', NULL, ? FROM json_each(?)`,
  ).run(
    Date.parse(now()),
    JSON.stringify(created.map(({ id, type, source_id, target_id }) => [id, type, source_id, target_id])),
  );
}

/** Finds the relations with these ids, oldest first. */
export const findRelations = (ids: readonly string[]): RelationWithEnds[] =>
  statement<RelationWithEnds, [string]>(`SELECT ${WITH_ENDS} WHERE ${inUuidList("r.uuid")} ORDER BY r.seq`).all(
    listOf(ids),
  );

/** Sets the attributes and the description of a relation, as far as they are given. */
export function writeRelation(row: RelationRow, { attributes, description }: Partial<Content>): void {
  statement("UPDATE relations SET attributes = ?, description = ? WHERE seq = ?").run(
    attributes === undefined ? row.attributes : jsonOf(attributes),
    description === undefined ? row.description : description,
    row.seq,
  );
}

/** Deletes the row of a relation. */
export const deleteRow = ({ seq }: RelationRow): void => {
  statement("DELETE FROM relations WHERE seq = ?").run(seq);
};

/** Returns the attributes of a relation, parsed. */
export const attributesOf = ({ attributes }: Pick<RelationRow, "attributes">): JsonObject | null =>
  attributes === null ? null : (JSON.parse(attributes) as JsonObject);

/**
 * Deletes relations of some types; part of the running transaction.
 * @param most how many of them; without it all
 * @returns the ids of the cards that were related by them
 */
export function deleteRowsOfTypes(typeKeys: readonly string[], most = -1): string[] {
  const deleted = statement<[number, number], [string, number]>(
    `DELETE FROM relations WHERE seq IN (
       SELECT seq FROM relations WHERE type_seq IN ${relationTypeNumbers("?1")} LIMIT ?2) RETURNING source_seq, target_seq`,
  ).values(listOf(typeKeys), most) as [number, number][];
  const cards = statement<{ id: string }, [string]>(`SELECT id FROM cards WHERE ${inList("seq")}`);
  return cards.all(listOf([...new Set(deleted.flat())])).map(({ id }) => id);
}

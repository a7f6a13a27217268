/** Relations as the database holds them. */
import { statement } from "../../../db";
import { notFound } from "../../http/errors";

/** A row of `relations`; `attributes` is JSON text. */
export type RelationRow = {
  seq: number;
  id: string;
  type: string;
  source_id: string;
  target_id: string;
  attributes: string | null;
  description: string | null;
  created_at: string;
  updated_at: string;
};

/** A relation with the names and types of its ends. */
export type RelationWithEnds = RelationRow & {
  source_type: string;
  source_name: string;
  target_type: string;
  target_name: string;
};

/** Everything of a relation that goes out, of `relations r` joined with its ends `s` and `t`. */
export const WITH_ENDS = `r.*, s.type AS source_type, s.name AS source_name, t.type AS target_type, t.name AS target_name
  FROM relations r JOIN cards s ON s.id = r.source_id JOIN cards t ON t.id = r.target_id`;

/** A relation with its ends; null when there is none. */
export const findRelation = (id: string): RelationWithEnds | null =>
  statement<RelationWithEnds, [string]>(`SELECT ${WITH_ENDS} WHERE r.id = ?`).get(id);

/**
 * A relation with its ends.
 * @throws Problem 404
 */
export function relationRow(id: string): RelationWithEnds {
  const row = findRelation(id);
  if (!row) throw notFound("Relation");
  return row;
}

/** The relations of a type between two cards, oldest first; more than one only in data from elsewhere. */
export const findSame = (type: string, sourceId: string, targetId: string): RelationWithEnds[] =>
  statement<RelationWithEnds, [string, string, string]>(
    `SELECT ${WITH_ENDS} WHERE r.source_id = ? AND r.type = ? AND r.target_id = ? ORDER BY r.seq`,
  ).all(sourceId, type, targetId);

/** Relations as other tools have them: a card may have the same one twice, and ends may be of other types. */
import { Problem } from "../../http/errors";
import type { JsonObject } from "../../platform/json";
import { relationType } from "../metamodel";
import type { RelationChange } from "./events";
import * as rows from "./rows";
import { attributesIn } from "./service";

type ImportedRelation = {
  type: string;
  source_id: string;
  target_id: string;
  attributes: JsonObject | null;
  description?: string | null;
};

/**
 * Creates a relation; part of the running transaction. The caller passes the change to `concludeChanges`.
 * @throws Problem 422 for an unknown relation type
 */
export function importRelation({
  type,
  source_id,
  target_id,
  attributes,
  description = null,
}: ImportedRelation): RelationChange {
  if (!relationType(type)) throw new Problem(422, `Unknown relation type: ${type}`);
  const row = { type, source_id, target_id, attributes: attributesIn(type, attributes), description };
  return { type: "relation.created", relation: rows.requireRelation(rows.createRelationRow(row)) };
}

/**
 * Adds attributes to those of a relation; part of the running transaction. The caller passes the change to `concludeChanges`.
 * @throws Problem 404
 */
export function importAttributes(id: string, attributes: JsonObject): RelationChange {
  const relation = rows.requireRelation(id);
  const merged = { ...rows.attributesOf(relation), ...attributesIn(relation.type, attributes) };
  rows.writeRelation(relation, { attributes: merged });
  return { type: "relation.updated", relation, details: { fields: ["attributes"] } };
}

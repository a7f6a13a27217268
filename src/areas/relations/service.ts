/** Creating, updating and deleting relations. */
import { cardNumber, hasRow, relationTypeNumber, transaction } from "../../../db";
import { type Actor, may, mayOnCard, seesCosts } from "../../core/access/actor";
import { everywhere } from "../../core/access/permissions";
import { conflict, forbidden, invalid, notFound, Problem } from "../../http/errors";
import { type JsonObject, parseObject } from "../../platform/json";
import { runCalculations } from "../calculations";
import { findCard, refreshQuality } from "../cards";
import { relationCostKeysOf, relationType, withNumbers } from "../metamodel";
import { publishRelation } from "./events";
import type { NewRelation, RelationChanges } from "./model";
import * as rows from "./rows";
import { relationsJson } from "./serialize";

/** The card permission to create, update and delete the relations of a card. */
export const MANAGE = "card.manage_relations";

/**
 * Refuses an actor who may manage the relations of neither end.
 * @throws Problem 403
 */
export function requireEnds(actor: Actor, sourceId: string, targetId: string): void {
  if (!mayOnCard(actor, MANAGE, sourceId) && !mayOnCard(actor, MANAGE, targetId))
    throw forbidden("Not enough permissions");
}

/**
 * Finds the relation, for an actor who may manage it.
 * @throws Problem 404; 403, also for an unknown relation when the actor may not manage all relations
 */
function requireManaged(actor: Actor, id: string): rows.RelationWithEnds {
  const row = rows.findRelation(id);
  if (!row) throw may(actor, everywhere(MANAGE)) ? notFound("Relation") : forbidden("Not enough permissions");
  requireEnds(actor, row.source_id, row.target_id);
  return row;
}

/**
 * Checks how many relations of a type a card may have: `1:1` and `1:n` allow one for each source, `1:1` one for each target too.
 * @returns why there can't be another; undefined when there can
 */
export function cardinalityObjection(
  type: string,
  cardinality: string,
  sourceId: string,
  targetId: string,
): string | undefined {
  const exists = (end: "source_seq" | "target_seq", id: string) =>
    hasRow(
      `SELECT 1 AS found FROM relations WHERE ${end} = ${cardNumber()} AND type_seq = ${relationTypeNumber()} LIMIT 1`,
      id,
      type,
    );
  if ((cardinality === "1:1" || cardinality === "1:n") && exists("source_seq", sourceId))
    return `Cardinality ${cardinality}: the source already has a relation of type ${type}`;
  if (cardinality === "1:1" && exists("target_seq", targetId))
    return `Cardinality 1:1: the target already has a relation of type ${type}`;
  return undefined;
}

/**
 * Inserts a relation unless the cardinality of its type allows no more.
 * @returns its id
 * @throws Problem 422
 */
export function createWithinCardinality(relation: Parameters<typeof rows.createRelationRow>[0]): string {
  const { type, source_id, target_id } = relation;
  const objection = cardinalityObjection(type, relationType(type)?.cardinality ?? "n:m", source_id, target_id);
  if (objection) throw new Problem(422, objection);
  return rows.createRelationRow(relation);
}

/**
 * Returns the attributes that are sent for a relation of a type, with numbers in its number fields also where they are
 * text.
 */
export const attributesIn = <T extends JsonObject | null | undefined>(type: string, sent: T): T =>
  withNumbers(relationType(type)?.attributes_schema ?? [], sent);

/** Recomputes both ends of a relation: the source first, so that the target's formulas read its new values. */
function recomputeEnds(
  relation: Pick<rows.RelationWithEnds, "source_id" | "source_type" | "target_id" | "target_type">,
): void {
  const { source_id, source_type, target_id, target_type } = relation;
  runCalculations([{ id: source_id, type: source_type }]);
  if (target_id !== source_id) runCalculations([{ id: target_id, type: target_type }]);
  refreshQuality([source_id, target_id]);
}

/**
 * Creates a relation between two cards.
 * @returns the relation as JSON text
 * @throws Problem 403, 404 for an unknown card, 422 for an unknown type, ends of other types than the relation type's or a
 *   relation too many, 409 when the same relation exists
 */
export function createRelation(actor: Actor, input: NewRelation): string {
  return transaction(() => {
    const { type, source_id, target_id, description = null } = input;
    const attributes = attributesIn(type, input.attributes);
    const invalidField = (field: "type" | "source_id" | "target_id", message: string) =>
      invalid(["body", field], message, "value_error", input[field]);
    requireEnds(actor, source_id, target_id);
    const relation = relationType(type);
    if (!relation) throw invalidField("type", "names no relation type");
    const { source_type_key: source_type, target_type_key: target_type, cardinality } = relation;
    const source = findCard(source_id);
    const target = findCard(target_id);
    if (!source || !target) throw notFound(source ? "Target card" : "Source card");
    if (source.type !== source_type) throw invalidField("source_id", `must be a card of type ${source_type}`);
    if (target.type !== target_type) throw invalidField("target_id", `must be a card of type ${target_type}`);
    const [same] = rows.relationsBetween(type, source_id, target_id);
    if (same) throw conflict(`These cards are related in this way already (${same.id})`);
    const objection = cardinalityObjection(type, cardinality, source_id, target_id);
    if (objection) throw invalidField("type", objection);
    const id = rows.createRelationRow({ type, source_id, target_id, attributes: attributes ?? {}, description });
    recomputeEnds({ source_id, source_type, target_id, target_type });
    const row = rows.requireRelation(id);
    publishRelation(actor, "relation.created", row);
    return relationsJson(actor, [row]);
  });
}

/**
 * Returns the attributes to store when the actor asks for these: as asked, except that costs hidden from them keep their
 * values.
 */
export function attributesFor(
  actor: Actor,
  { source_id, type, attributes }: Pick<rows.RelationRow, "source_id" | "type" | "attributes">,
  asked: JsonObject | null,
): JsonObject | null {
  const keys = relationCostKeysOf(type);
  if (keys.length === 0 || seesCosts(actor, source_id)) return asked;
  const result: JsonObject = { ...asked };
  const before = parseObject(attributes);
  for (const key of keys) {
    delete result[key];
    if (key in before) result[key] = before[key];
  }
  return result;
}

/**
 * Updates the attributes or the description of a relation; fields that are given are published as changed even when equal.
 * Both ends are recomputed even when nothing is given.
 * @returns the relation as JSON text
 * @throws Problem 404, 403
 */
export function updateRelation(actor: Actor, id: string, asked: RelationChanges): string {
  return transaction(() => {
    const row = requireManaged(actor, id);
    const fields = Object.keys(asked).sort();
    const attributes = attributesIn(row.type, asked.attributes);
    const stored = attributes === undefined ? undefined : attributesFor(actor, row, attributes);
    if (fields.length > 0) rows.writeRelation(row, { ...asked, attributes: stored });
    recomputeEnds(row);
    if (fields.length > 0) publishRelation(actor, "relation.updated", row, { fields });
    return relationsJson(actor, [rows.requireRelation(id)]);
  });
}

/**
 * Deletes a relation.
 * @throws Problem 404, 403
 */
export function deleteRelation(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireManaged(actor, id);
    rows.deleteRow(row);
    recomputeEnds(row);
    publishRelation(actor, "relation.deleted", row);
  });
}

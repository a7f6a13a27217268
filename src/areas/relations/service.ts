/** Making, changing and removing relations. */
import { statement, transaction } from "../../../db";
import { type Actor, may, mayOnCard, seesCosts } from "../../core/access/actor";
import { everywhere } from "../../core/access/permissions";
import { conflict, forbidden, invalid, notFound } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { runCalculations } from "../calculations";
import { findCard, type JsonObject, parsed, refreshQuality } from "../cards";
import { relationCostKeysOf, relationType } from "../metamodel";
import { publishRelation } from "./events";
import type { NewRelation, RelationChanges } from "./model";
import { findRelation, findSame, type RelationWithEnds, relationRow } from "./rows";

const MANAGE = "card.manage_relations";

/** A relation belongs to both of its ends: the right to manage relations of either is enough. */
export function requireEnds(actor: Actor, sourceId: string, targetId: string): void {
  if (!mayOnCard(actor, MANAGE, sourceId) && !mayOnCard(actor, MANAGE, targetId))
    throw forbidden("Not enough permissions");
}

/** The relation that is to be changed. Who may manage no relation at all isn't told whether there is one. */
function managedRelation(actor: Actor, id: string): RelationWithEnds {
  const row = findRelation(id);
  if (!row) throw may(actor, everywhere(MANAGE)) ? notFound("Relation") : forbidden("Not enough permissions");
  requireEnds(actor, row.source_id, row.target_id);
  return row;
}

/**
 * How many relations of a type a card may have: `1:1` and `1:n` allow one for each source, `1:1` one for each target too.
 * @returns what stands in the way, or undefined
 */
export function cardinalityObjection(
  type: string,
  cardinality: string,
  sourceId: string,
  targetId: string,
): string | undefined {
  const exists = (column: "source_id" | "target_id", id: string) =>
    statement<{ found: 1 }, [string, string]>(
      `SELECT 1 AS found FROM relations WHERE ${column} = ? AND type = ? LIMIT 1`,
    ).get(id, type) !== null;
  if ((cardinality === "1:1" || cardinality === "1:n") && exists("source_id", sourceId))
    return `Cardinality ${cardinality}: the source already has a relation of type ${type}`;
  if (cardinality === "1:1" && exists("target_id", targetId))
    return `Cardinality 1:1: the target already has a relation of type ${type}`;
  return undefined;
}

/** Recomputes both ends of a relation: the source first, so that the target can read what it has got. */
function recomputeEnds(
  relation: Pick<RelationWithEnds, "source_id" | "source_type" | "target_id" | "target_type">,
): void {
  const { source_id, source_type, target_id, target_type } = relation;
  runCalculations([{ id: source_id, type: source_type }]);
  if (target_id !== source_id) runCalculations([{ id: target_id, type: target_type }]);
  refreshQuality([source_id, target_id]);
}

/**
 * Relates two cards.
 * @returns the id of the relation
 * @throws Problem 403, 404 for an unknown card, 422 for an unknown type, ends of other types than the relation type's or a
 *   relation too many, 409 when these two are related in this way already
 */
export function createRelation(actor: Actor, input: NewRelation): string {
  return transaction(() => {
    const { type, source_id, target_id } = input;
    requireEnds(actor, source_id, target_id);
    const relation = relationType(type);
    if (!relation) throw invalid(["body", "type"], "names no relation type", "value_error", type);
    const [source, target] = [findCard(source_id), findCard(target_id)];
    if (!source || !target) throw notFound(source ? "Target card" : "Source card");
    if (source.type !== relation.source_type_key)
      throw invalid(
        ["body", "source_id"],
        `must be a card of type ${relation.source_type_key}`,
        "value_error",
        source_id,
      );
    if (target.type !== relation.target_type_key)
      throw invalid(
        ["body", "target_id"],
        `must be a card of type ${relation.target_type_key}`,
        "value_error",
        target_id,
      );
    const [same] = findSame(type, source_id, target_id);
    if (same) throw conflict(`These cards are related in this way already (${same.id})`);
    const objection = cardinalityObjection(type, relation.cardinality, source_id, target_id);
    if (objection) throw invalid(["body", "type"], objection, "value_error", type);
    const id = newId();
    const at = now();
    statement(
      "INSERT INTO relations (id, type, source_id, target_id, attributes, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ).run(id, type, source_id, target_id, JSON.stringify(input.attributes ?? {}), input.description ?? null, at, at);
    recomputeEnds({ source_id, source_type: source.type, target_id, target_type: target.type });
    publishRelation(actor, "relation.created", relationRow(id));
    return id;
  });
}

/** The attributes that are stored when the actor asks for these: whole, except that costs they can't see stay as they are. */
export function attributesFor(
  actor: Actor,
  sourceId: string,
  type: string,
  stored: string | null,
  asked: JsonObject | null,
): JsonObject | null {
  const keys = relationCostKeysOf(type);
  if (keys.length === 0 || seesCosts(actor, sourceId)) return asked;
  const result: JsonObject = { ...asked };
  const before = parsed(stored);
  for (const key of keys) {
    delete result[key];
    if (key in before) result[key] = before[key];
  }
  return result;
}

/** An object as it is stored; null stays null. */
const jsonOf = (value: JsonObject | null) => (value === null ? null : JSON.stringify(value));

/**
 * Changes the attributes or the description of a relation; what is given is told as changed even when it is equal.
 * Both ends are recomputed even when nothing is given.
 * @throws Problem 404, 403
 */
export function changeRelation(actor: Actor, id: string, asked: RelationChanges): void {
  transaction(() => {
    const row = managedRelation(actor, id);
    const fields = Object.keys(asked).sort();
    if (fields.length === 0) return recomputeEnds(row);
    const attributes =
      asked.attributes === undefined
        ? row.attributes
        : jsonOf(attributesFor(actor, row.source_id, row.type, row.attributes, asked.attributes));
    const description = asked.description === undefined ? row.description : asked.description;
    statement("UPDATE relations SET attributes = ?, description = ?, updated_at = ? WHERE seq = ?").run(
      attributes,
      description,
      now(),
      row.seq,
    );
    recomputeEnds(row);
    publishRelation(actor, "relation.updated", row, { fields });
  });
}

/**
 * Removes a relation.
 * @throws Problem 404, 403
 */
export function deleteRelation(actor: Actor, id: string): void {
  transaction(() => {
    const row = managedRelation(actor, id);
    statement("DELETE FROM relations WHERE seq = ?").run(row.seq);
    recomputeEnds(row);
    publishRelation(actor, "relation.deleted", row);
  });
}

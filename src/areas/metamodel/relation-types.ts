/** Relation types: creating, updating, hiding, restoring and deleting them. */
import { eq } from "drizzle-orm";
import { db, inList, largeTransaction, listOf, statement, tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { type NewEvent, publish } from "../../core/journal/journal";
import { progress } from "../../core/threads/progress";
import { conflict, found, refused } from "../../http/errors";
import { changesOf } from "./changes";
import { recordRemovedCosts } from "./costs";
import { notifyTypeChange, relationTypesEmptied } from "./extension-points";
import type { AttributesInput } from "./fields";
import { checkKeys, locatedKeys, schemaKeys } from "./keys";
import type { DeletedRelationType, NewRelationType, RelationTypeChanges } from "./model";
import { mergeAttributes, newAttributes } from "./relation-attributes";
import { serializeRelationType } from "./serialize";
import { cardType, forgetMetamodel, metamodel, newSortOrder, type RelationType, relationType } from "./types";

/** Checks whether a relation type describes succession; a pair of card types may have it in addition to another one. */
const isSuccessor = (key: string) => key.endsWith("Successor");

/** Returns the relation types that begin or end at a card type, hidden ones too. */
export const relationTypesOf = (typeKey: string): RelationType[] =>
  [...metamodel().relationTypes.values()].filter(
    (type) => type.source_type_key === typeKey || type.target_type_key === typeKey,
  );

/** Lists the JSON texts of the relation types, in their order; with `typeKey` those that begin or end at that card type. */
export const listRelationTypes = (includeHidden = false, typeKey?: string): string[] =>
  (typeKey === undefined ? [...metamodel().relationTypes.values()] : relationTypesOf(typeKey))
    .filter((type) => includeHidden || !type.is_hidden)
    .map(serializeRelationType);

/**
 * Finds the relation type with this key, hidden or not.
 * @throws Problem 404
 */
export const requireRelationType = (key: string): RelationType => found(relationType(key), "Relation type");

/**
 * Refuses a second visible relation type from one card type to another; existing successor types are exempt.
 * @param ownKey the relation type that is updated
 * @throws Problem 400
 */
function checkPair(source: string, target: string, ownKey?: string): void {
  for (const type of metamodel().relationTypes.values())
    if (
      type.source_type_key === source &&
      type.target_type_key === target &&
      type.key !== ownKey &&
      !type.is_hidden &&
      !isSuccessor(type.key)
    )
      throw refused(`There is a relation type from ${source} to ${target} already: ${type.key}`);
}

/** @throws Problem 400 when the card type at an end is not named or doesn't exist */
function checkEnd(side: "source" | "target", typeKey: string | null | undefined): string {
  if (!typeKey) throw refused(`${side}_type_key is required`);
  if (!cardType(typeKey)) throw refused(`Type '${typeKey}' does not exist`);
  return typeKey;
}

/** @throws Problem 422 for new keys in another form */
function checkAttributeKeys(attributes: AttributesInput, before: RelationType["attributes_schema"] = []): void {
  const loc = ["body", "attributes_schema"];
  const keys = attributes.flatMap((field, at) => [
    { key: field.key, loc: [...loc, at, "key"] },
    ...locatedKeys(field.options, [...loc, at, "options"]),
  ]);
  checkKeys(keys, schemaKeys(before));
}

/** Returns the ends at which a relation type is mandatory: side and card type. A hidden one is mandatory nowhere. */
const mandatoryEnds = (type: RelationType | undefined): string[] =>
  type && !type.is_hidden
    ? [
        ...(type.source_mandatory ? [`source ${type.source_type_key}`] : []),
        ...(type.target_mandatory ? [`target ${type.target_type_key}`] : []),
      ]
    : [];

/**
 * Returns the card types whose mandatory relations differ between two states of a relation type: their cards are scored
 * again.
 */
export function rescoredTypes(before: RelationType | undefined, after: RelationType | undefined): string[] {
  const differing = new Set(mandatoryEnds(before)).symmetricDifference(new Set(mandatoryEnds(after)));
  return [...new Set([...differing].map((end) => end.slice(end.indexOf(" ") + 1)))];
}

/**
 * Creates a relation type between two card types.
 * @returns its JSON text
 * @throws Problem 400 when the key is taken, a card type is missing, or these two have one already; 422
 */
export function createRelationType(actor: Actor, input: NewRelationType): string {
  return largeTransaction(() => {
    const { key, label } = input;
    if (relationType(key)) throw refused("Relation type key already exists");
    const source_type_key = checkEnd("source", input.source_type_key);
    const target_type_key = checkEnd("target", input.target_type_key);
    checkPair(source_type_key, target_type_key);
    const attributes = input.attributes_schema ?? [];
    checkAttributeKeys(attributes);
    db.insert(tables.relationTypes)
      .values({
        ...input,
        source_type_key,
        target_type_key,
        cardinality: input.cardinality ?? undefined,
        attributes_schema: newAttributes(attributes),
        sort_order: newSortOrder(input.sort_order, metamodel().relationTypes.values()),
        translations: input.translations ?? {},
      })
      .run();
    forgetMetamodel();
    const created = requireRelationType(key);
    notifyTypeChange({ cardTypes: rescoredTypes(undefined, created) });
    publish(actor, { type: "metamodel.relation_type.created", data: { id: key, name: label } });
    return serializeRelationType(created);
  });
}

/**
 * Maps relation type → number of its relations, whatever the status of their cards; types without relations are left out.
 */
export const countRelations = (keys: readonly string[]): Map<string, number> =>
  new Map(
    statement<[string, number], [string]>(
      `SELECT y.key, count(*) FROM relation_types y JOIN relations r ON r.type_seq = y.seq
       WHERE ${inList("y.key")} GROUP BY y.seq ORDER BY y.key`,
    ).values(listOf(keys)) as unknown as [string, number][],
  );

/** Returns the number of relations of one type. */
export const countRelationsOf = (key: string): number => countRelations([key]).get(key) ?? 0;

/** Returns the number of relations of a type. @throws Problem 404 */
export const instanceCount = (key: string): { key: string; instance_count: number } => ({
  key,
  instance_count: countRelationsOf(requireRelationType(key).key),
});

/** @throws Problem 400 when the ends can't change, because of existing relations or the ends that are asked for */
function checkNewEnds(before: RelationType, asked: RelationTypeChanges): void {
  const source = asked.source_type_key ?? before.source_type_key;
  const target = asked.target_type_key ?? before.target_type_key;
  if (source === before.source_type_key && target === before.target_type_key) return;
  const relations = countRelationsOf(before.key);
  if (relations > 0)
    throw refused(
      `The card types of a relation type can't change while there are relations of it; ${before.key} has ${relations}`,
    );
  checkEnd("source", source);
  checkEnd("target", target);
  checkPair(source, target, before.key);
}

/** Returns the columns that a request asks for, in the order in which events list them; null empties a JSON column. */
function wantedColumns(before: RelationType, asked: RelationTypeChanges): Partial<RelationType> {
  const { label, reverse_label, description, attributes_schema, ...others } = asked;
  return {
    label,
    reverse_label,
    description,
    source_type_key: others.source_type_key,
    target_type_key: others.target_type_key,
    cardinality: others.cardinality,
    attributes_schema:
      attributes_schema === undefined ? undefined : mergeAttributes(before.attributes_schema, attributes_schema ?? []),
    ...others,
    translations: others.translations === null ? {} : others.translations,
  };
}

/**
 * Updates a relation type; what is given replaces the stored value as a whole. Relations keep the values of removed
 * attributes.
 * @param options.anyKeys whether new keys of attributes retain the form that they have in another installation
 * @returns its JSON text
 * @throws Problem 404, 400 when it can't begin or end there, 403 when it changes what is built in, 422
 */
export function updateRelationType(
  actor: Actor,
  key: string,
  asked: RelationTypeChanges,
  { anyKeys = false } = {},
): string {
  return largeTransaction(() => {
    const before = requireRelationType(key);
    checkNewEnds(before, asked);
    if (asked.attributes_schema && !anyKeys) checkAttributeKeys(asked.attributes_schema, before.attributes_schema);
    const { columns, changes } = changesOf<RelationType>(before, wantedColumns(before, asked));
    if (Object.keys(changes).length === 0) return serializeRelationType(before);
    const { attributes_schema } = columns;
    if (attributes_schema) recordRemovedCosts("relation", key, before.attributes_schema, attributes_schema);
    const name = columns.label ?? before.label;
    return writeColumns(actor, before, columns, {
      type: "metamodel.relation_type.updated",
      data: { id: key, name, changes },
    });
  });
}

/** Writes columns of a relation type, has cards scored again, publishes the event and returns the JSON text. */
function writeColumns(
  actor: Actor,
  before: RelationType,
  columns: Partial<RelationType>,
  event: NewEvent<`metamodel.relation_type.${"updated" | "hidden" | "restored"}`>,
): string {
  db.update(tables.relationTypes).set(columns).where(eq(tables.relationTypes.key, before.key)).run();
  forgetMetamodel();
  const after = requireRelationType(before.key);
  notifyTypeChange({ cardTypes: rescoredTypes(before, after) });
  publish(actor, event);
  return serializeRelationType(after);
}

/**
 * Makes a hidden relation type visible again.
 * @returns its JSON text
 * @throws Problem 404, 400 when it isn't hidden or another one has taken its place
 */
export function restoreRelationType(actor: Actor, key: string): string {
  return largeTransaction(() => {
    const before = requireRelationType(key);
    if (!before.is_hidden) throw refused("Relation type is not hidden");
    checkPair(before.source_type_key, before.target_type_key, key);
    return writeColumns(
      actor,
      before,
      { is_hidden: false },
      {
        type: "metamodel.relation_type.restored",
        data: { id: key, name: before.label, changes: { is_hidden: { old: true, new: false } } },
      },
    );
  });
}

/** Publishes that relations of a type were deleted, with their number. */
const publishDeletions = (actor: Actor, type: string, count: number): void =>
  publish(actor, {
    type: "relation.deleted.bulk",
    data: { id: type, type, relation_label: relationType(type)?.label ?? null, count },
  });

/**
 * Deletes all relations of some types, and publishes one event for each type.
 * @returns relation type → number of deleted relations
 */
function deleteRelationsOf(actor: Actor, typeKeys: readonly string[]): Map<string, number> {
  const counts = countRelations(typeKeys);
  const cardIds = relationTypesEmptied(typeKeys).flatMap(({ result }) => result);
  for (const [type, count] of counts) publishDeletions(actor, type, count);
  notifyTypeChange({ cardIds });
  return counts;
}

/** Relations that are deleted in one transaction, in a tenth of a second or two. */
const RELATIONS_AT_ONCE = 2_500;

/**
 * Deletes relations of a type that is to be deleted with them. It yields after some of them, which may be the end of a transaction,
 * and leaves those that the deletion of the type takes along. Without `force` it does nothing.
 * @returns how many it has deleted
 */
export function* deleteRelationsInSlices(actor: Actor, key: string, force = false): Generator<void, number> {
  let deleted = 0;
  if (!force) return deleted;
  for (let left = countRelationsOf(key); left > RELATIONS_AT_ONCE; left = countRelationsOf(key)) {
    progress(deleted, deleted + left);
    const cardIds = relationTypesEmptied([key], RELATIONS_AT_ONCE).flatMap(({ result }) => result);
    publishDeletions(actor, key, RELATIONS_AT_ONCE);
    notifyTypeChange({ cardIds });
    deleted += RELATIONS_AT_ONCE;
    yield;
  }
  return deleted;
}

/**
 * Deletes relation types with their relations, built-in ones too; part of the running transaction.
 * @param earlier relations that were deleted with them already
 */
export function deleteRelationTypes(actor: Actor, types: readonly RelationType[], earlier = 0): void {
  if (types.length === 0) return;
  const keys = types.map((type) => type.key);
  const removed = deleteRelationsOf(actor, keys);
  for (const type of types) recordRemovedCosts("relation", type.key, type.attributes_schema);
  statement(`DELETE FROM relation_types WHERE ${inList("key")}`).run(listOf(keys));
  forgetMetamodel();
  notifyTypeChange({ cardTypes: [...new Set(types.flatMap((type) => rescoredTypes(type, undefined)))] });
  for (const { key, label } of types)
    publish(actor, {
      type: "metamodel.relation_type.deleted",
      data: { id: key, name: label, instances_removed: (removed.get(key) ?? 0) + earlier },
    });
}

/**
 * Hides a built-in relation type, deletes any other.
 * @param force delete its relations as well
 * @param earlier relations of it that were deleted already
 * @throws Problem 404, 409 when it has relations and `force` isn't set
 */
export function deleteRelationType(actor: Actor, key: string, force = false, earlier = 0): DeletedRelationType {
  return largeTransaction(() => {
    const type = requireRelationType(key);
    const count = countRelationsOf(key);
    if (count > 0 && !force)
      throw conflict({
        message: `There ${count === 1 ? "is 1 relation" : `are ${count} relations`} of the type ${type.label} (${key})`,
        instance_count: count,
        key,
      });
    const instances_removed = count + earlier;
    if (!type.built_in) {
      deleteRelationTypes(actor, [type], earlier);
      return { status: "deleted", key, instances_removed };
    }
    if (count > 0) deleteRelationsOf(actor, [key]);
    const changes = { is_hidden: { old: false, new: true } };
    const data = { id: key, name: type.label, changes, instances_removed };
    if (!type.is_hidden)
      writeColumns(actor, type, { is_hidden: true }, { type: "metamodel.relation_type.hidden", data });
    return { status: "hidden", key, instances_removed };
  });
}

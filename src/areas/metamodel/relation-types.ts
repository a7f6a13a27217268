/** Relation types: making, changing, hiding, restoring and deleting them. */

import { eq, inArray } from "drizzle-orm";
import { db, inList, largeTransaction, listOf, statement, tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { conflict, notFound, refused } from "../../http/errors";
import { requireVersion } from "../../http/etags";
import { publishTypeChange } from "./changes";
import { retireCosts } from "./costs";
import { type Changes, changesOf, checkKeys } from "./diff";
import type { AttributesInput } from "./fields";
import type { DeletedRelationType, NewRelationType, RelationTypeChanges } from "./model";
import { mergedAttributes, newAttributes } from "./relation-attributes";
import { relationTypeText } from "./serialize";
import { cardType, dropMetamodel, metamodel, type RelationType, relationType } from "./types";

/** Keys of relation types that say what succeeds what; a pair of card types may have them beside another one. */
const isSuccessor = (key: string) => key.endsWith("Successor");

const touches = (type: RelationType, typeKey: string) =>
  type.source_type_key === typeKey || type.target_type_key === typeKey;

/** The relation types that begin or end at a card type, hidden ones too. */
export const relationTypesOf = (typeKey: string): RelationType[] =>
  [...metamodel().relationTypes.values()].filter((type) => touches(type, typeKey));

/** JSON texts of the relation types, in their order; with `typeKey` those that begin or end at that card type. */
export const relationTypeTexts = (includeHidden: boolean, typeKey?: string): string[] =>
  [...metamodel().relationTypes.values()]
    .filter((type) => (includeHidden || !type.is_hidden) && (typeKey === undefined || touches(type, typeKey)))
    .map(relationTypeText);

/**
 * The relation type with this key, hidden or not.
 * @throws Problem 404
 */
export function requireRelationType(key: string): RelationType {
  const type = relationType(key);
  if (!type) throw notFound("Relation type");
  return type;
}

/**
 * Refuses a second visible relation type from one card type to another. Successor relations that are there don't count.
 * @param ownKey the relation type that is changed, which doesn't stand in its own way
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

/** @throws Problem 400 when a card type that a relation type begins or ends at is not named or doesn't exist */
function checkEnd(side: "source" | "target", typeKey: string | null | undefined): string {
  if (!typeKey) throw refused(`${side}_type_key is required`);
  if (!cardType(typeKey)) throw refused(`Type '${typeKey}' does not exist`);
  return typeKey;
}

/** @throws Problem 422 for new keys in another form */
function checkAttributeKeys(attributes: AttributesInput, before: RelationType["attributes_schema"] = []): void {
  const known = before.flatMap((field) => [field.key, ...(field.options ?? []).map((option) => option.key)]);
  checkKeys(
    attributes.flatMap((field, at) => [
      { key: field.key, loc: ["body", "attributes_schema", at, "key"] },
      ...(field.options ?? []).map((option, index) => ({
        key: option.key,
        loc: ["body", "attributes_schema", at, "options", index, "key"],
      })),
    ]),
    new Set(known),
  );
}

/** The card types for which a relation type makes a relation mandatory, each with the side; hidden it makes none. */
const mandatoryEnds = (type: RelationType | undefined): string[] =>
  type && !type.is_hidden
    ? [
        ...(type.source_mandatory ? [`source ${type.source_type_key}`] : []),
        ...(type.target_mandatory ? [`target ${type.target_type_key}`] : []),
      ]
    : [];

/** Card types whose cards must have other relations than before: they are scored anew. */
export function newlyScored(before: RelationType | undefined, after: RelationType | undefined): string[] {
  const [old, fresh] = [new Set(mandatoryEnds(before)), new Set(mandatoryEnds(after))];
  return [...new Set([...old.symmetricDifference(fresh)].map((end) => end.slice(end.indexOf(" ") + 1)))];
}

/**
 * Makes a relation type between two card types.
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
    const last = Math.max(0, ...[...metamodel().relationTypes.values()].map((type) => type.sort_order));
    db.insert(tables.relationTypes)
      .values({
        key,
        label,
        reverse_label: input.reverse_label ?? null,
        description: input.description ?? null,
        source_type_key,
        target_type_key,
        cardinality: input.cardinality ?? "n:m",
        attributes_schema: newAttributes(attributes),
        sort_order: input.sort_order === undefined ? last + 1 : (input.sort_order ?? 0),
        translations: input.translations ?? {},
        source_visible: input.source_visible ?? true,
        source_mandatory: input.source_mandatory ?? false,
        target_visible: input.target_visible ?? true,
        target_mandatory: input.target_mandatory ?? false,
      })
      .run();
    dropMetamodel();
    const made = requireRelationType(key);
    publishTypeChange({ cardTypes: newlyScored(undefined, made) });
    publish(actor, { type: "metamodel.relation_type.created", data: { id: key, name: label } });
    return relationTypeText(made);
  });
}

/** How many relations of a type there are, whatever the status of their cards. */
export const countRelations = (key: string): number =>
  statement<{ count: number }, [string]>("SELECT count(*) AS count FROM relations WHERE type = ?").get(key)?.count ?? 0;

/**
 * How many relations of a type there are.
 * @throws Problem 404
 */
export const instanceCount = (key: string): { key: string; instance_count: number } => ({
  key,
  instance_count: countRelations(requireRelationType(key).key),
});

/** @throws Problem 400 when a relation type that has relations is to begin or end elsewhere, or can't */
function checkNewEnds(before: RelationType, asked: RelationTypeChanges): void {
  const source = asked.source_type_key ?? before.source_type_key;
  const target = asked.target_type_key ?? before.target_type_key;
  if (source === before.source_type_key && target === before.target_type_key) return;
  const relations = countRelations(before.key);
  if (relations > 0)
    throw refused(
      `The card types of a relation type can't change while there are relations of it; ${before.key} has ${relations}`,
    );
  checkEnd("source", source);
  checkEnd("target", target);
  checkPair(source, target, before.key);
}

function wantedOf(before: RelationType, asked: RelationTypeChanges): Partial<RelationType> {
  const wanted = {
    label: asked.label,
    reverse_label: asked.reverse_label,
    description: asked.description,
    source_type_key: asked.source_type_key,
    target_type_key: asked.target_type_key,
    cardinality: asked.cardinality,
    attributes_schema:
      asked.attributes_schema === undefined
        ? undefined
        : mergedAttributes(before.attributes_schema, asked.attributes_schema ?? []),
    sort_order: asked.sort_order,
    is_hidden: asked.is_hidden,
    translations: asked.translations === null ? {} : asked.translations,
    source_visible: asked.source_visible,
    source_mandatory: asked.source_mandatory,
    target_visible: asked.target_visible,
    target_mandatory: asked.target_mandatory,
  };
  return wanted as Partial<RelationType>;
}

/**
 * Changes a relation type; what is given replaces what was there as a whole. Relations keep what they hold of attributes
 * that are gone.
 * @param ifMatch the version that the change is meant for
 * @returns its JSON text
 * @throws Problem 404, 412, 400 when it can't begin or end there, 403 when it changes what is built in, 422
 */
export function changeRelationType(actor: Actor, key: string, asked: RelationTypeChanges, ifMatch?: string): string {
  return largeTransaction(() => {
    const before = requireRelationType(key);
    requireVersion(ifMatch, relationTypeText(before));
    checkNewEnds(before, asked);
    if (asked.attributes_schema) checkAttributeKeys(asked.attributes_schema, before.attributes_schema);
    const { columns, changes } = changesOf<RelationType>(before, wantedOf(before, asked));
    if (Object.keys(changes).length === 0) return relationTypeText(before);
    if (columns.attributes_schema) retireCosts("relation", key, before.attributes_schema, columns.attributes_schema);
    return store(actor, before, columns, { type: "metamodel.relation_type.updated", changes });
  });
}

type RelationTypeEvent = `metamodel.relation_type.${"updated" | "hidden" | "restored"}`;

/** Writes columns of a relation type, has cards scored anew if need be, and tells; gives its new JSON text. */
function store(
  actor: Actor,
  before: RelationType,
  columns: Partial<RelationType>,
  event: { type: RelationTypeEvent; changes: Changes; more?: Record<string, unknown> },
): string {
  db.update(tables.relationTypes).set(columns).where(eq(tables.relationTypes.key, before.key)).run();
  dropMetamodel();
  const after = requireRelationType(before.key);
  publishTypeChange({ cardTypes: newlyScored(before, after) });
  publish(actor, {
    type: event.type,
    data: { id: before.key, name: after.label, changes: event.changes, ...event.more },
  });
  return relationTypeText(after);
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
    const changes = { is_hidden: { old: true, new: false } };
    return store(actor, before, { is_hidden: false }, { type: "metamodel.relation_type.restored", changes });
  });
}

/**
 * Deletes all relations of some types at once, and tells of them in one event for each type.
 * @returns relation type → how many there were of it
 */
function removeRelations(actor: Actor, types: readonly RelationType[]): Map<string, number> {
  const keys = listOf(types.map((type) => type.key));
  const cardIds = statement<{ id: string }, [string, string]>(
    `SELECT source_id AS id FROM relations WHERE ${inList("type")}
     UNION SELECT target_id FROM relations WHERE ${inList("type")}`,
  )
    .all(keys, keys)
    .map((row) => row.id);
  const counts = statement<{ type: string; count: number }, [string]>(
    `SELECT type, count(*) AS count FROM relations WHERE ${inList("type")} GROUP BY type ORDER BY type`,
  ).all(keys);
  statement(`DELETE FROM relations WHERE ${inList("type")}`).run(keys);
  for (const { type, count } of counts)
    publish(actor, {
      type: "relation.deleted.bulk",
      data: { id: type, type, relation_label: relationType(type)?.label ?? null, count },
    });
  publishTypeChange({ cardIds });
  return new Map(counts.map(({ type, count }) => [type, count]));
}

/** Deletes relation types for good, with their relations; part of the running transaction. */
export function removeRelationTypes(actor: Actor, types: readonly RelationType[]): void {
  if (types.length === 0) return;
  const removed = removeRelations(actor, types);
  for (const type of types) retireCosts("relation", type.key, type.attributes_schema);
  const keys = types.map((type) => type.key);
  db.delete(tables.relationTypes).where(inArray(tables.relationTypes.key, keys)).run();
  dropMetamodel();
  publishTypeChange({ cardTypes: [...new Set(types.flatMap((type) => newlyScored(type, undefined)))] });
  for (const { key, label } of types)
    publish(actor, {
      type: "metamodel.relation_type.deleted",
      data: { id: key, name: label, instances_removed: removed.get(key) ?? 0 },
    });
}

/**
 * Hides a built-in relation type, deletes any other. Its relations must be gone, unless the caller insists.
 * @param force delete its relations as well
 * @throws Problem 404, 409 when there are relations of it and the caller doesn't insist
 */
export function deleteRelationType(actor: Actor, key: string, force: boolean): DeletedRelationType {
  return largeTransaction(() => {
    const type = requireRelationType(key);
    const count = countRelations(key);
    if (count > 0 && !force)
      throw conflict({
        message: `There ${count === 1 ? "is 1 relation" : `are ${count} relations`} of the type ${type.label} (${key})`,
        instance_count: count,
        key,
      });
    if (!type.built_in) {
      removeRelationTypes(actor, [type]);
      return { status: "deleted", key, instances_removed: count };
    }
    if (count > 0) removeRelations(actor, [type]);
    const changes = { is_hidden: { old: false, new: true } };
    if (!type.is_hidden)
      store(
        actor,
        type,
        { is_hidden: true },
        { type: "metamodel.relation_type.hidden", changes, more: { instances_removed: count } },
      );
    return { status: "hidden", key, instances_removed: count };
  });
}

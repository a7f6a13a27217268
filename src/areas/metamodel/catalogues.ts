/** Compliance regulations and resource types: lists with built-in entries, to which an administrator adds. */

import { and, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type {
  ComplianceRegulation,
  NewRegulation,
  NewResourceType,
  RegulationChanges,
  ResourceType,
  ResourceTypeChanges,
} from "./catalogue-model";
import { changesOf } from "./diff";

const { complianceRegulations: regulations, resourceTypes } = tables;
type RegulationRow = typeof regulations.$inferSelect;
type ResourceTypeRow = typeof resourceTypes.$inferSelect;

/** A key as it is kept. @throws Problem 400 when nothing is left of it */
function keptKey(key: string): string {
  const kept = key.trim().toLowerCase();
  if (kept === "") throw refused("key is required");
  return kept;
}

/** The columns of a new entry of either list. */
function newEntry(input: NewRegulation) {
  const at = now();
  return {
    ...input,
    id: newId(),
    label: input.label.trim(),
    translations: input.translations ?? {},
    created_at: at,
    updated_at: at,
  };
}

/** The columns of either list that a request asks for. */
const wantedOf = (asked: RegulationChanges) => ({
  ...asked,
  label: asked.label?.trim(),
  translations: asked.translations === null ? {} : asked.translations,
});

/** The regulations in their order; with `enabledOnly` those that are enabled. */
export const listRegulations = (enabledOnly: boolean): ComplianceRegulation[] =>
  db
    .select()
    .from(regulations)
    .where(enabledOnly ? eq(regulations.is_enabled, true) : undefined)
    .orderBy(regulations.sort_order, regulations.label, regulations.key)
    .all();

/**
 * Adds a regulation.
 * @throws Problem 400 when its key is blank or taken
 */
export function createRegulation(actor: Actor, input: NewRegulation): ComplianceRegulation {
  return transaction(() => {
    const key = keptKey(input.key);
    if (db.select({ id: regulations.id }).from(regulations).where(eq(regulations.key, key)).get())
      throw refused(`There is a regulation with the key ${key} already`);
    const row = db
      .insert(regulations)
      .values({ ...newEntry(input), key })
      .returning()
      .get();
    publish(actor, { type: "metamodel.regulation.created", data: { id: row.id, name: row.label } });
    return row;
  });
}

/**
 * Changes the fields of a regulation that are given; its key stays.
 * @throws Problem 404
 */
export function changeRegulation(actor: Actor, id: string, asked: RegulationChanges): ComplianceRegulation {
  return transaction(() => {
    const before = db.select().from(regulations).where(eq(regulations.id, id)).get();
    if (!before) throw notFound("Regulation");
    const { columns, changes } = changesOf(before, wantedOf(asked) as Partial<RegulationRow>);
    if (Object.keys(changes).length === 0) return before;
    const row = db
      .update(regulations)
      .set({ ...columns, updated_at: now() })
      .where(eq(regulations.id, id))
      .returning()
      .get() as RegulationRow;
    publish(actor, { type: "metamodel.regulation.updated", data: { id, name: row.label, changes } });
    return row;
  });
}

/**
 * Deletes a regulation; findings keep its key.
 * @throws Problem 404, 400 for a built-in one
 */
export function deleteRegulation(actor: Actor, id: string): void {
  transaction(() => {
    const row = db.select().from(regulations).where(eq(regulations.id, id)).get();
    if (!row) throw notFound("Regulation");
    if (row.built_in) throw refused("A built-in regulation can't be deleted; disable it instead");
    db.delete(regulations).where(eq(regulations.id, id)).run();
    publish(actor, { type: "metamodel.regulation.deleted", data: { id, name: row.label } });
  });
}

const isKind = (kind: string): kind is ResourceType["kind"] => kind === "link_type" || kind === "file_category";

/** The resource types by kind and in their order; with `kind` those of one kind, none for an unknown one. */
export function listResourceTypes(kind: string | undefined, enabledOnly: boolean): ResourceType[] {
  if (kind !== undefined && !isKind(kind)) return [];
  return db
    .select()
    .from(resourceTypes)
    .where(
      and(
        kind ? eq(resourceTypes.kind, kind) : undefined,
        enabledOnly ? eq(resourceTypes.is_enabled, true) : undefined,
      ),
    )
    .orderBy(resourceTypes.kind, resourceTypes.sort_order, resourceTypes.label, resourceTypes.key)
    .all();
}

/**
 * Adds a resource type.
 * @throws Problem 400 when there is no such kind, or its key is blank or taken in that kind
 */
export function createResourceType(actor: Actor, input: NewResourceType): ResourceType {
  return transaction(() => {
    const kind = input.kind.trim();
    if (!isKind(kind)) throw refused("kind must be link_type or file_category");
    const key = keptKey(input.key);
    const same = and(eq(resourceTypes.kind, kind), eq(resourceTypes.key, key));
    if (db.select({ id: resourceTypes.id }).from(resourceTypes).where(same).get())
      throw refused(`There is a ${kind} with the key ${key} already`);
    const row = db
      .insert(resourceTypes)
      .values({ ...newEntry(input), kind, key, icon: input.icon || null })
      .returning()
      .get();
    publish(actor, { type: "metamodel.resource_type.created", data: { id: row.id, name: row.label } });
    return row;
  });
}

/**
 * Changes the fields of a resource type that are given; its kind and key stay.
 * @throws Problem 404
 */
export function changeResourceType(actor: Actor, id: string, asked: ResourceTypeChanges): ResourceType {
  return transaction(() => {
    const before = db.select().from(resourceTypes).where(eq(resourceTypes.id, id)).get();
    if (!before) throw notFound("Resource type");
    const wanted = { ...wantedOf(asked), icon: asked.icon === "" ? null : asked.icon };
    const { columns, changes } = changesOf(before, wanted as Partial<ResourceTypeRow>);
    if (Object.keys(changes).length === 0) return before;
    const row = db
      .update(resourceTypes)
      .set({ ...columns, updated_at: now() })
      .where(eq(resourceTypes.id, id))
      .returning()
      .get() as ResourceTypeRow;
    publish(actor, { type: "metamodel.resource_type.updated", data: { id, name: row.label, changes } });
    return row;
  });
}

/**
 * Deletes a resource type; documents and files keep its key.
 * @throws Problem 404, 400 for a built-in one
 */
export function deleteResourceType(actor: Actor, id: string): void {
  transaction(() => {
    const row = db.select().from(resourceTypes).where(eq(resourceTypes.id, id)).get();
    if (!row) throw notFound("Resource type");
    if (row.built_in) throw refused("A built-in resource type can't be deleted; disable it instead");
    db.delete(resourceTypes).where(eq(resourceTypes.id, id)).run();
    publish(actor, { type: "metamodel.resource_type.deleted", data: { id, name: row.label } });
  });
}

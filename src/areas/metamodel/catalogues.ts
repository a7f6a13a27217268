/** Principles, and the lists with built-in rows: compliance regulations and resource types. */
import { and, eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { catalogue } from "./catalogue";
import type * as model from "./catalogue-model";

const { principles, complianceRegulations: regulations, resourceTypes } = tables;

const principleRows = catalogue(principles, "principle", "Principle", (row) => row.title);
const regulationRows = catalogue(regulations, "regulation", "Regulation", (row) => row.label);
const resourceTypeRows = catalogue(resourceTypes, "resource_type", "Resource type", (row) => row.label);

const serializePrinciple = ({ catalogue_id: _, ...row }: typeof principles.$inferSelect): model.Principle => row;

/** Lists all principles in their order, inactive ones included. */
export const listPrinciples = (): model.Principle[] =>
  db
    .select()
    .from(principles)
    .orderBy(principles.sort_order, principles.created_at, principles.id)
    .all()
    .map(serializePrinciple);

/** Maps catalogue id → id of the principle that was made from it, inactive ones included. */
export const principlesByCatalogueId = (): Map<string, string> =>
  new Map(
    statement<{ catalogue_id: string; id: string }>(
      "SELECT catalogue_id, id FROM ea_principles WHERE catalogue_id IS NOT NULL",
    )
      .all()
      .map(({ catalogue_id, id }) => [catalogue_id, id]),
  );

/**
 * Creates a principle.
 * @param input with the id of what it was made from, if it comes from a catalogue
 */
export const createPrinciple = (actor: Actor, input: model.NewPrinciple & { catalogue_id?: string }): model.Principle =>
  transaction(() => serializePrinciple(principleRows.create(actor, input)));

/** Updates the given fields of a principle. @throws Problem 404 */
export const updatePrinciple = (
  actor: Actor,
  id: string,
  asked: model.PrincipleChanges & { catalogue_id?: string | null },
): model.Principle =>
  transaction(() => serializePrinciple(principleRows.update(actor, principleRows.require(id), asked)));

/** Deletes a principle, if it exists. */
export const deletePrinciple = (actor: Actor, id: string): void => transaction(() => principleRows.delete(actor, id));

/** @throws Problem 400 for a blank key */
function normalizeKey(key: string): string {
  const normalized = key.trim().toLowerCase();
  if (normalized === "") throw refused("key is required");
  return normalized;
}

/** Entries of another installation may be built in. */
type BuiltIn = { built_in?: boolean | undefined };

const createdColumns = (input: model.NewRegulation & BuiltIn) => ({
  ...input,
  label: input.label.trim(),
  translations: input.translations ?? {},
});

const updatedColumns = (asked: model.RegulationChanges) => ({
  ...asked,
  label: asked.label?.trim(),
  translations: asked.translations === null ? {} : asked.translations,
});

/** Lists the regulations in their order. */
export const listRegulations = (enabledOnly = false): model.ComplianceRegulation[] =>
  db
    .select()
    .from(regulations)
    .where(enabledOnly ? eq(regulations.is_enabled, true) : undefined)
    .orderBy(regulations.sort_order, regulations.label, regulations.key)
    .all();

/** Creates a regulation. @throws Problem 400 when the key is blank or taken */
export function createRegulation(actor: Actor, input: model.NewRegulation & BuiltIn): model.ComplianceRegulation {
  return transaction(() => {
    const key = normalizeKey(input.key);
    if (db.select().from(regulations).where(eq(regulations.key, key)).get())
      throw refused(`There is a regulation with the key ${key} already`);
    return regulationRows.create(actor, { ...createdColumns(input), key });
  });
}

/** Updates the given fields of a regulation. @throws Problem 404 */
export const updateRegulation = (actor: Actor, id: string, asked: model.RegulationChanges) =>
  transaction(() => regulationRows.update(actor, regulationRows.require(id), updatedColumns(asked)));

/**
 * Deletes a regulation; findings keep its key.
 * @throws Problem 404, 400 for a built-in one
 */
export function deleteRegulation(actor: Actor, id: string): void {
  transaction(() => {
    if (regulationRows.require(id).built_in)
      throw refused("A built-in regulation can't be deleted; disable it instead");
    regulationRows.delete(actor, id);
  });
}

const isKind = (kind: string): kind is model.ResourceType["kind"] => kind === "link_type" || kind === "file_category";

/** Lists the resource types by kind and in their order; none for an unknown kind. */
export function listResourceTypes(kind?: string, enabledOnly = false): model.ResourceType[] {
  if (kind !== undefined && !isKind(kind)) return [];
  const ofKind = kind && eq(resourceTypes.kind, kind);
  return db
    .select()
    .from(resourceTypes)
    .where(and(ofKind, enabledOnly ? eq(resourceTypes.is_enabled, true) : undefined))
    .orderBy(resourceTypes.kind, resourceTypes.sort_order, resourceTypes.label, resourceTypes.key)
    .all();
}

/** Creates a resource type. @throws Problem 400 for an unknown kind, or a key that is blank or taken in its kind */
export function createResourceType(actor: Actor, input: model.NewResourceType & BuiltIn): model.ResourceType {
  return transaction(() => {
    const kind = input.kind.trim();
    if (!isKind(kind)) throw refused("kind must be link_type or file_category");
    const key = normalizeKey(input.key);
    const same = and(eq(resourceTypes.kind, kind), eq(resourceTypes.key, key));
    if (db.select().from(resourceTypes).where(same).get())
      throw refused(`There is a ${kind} with the key ${key} already`);
    return resourceTypeRows.create(actor, { ...createdColumns(input), kind, key, icon: input.icon || null });
  });
}

/** Updates the given fields of a resource type. @throws Problem 404 */
export function updateResourceType(actor: Actor, id: string, asked: model.ResourceTypeChanges): model.ResourceType {
  const wanted = { ...updatedColumns(asked), icon: asked.icon === "" ? null : asked.icon };
  return transaction(() => resourceTypeRows.update(actor, resourceTypeRows.require(id), wanted));
}

/**
 * Deletes a resource type; documents and files keep its key.
 * @throws Problem 404, 400 for a built-in one
 */
export function deleteResourceType(actor: Actor, id: string): void {
  transaction(() => {
    if (resourceTypeRows.require(id).built_in)
      throw refused("A built-in resource type can't be deleted; disable it instead");
    resourceTypeRows.delete(actor, id);
  });
}

/** Types and fields that come with the data of another tool. Their keys keep whatever form they have there. */
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import type { Field, Section } from "../../../db/schema/metamodel";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { notFound } from "../../http/errors";
import { requireCardType } from "./card-types";
import { changesOf } from "./changes";
import { withEnglish } from "./english";
import { notifyTypeChange } from "./extension-points";
import { requireRelationType, rescoredTypes } from "./relation-types";
import { cardType, forgetMetamodel, metamodel, newSortOrder, relationType } from "./types";

/** Returns the sections with more fields in one of them, which is made when it is missing. */
function withFields(sections: readonly Section[], name: string, fields: Field[]): Section[] {
  const added: Section = { section: name, columns: 1, fields };
  if (!sections.some(({ section }) => section === name)) return [...sections, withEnglish(added, name)];
  return sections.map((section) =>
    section.section === name ? { ...section, fields: [...section.fields, ...fields] } : section,
  );
}

/**
 * Adds fields to a section of a card type, unless one of its sections has their keys. Publishes `metamodel.type.updated`.
 * @returns the keys of the fields that were added
 * @throws Problem 404 for an unknown card type
 */
export function importFields(actor: Actor, typeKey: string, section: string, fields: readonly Field[]): Set<string> {
  return transaction(() => {
    const before = requireCardType(typeKey);
    const added = fields.filter(({ key }) => !before.fields.has(key)).map((field) => withEnglish(field, field.label));
    const keys = new Set(added.map(({ key }) => key));
    if (keys.size === 0) return keys;
    const fields_schema = withFields(before.fields_schema, section, added);
    const { columns, changes } = changesOf<typeof tables.cardTypes.$inferSelect>(before, { fields_schema });
    db.update(tables.cardTypes).set(columns).where(eq(tables.cardTypes.key, typeKey)).run();
    forgetMetamodel();
    const undo = { fields: [...keys] };
    publish(actor, { type: "metamodel.type.updated", data: { id: typeKey, name: before.label, changes }, undo });
    return keys;
  });
}

/** A relation type of another tool. */
type ImportedRelationType = { key: string; label: string; source_type_key: string; target_type_key: string };

/**
 * Creates a relation type, also between card types that have one. Publishes `metamodel.relation_type.created`.
 * @returns whether it was created: its card types must exist, and its key must be free
 */
export function importRelationType(actor: Actor, { key, label, ...ends }: ImportedRelationType): boolean {
  return transaction(() => {
    if (relationType(key) || !cardType(ends.source_type_key) || !cardType(ends.target_type_key)) return false;
    const sort_order = newSortOrder(undefined, metamodel().relationTypes.values());
    const row = { key, label, reverse_label: label, ...ends, attributes_schema: [], translations: {}, sort_order };
    db.insert(tables.relationTypes).values(row).run();
    forgetMetamodel();
    publish(actor, { type: "metamodel.relation_type.created", data: { id: key, name: label } });
    return true;
  });
}

/** Creates a card type of another installation as it is there. Publishes `metamodel.type.created`. */
export function importCardType(actor: Actor, row: typeof tables.cardTypes.$inferInsert): void {
  transaction(() => {
    db.insert(tables.cardTypes).values(row).run();
    forgetMetamodel();
    publish(actor, { type: "metamodel.type.created", data: { id: row.key, name: row.label } });
  });
}

/**
 * Creates a relation type of another installation as it is there. Publishes `metamodel.relation_type.created`.
 * @throws Problem 404 when a card type at its ends doesn't exist
 */
export function importRelationTypeRow(actor: Actor, row: typeof tables.relationTypes.$inferInsert): void {
  transaction(() => {
    if (!cardType(row.source_type_key) || !cardType(row.target_type_key)) throw notFound("Card type");
    db.insert(tables.relationTypes).values(row).run();
    forgetMetamodel();
    notifyTypeChange({ cardTypes: rescoredTypes(undefined, requireRelationType(row.key)) });
    publish(actor, { type: "metamodel.relation_type.created", data: { id: row.key, name: row.label } });
  });
}

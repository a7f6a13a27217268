/** Puts the built-in metamodel into the database, and adds to an older one what has come since. */
import { eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import type { Translations } from "../../../db/schema/metamodel";
import {
  builtInCardTypes,
  builtInRegulations,
  builtInRelationTypes,
  builtInResourceTypes,
} from "../../../db/seed/metamodel";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { defineRoles } from "./roles";
import { filled, fillTranslations } from "./seed-translations";
import { dropMetamodel } from "./types";

type CardTypeRow = typeof tables.cardTypes.$inferSelect;

const SEED = "metamodel";

/** The built-in content, whose fingerprint tells whether it has changed since the last start. */
const content = [builtInCardTypes, builtInRelationTypes, builtInRegulations, builtInResourceTypes];

/** Table and key of every row that may be a built-in one. */
const EXISTING = `SELECT 'type ' || key AS row FROM card_types
  UNION ALL SELECT 'relation ' || key FROM relation_types
  UNION ALL SELECT 'regulation ' || key FROM compliance_regulations
  UNION ALL SELECT 'resource ' || kind || ' ' || key FROM resource_types`;

/** The parts of a card type that are put in once: whoever removes them afterwards doesn't get them back. */
const sectionPart = (typeKey: string, section: string) => `${typeKey}/${section}`;
const successorPart = (typeKey: string) => `${typeKey}/has_successors`;

const partsOf = (type: CardTypeRow): string[] => [
  ...type.fields_schema.map(({ section }) => sectionPart(type.key, section)),
  ...(type.has_successors ? [successorPart(type.key)] : []),
];

/** Fills the missing locales of entries that a type and the seed both have, told apart by `key`. */
function fillEntries<T extends { label?: string; translations?: Translations }>(
  own: T[],
  seeded: readonly T[],
  keyOf: (entry: T) => string,
  more: (own: T, seeded: T) => Partial<T> = () => ({}),
): T[] {
  const byKey = new Map(seeded.map((entry) => [keyOf(entry), entry]));
  return own.map((entry) => {
    const seed = byKey.get(keyOf(entry));
    if (!seed?.translations) return entry;
    return {
      ...entry,
      translations: filled(entry.translations, seed.translations, entry.label ?? null),
      ...more(entry, seed),
    };
  });
}

/** A built-in type as it stands, with what the seed has in addition. What an administrator has set stays. */
function toppedUp(own: CardTypeRow, seed: CardTypeRow, planted: ReadonlySet<string>): CardTypeRow {
  const names = new Set(own.fields_schema.map((section) => section.section));
  const newSections = seed.fields_schema.filter(
    ({ section }) => !names.has(section) && !planted.has(sectionPart(own.key, section)),
  );
  const sections = fillEntries(
    own.fields_schema,
    seed.fields_schema,
    (section) => section.section,
    (section, seededSection) => ({
      fields: fillEntries(
        section.fields,
        seededSection.fields,
        (field) => field.key,
        (field, seededField) =>
          field.options
            ? { options: fillEntries(field.options, seededField.options ?? [], (option) => option.key) }
            : {},
      ),
    }),
  );
  return {
    ...own,
    has_successors: own.has_successors || (seed.has_successors && !planted.has(successorPart(own.key))),
    translations: {
      ...own.translations,
      label: filled(own.translations["label"], seed.translations["label"], own.label),
      description: filled(own.translations["description"], seed.translations["description"], own.description),
    },
    subtypes: fillEntries(
      own.subtypes.map((subtype) => ({ hidden_fields: [], ...subtype })),
      seed.subtypes,
      (subtype) => subtype.key,
    ),
    stakeholder_roles: fillEntries(own.stakeholder_roles, seed.stakeholder_roles, (role) => role.key),
    fields_schema: [...sections, ...newSections],
  };
}

/** Adds to the built-in types of an older seed what the present one has in addition. */
function topUp(planted: ReadonlySet<string>): void {
  const own = new Map(
    db
      .select()
      .from(tables.cardTypes)
      .where(eq(tables.cardTypes.built_in, true))
      .all()
      .map((type) => [type.key, type]),
  );
  const existing = builtInCardTypes.filter(({ key }) => own.has(key));
  const changed = existing
    .map((seed) => toppedUp(own.get(seed.key) as CardTypeRow, seed, planted))
    .filter((fresh) => !Bun.deepEquals(own.get(fresh.key), fresh));
  if (changed.length > 0)
    statement(
      `UPDATE card_types SET has_successors = fresh.value ->> 'has_successors', translations = fresh.value -> 'translations',
         subtypes = fresh.value -> 'subtypes', fields_schema = fresh.value -> 'fields_schema',
         stakeholder_roles = fresh.value -> 'stakeholder_roles'
       FROM json_each(?) AS fresh WHERE card_types.key = fresh.value ->> 'key'`,
    ).run(JSON.stringify(changed));
  defineRoles(existing);
}

function insertMissing(): void {
  const existing = new Set(
    statement<{ row: string }>(EXISTING)
      .all()
      .map(({ row }) => row),
  );
  const cardTypes = builtInCardTypes.filter(({ key }) => !existing.has(`type ${key}`));
  const relationTypes = builtInRelationTypes.filter(({ key }) => !existing.has(`relation ${key}`));
  const regulations = builtInRegulations.filter(({ key }) => !existing.has(`regulation ${key}`));
  const resourceTypes = builtInResourceTypes.filter(({ kind, key }) => !existing.has(`resource ${kind} ${key}`));
  const stamp = () => ({ id: newId(), created_at: now(), updated_at: now() });
  if (cardTypes.length > 0) db.insert(tables.cardTypes).values(cardTypes).run();
  defineRoles(cardTypes);
  if (relationTypes.length > 0) db.insert(tables.relationTypes).values(relationTypes).run();
  if (regulations.length > 0)
    db.insert(tables.complianceRegulations)
      .values(regulations.map((row) => ({ ...row, ...stamp() })))
      .run();
  if (resourceTypes.length > 0)
    db.insert(tables.resourceTypes)
      .values(resourceTypes.map((row) => ({ ...row, ...stamp() })))
      .run();
}

/**
 * Makes the built-in card types, relation types, parts in cards, regulations and resource types that are missing.
 * When the content has changed since the last start, existing built-in types get its new sections, and everything built in
 * gets the translations that it lacks; what an administrator has changed or removed stays as it is.
 */
export function seedMetamodel(): void {
  transaction(() => {
    const version = Bun.hash(JSON.stringify(content)).toString(16);
    const last = db.select().from(tables.seeds).where(eq(tables.seeds.name, SEED)).get();
    insertMissing();
    if (last?.version !== version) {
      const planted = new Set(last?.planted);
      topUp(planted);
      fillTranslations();
      for (const type of builtInCardTypes) for (const part of partsOf(type)) planted.add(part);
      const seed = { name: SEED, version, planted: [...planted].sort() };
      db.insert(tables.seeds).values(seed).onConflictDoUpdate({ target: tables.seeds.name, set: seed }).run();
    }
    dropMetamodel();
  });
}

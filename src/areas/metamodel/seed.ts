/** Seeds the built-in metamodel, and adds what is new to an older one. */
import { eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import {
  builtInCardTypes,
  builtInRegulations,
  builtInRelationTypes,
  builtInResourceTypes,
} from "../../../db/seed/metamodel";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { keyOf, mergeEntries, mergeFields, mergeTranslations, updateTranslations } from "./seed-translations";
import { createStakeholderRoles } from "./stakeholder-roles";
import { forgetMetamodel } from "./types";

type CardTypeRow = typeof tables.cardTypes.$inferSelect;

const SEED = "metamodel";

/** The built-in entries; their hash is the version of the seed. */
const content = [builtInCardTypes, builtInRelationTypes, builtInRegulations, builtInResourceTypes];

/** Table and key of every row that may be a built-in one. */
const EXISTING = `SELECT 'type ' || key AS row FROM card_types
  UNION ALL SELECT 'relation ' || key FROM relation_types
  UNION ALL SELECT 'regulation ' || key FROM compliance_regulations
  UNION ALL SELECT 'resource ' || kind || ' ' || key FROM resource_types`;

/** Returns the item that is added to a card type once, and not again after somebody has removed it. */
const sectionItem = (typeKey: string, section: string) => `${typeKey}/${section}`;
const successorItem = (typeKey: string) => `${typeKey}/has_successors`;

const itemsOf = (type: CardTypeRow): string[] => [
  ...type.fields_schema.map(({ section }) => sectionItem(type.key, section)),
  ...(type.has_successors ? [successorItem(type.key)] : []),
];

/** Returns a built-in type with the additions of the seed; what an administrator has changed stays. */
function mergeCardType(own: CardTypeRow, seed: CardTypeRow, planted: ReadonlySet<string>): CardTypeRow {
  const names = new Set(own.fields_schema.map((section) => section.section));
  const newSections = seed.fields_schema.filter(
    ({ section }) => !names.has(section) && !planted.has(sectionItem(own.key, section)),
  );
  const { label, description } = own.translations;
  return {
    ...own,
    has_successors: own.has_successors || (seed.has_successors && !planted.has(successorItem(own.key))),
    translations: {
      ...own.translations,
      label: mergeTranslations(label, seed.translations["label"], own.label),
      description: mergeTranslations(description, seed.translations["description"], own.description),
    },
    subtypes: mergeEntries(
      own.subtypes.map((subtype) => ({ hidden_fields: [], ...subtype })),
      seed.subtypes,
      keyOf,
    ),
    stakeholder_roles: mergeEntries(own.stakeholder_roles, seed.stakeholder_roles, keyOf),
    fields_schema: [
      ...mergeEntries(
        own.fields_schema,
        seed.fields_schema,
        ({ section }) => section,
        ({ fields }, { fields: seeded }) => ({ fields: mergeFields(fields, seeded) }),
      ),
      ...newSections,
    ],
  };
}

/** Adds to existing built-in types what the seed has in addition. */
function updateBuiltInTypes(planted: ReadonlySet<string>): void {
  const stored = db.select().from(tables.cardTypes).where(eq(tables.cardTypes.built_in, true)).all();
  const own = new Map(stored.map((type) => [type.key, type]));
  const existing = builtInCardTypes.filter(({ key }) => own.has(key));
  const changed = existing
    .map((seed) => mergeCardType(own.get(seed.key) as CardTypeRow, seed, planted))
    .filter((merged) => !Bun.deepEquals(own.get(merged.key), merged));
  if (changed.length > 0)
    statement(
      `UPDATE card_types SET has_successors = merged.value ->> 'has_successors', translations = merged.value -> 'translations',
         subtypes = merged.value -> 'subtypes', fields_schema = merged.value -> 'fields_schema',
         stakeholder_roles = merged.value -> 'stakeholder_roles'
       FROM json_each(?) AS merged WHERE card_types.key = merged.value ->> 'key'`,
    ).run(JSON.stringify(changed));
  createStakeholderRoles(existing);
}

function createMissing(): void {
  const rows = statement<{ row: string }>(EXISTING).all();
  const existing = new Set(rows.map(({ row }) => row));
  const missing = <T>(all: readonly T[], rowOf: (entry: T) => string) =>
    all.filter((entry) => !existing.has(rowOf(entry)));
  const stamped = <T>(all: T[]) => all.map((row) => ({ ...row, id: newId(), created_at: now(), updated_at: now() }));
  const cardTypes = missing(builtInCardTypes, ({ key }) => `type ${key}`);
  const relationTypes = missing(builtInRelationTypes, ({ key }) => `relation ${key}`);
  const regulations = stamped(missing(builtInRegulations, ({ key }) => `regulation ${key}`));
  const resourceTypes = stamped(missing(builtInResourceTypes, ({ kind, key }) => `resource ${kind} ${key}`));
  if (cardTypes.length > 0) db.insert(tables.cardTypes).values(cardTypes).run();
  createStakeholderRoles(cardTypes);
  if (relationTypes.length > 0) db.insert(tables.relationTypes).values(relationTypes).run();
  if (regulations.length > 0) db.insert(tables.complianceRegulations).values(regulations).run();
  if (resourceTypes.length > 0) db.insert(tables.resourceTypes).values(resourceTypes).run();
}

/**
 * Creates the missing built-in card types, relation types, stakeholder roles, regulations and resource types. When the
 * seed has changed since the last start, built-in types get its new sections, and all built-in entries get its new
 * translations; what an administrator has changed or removed stays.
 */
export function seedMetamodel(): void {
  transaction(() => {
    const version = Bun.hash(JSON.stringify(content)).toString(16);
    const last = db.select().from(tables.seeds).where(eq(tables.seeds.name, SEED)).get();
    createMissing();
    if (last?.version !== version) {
      const planted = new Set(last?.planted);
      updateBuiltInTypes(planted);
      updateTranslations();
      for (const type of builtInCardTypes) for (const item of itemsOf(type)) planted.add(item);
      const seed = { name: SEED, version, planted: [...planted].sort() };
      db.insert(tables.seeds).values(seed).onConflictDoUpdate({ target: tables.seeds.name, set: seed }).run();
    }
    forgetMetamodel();
  });
}

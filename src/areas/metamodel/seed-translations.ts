/** Adds the translations of the seed to built-in entries that are stored without them. */
import { eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import type { Field, Translations } from "../../../db/schema/metamodel";
import {
  builtInRegulations,
  builtInRelationTypes,
  builtInResourceTypes,
  roleTranslations,
} from "../../../db/seed/metamodel";
import { updateStakeholderRoleRow } from "../../core/access/roles";

const {
  relationTypes,
  complianceRegulations: regulations,
  resourceTypes,
  stakeholderRoleDefinitions: definitions,
} = tables;

/**
 * Adds the missing locales of the seed. A renamed entry gets only its name as the English translation, because the seed
 * translates its former name.
 */
export function mergeTranslations(own?: Translations, seeded?: Translations, name?: string | null): Translations {
  const english = own?.["en"] ?? name ?? seeded?.["en"];
  return { ...(english === seeded?.["en"] && seeded), ...(english !== undefined && { en: english }), ...own };
}

/** Adds the missing locales to entries that the seed has under the same key. */
export function mergeEntries<T extends { label?: string; translations?: Translations }>(
  own: T[],
  seeded: readonly T[],
  keyOf: (entry: T) => string,
  mergeMembers: (own: T, seeded: T) => Partial<T> = () => ({}),
): T[] {
  const byKey = new Map(seeded.map((entry) => [keyOf(entry), entry]));
  return own.map((entry) => {
    const seed = byKey.get(keyOf(entry));
    if (!seed?.translations) return entry;
    const translations = mergeTranslations(entry.translations, seed.translations, entry.label);
    return { ...entry, translations, ...mergeMembers(entry, seed) };
  });
}

/** Returns the key of an entry. */
export const keyOf = ({ key }: { key: string }) => key;

/** Adds the missing locales to fields and to their options. */
export const mergeFields = (own: Field[], seeded: readonly Field[]): Field[] =>
  mergeEntries(own, seeded, keyOf, ({ options }, seed) =>
    options ? { options: mergeEntries(options, seed.options ?? [], keyOf) } : {},
  );

/**
 * Writes the translations of rows when they differ from the stored ones.
 * @param mergedOf the translations that a row should have; undefined leaves it unchanged
 */
function updateRows<Row extends { translations: object }>(
  rows: readonly Row[],
  mergedOf: (row: Row) => Row["translations"] | undefined,
  write: (row: Row, translations: Row["translations"]) => void,
): void {
  for (const row of rows) {
    const translations = mergedOf(row);
    if (translations && !Bun.deepEquals(row.translations, translations)) write(row, translations);
  }
}

function updateRelationTypes(): void {
  const seeds = new Map(builtInRelationTypes.map((type) => [type.key, type]));
  for (const type of db.select().from(relationTypes).where(eq(relationTypes.built_in, true)).all()) {
    const seed = seeds.get(type.key);
    if (!seed) continue;
    const { label, reverse_label } = type.translations;
    const translations = {
      ...type.translations,
      label: mergeTranslations(label, seed.translations["label"], type.label),
      reverse_label: mergeTranslations(reverse_label, seed.translations["reverse_label"], type.reverse_label),
    };
    const attributes_schema = mergeFields(type.attributes_schema, seed.attributes_schema);
    if (!Bun.deepEquals(type, { ...type, translations, attributes_schema }))
      db.update(relationTypes).set({ translations, attributes_schema }).where(eq(relationTypes.key, type.key)).run();
  }
}

function updateRegulations(): void {
  const seeds = new Map(builtInRegulations.map(({ key, translations }) => [key, translations]));
  updateRows(
    db.select().from(regulations).where(eq(regulations.built_in, true)).all(),
    ({ key, label, translations }) => {
      const seed = seeds.get(key);
      return seed && mergeTranslations(translations, seed, label);
    },
    ({ id }, translations) => db.update(regulations).set({ translations }).where(eq(regulations.id, id)).run(),
  );
}

function updateResourceTypes(): void {
  const seeds = new Map(builtInResourceTypes.map(({ kind, key, translations }) => [`${kind} ${key}`, translations]));
  updateRows(
    db.select().from(resourceTypes).where(eq(resourceTypes.built_in, true)).all(),
    ({ kind, key, label, translations }) => {
      const seed = seeds.get(`${kind} ${key}`);
      return seed && mergeTranslations(translations, seed, label);
    },
    ({ id }, translations) => db.update(resourceTypes).set({ translations }).where(eq(resourceTypes.id, id)).run(),
  );
}

/** Includes card types that aren't built in, because they are created with some of the built-in roles. */
function updateStakeholderRoles(): void {
  updateRows(
    db.select().from(definitions).all(),
    ({ key, label, translations }) => {
      const seed = roleTranslations(key, label);
      return seed && { ...translations, label: mergeTranslations(translations["label"], seed, label) };
    },
    ({ id, updated_at }, translations) => updateStakeholderRoleRow(id, { translations, updated_at }),
  );
}

/** Adds missing locales to built-in relation types, regulations, resource types and stakeholder roles. */
export function updateTranslations(): void {
  updateRelationTypes();
  updateRegulations();
  updateResourceTypes();
  updateStakeholderRoles();
}

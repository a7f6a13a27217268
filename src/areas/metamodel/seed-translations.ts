/** Gives the labels of built-in entries that are in the database already the locales that have come since. */
import { eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import type { Translations } from "../../../db/schema/metamodel";
import {
  builtInRegulations,
  builtInRelationTypes,
  builtInResourceTypes,
  roleTranslations,
} from "../../../db/seed/metamodel";
import { stakeholderRolesByType } from "../../core/access/roles";

const {
  relationTypes,
  complianceRegulations: regulations,
  resourceTypes,
  stakeholderRoleDefinitions: definitions,
} = tables;

/**
 * Translations with those locales of the seed that are missing. What was renamed is its own English, and gets no other
 * locales, because those of the seed translate the former name.
 */
export function filled(
  own: Translations | undefined,
  seeded: Translations | undefined,
  name: string | null,
): Translations {
  const english = own?.["en"] ?? name ?? seeded?.["en"];
  return { ...(english === seeded?.["en"] && seeded), ...(english !== undefined && { en: english }), ...own };
}

type Translatable = { translations: object };

/** Writes the translations of those rows that lack some; of a row that isn't in the seed there are none. */
function fill<Row extends Translatable>(
  rows: readonly Row[],
  filledOf: (row: Row) => Row["translations"] | undefined,
  write: (row: Row, translations: Row["translations"]) => void,
): void {
  for (const row of rows) {
    const translations = filledOf(row);
    if (translations && !Bun.deepEquals(row.translations, translations)) write(row, translations);
  }
}

function fillRelationTypes(): void {
  const seeds = new Map(builtInRelationTypes.map((type) => [type.key, type.translations]));
  fill(
    db.select().from(relationTypes).where(eq(relationTypes.built_in, true)).all(),
    ({ key, label, reverse_label, translations }) => {
      const seed = seeds.get(key);
      return (
        seed && {
          ...translations,
          label: filled(translations["label"], seed["label"], label),
          reverse_label: filled(translations["reverse_label"], seed["reverse_label"], reverse_label),
        }
      );
    },
    ({ key }, translations) => db.update(relationTypes).set({ translations }).where(eq(relationTypes.key, key)).run(),
  );
}

function fillCatalogues(): void {
  const ofRegulation = new Map(builtInRegulations.map(({ key, translations }) => [key, translations]));
  fill(
    db.select().from(regulations).where(eq(regulations.built_in, true)).all(),
    ({ key, label, translations }) => {
      const seed = ofRegulation.get(key);
      return seed && filled(translations, seed, label);
    },
    ({ id }, translations) => db.update(regulations).set({ translations }).where(eq(regulations.id, id)).run(),
  );
  const ofResourceType = new Map(
    builtInResourceTypes.map(({ kind, key, translations }) => [`${kind} ${key}`, translations]),
  );
  fill(
    db.select().from(resourceTypes).where(eq(resourceTypes.built_in, true)).all(),
    ({ kind, key, label, translations }) => {
      const seed = ofResourceType.get(`${kind} ${key}`);
      return seed && filled(translations, seed, label);
    },
    ({ id }, translations) => db.update(resourceTypes).set({ translations }).where(eq(resourceTypes.id, id)).run(),
  );
}

/** Roles that are called as the built-in ones are, on types of one's own too, which begin with some of these. */
function fillStakeholderRoles(): void {
  fill(
    db.select().from(definitions).all(),
    ({ key, label, translations }) => {
      const seed = roleTranslations(key, label);
      return seed && { ...translations, label: filled(translations["label"], seed, label) };
    },
    ({ id }, translations) => db.update(definitions).set({ translations }).where(eq(definitions.id, id)).run(),
  );
  stakeholderRolesByType.drop();
}

/** Fills the missing locales of relation types, regulations, resource types and stakeholder roles. */
export function fillTranslations(): void {
  fillRelationTypes();
  fillCatalogues();
  fillStakeholderRoles();
}

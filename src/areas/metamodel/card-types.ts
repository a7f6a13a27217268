/** Card types: making, changing, hiding and deleting them. */

import { eq } from "drizzle-orm";
import { db, inList, largeTransaction, listOf, statement, tables } from "../../../db";
import type { Section, Subtype, Translations } from "../../../db/schema/metamodel";
import type { Actor } from "../../core/access/actor";
import { stakeholderRolesByType } from "../../core/access/roles";
import { publish } from "../../core/journal/journal";
import { notFound, refused } from "../../http/errors";
import { requireVersion } from "../../http/etags";
import { publishTypeChange, typeDeleted } from "./changes";
import { retireCosts } from "./costs";
import { changesOf, checkKeys } from "./diff";
import type { CardTypeChanges, DeletedCardType, NewCardType } from "./model";
import { relationTypesOf, removeRelationTypes } from "./relation-types";
import { removalBetween, removeFromCards, toldRemoval } from "./removal";
import { defineRoles } from "./roles";
import { cardTypeText } from "./serialize";
import { type CardType, cardType, dropMetamodel, metamodel } from "./types";

type CardTypeRow = typeof tables.cardTypes.$inferSelect;

const usualRoles = [
  { key: "responsible", label: "Responsible" },
  { key: "observer", label: "Observer" },
];

/** JSON texts of the card types, in their order. */
export const cardTypeTexts = (includeHidden: boolean): string[] =>
  [...metamodel().cardTypes.values()].filter((type) => includeHidden || !type.is_hidden).map(cardTypeText);

/**
 * The card type with this key, hidden or not.
 * @param noun what the refusal calls it
 * @throws Problem 404
 */
export function requireCardType(key: string, noun = "Card type"): CardType {
  const type = cardType(key);
  if (!type) throw notFound(noun);
  return type;
}

type Schema = {
  fields_schema?: Section[] | undefined;
  subtypes?: Subtype[] | undefined;
  roleKeys?: string[] | undefined;
};

/** An entry without translations has its label as the English one, because clients show translations before labels. */
const inEnglish = <T extends { translations?: Translations | undefined }>(entry: T, label: string): T =>
  Object.keys(entry.translations ?? {}).length > 0 ? entry : { ...entry, translations: { en: label } };

const subtypesInEnglish = (subtypes: readonly Subtype[]): Subtype[] =>
  subtypes.map((subtype) => inEnglish(subtype, subtype.label));

const sectionsInEnglish = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...inEnglish(section, section.section),
    fields: section.fields.map((field) => inEnglish(field, field.label)),
  }));

const fieldsOf = (sections: readonly Section[]) => sections.flatMap((section) => section.fields);

/**
 * Checks the form of the keys of fields, options, subtypes and parts, save those that the type has already.
 * @throws Problem 422
 */
function checkSchemaKeys(schema: Schema, before?: CardType): void {
  const { fields_schema = [], subtypes = [], roleKeys = [] } = schema;
  const known = [
    ...(before ? fieldsOf(before.fields_schema) : []).flatMap((field) => [
      field.key,
      ...(field.options ?? []).map((option) => option.key),
    ]),
    ...(before?.subtypes ?? []).map((subtype) => subtype.key),
    ...(before?.stakeholder_roles ?? []).map((role) => role.key),
  ];
  const fields = fields_schema.flatMap((section, at) =>
    section.fields.map((field, index) => ({ field, loc: ["body", "fields_schema", at, "fields", index] })),
  );
  checkKeys(
    [
      ...fields.map(({ field, loc }) => ({ key: field.key, loc: [...loc, "key"] })),
      ...fields.flatMap(({ field, loc }) =>
        (field.options ?? []).map((option, index) => ({ key: option.key, loc: [...loc, "options", index, "key"] })),
      ),
      ...subtypes.map(({ key }, index) => ({ key, loc: ["body", "subtypes", index, "key"] })),
      ...roleKeys.map((key, index) => ({ key, loc: ["body", "stakeholder_roles", index, "key"] })),
    ],
    new Set(known),
  );
}

/**
 * Makes a card type, with the definitions of the parts that people may have in its cards.
 * @returns its JSON text
 * @throws Problem 400 when the key is taken, 422 for keys in another form
 */
export function createCardType(actor: Actor, input: NewCardType): string {
  return largeTransaction(() => {
    const { key, label } = input;
    if (cardType(key)) throw refused("Type key already exists");
    const stakeholder_roles = input.stakeholder_roles ?? usualRoles;
    const fields_schema = sectionsInEnglish(input.fields_schema ?? []);
    const subtypes = subtypesInEnglish(input.subtypes ?? []);
    checkSchemaKeys({ fields_schema, subtypes, roleKeys: stakeholder_roles.map((role) => role.key) });
    const last = Math.max(0, ...[...metamodel().cardTypes.values()].map((type) => type.sort_order));
    db.insert(tables.cardTypes)
      .values({
        key,
        label,
        description: input.description ?? null,
        icon: input.icon ?? "category",
        color: input.color ?? "#1976d2",
        category: input.category ?? null,
        has_hierarchy: input.has_hierarchy ?? false,
        has_successors: input.has_successors ?? false,
        subtypes,
        fields_schema,
        stakeholder_roles,
        section_config: {},
        sort_order: input.sort_order === undefined ? last + 1 : (input.sort_order ?? 0),
        translations: input.translations?.["label"]
          ? input.translations
          : { ...input.translations, label: { en: label } },
      })
      .run();
    defineRoles([{ key, stakeholder_roles }]);
    dropMetamodel();
    publish(actor, { type: "metamodel.type.created", data: { id: key, name: label } });
    return cardTypeText(requireCardType(key));
  });
}

/** The translations that a change of the label alone brings along; undefined when they stay. */
function renamed({ label, translations }: CardTypeChanges, before: CardType): CardTypeRow["translations"] | undefined {
  const own = before.translations["label"];
  if (label === undefined || translations !== undefined || (label === before.label && own?.["en"])) return undefined;
  return { ...before.translations, label: { ...own, en: label } };
}

/** The columns that a request asks for. A JSON column that is asked to be null is empty. */
function wantedOf(asked: CardTypeChanges, before: CardType): Partial<CardTypeRow> {
  const emptied = <T>(value: T | null | undefined, empty: T) => (value === null ? empty : value);
  const wanted = {
    ...asked,
    subtypes: asked.subtypes === undefined ? undefined : subtypesInEnglish(asked.subtypes ?? []),
    fields_schema: asked.fields_schema === undefined ? undefined : sectionsInEnglish(asked.fields_schema ?? []),
    stakeholder_roles: emptied(asked.stakeholder_roles, []),
    section_config: emptied(asked.section_config, {}),
    translations: emptied(asked.translations, {}) ?? renamed(asked, before),
  };
  return wanted as Partial<CardTypeRow>;
}

/**
 * Refuses to drop parts from the list of a type while somebody has them in its cards.
 * @throws Problem 400 naming each part and how many have it
 */
function checkRolesUnused(type: CardType, kept: readonly { key: string }[]): void {
  const keys = new Set(kept.map((role) => role.key));
  const dropped = type.stakeholder_roles.filter((role) => !keys.has(role.key));
  if (dropped.length === 0) return;
  const held = statement<{ role: string; count: number }, [string, string]>(
    `SELECT s.role, count(*) AS count FROM cards c JOIN stakeholders s ON s.card_id = c.id
     WHERE c.type = ? AND ${inList("s.role")} GROUP BY s.role ORDER BY s.role`,
  ).all(type.key, listOf(dropped.map((role) => role.key)));
  if (held.length === 0) return;
  const labels = new Map(dropped.map((role) => [role.key, role.label]));
  const list = held.map(({ role, count }) => `${labels.get(role)} (${count} ${count === 1 ? "holder" : "holders"})`);
  throw refused(`Roles that are held on cards of this type can't be removed: ${list.join(", ")}`);
}

/** What the data quality of a type's cards depends on. */
const scoringOf = (type: CardType) => ({
  weights: Object.fromEntries(type.fieldWeights),
  buckets: type.bucketWeights,
  hidden: Object.fromEntries(
    type.subtypes.map((subtype) => [
      subtype.key,
      [...type.hiddenFieldsOf(subtype.key)].filter((key) => type.fields.has(key)).sort(),
    ]),
  ),
});

/**
 * Changes a card type; what is given replaces what was there as a whole. What cards hold of removed fields and options
 * goes with them, and the data quality is scored anew when what counts has changed.
 * @param ifMatch the version that the change is meant for
 * @returns its JSON text
 * @throws Problem 404, 412, 400 when it drops parts that somebody has, 422 for new keys in another form
 */
export function changeCardType(actor: Actor, key: string, asked: CardTypeChanges, ifMatch?: string): string {
  return largeTransaction(() => {
    const before = requireCardType(key, "Type");
    requireVersion(ifMatch, cardTypeText(before));
    const { columns, changes } = changesOf<CardTypeRow>(before, wantedOf(asked, before));
    if (Object.keys(changes).length === 0) return cardTypeText(before);
    const { fields_schema, subtypes, stakeholder_roles } = columns;
    if (stakeholder_roles) checkRolesUnused(before, stakeholder_roles);
    checkSchemaKeys({ fields_schema, subtypes, roleKeys: stakeholder_roles?.map((role) => role.key) }, before);
    const removal = removalBetween(before.fields_schema, fields_schema ?? before.fields_schema);
    const cardIds = removeFromCards(actor, key, removal);
    if (fields_schema) retireCosts("card", key, fieldsOf(before.fields_schema), fieldsOf(fields_schema));
    db.update(tables.cardTypes).set(columns).where(eq(tables.cardTypes.key, key)).run();
    dropMetamodel();
    const after = requireCardType(key);
    const rescored = !Bun.deepEquals(scoringOf(before), scoringOf(after));
    publishTypeChange({ cardTypes: rescored ? [key] : [], cardIds });
    const removed = toldRemoval(removal);
    publish(actor, {
      type: "metamodel.type.updated",
      data: { id: key, name: after.label, changes, ...(removed && { removed, cards_changed: cardIds.length }) },
    });
    return cardTypeText(after);
  });
}

const countCards = (typeKey: string) =>
  statement<{ count: number }, [string]>("SELECT coalesce(sum(count), 0) AS count FROM card_counts WHERE type = ?").get(
    typeKey,
  )?.count ?? 0;

/** Why a card type with so many cards can't be deleted; undefined when it can, or is only hidden. */
export const objectionToDeletion = (type: CardType, cards: number): string | undefined =>
  type.built_in || cards === 0
    ? undefined
    : `The type ${type.label} still has ${cards} ${cards === 1 ? "card" : "cards"}, archived ones included`;

/**
 * Hides a built-in card type, whose cards stay; deletes any other, with the relation types that begin or end at it.
 * @throws Problem 404, 400 when one that is not built in still has cards
 */
export function deleteCardType(actor: Actor, key: string): DeletedCardType {
  return largeTransaction(() => {
    const type = requireCardType(key, "Type");
    const cards = countCards(key);
    const data = { id: key, name: type.label };
    if (type.built_in) {
      if (!type.is_hidden) {
        db.update(tables.cardTypes).set({ is_hidden: true }).where(eq(tables.cardTypes.key, key)).run();
        dropMetamodel();
        publish(actor, {
          type: "metamodel.type.hidden",
          data: { ...data, changes: { is_hidden: { old: false, new: true } } },
        });
      }
      return { status: "hidden", key, instance_count: cards };
    }
    const objection = objectionToDeletion(type, cards);
    if (objection) throw refused(objection);
    removeRelationTypes(actor, relationTypesOf(key));
    retireCosts("card", key, fieldsOf(type.fields_schema));
    db.delete(tables.cardTypes).where(eq(tables.cardTypes.key, key)).run();
    dropMetamodel();
    stakeholderRolesByType.drop();
    typeDeleted(key, actor);
    publish(actor, { type: "metamodel.type.deleted", data });
    return { status: "deleted", key };
  });
}

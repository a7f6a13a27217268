/** Card types: creating, updating, hiding and deleting them. */
import { eq } from "drizzle-orm";
import { db, firstValue, inList, largeTransaction, listOf, statement, tables } from "../../../db";
import type { Section, Subtype } from "../../../db/schema/metamodel";
import type { Actor } from "../../core/access/actor";
import { stakeholderRolesByType } from "../../core/access/roles";
import { publish } from "../../core/journal/journal";
import { found, refused } from "../../http/errors";
import { changesOf } from "./changes";
import { recordRemovedCosts } from "./costs";
import { withEnglish } from "./english";
import { fieldsRemoved, notifyTypeChange, typeDeleted } from "./extension-points";
import { checkKeys, locatedKeys, schemaKeys } from "./keys";
import type { CardTypeChanges, DeletedCardType, NewCardType } from "./model";
import { deleteRelationTypes, relationTypesOf } from "./relation-types";
import { describeRemoval, isEmpty, removalBetween } from "./removal";
import { serializeCardType } from "./serialize";
import { createStakeholderRoles } from "./stakeholder-roles";
import { type CardType, cardType, forgetMetamodel, metamodel, newSortOrder } from "./types";

const { cardTypes } = tables;
type CardTypeRow = typeof cardTypes.$inferSelect;

const DEFAULT_ROLES = [
  { key: "responsible", label: "Responsible" },
  { key: "observer", label: "Observer" },
];

/** Lists the JSON texts of the card types, in their order. */
export const listCardTypes = (includeHidden = false): string[] =>
  [...metamodel().cardTypes.values()].filter((type) => includeHidden || !type.is_hidden).map(serializeCardType);

/**
 * Finds the card type with this key, hidden or not.
 * @param noun what the refusal calls it
 * @throws Problem 404
 */
export const requireCardType = (key: string, noun = "Card type"): CardType => found(cardType(key), noun);

type Schema = Pick<Partial<CardTypeRow>, "fields_schema" | "subtypes" | "stakeholder_roles">;

const withEnglishSubtypes = (subtypes: readonly Subtype[]): Subtype[] =>
  subtypes.map((subtype) => withEnglish(subtype, subtype.label));

const withEnglishSections = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...withEnglish(section, section.section),
    fields: section.fields.map((field) => withEnglish(field, field.label)),
  }));

const fieldsOf = (sections: readonly Section[]) => sections.flatMap((section) => section.fields);

/** @throws Problem 422 for keys of fields, options, subtypes and stakeholder roles that are new and in another form */
function checkSchemaKeys({ fields_schema = [], subtypes, stakeholder_roles }: Schema, before?: CardType): void {
  const sections = fields_schema.map(({ fields }, at) => ({ fields, loc: ["body", "fields_schema", at, "fields"] }));
  const options = sections.flatMap(({ fields, loc }) =>
    fields.flatMap((field, at) => locatedKeys(field.options, [...loc, at, "options"])),
  );
  checkKeys(
    [
      ...sections.flatMap(({ fields, loc }) => locatedKeys(fields, loc)),
      ...options,
      ...locatedKeys(subtypes, ["body", "subtypes"]),
      ...locatedKeys(stakeholder_roles, ["body", "stakeholder_roles"]),
    ],
    before && [
      ...schemaKeys(fieldsOf(before.fields_schema)),
      ...[...before.subtypes, ...before.stakeholder_roles].map(({ key }) => key),
    ],
  );
}

/**
 * Creates a card type with its stakeholder roles.
 * @returns its JSON text
 * @throws Problem 400 when the key is taken, 422 for keys in another form
 */
export function createCardType(actor: Actor, input: NewCardType): string {
  return largeTransaction(() => {
    const { key, label } = input;
    if (cardType(key)) throw refused("Type key already exists");
    const schema = {
      fields_schema: withEnglishSections(input.fields_schema ?? []),
      subtypes: withEnglishSubtypes(input.subtypes ?? []),
      stakeholder_roles: input.stakeholder_roles ?? DEFAULT_ROLES,
    };
    checkSchemaKeys(schema);
    const row = {
      ...input,
      ...schema,
      icon: input.icon ?? undefined,
      color: input.color ?? undefined,
      has_hierarchy: input.has_hierarchy ?? undefined,
      has_successors: input.has_successors ?? undefined,
      section_config: {},
      sort_order: newSortOrder(input.sort_order, metamodel().cardTypes.values()),
      translations: input.translations?.["label"]
        ? input.translations
        : { ...input.translations, label: { en: label } },
    };
    db.insert(cardTypes).values(row).run();
    createStakeholderRoles([row]);
    forgetMetamodel();
    publish(actor, { type: "metamodel.type.created", data: { id: key, name: label } });
    return serializeCardType(requireCardType(key));
  });
}

/** Returns the translations after an update that changes the label but sends no translations; undefined when they stay. */
function renamedTranslations(
  { label, translations }: CardTypeChanges,
  before: CardType,
): CardTypeRow["translations"] | undefined {
  const own = before.translations["label"];
  if (label === undefined || translations !== undefined || (label === before.label && own?.["en"])) return undefined;
  return { ...before.translations, label: { ...own, en: label } };
}

/** Returns the columns that a request asks for; null empties a JSON column. */
function wantedColumns(asked: CardTypeChanges, before: CardType): Partial<CardTypeRow> {
  const emptied = <T>(value: T | null | undefined, empty: T) => (value === null ? empty : value);
  return {
    ...asked,
    subtypes: asked.subtypes === undefined ? undefined : withEnglishSubtypes(asked.subtypes ?? []),
    fields_schema: asked.fields_schema === undefined ? undefined : withEnglishSections(asked.fields_schema ?? []),
    stakeholder_roles: emptied(asked.stakeholder_roles, []),
    section_config: emptied(asked.section_config, {}),
    translations: emptied(asked.translations, {}) ?? renamedTranslations(asked, before),
  };
}

/**
 * Refuses to remove stakeholder roles that are assigned in cards of a type.
 * @throws Problem 400 naming each role and the number of its stakeholders
 */
function checkRolesUnused(type: CardType, remaining: readonly { key: string }[]): void {
  const keys = new Set(remaining.map((role) => role.key));
  const removed = new Map(
    type.stakeholder_roles.filter((role) => !keys.has(role.key)).map(({ key, label }) => [key, label]),
  );
  if (removed.size === 0) return;
  const assigned = statement<{ role: string; count: number }, [string, string]>(
    `SELECT s.role, count(*) AS count FROM cards c JOIN stakeholders s ON s.card_id = c.id
     WHERE c.type = ? AND ${inList("s.role")} GROUP BY s.role ORDER BY s.role`,
  ).all(type.key, listOf([...removed.keys()]));
  if (assigned.length === 0) return;
  const list = assigned.map(
    ({ role, count }) => `${removed.get(role)} (${count} ${count === 1 ? "holder" : "holders"})`,
  );
  throw refused(`Roles that are held on cards of this type can't be removed: ${list.join(", ")}`);
}

/** Returns the values that the data quality of a type's cards depends on. */
const scoringOf = (type: CardType) => ({
  weights: Object.fromEntries(type.fieldWeights),
  buckets: type.bucketWeights,
  hidden: Object.fromEntries(
    type.subtypes.map(({ key }) => [
      key,
      [...type.hiddenFieldsOf(key)].filter((field) => type.fields.has(field)).sort(),
    ]),
  ),
});

/**
 * Updates a card type; what is given replaces the stored value as a whole. The values of removed fields and options are
 * removed from the cards, and the cards are scored again when the scoring has changed.
 * @param options.anyKeys whether new keys of fields retain the form that they have in another installation
 * @returns its JSON text
 * @throws Problem 404, 400 when it removes stakeholder roles that are assigned, 422 for new keys in another form
 */
export function updateCardType(actor: Actor, key: string, asked: CardTypeChanges, { anyKeys = false } = {}): string {
  return largeTransaction(() => {
    const before = requireCardType(key, "Type");
    const { columns, changes } = changesOf<CardTypeRow>(before, wantedColumns(asked, before));
    if (Object.keys(changes).length === 0) return serializeCardType(before);
    const { fields_schema, stakeholder_roles } = columns;
    if (stakeholder_roles) checkRolesUnused(before, stakeholder_roles);
    if (!anyKeys) checkSchemaKeys(columns, before);
    const removal = removalBetween(before.fields_schema, fields_schema ?? before.fields_schema);
    const deletions = isEmpty(removal) ? [] : fieldsRemoved(actor, key, removal).map(({ result }) => result);
    if (fields_schema) recordRemovedCosts("card", key, fieldsOf(before.fields_schema), fieldsOf(fields_schema));
    db.update(cardTypes).set(columns).where(eq(cardTypes.key, key)).run();
    forgetMetamodel();
    const after = requireCardType(key);
    const rescored = !Bun.deepEquals(scoringOf(before), scoringOf(after));
    notifyTypeChange({ cardTypes: rescored ? [key] : [], cardIds: deletions.flatMap(({ cardIds }) => cardIds) });
    const removed = describeRemoval(removal);
    publish(actor, {
      type: "metamodel.type.updated",
      data: { id: key, name: after.label, changes, ...(removed && { removed, cards_changed: sumOf(deletions) }) },
    });
    return serializeCardType(after);
  });
}

const sumOf = (deletions: readonly { count: number }[]) => deletions.reduce((sum, { count }) => sum + count, 0);

const countCards = (typeKey: string) =>
  firstValue<number>("SELECT coalesce(sum(count), 0) AS count FROM card_counts WHERE type = ?", typeKey) ?? 0;

/** Returns the reason why a card type with so many cards can't be deleted; undefined when it can, or is only hidden. */
export const objectionToDeletion = (type: CardType, cards: number): string | undefined =>
  type.built_in || cards === 0
    ? undefined
    : `The type ${type.label} still has ${cards} ${cards === 1 ? "card" : "cards"}, archived ones included`;

function hideCardType(actor: Actor, { key, label, is_hidden }: CardType): void {
  if (is_hidden) return;
  db.update(cardTypes).set({ is_hidden: true }).where(eq(cardTypes.key, key)).run();
  forgetMetamodel();
  const changes = { is_hidden: { old: false, new: true } };
  publish(actor, { type: "metamodel.type.hidden", data: { id: key, name: label, changes } });
}

/**
 * Hides a built-in card type, whose cards stay; deletes any other, with the relation types that begin or end at it.
 * @throws Problem 404, 400 when one that is not built in still has cards
 */
export function deleteCardType(actor: Actor, key: string): DeletedCardType {
  return largeTransaction(() => {
    const type = requireCardType(key, "Type");
    const cards = countCards(key);
    if (type.built_in) {
      hideCardType(actor, type);
      return { status: "hidden", key, instance_count: cards };
    }
    const objection = objectionToDeletion(type, cards);
    if (objection) throw refused(objection);
    deleteRelationTypes(actor, relationTypesOf(key));
    recordRemovedCosts("card", key, fieldsOf(type.fields_schema));
    db.delete(cardTypes).where(eq(cardTypes.key, key)).run();
    forgetMetamodel();
    stakeholderRolesByType.drop();
    typeDeleted(key, actor);
    publish(actor, { type: "metamodel.type.deleted", data: { id: key, name: type.label } });
    return { status: "deleted", key };
  });
}

/** Card types and relation types on their way out, as JSON text that is made once for each state of the metamodel. */
import type { CardType, RelationType } from "./model";
import type { CardType as CardTypeRow, RelationType as RelationTypeRow } from "./types";

const cardTypeTexts = new WeakMap<CardTypeRow, string>();
const relationTypeTexts = new WeakMap<RelationTypeRow, string>();

/** A row of the cached metamodel as JSON text; the cache makes new rows whenever something changes. */
function remembered<Row extends object>(texts: WeakMap<Row, string>, row: Row, wire: (row: Row) => object): string {
  let text = texts.get(row);
  if (text === undefined) {
    text = JSON.stringify(wire(row));
    texts.set(row, text);
  }
  return text;
}

/** A card type as JSON text. */
export const cardTypeText = (row: CardTypeRow): string =>
  remembered(
    cardTypeTexts,
    row,
    (row): CardType => ({
      key: row.key,
      label: row.label,
      description: row.description,
      icon: row.icon,
      color: row.color,
      category: row.category,
      has_hierarchy: row.hasHierarchy,
      has_successors: row.hasSuccessors,
      subtypes: row.subtypes,
      fields_schema: row.fieldsSchema,
      stakeholder_roles: row.stakeholderRoles,
      section_config: row.sectionConfig,
      built_in: row.builtIn,
      is_hidden: row.isHidden,
      sort_order: row.sortOrder,
      translations: row.translations,
    }),
  );

/** A relation type as JSON text. */
export const relationTypeText = (row: RelationTypeRow): string =>
  remembered(
    relationTypeTexts,
    row,
    (row): RelationType => ({
      key: row.key,
      label: row.label,
      reverse_label: row.reverseLabel,
      description: row.description,
      source_type_key: row.sourceTypeKey,
      target_type_key: row.targetTypeKey,
      cardinality: row.cardinality,
      attributes_schema: row.attributesSchema,
      built_in: row.builtIn,
      is_hidden: row.isHidden,
      sort_order: row.sortOrder,
      translations: row.translations,
      source_visible: row.sourceVisible,
      source_mandatory: row.sourceMandatory,
      target_visible: row.targetVisible,
      target_mandatory: row.targetMandatory,
    }),
  );

/** JSON texts as one list. */
export const listText = (texts: readonly string[]): string => `[${texts.join(",")}]`;

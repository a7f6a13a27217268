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
      has_hierarchy: row.has_hierarchy,
      has_successors: row.has_successors,
      subtypes: row.subtypes,
      fields_schema: row.fields_schema,
      stakeholder_roles: row.stakeholder_roles,
      section_config: row.section_config,
      built_in: row.built_in,
      is_hidden: row.is_hidden,
      sort_order: row.sort_order,
      translations: row.translations,
    }),
  );

/** A relation type as JSON text. */
export const relationTypeText = (row: RelationTypeRow): string =>
  remembered(
    relationTypeTexts,
    row,
    ({ source_visible, source_mandatory, target_visible, target_mandatory, ...rest }): RelationType => ({
      ...rest,
      source_visible,
      source_mandatory,
      target_visible,
      target_mandatory,
    }),
  );

/** JSON texts as one list. */
export const listText = (texts: readonly string[]): string => `[${texts.join(",")}]`;

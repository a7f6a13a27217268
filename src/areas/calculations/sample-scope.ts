/** Sample cards for checking a formula. */
import type { Field } from "../../../db/schema/metamodel";
import type { FormulaScope, JsonObject, JsonValue } from "../../formula";
import { type CardType, cardType } from "../metamodel";
import { visibleRelationTypes } from "./scope";

/** Returns the value of an empty field. */
function blankValue({ type, options }: Field): JsonValue {
  switch (type) {
    case "number":
    case "cost":
      return 0;
    case "boolean":
      return false;
    case "single_select":
    case "multiple_select":
      return options?.[0]?.key ?? null;
    default:
      return "";
  }
}

const attributesOf = (fields: Iterable<Field>, valueFor: (field: Field) => JsonValue): JsonObject =>
  Object.fromEntries([...fields].map((field) => [field.key, valueFor(field)]));

const STATUS = { status: "ACTIVE", approval_status: "DRAFT" };

/** Returns an empty card without relations and children. */
export const blankScope = (type: CardType): FormulaScope => ({
  data: {
    ...STATUS,
    name: "Test",
    description: "",
    subtype: null,
    lifecycle: {},
    ...attributesOf(type.fields.values(), blankValue),
  },
  relations: {},
  relation_count: {},
  children: [],
  children_count: 0,
});

const DAY = "2026-01-31";

/**
 * Returns a card with a value in every field, one relation of each type and one child.
 * @param text the value of text fields
 */
export function filledScope(type: CardType, text: string): FormulaScope {
  const valueFor = (field: Field): JsonValue => {
    const blank = blankValue(field);
    if (field.type === "multiple_select") return blank === null ? [] : [blank];
    if (field.type === "date") return DAY;
    if (field.type === "single_select") return blank;
    return typeof blank === "number" ? 1 : typeof blank === "boolean" ? true : text;
  };
  const attributesFor = (of: CardType | undefined) => attributesOf(of?.fields.values() ?? [], valueFor);
  const relationTypes = visibleRelationTypes(type.key, "all");
  const entry = (typeKey: string) => ({
    id: "sample",
    name: text,
    type: typeKey,
    attributes: attributesFor(cardType(typeKey)),
  });
  return {
    data: {
      ...STATUS,
      name: text,
      description: text,
      subtype: type.subtypes[0]?.key ?? null,
      lifecycle: { plan: DAY, phaseIn: DAY, active: DAY, phaseOut: DAY, endOfLife: DAY },
      ...attributesFor(type),
    },
    relations: Object.fromEntries(
      relationTypes.map(({ key, source_type_key, target_type_key, attributes_schema }) => [
        key,
        [
          {
            ...entry(source_type_key === type.key ? target_type_key : source_type_key),
            rel_attributes: attributesOf(attributes_schema, valueFor),
          },
        ],
      ]),
    ),
    relation_count: Object.fromEntries(relationTypes.map(({ key }) => [key, 1])),
    children: [{ ...entry(type.key), subtype: null }],
    children_count: 1,
  };
}

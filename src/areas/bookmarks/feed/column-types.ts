/** The OData types of a feed's columns, and values in them. */
import type { Field, FieldType } from "../../../../db/schema/metamodel";
import { instantOf } from "../../../platform/instants";
import { shownTypes } from "./properties";

export type ColumnType = "Edm.String" | "Edm.Decimal" | "Edm.Boolean" | "Edm.Date" | "Collection(Edm.String)";

/** Numbers are decimals: more programs know them than Edm.Double. */
const TYPES: Partial<Record<FieldType, ColumnType>> = {
  number: "Edm.Decimal",
  cost: "Edm.Decimal",
  boolean: "Edm.Boolean",
  date: "Edm.Date",
  multiple_select: "Collection(Edm.String)",
};

const typeOf = ({ type }: Field): ColumnType => TYPES[type] ?? "Edm.String";

/**
 * Returns the types of attributes in the order of the fields; a text where card types disagree.
 * @param types keys of the card types that the view names; none for all
 * @param keys the attributes that are shown; null for those of all fields
 */
export function attributeTypes(
  types: readonly string[],
  keys: ReadonlySet<string> | null | undefined,
): Map<string, ColumnType> {
  const found = new Map<string, ColumnType>();
  for (const field of shownTypes(types).flatMap((type) => [...type.fields.values()])) {
    if (keys && !keys.has(field.key)) continue;
    const type = typeOf(field);
    found.set(field.key, (found.get(field.key) ?? type) === type ? type : "Edm.String");
  }
  return found;
}

const day = (value: unknown) =>
  typeof value === "string" && instantOf(value, "start") !== undefined ? value.slice(0, 10) : null;

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Returns a value in the type of its column; null when it doesn't fit, because a program that knows the type fails with it.
 */
export function typedValue(type: ColumnType, value: unknown): unknown {
  const isMissing = value === null || value === undefined;
  if (type === "Collection(Edm.String)") return (isMissing ? [] : [value].flat()).map(textOf);
  if (isMissing) return null;
  if (type === "Edm.Decimal") return typeof value === "number" ? value : null;
  if (type === "Edm.Boolean") return typeof value === "boolean" ? value : null;
  return type === "Edm.Date" ? day(value) : textOf(value);
}

/** Returns values by key in the types of their columns, each column once. */
export const typedValues = (
  types: ReadonlyMap<string, ColumnType>,
  values: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> =>
  Object.fromEntries([...types].map(([key, type]) => [key, typedValue(type, values?.[key])]));

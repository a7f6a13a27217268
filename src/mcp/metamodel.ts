/** The metamodel as answers use it: labels of types, fields and options, and the units of values. */
import type { Api } from "./api";

/** A field of a card type. */
export type Field = {
  key: string;
  label: string;
  type: string;
  readonly?: boolean;
  options?: { key: string; label: string }[];
};

/** A card type. */
export type CardType = {
  key: string;
  label: string;
  description: string | null;
  category: string | null;
  has_hierarchy: boolean;
  is_hidden: boolean;
  subtypes: { key: string; label: string }[];
  fields_schema: { section: string; fields: Field[] }[];
  stakeholder_roles?: { key: string; label: string }[];
};

/** A relation type. */
export type RelationType = Record<
  "key" | "label" | "reverse_label" | "source_type_key" | "target_type_key" | "cardinality",
  string
> & { is_hidden: boolean; attributes_schema: Field[] };

/** Returns all card types that are shown. */
export const cardTypes = async (api: Api): Promise<CardType[]> =>
  (await api.get<CardType[]>("/metamodel/types")).filter(({ is_hidden }) => !is_hidden);

/** Returns all relation types that are shown. */
export const relationTypes = async (api: Api): Promise<RelationType[]> =>
  (await api.get<RelationType[]>("/metamodel/relation-types")).filter(({ is_hidden }) => !is_hidden);

/** Returns the fields of a card type. */
export const fieldsOf = (type: CardType | undefined): Field[] =>
  (type?.fields_schema ?? []).flatMap(({ fields }) => fields);

/** Returns the currency of all costs; a token that may not read the settings gets none. */
export const currencyOf = (api: Api): Promise<string> =>
  api.get<{ currency: string }>("/settings/bootstrap").then(
    ({ currency }) => currency,
    () => "",
  );

/** Returns a value of a field with its label or unit. */
export function valueText(field: Field | undefined, value: unknown, currency: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => valueText(field, entry, currency));
  const option = field?.options?.find(({ key }) => key === value);
  if (option) return option.label === value ? value : `${option.label} (${String(value)})`;
  if (field?.type === "cost" && typeof value === "number") return `${value} ${currency}`.trim();
  return typeof value === "boolean" ? (value ? "yes" : "no") : value;
}

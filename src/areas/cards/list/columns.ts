/** Columns of tables of cards. */

import { phases } from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import type { Column, ColumnKind, Row } from "../../../http/tables";
import { cardType } from "../../metamodel";

/** The names of the phases. */
const phaseLabels: Record<(typeof phases)[number], string> = {
  plan: "Plan",
  phaseIn: "Phase in",
  active: "Active",
  phaseOut: "Phase out",
  endOfLife: "End of life",
};

/** A column for each phase of the lifecycle. */
export const lifecycleColumns: readonly Column[] = phases.map((phase) => ({
  header: phase,
  label: phaseLabels[phase],
  kind: "day",
  value: ({ lifecycle }) => (lifecycle as Row | null)?.[phase],
}));

const kinds: Partial<Record<Field["type"], ColumnKind>> = {
  date: "day",
  number: "number",
  cost: "currency",
  boolean: "flag",
};

/** Returns the labels of a field's options. */
const optionsOf = ({ options }: Field): Pick<Column, "options"> =>
  options?.length ? { options: new Map(options.map(({ key, label }) => [key, label])) } : {};

/** Returns the column of a field, read from the object with its values. */
export function fieldColumn(field: Field, valuesOf: (row: Row) => unknown): Column {
  const { key, label, type } = field;
  return {
    header: key,
    label,
    kind: kinds[type] ?? "text",
    ...optionsOf(field),
    value: (row) => (valuesOf(row) as Row | null)?.[key],
  };
}

/** Returns a column for each field of a card type, with or without its costs. */
export function attributeColumns(typeKey: string, withCosts: boolean): Column[] {
  const fields = [...(cardType(typeKey)?.fields.values() ?? [])];
  return fields
    .filter(({ type }) => type !== "cost" || withCosts)
    .map((field) => fieldColumn(field, ({ attributes }) => attributes));
}

/** SQL for the fields of cards that lists name. */
import {
  attributeValue,
  type Condition,
  negated,
  phaseAt,
  phaseDay,
  phases,
  where,
  withoutValue,
  withRelation,
  withRole,
  withTagOf,
} from "../../../../db/query";
import type { ListedField } from "./listed-fields";

type ColumnField = Extract<ListedField, { kind: "column" }>;

/** Returns SQL for the value of a column; the day of an instant. */
export const columnValue = ({ column, values }: ColumnField): string =>
  values === "day" ? `substr(c.${column}, 1, 10)` : `c.${column}`;

/** Returns the condition that a field of a card has a value. @param day the one at which phases count */
export function filled(field: ListedField, day: string): Condition {
  switch (field.kind) {
    case "attribute":
      return negated(withoutValue(field.field.key));
    case "column":
      return where(`c.${field.column} IS NOT NULL AND c.${field.column} <> ''`);
    case "lifecycle":
      return where(`(${phases.map((phase) => `${phaseDay(phase)} IS NOT NULL`).join(" OR ")})`);
    case "date":
      return where(`${phaseDay(field.phase)} IS NOT NULL`);
    case "phase": {
      const { sql, values } = phaseAt(day);
      return where(`(${sql}) IS NOT NULL`, ...values);
    }
    case "relation":
      return withRelation(field.type.seq, field.side);
    case "stakeholder":
      return withRole(field.role);
    case "tag":
      return withTagOf(field.groupId);
  }
}

/** Returns the number that a field of a card holds, as SQL; undefined for a field that holds none. */
export function numberOf(field: ListedField): Condition | undefined {
  if (field.kind === "column") return field.values === "number" ? where(columnValue(field)) : undefined;
  if (field.kind !== "attribute" || (field.field.type !== "number" && field.field.type !== "cost")) return undefined;
  const { sql, path } = attributeValue(field.field);
  return where(`CASE WHEN json_type(c.attributes, ?) IN ('integer', 'real') THEN ${sql} END`, path, path);
}

/** SQL for a text that begins with a day, as YYYY-MM-DD. */
const isDay = (text: string) => `${text} GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*'`;

/** Returns the month of the day that a field of a card holds, as SQL; undefined for a field that holds none. */
export function monthOf(field: ListedField): Condition | undefined {
  const month = (text: string, ...values: string[]) =>
    where(`CASE WHEN ${isDay(text)} THEN substr(${text}, 1, 7) END`, ...values);
  if (field.kind === "column") return field.values === "day" ? month(columnValue(field)) : undefined;
  if (field.kind === "date") return month(phaseDay(field.phase));
  if (field.kind !== "attribute" || field.field.type !== "date") return undefined;
  const { sql, path } = attributeValue(field.field);
  return month(sql, path, path);
}

/** Columns of tables of cards. */

import { phases } from "../../../../db/query";
import { type Column, dateCell, type Row } from "../../../http/tables";
import { cardType } from "../../metamodel";

/** A column for each phase of the lifecycle. */
export const lifecycleColumns: readonly Column[] = phases.map((phase) => ({
  header: phase,
  value: ({ lifecycle }) => dateCell((lifecycle as Row | null)?.[phase]),
}));

/** A column for each field of a card type, with or without its costs. */
export function attributeColumns(typeKey: string, withCosts: boolean): Column[] {
  const fields = [...(cardType(typeKey)?.fields.values() ?? [])];
  return fields
    .filter(({ type }) => type !== "cost" || withCosts)
    .map(({ key, type }) => ({
      header: key,
      value: ({ attributes }) => {
        const value = (attributes as Row | null)?.[key];
        return type === "date" ? dateCell(value) : value;
      },
    }));
}

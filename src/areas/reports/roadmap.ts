/** Cards with dates. */

import { phases, where } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { attributeColumns, lifecycleColumns } from "../cards";
import { type Filters, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes } from "./redaction";
import { fragment, listed, members, rowsOf, scalar, stored } from "./rows";
import { parsed, phaseColumn, type Report } from "./table";

const isFilled = (text: string) => `coalesce(${text}, '') <> ''`;

/** Cards with a date in their lifecycle, or of a beginning or end. */
const DATED = where(
  `(${[
    ...phases.map((phase) => isFilled(`c.lifecycle ->> '$.${phase}'`)),
    ...["startDate", "endDate"].map((key) => isFilled(`c.attributes ->> '$.${key}'`)),
  ].join(" OR ")})`,
);

/** Returns the cards that have dates; of all types without one. */
export function roadmap(actor: Actor, { type, ...filters }: Filters & { type?: string | undefined }): Report {
  const attributes = cardAttributes(actor, type === undefined ? undefined : [type]);
  const phase = phaseMember(filters.at);
  const text = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    type: scalar("c.type"),
    subtype: scalar("c.subtype"),
    lifecycle: stored("c.lifecycle", "{}"),
    attributes: stored(attributes.sql, "{}"),
  });
  const items = rowsOf<[number, string]>(
    selectCards(
      [...populationOf(actor, type, filters), DATED],
      fragment(`'{' || ${text} || ${phase.sql} || '}'`, ...attributes.values, ...phase.values),
    ),
  ).map(([, item]) => item);
  return {
    name: "roadmap",
    json: () => listed(items, '{"items":', "}"),
    columns: [
      ...columns("id", "name", "type", "subtype"),
      ...lifecycleColumns,
      ...phaseColumn(filters.at),
      ...(type === undefined ? [] : attributeColumns(type, may(actor, "costs.view"))),
    ],
    rows: () => parsed(items),
  };
}

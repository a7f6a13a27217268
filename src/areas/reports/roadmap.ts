/** Cards with dates. */

import { phases, where } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import { type Column, columns, type Row } from "../../http/tables";
import { attributeColumns, lifecycleColumns } from "../cards";
import { costFieldsOf, sumOf } from "./fields";
import { type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes } from "./redaction";
import { figuresOf, type Lives, livesOn } from "./roadmap-figures";
import { groupsOf, type RoadmapGroup } from "./roadmap-groups";
import { fragment, grouped, listed, members, rowsOf, scalar, stored } from "./rows";
import { successorsOf } from "./successors";
import { parsed, phaseColumn, type Report } from "./table";

type RoadmapQuery = Filters & {
  type?: string | undefined;
  group_by?: string | undefined;
  successors: boolean;
  figures_at?: string | undefined;
};

type RoadmapRow = [seq: number, text: string, ...lives: Lives];

const isFilled = (text: string) => `coalesce(${text}, '') <> ''`;

/** Cards with a date in their lifecycle, or of a beginning or end. */
const DATED = where(
  `(${[
    ...phases.map((phase) => isFilled(`c.lifecycle ->> '$.${phase}'`)),
    ...["startDate", "endDate"].map((key) => isFilled(`c.attributes ->> '$.${key}'`)),
  ].join(" OR ")})`,
);

/** Returns the column with the names of groups. */
const groupColumn = (groups: readonly RoadmapGroup[]): Column[] => {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return [{ header: "group", value: ({ group_id }: Row) => names.get(group_id as string | null) ?? null }];
};

/** Returns the cards that have dates; of all types without one. */
export function roadmap(actor: Actor, query: RoadmapQuery): Report {
  const { type, group_by, successors, figures_at, ...filters } = query;
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
  const seesCosts = type !== undefined && may(actor, "costs.view");
  const cost = sumOf(seesCosts ? costFieldsOf(type) : []);
  const lives = livesOn(figures_at);
  const population = [...populationOf(actor, type, filters), DATED];
  const rows = rowsOf<RoadmapRow>(
    selectCards(
      population,
      fragment(
        `'{' || ${text} || ${phase.sql}, ${lives.sql}, ${cost.sql}`,
        ...attributes.values,
        ...phase.values,
        ...lives.values,
        ...cost.values,
      ),
    ),
  );
  const following = successors ? successorsOf(numbersOf(population)) : undefined;
  const { groups, groupOf } = group_by ? groupsOf(population, group_by, type) : { groups: [], groupOf: () => null };
  const items = rows.map(([seq, head]) => {
    const group = group_by ? `,"group_id":${JSON.stringify(groupOf(seq))}` : "";
    const next = following ? `,"successors":${JSON.stringify(following.get(seq) ?? [])}` : "";
    return `${head}${group}${next}}`;
  });
  const figures = (some: readonly RoadmapRow[]) =>
    figuresOf(
      some.map(([, , ...own]) => own),
      seesCosts,
    );
  const byGroup = grouped(rows.map((row) => [groupOf(row[0]), row]));
  const filled = groups.filter(({ id }) => byGroup.has(id));
  return {
    name: "roadmap",
    *json() {
      yield* listed(items, '{"items":');
      if (group_by) {
        const described = filled.map((group) => ({
          ...group,
          ...(figures_at && { figures: figures(byGroup.get(group.id) ?? []) }),
        }));
        yield `,"groups":${JSON.stringify(described)}`;
      }
      yield figures_at ? `,"figures":${JSON.stringify(figures(rows))}}` : "}";
    },
    columns: [
      ...columns("id", "name", "type", "subtype"),
      ...(group_by ? groupColumn(groups) : []),
      ...lifecycleColumns,
      ...phaseColumn(filters.at),
      ...(type === undefined ? [] : attributeColumns(type, may(actor, "costs.view"))),
    ],
    rows: () => parsed(items),
  };
}

/** Cards in the groups that they are related to. */
import { type Actor, may } from "../../core/access/actor";
import { columns, type Row } from "../../http/tables";
import { attributeColumns, lifecycleColumns } from "../cards";
import { APPLICATION } from "./card-types";
import { linkedPairs } from "./links";
import { activeCards, type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes } from "./redaction";
import { fragment, grouped, listed, members, rowsOf, scalar, stored } from "./rows";
import { phaseColumn, type Report } from "./table";

type LandscapeQuery = Filters & { type?: string | undefined; type_key?: string | undefined; group_by: string };

/** A group, or what is in none, as JSON without what closes the object; with the places of its items. */
type Group = { head: string; items: readonly number[] };

const identity = { id: scalar("c.id"), name: scalar("c.name") };

/** Returns the cards of a type in groups, and those in none. */
export function landscape(actor: Actor, query: LandscapeQuery): Report {
  const { type_key = APPLICATION, type = type_key, group_by, ...filters } = query;
  const population = populationOf(actor, type, filters);
  const grouping = activeCards(group_by, filters.at);
  const attributes = cardAttributes(actor, [type]);
  const phase = phaseMember(filters.at);
  const text = `'{' || ${members({ ...identity, type: scalar("c.type"), attributes: stored(attributes.sql) })} || ${phase.sql}`;
  const items = rowsOf<[seq: number, head: string, lifecycle: string]>(
    selectCards(population, fragment(`${text}, ${stored("c.lifecycle")}`, ...attributes.values, ...phase.values)),
  );
  const ranks = new Map(items.map(([seq], rank) => [seq, rank]));
  const pairs = linkedPairs(numbersOf(population), numbersOf(grouping), type === group_by);
  const byGroup = grouped(pairs.map(([item, group]) => [group, ranks.get(item) as number]));
  const groups = rowsOf<[number, string]>(selectCards(grouping, fragment(`'{' || ${members(identity)}`))).map(
    ([seq, head]): Group => ({ head, items: (byGroup.get(seq) ?? []).sort((one, other) => one - other) }),
  );
  const placed = new Set(pairs.map(([item]) => item));
  const ungrouped = items.filter(([seq]) => !placed.has(seq));
  const itemOf = ([, head, lifecycle]: (typeof items)[number]) => `${head},"lifecycle":${lifecycle}}`;
  const itemsOf = (group: Group) => group.items.values().map((rank) => itemOf(items[rank] as (typeof items)[number]));
  return {
    name: "landscape",
    *json() {
      yield '{"groups":[';
      for (const [place, group] of groups.entries())
        yield* listed(itemsOf(group), `${place > 0 ? "," : ""}${group.head},"items":`, "}");
      yield* listed(
        ungrouped.values().map(([, head]) => `${head}}`),
        '],"ungrouped":',
        "}",
      );
    },
    columns: [
      ...columns("group_id", "group", "id", "name", "type"),
      ...lifecycleColumns,
      ...phaseColumn(filters.at),
      ...attributeColumns(type, may(actor, "costs.view")),
    ],
    *rows() {
      for (const group of groups) {
        const { id: group_id, name } = JSON.parse(`${group.head}}`) as Row;
        for (const item of itemsOf(group)) yield { group_id, group: name, ...(JSON.parse(item) as Row) };
      }
      for (const item of ungrouped) yield JSON.parse(itemOf(item)) as Row;
    },
  };
}

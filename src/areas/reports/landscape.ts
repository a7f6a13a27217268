/** Cards in the groups that they are related to. */

import type { Actor } from "../../core/access/actor";
import { where } from "../cards";
import { linkedPairs } from "./links";
import { activeCards, type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes } from "./redaction";
import { grouped, list, members, rowsOf, scalar, stored } from "./rows";

type LandscapeQuery = Filters & { type?: string | undefined; type_key?: string | undefined; group_by: string };

/** The cards of a type in groups, and those in none, as JSON. */
export function landscape(actor: Actor, query: LandscapeQuery): string {
  const { type_key = "Application", type = type_key, group_by, ...filters } = query;
  const population = populationOf(actor, type, filters);
  const attributes = cardAttributes(actor, [type]);
  const phase = phaseMember(filters.at);
  const identity = { id: scalar("c.id"), name: scalar("c.name") };
  const text = `'{' || ${members({ ...identity, type: scalar("c.type"), attributes: stored(attributes.sql) })} || ${phase.sql}`;
  const lifecycle = stored("c.lifecycle");
  const items = rowsOf<[number, string, string]>(
    selectCards(population, where(`${text}, ${lifecycle}`, ...attributes.values, ...phase.values)),
  );
  const groups = rowsOf<[number, string]>(selectCards(activeCards(group_by), where(`'{' || ${members(identity)}`)));
  const pairs = linkedPairs(numbersOf(population), numbersOf(activeCards(group_by)), type === group_by);
  const placed = new Set(pairs.map(([item]) => item));
  const ranks = new Map(items.map(([seq], rank) => [seq, rank]));
  const byGroup = grouped(pairs.map(([item, group]) => [group, ranks.get(item) as number]));
  const itemOf = (rank: number) => `${items[rank]?.[1]},"lifecycle":${items[rank]?.[2]}}`;
  const groupOf = ([seq, head]: [number, string]) =>
    `${head},"items":${list((byGroup.get(seq) ?? []).sort((one, other) => one - other).map(itemOf))}}`;
  const ungrouped = items.filter(([seq]) => !placed.has(seq)).map(([, head]) => `${head}}`);
  return `{"groups":${list(groups.map(groupOf))},"ungrouped":${list(ungrouped)}}`;
}

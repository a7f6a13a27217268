/** Cards by one of their costs, or by costs of what they are related to. */

import { type Condition, related } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { columns } from "../../http/tables";
import { parseUuid } from "../../platform/ids";
import { lifecycleColumns } from "../cards";
import { cardType } from "../metamodel";
import { costFieldsOf, finite, isSafeKey, mostExpensive, sumOf, totalCost } from "./fields";
import { linkedPairs } from "./links";
import { activeCards, type Filters, numbersOf, populationOf, selectCards } from "./population";
import { fragment, grouped, listed, members, rowsOf, scalar, stored } from "./rows";
import { parsed, type Report } from "./table";

type TreemapQuery = Filters & {
  type: string;
  cost_field: string;
  group_by?: string | undefined;
  aggregate: readonly string[];
  parent_card_id?: string | undefined;
};

/** The group of what is related to no card of the type. */
const UNGROUPED = "Ungrouped";

type Spec = { type: string; field: string };

/** @throws Problem 400 for what is no pair of a card type and one of its cost fields, or is given twice */
function parseSpecs(aggregate: readonly string[]): Spec[] {
  const seen = new Set<string>();
  return aggregate.map((spec) => {
    const [type = "", field = "", ...more] = spec.split(":");
    if (more.length > 0 || !isSafeKey(type) || !isSafeKey(field)) throw refused(`Invalid aggregate spec: '${spec}'`);
    if (seen.has(spec)) throw refused(`Duplicate aggregate spec: '${spec}'`);
    seen.add(spec);
    if (!cardType(type)) throw refused(`Unknown aggregate type: '${type}'`);
    if (!costFieldsOf(type).includes(field)) throw refused(`'${field}' is not a cost field on '${type}'`);
    return { type, field };
  });
}

/** Maps number of a card → the sum of a field over the cards of a type that it is related to. */
function relatedCosts(population: readonly Condition[], { type, field }: Spec, at?: string): Map<number, number> {
  const sum = sumOf([field]);
  const peers = activeCards(type, at);
  const costOf = new Map(rowsOf<[number, number]>(selectCards(peers, sum, "")));
  const sums = new Map<number, number>();
  for (const [card, peer] of linkedPairs(numbersOf(population), numbersOf(peers)))
    if (card !== peer) sums.set(card, (sums.get(card) ?? 0) + finite(costOf.get(peer) ?? 0));
  return sums;
}

/** Maps number of a card → the name of the first card of a type, by name, that it is related to. */
function groupNames(population: readonly Condition[], type: string, at?: string): Map<number, string> {
  const candidates = activeCards(type, at);
  const groups = rowsOf<[number, string]>(selectCards(candidates, fragment("c.name")));
  const ranks = new Map(groups.map(([seq], rank) => [seq, rank]));
  const pairs = linkedPairs(numbersOf(population), numbersOf(candidates)).filter(([one, other]) => one !== other);
  return new Map(
    [...grouped(pairs.map(([card, group]) => [card, ranks.get(group) ?? 0]))].map(([card, own]) => [
      card,
      groups[Math.min(...own)]?.[1] ?? UNGROUPED,
    ]),
  );
}

/** The groups by a tag group are named by this, a dot and its id. */
const TAG_GROUP = /^tag\.(.*)$/s;

/** Maps number of a card → the name of its first tag of a group, by name. @throws Problem 400 for what is no id */
function tagNames(population: readonly Condition[], group: string): Map<number, string> {
  const id = parseUuid(group);
  if (!id) throw refused("Invalid group_by: tag. is followed by the id of a tag group");
  const tag = `(SELECT min(t.name) FROM card_tags ct JOIN tags t ON t.id = ct.tag_id
    WHERE ct.card_id = c.id AND t.tag_group_id = ?)`;
  const named = rowsOf<[number, string | null]>(selectCards(population, fragment(tag, id)));
  return new Map(named.flatMap(([card, name]) => (name === null ? [] : [[card, name] as const])));
}

/** Maps number of a card → the name of its group, of a card type or of a tag group. */
function groupsBy(population: readonly Condition[], groupBy: string, at?: string): Map<number, string> {
  const tagGroup = TAG_GROUP.exec(groupBy)?.[1];
  return tagGroup === undefined ? groupNames(population, groupBy, at) : tagNames(population, tagGroup);
}

/**
 * Returns the cards of a type by one cost, or by costs of what they are related to; in groups if asked for.
 * @throws Problem 400 for what are no cost fields
 */
export function costTreemap(actor: Actor, query: TreemapQuery): Report {
  const { type, cost_field, group_by, aggregate, parent_card_id, ...filters } = query;
  if (!isSafeKey(cost_field)) throw refused(`Invalid cost_field: '${cost_field}'`);
  const specs = parseSpecs(aggregate);
  const population = [
    ...populationOf(actor, type, filters),
    ...(parent_card_id === undefined ? [] : [related(parent_card_id, undefined)]),
  ];
  const own = sumOf([cost_field]);
  const text = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    lifecycle: stored("c.lifecycle"),
    attributes: stored("c.attributes"),
  });
  const rows = rowsOf<[number, number, string]>(
    selectCards(population, fragment(`${own.sql}, ${text}`, ...own.values)),
  );
  const sums = specs.map((spec) => relatedCosts(population, spec, filters.at));
  const costOf = (seq: number, cost: number) =>
    finite(specs.length === 0 ? cost : sums.reduce((sum, costs) => sum + (costs.get(seq) ?? 0), 0));
  const names = group_by === undefined ? undefined : groupsBy(population, group_by, filters.at);
  const items = mostExpensive(
    rows.map(([seq, cost, text]) => ({ cost: costOf(seq, cost), text, group: names?.get(seq) ?? UNGROUPED })),
  );
  const texts = items.map(
    ({ cost, text, group }) => `{${text},"cost":${cost}${names ? `,"group":${JSON.stringify(group)}` : ""}}`,
  );
  return {
    name: "cost-treemap",
    json: () =>
      listed(
        texts,
        '{"items":',
        `,"total":${totalCost(items)},"groups":${names ? JSON.stringify(sumGroups(items)) : "null"}}`,
      ),
    columns: [...columns("id", "name", "cost", ...(names ? ["group"] : [])), ...lifecycleColumns],
    rows: () => parsed(texts),
  };
}

/** Returns the sum of each group, by cost, then by name. */
const sumGroups = (items: readonly { group: string; cost: number }[]) =>
  [...grouped(items.map((item) => [item.group, item]))]
    .map(([name, own]) => ({ name, cost: totalCost(own) }))
    .sort((one, other) => other.cost - one.cost || (one.name < other.name ? -1 : 1));

/** What cards cost. */
import type { Actor } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { columns } from "../../http/tables";
import { type Condition, lifecycleColumns, related, where } from "../cards";
import { cardType } from "../metamodel";
import { linkedPairs } from "./links";
import { activeCards, type Filters, numbersOf, populationOf, selectCards } from "./population";
import { isSafeKey } from "./portfolio";
import { grouped, list, members, type Query, rowsOf, scalar, stored } from "./rows";
import { parsed, type Report } from "./table";

/** SQL for the sum of attributes of a card `c`; what is no number counts 0. */
export function sumOf(keys: readonly string[]): Query {
  const paths = keys.map((key) => `$.${JSON.stringify(key)}`);
  const sql = keys.map(
    () => "CASE WHEN json_type(c.attributes, ?) IN ('integer', 'real') THEN c.attributes ->> ? ELSE 0 END",
  );
  return where(sql.length === 0 ? "0" : `(${sql.join(" + ")})`, ...paths.flatMap((path) => [path, path]));
}

/** The declared cost fields of a card type. */
export const costFieldsOf = (typeKey: string): string[] =>
  [...(cardType(typeKey)?.fields.values() ?? [])].filter(({ type }) => type === "cost").map(({ key }) => key);

const total = (items: readonly { cost: number }[]) => items.reduce((sum, { cost }) => sum + cost, 0);

/** Cards with a cost, in the order that they have, by cost. */
const dearest = <T extends { cost: number }>(items: T[]): T[] =>
  items.filter(({ cost }) => cost !== 0).sort((one, other) => other.cost - one.cost);

/** The cards of a type by the sum of their costs. */
export function costs(actor: Actor, { type, ...filters }: Filters & { type: string }): Report {
  const sum = sumOf(costFieldsOf(type));
  const rows = rowsOf<[number, number, string]>(
    selectCards(
      populationOf(actor, type, filters),
      where(`${sum.sql}, ${members({ id: scalar("c.id"), name: scalar("c.name") })}`, ...sum.values),
    ),
  );
  const items = dearest(rows.map(([, cost, text]) => ({ cost, text })));
  const texts = items.map(({ cost, text }) => `{${text},"cost":${cost}}`);
  return {
    name: "cost",
    json: () => `{"items":${list(texts)},"total":${total(items)}}`,
    columns: columns("id", "name", "cost"),
    rows: () => parsed(texts),
  };
}

type TreemapQuery = Filters & {
  type: string;
  cost_field: string;
  group_by?: string | undefined;
  aggregate: readonly string[];
  parent_card_id?: string | undefined;
};

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

/** Number of a card → the sum of a field over the cards of a type that it is related to. */
function relatedCosts(population: readonly Condition[], { type, field }: Spec): Map<number, number> {
  const sum = sumOf([field]);
  const peers = activeCards(type);
  const costOf = new Map(rowsOf<[number, number]>(selectCards(peers, sum, "")));
  const sums = new Map<number, number>();
  for (const [card, peer] of linkedPairs(numbersOf(population), numbersOf(peers)))
    if (card !== peer) sums.set(card, (sums.get(card) ?? 0) + (costOf.get(peer) ?? 0));
  return sums;
}

/** Number of a card → the name of the first card of a type, by name, that it is related to. */
function groupNames(population: readonly Condition[], type: string): Map<number, string> {
  const groups = rowsOf<[number, string]>(selectCards(activeCards(type), where("c.name")));
  const ranks = new Map(groups.map(([seq], rank) => [seq, rank]));
  const pairs = linkedPairs(numbersOf(population), numbersOf(activeCards(type))).filter(
    ([one, other]) => one !== other,
  );
  return new Map(
    [...grouped(pairs.map(([card, group]) => [card, ranks.get(group) ?? 0]))].map(([card, own]) => [
      card,
      groups[Math.min(...own)]?.[1] ?? UNGROUPED,
    ]),
  );
}

const UNGROUPED = "Ungrouped";

/**
 * The cards of a type by one cost, or by costs of what they are related to; in groups if asked for.
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
  const rows = rowsOf<[number, number, string]>(selectCards(population, where(`${own.sql}, ${text}`, ...own.values)));
  const sums = specs.map((spec) => relatedCosts(population, spec));
  const costOf = (seq: number, cost: number) =>
    specs.length === 0 ? cost : sums.reduce((sum, costs) => sum + (costs.get(seq) ?? 0), 0);
  const names = group_by === undefined ? undefined : groupNames(population, group_by);
  const items = dearest(
    rows.map(([seq, cost, text]) => ({ cost: costOf(seq, cost), text, group: names?.get(seq) ?? UNGROUPED })),
  );
  const texts = items.map(
    ({ cost, text, group }) => `{${text},"cost":${cost}${names ? `,"group":${JSON.stringify(group)}` : ""}}`,
  );
  return {
    name: "cost-treemap",
    json: () =>
      `{"items":${list(texts)},"total":${total(items)},"groups":${names ? JSON.stringify(sumGroups(items)) : "null"}}`,
    columns: [...columns("id", "name", "cost", ...(names ? ["group"] : [])), ...lifecycleColumns],
    rows: () => parsed(texts),
  };
}

/** The sum of each group, by cost, then by name. */
const sumGroups = (items: readonly { group: string; cost: number }[]) =>
  [...grouped(items.map((item) => [item.group, item]))]
    .map(([name, own]) => ({ name, cost: total(own) }))
    .sort((one, other) => other.cost - one.cost || (one.name < other.name ? -1 : 1));

/** Business capabilities with the applications that support them. */
import { type Actor, may, require } from "../../core/access/actor";
import { refused } from "../../http/errors";
import { columns } from "../../http/tables";
import { cardType } from "../metamodel";
import { APPLICATION, BUSINESS_CAPABILITY, ORGANIZATION } from "./card-types";
import { costFieldsOf, finite, sumOf, totalCost } from "./fields";
import { linkedPairs, linksOf } from "./links";
import { type Peer, peersByType, peersOf, tagsByCard } from "./peers";
import { activeCards, type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { cardAttributes } from "./redaction";
import { fragment, grouped, list, members, rowsOf, scalar, stored } from "./rows";
import { parsed, type Report } from "./table";
import { tagGroupsFor } from "./tag-groups";

const metrics = ["app_count", "total_cost", "risk_count"];

/** The metric of a query; `cost` stands for `total_cost`. @throws Problem 400, 403 for costs that the actor may not see */
function requireMetric(actor: Actor, asked: string): string {
  const metric = asked === "cost" ? "total_cost" : asked;
  if (!metrics.includes(metric)) throw refused(`Invalid metric: '${asked}'`);
  if (metric === "total_cost") require(actor, "costs.view");
  return metric;
}

/** True when a type is one of those that applications are grouped by: neither they themselves nor the capabilities. */
const isOther = (type: string) => type !== APPLICATION && type !== BUSINESS_CAPABILITY;

type App = { seq: number; text: string; cost: number; ends: number };

/** Type → the ids of the related cards that applications are grouped by, each once and sorted. */
function idsByType(related: readonly number[], peers: ReadonlyMap<number, Peer>): Record<string, string[]> {
  const others = related.flatMap((seq) => peers.get(seq) ?? []).filter(({ type }) => isOther(type));
  const ids = [...grouped(others.map(({ type, id }) => [type, id]))];
  return Object.fromEntries(ids.map(([type, own]) => [type, own.sort()]));
}

/** The applications of the heatmap, by name, with what they are related to and tagged with. */
function applications(actor: Actor, filters: Filters, peers: ReadonlyMap<number, Peer>): App[] {
  const population = populationOf(actor, APPLICATION, filters);
  const numbers = numbersOf(population);
  const attributes = cardAttributes(actor, [APPLICATION]);
  const phase = phaseMember(filters.at);
  const cost = sumOf(may(actor, "costs.view") ? costFieldsOf(APPLICATION) : []);
  const head = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    subtype: scalar("c.subtype"),
    attributes: stored(attributes.sql),
    lifecycle: stored("c.lifecycle"),
  });
  const ends = "coalesce(c.lifecycle ->> '$.endOfLife', '') <> ''";
  const rows = rowsOf<[number, string, number, number]>(
    selectCards(
      population,
      fragment(
        `'{' || ${head} || ${phase.sql}, ${cost.sql}, ${ends}`,
        ...attributes.values,
        ...phase.values,
        ...cost.values,
      ),
    ),
  );
  const links = grouped(linksOf(numbers));
  const tags = tagsByCard(numbers);
  return rows.map(([seq, card, cost, ends]) => {
    const ids = idsByType(links.get(seq) ?? [], peers);
    const related = `"org_ids":${JSON.stringify(ids[ORGANIZATION] ?? [])},"related_by_type":${JSON.stringify(ids)}`;
    const text = `${card},${related},"tag_ids":${JSON.stringify(tags.get(seq) ?? [])}}`;
    return { seq, text, cost: finite(cost), ends };
  });
}

/**
 * The heatmap of the capabilities; the filters restrict the applications.
 * @throws Problem 400 for an unknown metric, 403 for costs that the actor may not see
 */
export function capabilityHeatmap(actor: Actor, { metric: asked, ...filters }: Filters & { metric: string }): Report {
  const metric = requireMetric(actor, asked);
  const capabilities = activeCards(BUSINESS_CAPABILITY, filters.at);
  const attributes = cardAttributes(actor, [BUSINESS_CAPABILITY]);
  const head = members({ id: scalar("c.id"), name: scalar("c.name"), parent_id: scalar("c.parent_id") });
  const rows = rowsOf<[number, string, string]>(
    selectCards(capabilities, fragment(`'{' || ${head}, ${stored(attributes.sql)}`, ...attributes.values)),
  );
  const population = populationOf(actor, APPLICATION, filters);
  const peers = peersOf(numbersOf(population));
  const apps = applications(actor, filters, peers);
  const ranks = new Map(apps.map(({ seq }, rank) => [seq, rank]));
  const pairs = linkedPairs(numbersOf(capabilities), numbersOf(population));
  const byCapability = grouped(pairs.map(([capability, app]) => [capability, ranks.get(app) as number]));
  const items = rows.map(([seq, card, attributes]) => {
    const own = (byCapability.get(seq) ?? []).sort((one, other) => one - other).map((rank) => apps[rank] as App);
    const cost = totalCost(own);
    const risks = own.reduce((sum, app) => sum + app.ends, 0);
    return `${card},"app_count":${own.length},"total_cost":${cost},"risk_count":${risks},"attributes":${attributes},"apps":${list(own.map(({ text }) => text))}}`;
  });
  return {
    name: "capability-heatmap",
    json: () =>
      [
        `{"items":${list(items)},"metric":${JSON.stringify(metric)}`,
        `"filterable_types":${peersByType(peers, isOther)}`,
        `"fields_schema":${JSON.stringify(cardType(APPLICATION)?.fields_schema ?? [])}`,
        `"tag_groups":${tagGroupsFor(APPLICATION)}}`,
      ].join(","),
    columns: columns(
      "id",
      "name",
      "parent_id",
      "app_count",
      ...(may(actor, "costs.view") ? ["total_cost"] : []),
      "risk_count",
    ),
    rows: () => parsed(items),
  };
}

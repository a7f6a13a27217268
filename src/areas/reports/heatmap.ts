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
import { fragment, grouped, listed, members, rowsOf, scalar, stored } from "./rows";
import { parsed, type Report } from "./table";
import { tagGroupsFor } from "./tag-groups";

const metrics = ["app_count", "total_cost", "risk_count"];

/**
 * Finds the metric of a query; `cost` stands for `total_cost`.
 * @throws Problem 400, 403 for costs that the actor may not see
 */
function requireMetric(actor: Actor, asked: string): string {
  const metric = asked === "cost" ? "total_cost" : asked;
  if (!metrics.includes(metric)) throw refused(`Invalid metric: '${asked}'`);
  if (metric === "total_cost") require(actor, "costs.view");
  return metric;
}

/** Checks whether a type is one of those that applications are grouped by: neither they themselves nor the capabilities. */
const isOther = (type: string) => type !== APPLICATION && type !== BUSINESS_CAPABILITY;

/** Related ids in one answer: an application names what it is related to under each of its capabilities. */
const MAX_IDS = 1_000_000;

/**
 * Returns the most related cards that an application names, so that all together name at most `MAX_IDS`: what is related to
 * thousands, and supports many capabilities, is cut first.
 * @param apps how many cards each is related to, and under how many capabilities it is
 */
export function relatedLimit(apps: readonly { related: number; uses: number }[], most = MAX_IDS): number {
  let limit = apps.reduce((largest, { related }) => Math.max(largest, related), 0);
  const named = () => apps.reduce((sum, { related, uses }) => sum + Math.min(related, limit) * uses, 0);
  while (limit > 0 && named() > most) limit = Math.floor(limit / 2);
  return limit;
}

type App = { seq: number; text: string; cost: number; ends: number };

/**
 * Returns the members that list the cards to which an application is related.
 * @param others the related cards that it is grouped by
 */
function relatedMembers(others: readonly Peer[], limit: number): string {
  const ids = grouped(others.slice(0, limit).map(({ type, id }) => [type, id]));
  const byType = Object.fromEntries([...ids].map(([type, own]) => [type, own.sort()]));
  const cut = others.length > limit ? ',"related_truncated":true' : "";
  return `"org_ids":${JSON.stringify(byType[ORGANIZATION] ?? [])},"related_by_type":${JSON.stringify(byType)}${cut}`;
}

/**
 * Returns the applications of the heatmap, by name, with what they are related to and tagged with.
 * @param uses number of an application → how many capabilities it supports
 */
function applications(
  actor: Actor,
  filters: Filters,
  peers: ReadonlyMap<number, Peer>,
  uses: ReadonlyMap<number, number>,
): App[] {
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
  const links = grouped(
    linksOf(numbers).flatMap(([app, other]): [number, Peer][] => {
      const peer = peers.get(other);
      return peer && isOther(peer.type) ? [[app, peer]] : [];
    }),
  );
  const limit = relatedLimit([...links].map(([seq, { length }]) => ({ related: length, uses: uses.get(seq) ?? 0 })));
  const tags = tagsByCard(numbers);
  return rows.map(([seq, card, cost, ends]) => {
    const related = relatedMembers(links.get(seq) ?? [], limit);
    const text = `${card},${related},"tag_ids":${JSON.stringify(tags.get(seq) ?? [])}}`;
    return { seq, text, cost: finite(cost), ends };
  });
}

/**
 * Returns the heatmap of the capabilities; the filters restrict the applications.
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
  const pairs = linkedPairs(numbersOf(capabilities), numbersOf(population));
  const uses = new Map<number, number>();
  for (const [, app] of pairs) uses.set(app, (uses.get(app) ?? 0) + 1);
  const apps = applications(actor, filters, peers, uses);
  const ranks = new Map(apps.map(({ seq }, rank) => [seq, rank]));
  const byCapability = grouped(pairs.map(([capability, app]) => [capability, ranks.get(app) as number]));
  const items = rows.map(([seq, card, attributes]) => {
    const own = (byCapability.get(seq) ?? []).sort((one, other) => one - other).map((rank) => apps[rank] as App);
    const risks = own.reduce((sum, app) => sum + app.ends, 0);
    const figures = `"app_count":${own.length},"total_cost":${totalCost(own)},"risk_count":${risks}`;
    return { apps: own, head: `${card},${figures},"attributes":${attributes}` };
  });
  return {
    name: "capability-heatmap",
    *json() {
      yield '{"items":[';
      for (const [place, { apps, head }] of items.entries())
        yield* listed(
          apps.values().map(({ text }) => text),
          `${place > 0 ? "," : ""}${head},"apps":`,
          "}",
        );
      yield `],"metric":${JSON.stringify(metric)},"filterable_types":${peersByType(peers, isOther)}`;
      yield `,"fields_schema":${JSON.stringify(cardType(APPLICATION)?.fields_schema ?? [])}`;
      yield `,"tag_groups":${tagGroupsFor(APPLICATION)}}`;
    },
    columns: columns(
      "id",
      "name",
      "parent_id",
      "app_count",
      ...(may(actor, "costs.view") ? ["total_cost"] : []),
      "risk_count",
    ),
    rows: () => parsed(items.values().map(({ head }) => `${head}}`)),
  };
}

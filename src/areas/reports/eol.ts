/** The cards that are out of support, or will be. */

import { type Condition, where } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { today } from "../../platform/clock";
import { lifecycleColumns } from "../cards";
import { cycleStatus, type EolStatus, lifecycleStatus, sourceInForce } from "../eol";
import { APPLICATION, IT_COMPONENT } from "./card-types";
import { linkedPairs, linkedTo } from "./links";
import { activeCards, type Filters, numbersOf, populationOf, selectCards } from "./population";
import { fragment, grouped, listed, object, type Query, rowsOf, scalar, stored } from "./rows";
import { successorsOf } from "./successors";
import type { Report } from "./table";

type Lifecycle = { active?: string; phaseOut?: string; endOfLife?: string };
type AffectedApp = { id: string; name: string; lifecycle: Lifecycle | null };
type Item = {
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  eol_product: string | null;
  eol_cycle: string | null;
  status: EolStatus;
  source: "api" | "manual";
  cycle_data: object | null;
  lifecycle: Lifecycle | null;
  affected_apps: AffectedApp[];
};

/** True when a card names a product and its cycle, or says itself when its life ends. */
const PRODUCT = "CAST(c.attributes ->> '$.eol_product' AS TEXT)";
const CYCLE = "CAST(c.attributes ->> '$.eol_cycle' AS TEXT)";
const RELEVANT = where(
  `((coalesce(${PRODUCT}, '') <> '' AND coalesce(${CYCLE}, '') <> '') OR coalesce(c.lifecycle ->> '$.endOfLife', '') <> '')`,
);

type CardRow = [
  seq: number,
  id: string,
  name: string,
  type: string,
  subtype: string | null,
  lifecycle: string | null,
  product: string | null,
  cycle: string | null,
];

/** Returns a cycle made of a card's own lifecycle. */
const manualCycle = ({ active, phaseOut, endOfLife }: Lifecycle) => ({
  ...(active && { releaseDate: active }),
  ...(phaseOut && { support: phaseOut }),
  ...(endOfLife && { eol: endOfLife }),
});

/** Returns an item of the report, without the applications behind it. @param day the date of the report */
function itemOf(
  [, id, name, type, subtype, text, product, cycle]: CardRow,
  day: string,
  source: ReturnType<typeof sourceInForce>,
): Item {
  const lifecycle = text === null ? null : (JSON.parse(text) as Lifecycle);
  const common = { id, name, type, subtype };
  if (product && cycle) {
    const found = source.findCycle(product, cycle);
    const status = found ? cycleStatus(found, day) : "unknown";
    const link = { eol_product: product, eol_cycle: cycle };
    return { ...common, ...link, status, source: "api", cycle_data: found ?? null, lifecycle, affected_apps: [] };
  }
  const own = lifecycle ?? {};
  const link = { eol_product: null, eol_cycle: null, status: lifecycleStatus(own, day) };
  return { ...common, ...link, source: "manual", cycle_data: manualCycle(own), lifecycle, affected_apps: [] };
}

/** Maps number of a card → the active applications that it is related to, by name. */
function applicationsOf(cards: Query): Map<number, AffectedApp[]> {
  const linked = linkedTo(cards);
  const applications = [...activeCards(APPLICATION), where(`+c.seq IN (${linked.sql})`, ...linked.values)];
  const app = object({ id: scalar("c.id"), name: scalar("c.name"), lifecycle: stored("c.lifecycle") });
  const found = rowsOf<[number, string]>(selectCards(applications, fragment(app)));
  const cardsOf = grouped(linkedPairs(numbersOf(activeCards(APPLICATION)), cards));
  return grouped(
    found.flatMap(([seq, text]) => {
      const parsed = JSON.parse(text) as AffectedApp;
      return (cardsOf.get(seq) ?? []).map((card) => [card, parsed] as const);
    }),
  );
}

const order: readonly EolStatus[] = ["eol", "approaching", "unknown", "supported"];

/** An item as a summary counts it; applications need only be different from one another. */
type CountedItem = Pick<Item, "status" | "source"> & { affected_apps: readonly { id: string | number }[] };

function summarize(items: readonly CountedItem[]) {
  const count = (status: EolStatus) => items.filter((item) => item.status === status).length;
  const appsBehind = (status: EolStatus) =>
    new Set(
      items.filter((item) => item.status === status).flatMap(({ affected_apps }) => affected_apps.map(({ id }) => id)),
    );
  const impacted = appsBehind("eol");
  return {
    eol: count("eol"),
    approaching: count("approaching"),
    supported: count("supported"),
    impacted_apps: impacted.size,
    approaching_impacted_apps: appsBehind("approaching").difference(impacted).size,
    manual: items.filter(({ source }) => source === "manual").length,
  };
}

const CARD_COLUMNS = fragment(`c.id, c.name, c.type, c.subtype, c.lifecycle, ${PRODUCT}, ${CYCLE}`);

/** Returns the conditions on the cards of the report. */
const relevantCards = (actor: Actor, { at, ...filters }: Filters) => [
  ...populationOf(actor, undefined, filters, at),
  where("c.type IN (?, ?)", APPLICATION, IT_COMPONENT),
  RELEVANT,
];

/** Returns a query of those of some cards that applications run on. */
const componentsAmong = (conditions: readonly Condition[]) =>
  numbersOf([...conditions, where("c.type = ?", IT_COMPONENT)]);

type EndOfLifeAsked = Filters & { successors: boolean };

/** Returns the applications and components that match, those out of support first. */
function itemsOf(actor: Actor, { at, successors, ...filters }: EndOfLifeAsked) {
  const day = at ?? today();
  const conditions = relevantCards(actor, { at, ...filters });
  const cards = rowsOf<CardRow>(selectCards(conditions, CARD_COLUMNS));
  const apps = applicationsOf(componentsAmong(conditions));
  const following = successors ? successorsOf(numbersOf(conditions)) : undefined;
  const source = sourceInForce();
  const all = cards.map((card) => ({
    ...itemOf(card, day, source),
    affected_apps: apps.get(card[0]) ?? [],
    ...(following && { successors: following.get(card[0]) ?? [] }),
  }));
  return order.flatMap((status) => all.filter((item) => item.status === status));
}

/** Returns in figures what is out of support today, or will be. */
export function endOfLifeSummary(actor: Actor) {
  const conditions = relevantCards(actor, {});
  const [day, source] = [today(), sourceInForce()];
  const apps = grouped(linkedPairs(componentsAmong(conditions), numbersOf(activeCards(APPLICATION))));
  const cards = rowsOf<CardRow>(selectCards(conditions, CARD_COLUMNS, ""));
  return summarize(
    cards.map((card) => {
      const { status, source: origin } = itemOf(card, day, source);
      return { status, source: origin, affected_apps: (apps.get(card[0]) ?? []).map((id) => ({ id })) };
    }),
  );
}

/** Applications and components by how long they are supported, today or at a date. */
export function endOfLife(actor: Actor, asked: EndOfLifeAsked): Report {
  const items = itemsOf(actor, asked);
  return {
    name: "eol",
    json: () =>
      listed(
        items.values().map((item) => JSON.stringify(item)),
        '{"items":',
        `,"summary":${JSON.stringify(summarize(items))}}`,
      ),
    columns: [
      ...columns("id", "name", "type", "subtype", "status", "source", "eol_product", "eol_cycle"),
      ...lifecycleColumns,
      {
        header: "affected_apps",
        value: ({ affected_apps }) => (affected_apps as AffectedApp[]).map(({ name }) => name),
      },
    ],
    rows: () => items,
  };
}

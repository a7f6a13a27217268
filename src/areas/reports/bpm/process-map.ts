/** Processes with what they are related to, for the map of all processes. */

import type { Condition } from "../../../../db/query";
import { type Actor, may } from "../../../core/access/actor";
import { columns } from "../../../http/tables";
import { attributeColumns, lifecycleColumns } from "../../cards";
import { APPLICATION, BUSINESS_CONTEXT, BUSINESS_PROCESS, DATA_OBJECT, ORGANIZATION } from "../card-types";
import { finite, totalCost } from "../fields";
import { activeCards, type Filters, phaseMember, selectCards } from "../population";
import { fragment, grouped, list, listed, members, object, rowsOf, scalar, stored } from "../rows";
import { parsed, phaseColumn, type Report } from "../table";
import { IS_PUBLISHED } from "./dashboard";
import { processesOf, relatedCards, relationOf } from "./processes";
import { shownAttributes, shownRelationAttributes } from "./redaction";

/** An application of a process: its JSON, and what it costs in a year. */
type App = { text: string; cost: number };

/** Returns the first of some values that is a number other than 0, or else 0. @param values a JSON array */
function firstNumber(values: string | null): number {
  const isCost = (value: unknown): value is number => typeof value === "number" && value !== 0;
  return finite((JSON.parse(values ?? "[]") as unknown[]).find(isCost) ?? 0);
}

/** Maps number of a process → its applications, without the costs that the actor may not see. */
function applicationsOf(actor: Actor, processes: readonly Condition[], at: string | undefined): Map<number, App[]> {
  const attributes = shownAttributes(actor, APPLICATION);
  const app = object({
    id: scalar("c.id"),
    name: scalar("c.name"),
    subtype: scalar("c.subtype"),
    attributes: stored(attributes.sql, "{}"),
    lifecycle: stored("c.lifecycle", "{}"),
    rel_attributes: stored("link.attributes", "{}"),
  });
  const rows = relatedCards<[text: string, costs: string | null]>(
    processes,
    relationOf.application,
    activeCards(APPLICATION, at),
    fragment(
      `${app}, json_extract(${attributes.sql}, '$.costTotalAnnual', '$.totalAnnualCost')`,
      ...[...attributes.values, ...attributes.values],
    ),
    { attributes: shownRelationAttributes(actor) },
  );
  return grouped(rows.map(([process, text, costs]) => [process, { text, cost: firstNumber(costs) }]));
}

const NAME_REF = object({ id: scalar("c.id"), name: scalar("c.name") });

/** Maps number of a process → the ids of its active cards of a type, each once and sorted, as a JSON array. */
function idsOf(processes: readonly Condition[], relation: string, type: string, at: string | undefined) {
  const rows = relatedCards<[id: string]>(processes, relation, activeCards(type, at), fragment("c.id"));
  const ids = grouped(rows);
  return (process: number) => JSON.stringify([...new Set(ids.get(process))].sort());
}

/** Returns all active cards of a type by name, as a JSON array. */
const cardsOfType = (type: string, at: string | undefined): string =>
  list(rowsOf<[number, string]>(selectCards(activeCards(type, at), fragment(NAME_REF))).map(([, text]) => text));

/** Returns the processes by name, each as JSON. */
function processTexts(actor: Actor, { at, ...filters }: Filters): string[] {
  const processes = processesOf(actor, { at, ...filters });
  const attributes = shownAttributes(actor, BUSINESS_PROCESS);
  const phase = phaseMember(at);
  const head = members({
    id: scalar("c.id"),
    name: scalar("c.name"),
    subtype: scalar("c.subtype"),
    parent_id: scalar("c.parent_id"),
    attributes: stored(attributes.sql, "{}"),
    lifecycle: stored("c.lifecycle", "{}"),
    has_diagram: `iif(${IS_PUBLISHED}, 'true', 'false')`,
    element_count: "(SELECT count(*) FROM process_elements e WHERE e.process_id = c.id)",
  });
  const rows = rowsOf<[number, string]>(
    selectCards(processes, fragment(`'{' || ${head} || ${phase.sql}`, ...attributes.values, ...phase.values)),
  );
  if (rows.length === 0) return [];
  const apps = applicationsOf(actor, processes, at);
  const data = grouped(
    relatedCards<[string]>(processes, relationOf.dataObject, activeCards(DATA_OBJECT, at), fragment(NAME_REF)),
  );
  const organizations = idsOf(processes, relationOf.organization, ORGANIZATION, at);
  const contexts = idsOf(processes, relationOf.context, BUSINESS_CONTEXT, at);
  return rows.map(([process, head]) => {
    const own = apps.get(process) ?? [];
    const texts = list(own.map(({ text }) => text));
    return [
      `${head},"apps":${texts},"app_count":${own.length},"total_cost":${totalCost(own)}`,
      `"data_objects":${list(data.get(process) ?? [])}`,
      `"org_ids":${organizations(process)},"ctx_ids":${contexts(process)}}`,
    ].join(",");
  });
}

const namesOf = (cards: unknown) => (cards as { name: string }[]).map(({ name }) => name);

/** Returns the processes with their applications, data, organizations and contexts. */
export function processMap(actor: Actor, filters: Filters): Report {
  const items = processTexts(actor, filters);
  const companions = (type: string) => (items.length === 0 ? "[]" : cardsOfType(type, filters.at));
  return {
    name: "process-map",
    json: () =>
      listed(
        items,
        '{"items":',
        `,"organizations":${companions(ORGANIZATION)},"business_contexts":${companions(BUSINESS_CONTEXT)}}`,
      ),
    columns: [
      ...columns("id", "name", "subtype", "parent_id", "app_count", "total_cost", "has_diagram", "element_count"),
      { header: "apps", value: ({ apps }) => namesOf(apps) },
      { header: "data_objects", value: ({ data_objects }) => namesOf(data_objects) },
      ...lifecycleColumns,
      ...phaseColumn(filters.at),
      ...attributeColumns(BUSINESS_PROCESS, may(actor, "costs.view")),
    ],
    rows: () => parsed(items),
  };
}

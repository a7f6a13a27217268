/** Processes by the organizations and value streams that they belong to. */

import { type Condition, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { columns, type Row } from "../../../http/tables";
import { APPLICATION, BUSINESS_CONTEXT, BUSINESS_PROCESS, ORGANIZATION } from "../card-types";
import { activeCards, type Filters, phaseMember, selectCards } from "../population";
import { fragment, grouped, list, listed, members, object, type Query, rowsOf, scalar, stored } from "../rows";
import { phaseColumn, type Report } from "../table";
import { type Cells, NONE, type PlacedProcess, placesOf } from "./matrix-cells";
import { endOf, processesOf, relatedCards, relationOf } from "./processes";
import { shownAttributes } from "./redaction";

const NAMED = { id: scalar("c.id"), name: scalar("c.name"), subtype: scalar("c.subtype") };
const PARENT = { parent_id: scalar("c.parent_id") };

/** A process with its JSON, and that which it has among the unassigned. */
type Process = PlacedProcess & { text: string; brief: string };

/** Returns the conditions on the value streams. */
const valueStreams = (at: string | undefined): Condition[] => [
  ...activeCards(BUSINESS_CONTEXT, at),
  where("c.subtype = 'valueStream'"),
];

/** Maps number of a process → the ids of the cards that it is related to, each once. */
function relatedIds(processes: readonly Condition[], relation: string, peers: readonly Condition[]) {
  const ids = grouped(relatedCards<[id: string]>(processes, relation, peers, fragment("c.id")));
  return (process: number) => [...new Set(ids.get(process))];
}

/** Lists the processes by name. */
function listProcesses(actor: Actor, filters: Filters): Process[] {
  const processes = processesOf(actor, filters);
  const attributes = shownAttributes(actor, BUSINESS_PROCESS);
  const phase = phaseMember(filters.at);
  const named = `'{' || ${members(NAMED)}`;
  const rest = members({ ...PARENT, lifecycle: stored("c.lifecycle", "{}") });
  const rows = rowsOf<[seq: number, id: string, parent: string | null, head: string, attributes: string, rest: string]>(
    selectCards(
      processes,
      fragment(
        `c.id, c.parent_id, ${named}, ${stored(attributes.sql, "{}")}, ${rest} || ${phase.sql}`,
        ...attributes.values,
        ...phase.values,
      ),
    ),
  );
  const apps = grouped(
    relatedCards<[string]>(
      processes,
      relationOf.application,
      activeCards(APPLICATION, filters.at),
      fragment(object(NAMED)),
    ),
  );
  const organizations = relatedIds(processes, relationOf.organization, activeCards(ORGANIZATION, filters.at));
  const streams = relatedIds(processes, relationOf.context, valueStreams(filters.at));
  return rows.map(([seq, id, parent_id, head, attributes, rest]) => ({
    id,
    parent_id,
    organizations: organizations(seq),
    streams: streams(seq),
    text: `${head},"attributes":${attributes},${rest},"apps":${list(apps.get(seq) ?? [])}}`,
    brief: `${head},"attributes":${attributes}}`,
  }));
}

/** Returns cards by name, as JSON texts. */
const textsOf = (cards: readonly Condition[], text: Query): string[] =>
  rowsOf<[number, string]>(selectCards(cards, text)).map(([, each]) => each);

const organizationTexts = (at: string | undefined): string[] =>
  textsOf(activeCards(ORGANIZATION, at), fragment(object({ ...NAMED, ...PARENT })));

/** Returns the value streams by name, with what the front end lays them out by. */
function streamTexts(actor: Actor, at: string | undefined): string[] {
  const attributes = shownAttributes(actor, BUSINESS_CONTEXT);
  const attribute = (key: string) => stored(`(${attributes.sql}) -> '$.${key}'`);
  const text = object({
    ...NAMED,
    ...PARENT,
    attributes: stored(attributes.sql, "{}"),
    sort_order: attribute("sortOrder"),
    column_width: attribute("columnWidth"),
  });
  const values = [...attributes.values, ...attributes.values, ...attributes.values];
  return textsOf(valueStreams(at), fragment(text, ...values));
}

const EMPTY = '{"contexts":[],"organizations":[],"cells":{},"unassigned":[]}';

/**
 * Returns the cells as JSON, piece by piece: a process is in as many as it has pairs of organizations and value streams.
 */
function* cellTexts(cells: Cells, textOf: (id: string) => string): Generator<string> {
  yield "{";
  for (const [row, [organization, streams]] of [...cells].entries()) {
    yield `${row > 0 ? "," : ""}"${organization}":{`;
    for (const [column, [stream, ids]] of [...streams].entries())
      yield* listed(ids.values().map(textOf), `${column > 0 ? "," : ""}"${stream}":`);
    yield "}";
  }
  yield "}";
}

/** Returns the processes in the cells of organizations and value streams. As a table, a row for each of its cells. */
export function valueStreamMatrix(actor: Actor, filters: Filters): Report {
  const processes = listProcesses(actor, filters);
  const byId = new Map(processes.map((process) => [process.id, process]));
  const textOf = (id: string) => byId.get(id)?.text as string;
  const { cells, placed, isCut } = placesOf(processes);
  const unassigned = processes.filter(({ id }) => !placed.has(id));
  function* json(): Generator<string> {
    yield `{"organizations":${list(organizationTexts(filters.at))},"contexts":${list(streamTexts(actor, filters.at))}`;
    yield ',"cells":';
    yield* cellTexts(cells, textOf);
    yield* listed(
      unassigned.values().map(({ brief }) => brief),
      ',"unassigned":',
      endOf(isCut),
    );
  }
  return {
    name: "value-stream-matrix",
    json: () => (processes.length === 0 ? [EMPTY] : json()),
    columns: [
      ...columns("organization_id", "organization", "context_id", "context", "id", "name", "subtype", "parent_id"),
      ...phaseColumn(filters.at),
    ],
    *rows() {
      const ends = [...organizationTexts(filters.at), ...streamTexts(actor, filters.at)].map((text) =>
        JSON.parse(text),
      );
      const names = new Map<string, string>(ends.map(({ id, name }) => [id, name]));
      const end = (id: string) => (id === NONE ? null : id);
      for (const [organization, streams] of cells)
        for (const [stream, ids] of streams)
          for (const id of ids)
            yield {
              ...(JSON.parse(textOf(id)) as Row),
              organization_id: end(organization),
              organization: names.get(organization),
              context_id: end(stream),
              context: names.get(stream),
            };
      for (const { text } of unassigned) yield JSON.parse(text) as Row;
    },
  };
}

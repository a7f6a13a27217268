/** The figures of reports on processes against a naive recomputation over random landscapes. */
import { beforeAll, describe, expect, test } from "bun:test";
import { clientAs, testServer } from "../../../support/server";
import { emptyLandscape } from "../landscape";
import { type Card, type Landscape, type Relation, randomProcesses } from "./processes";

const server = testServer();
const admin = clientAs(server, "admin");
const report = async (path: string) => (await admin.get(`/reports/bpm/${path}`)).body;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
/** Returns cards by name; those of one name in the order of their creation, in which they are stored. */
const byName = (cards: Card[]) => cards.toSorted((one, other) => byText(one.name, other.name));
const ref = ({ id, name }: Card) => ({ id, name });

/** Returns a landscape as the tests need it. */
function seen({ cards, relations }: Landscape) {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const cardOf = (id: string) => byId.get(id) as Card;
  const activeOf = (type: string) => byName(cards.filter((card) => card.type === type && card.status === "ACTIVE"));
  const processes = activeOf("BusinessProcess");
  const isProcess = new Set(processes.map(({ id }) => id));
  /** Returns the relations of active processes, by the names of their ends. */
  const relationsOf = (type: string): Relation[] => {
    const place = new Map(byName(cards).map(({ id }, at) => [id, at]));
    const at = (id: string) => place.get(id) as number;
    return relations
      .filter((relation) => relation.type === type && isProcess.has(relation.source))
      .toSorted((one, other) => at(one.source) - at(other.source) || at(one.target) - at(other.target));
  };
  /** Returns the active cards that a process is related to, as often as it is, by name. */
  const peersOf = (process: Card, type: string): Card[] =>
    byName(
      relationsOf(type)
        .filter(({ source }) => source === process.id)
        .map(({ target }) => cardOf(target))
        .filter(({ status }) => status === "ACTIVE"),
    );
  return { cardOf, activeOf, processes, isProcess, relationsOf, peersOf };
}

describe.each([1, 2, 3])("the reports of the random processes %i", (seed) => {
  let all: Landscape;
  let known: ReturnType<typeof seen>;
  beforeAll(() => {
    emptyLandscape();
    all = randomProcesses(seed);
    known = seen(all);
  });

  test("count in the dashboard active processes by their attributes", async () => {
    const { processes } = known;
    const value = (card: Card, key: string) => String(card.attributes[key] ?? "unknown");
    const counted = (key: string) =>
      Object.fromEntries(
        [...Map.groupBy(processes, (card) => value(card, key))].map(([text, own]) => [text, own.length]),
      );
    const risky = ["critical", "high"].flatMap((risk) => processes.filter((card) => value(card, "riskLevel") === risk));
    const with_diagram = processes.filter(({ id }) => all.published.has(id)).length;
    expect(risky.length).toBeGreaterThan(10);
    expect(await report("dashboard")).toEqual({
      total_processes: processes.length,
      by_process_type: counted("processType"),
      by_maturity: counted("maturity"),
      by_automation: counted("automationLevel"),
      by_risk: counted("riskLevel"),
      top_risk_processes: risky
        .slice(0, 10)
        .map((card) => ({ ...ref(card), risk: value(card, "riskLevel"), maturity: value(card, "maturity") })),
      diagram_coverage: {
        with_diagram,
        total: processes.length,
        percentage: Math.round((with_diagram / processes.length) * 1_000) / 10,
      },
    });
  });

  test("have a cell for each relation of an active process in the matrix of capabilities", async () => {
    const relations = known.relationsOf("relProcessToBC");
    const occurring = (ids: string[]) => byName(all.cards.filter(({ id }) => ids.includes(id))).map(ref);
    expect(await report("capability-process-matrix")).toEqual({
      rows: occurring(relations.map(({ source }) => source)),
      columns: occurring(relations.map(({ target }) => target)),
      cells: relations.map(({ source, target, attributes }) => ({
        ...{ process_id: source, capability_id: target, attributes },
      })),
    });
  });

  test("list relations first and then elements in the matrix of applications", async () => {
    const relations = known.relationsOf("relProcessToApp");
    const elements = known.processes.flatMap((process) =>
      all.elements
        .filter((element) => element.process_id === process.id && element.application_id !== null)
        .toSorted((one, other) => one.sequence_order - other.sequence_order),
    );
    const { rows, columns, cells } = await report("process-application-matrix");
    expect(cells).toEqual([
      ...relations.map(({ source, target, attributes }) => ({
        ...{ process_id: source, application_id: target, source: "relation", attributes },
      })),
      ...elements.map(({ process_id, application_id, name, element_type }) => ({
        ...{ process_id, application_id, source: "element", element_name: name, element_type },
      })),
    ]);
    const named = (ids: Set<string | null>) => byName(all.cards.filter(({ id }) => ids.has(id))).map(ref);
    const ends = [...relations, ...elements.map((one) => ({ source: one.process_id, target: one.application_id }))];
    expect(rows).toEqual(named(new Set(ends.map(({ source }) => source))));
    expect(columns).toEqual(named(new Set(ends.map(({ target }) => target))));
  });

  test("have the dependencies among active processes", async () => {
    const relations = known.relationsOf("relProcessDependency").filter(({ target }) => known.isProcess.has(target));
    const { nodes, edges } = await report("process-dependencies");
    expect(edges.map(({ source, target }: Relation) => [source, target])).toEqual(
      relations.map(({ source, target }) => [source, target]),
    );
    expect(new Set(edges.map(({ id }: { id: string }) => id)).size).toBe(edges.length);
    const ends = new Set(relations.flatMap(({ source, target }) => [source, target]));
    expect(nodes).toEqual(
      known.processes
        .filter(({ id }) => ends.has(id))
        .map(({ id, name, subtype, attributes }) => ({ id, name, subtype, attributes })),
    );
  });

  test.each(["process_count", "maturity", "strategicImportance", "mood"])(
    "have the heatmap by %s of a naive recomputation",
    async (metric) => {
      const scales: Record<string, unknown[]> = {
        maturity: ["initial", "managed", "defined", "measured", "optimized"],
        strategicImportance: ["low", "medium", "high", "critical"],
      };
      const relations = known.relationsOf("relProcessToBC");
      const metricOf = ({ id, attributes }: Card) =>
        metric === "process_count"
          ? relations.filter(({ target }) => target === id).length
          : scales[metric]
            ? scales[metric].indexOf(attributes[metric]) + 1
            : null;
      expect(await report(`capability-heatmap?metric=${metric}`)).toEqual({
        metric,
        items: known.activeOf("BusinessCapability").map((card) => ({
          ...{ ...ref(card), parent_id: null, level: card.attributes["capabilityLevel"] || "L1" },
          ...{ metric_value: metricOf(card), attributes: card.attributes },
        })),
      });
    },
  );

  test("have the elements that are linked to each application", async () => {
    const linked = known.processes.flatMap((process) =>
      all.elements
        .filter((element) => element.process_id === process.id && element.application_id !== null)
        .toSorted((one, other) => one.sequence_order - other.sequence_order),
    );
    const groups = [...Map.groupBy(linked, ({ application_id }) => application_id as string)];
    expect(await report("element-application-map")).toEqual(
      groups
        .toSorted(([one], [other]) => byText(one, other))
        .map(([application_id, elements]) => ({
          application_id,
          application_name: known.cardOf(application_id).name,
          elements: elements.map(({ id, name, element_type, lane_name, process_id }) => ({
            ...{ element_id: id, element_name: name, element_type, lane_name },
            ...{ process_id, process_name: known.cardOf(process_id).name },
          })),
        })),
    );
  });

  test("have the related cards of processes on the map, as often as they are related", async () => {
    const isNumber = (value: unknown) => typeof value === "number" && value !== 0;
    const costOf = ({ attributes }: Card) =>
      ([attributes["costTotalAnnual"], attributes["totalAnnualCost"]].find(isNumber) ?? 0) as number;
    const { items, organizations, business_contexts } = await report("process-map");
    expect(organizations).toEqual(known.activeOf("Organization").map(ref));
    expect(business_contexts).toEqual(known.activeOf("BusinessContext").map(ref));
    const distinct = (cards: Card[]) => [...new Set(cards.map(({ id }) => id))].sort();
    const expected = known.processes.map((process) => {
      const { id, name, subtype, parent_id, attributes, lifecycle } = process;
      const apps = known.peersOf(process, "relProcessToApp");
      return {
        ...{ id, name, subtype, parent_id, attributes, lifecycle },
        apps: apps.map((app) => expect.objectContaining({ ...ref(app), attributes: app.attributes })),
        app_count: apps.length,
        total_cost: sum(apps.map(costOf)),
        data_objects: known.peersOf(process, "relProcessToDataObj").map(ref),
        org_ids: distinct(known.peersOf(process, "relProcessToOrg")),
        ctx_ids: distinct(known.peersOf(process, "relProcessToBizCtx")),
        has_diagram: all.published.has(id),
        element_count: all.elements.filter((element) => element.process_id === id).length,
      };
    });
    expect(items).toEqual(expected);
    const [related] = known
      .relationsOf("relProcessToApp")
      .filter(({ target }) => known.cardOf(target).status === "ACTIVE");
    const own = items.find(({ id }: Card) => id === related?.source).apps;
    expect(own.map((app: { rel_attributes: object }) => app.rel_attributes)).toContainEqual(related?.attributes);
  });

  test("omit ended cards at a date, and the filters restrict the processes", async () => {
    const lives = ({ lifecycle }: Card) => Object.keys(lifecycle).length === 0;
    const { items, organizations } = await report("process-map?at=2025-01-01&where=riskLevel:high");
    const expected = known.processes.filter((card) => lives(card) && card.attributes["riskLevel"] === "high");
    expect(items.map(({ id, phase }: Card & { phase: null }) => [id, phase])).toEqual(
      expected.map(({ id }) => [id, null]),
    );
    for (const [place, process] of expected.entries())
      expect(items[place].apps.map(({ id }: Card) => id)).toEqual(
        known
          .peersOf(process, "relProcessToApp")
          .filter(lives)
          .map(({ id }) => id),
      );
    expect(organizations).toEqual(known.activeOf("Organization").filter(lives).map(ref));
  });

  test("have each process in its cells in the matrix of value streams, and in those of its parents", async () => {
    const own = new Map<string, string[]>();
    const isStream = ({ subtype }: Card) => subtype === "valueStream";
    for (const process of known.processes) {
      const orgs = known.peersOf(process, "relProcessToOrg").map(({ id }) => id);
      const streams = known
        .peersOf(process, "relProcessToBizCtx")
        .filter(isStream)
        .map(({ id }) => id);
      const orNone = (ids: string[]) => (ids.length > 0 ? ids : ["__none__"]);
      const pairs = orNone(orgs).flatMap((org) => orNone(streams).map((stream) => `${org} ${stream}`));
      own.set(process.id, orgs.length + streams.length > 0 ? [...new Set(pairs)] : []);
    }
    const cellsOf = new Map<string, Set<string>>();
    const visit = (process: Card, inherited: ReadonlySet<string>) => {
      const cells = new Set([...(own.get(process.id) ?? []), ...inherited]);
      cellsOf.set(process.id, cells);
      if (cells.size === 0) return;
      for (const child of known.processes.filter(({ parent_id }) => parent_id === process.id)) visit(child, cells);
    };
    for (const root of known.processes.filter(({ parent_id }) => parent_id === null)) visit(root, new Set());
    const body = await report("value-stream-matrix");
    const placed = new Map<string, string[]>();
    for (const [org, streams] of Object.entries<Record<string, Card[]>>(body.cells))
      for (const [stream, cards] of Object.entries(streams)) {
        expect(cards.length).toBeGreaterThan(0);
        for (const { id } of cards) placed.set(id, [...(placed.get(id) ?? []), `${org} ${stream}`]);
      }
    const expected = known.processes.map(({ id }) => [id, [...(cellsOf.get(id) ?? own.get(id) ?? [])].sort()]);
    expect(known.processes.map(({ id }) => [id, (placed.get(id) ?? []).sort()])).toEqual(expected);
    const left = known.processes.filter(({ id }) => !placed.has(id));
    expect(left.length).toBeGreaterThan(0);
    expect(body.unassigned).toEqual(
      left.map((card) => ({ ...ref(card), subtype: card.subtype, attributes: card.attributes })),
    );
    expect(body.organizations.map(({ id }: Card) => id)).toEqual(known.activeOf("Organization").map(({ id }) => id));
    expect(body.contexts).toEqual(
      known
        .activeOf("BusinessContext")
        .filter(isStream)
        .map((card) => ({
          ...{ ...ref(card), subtype: "valueStream", parent_id: null, attributes: card.attributes },
          sort_order: card.attributes["sortOrder"] ?? null,
          column_width: card.attributes["columnWidth"] ?? null,
        })),
    );
  });
});

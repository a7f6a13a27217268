/**
 * Tests of the reports on processes without processes, with archived ones, as tables, and for users without the right.
 */
import { beforeEach, describe, expect, test } from "bun:test";
import { makeCard, relate, role, storedCards } from "../../../support/factories";
import { lastEvent } from "../../../support/journal";
import { clientAs, testServer } from "../../../support/server";
import { emptyLandscape } from "../landscape";
import { storedElement, storedFlow, storedRelation } from "./processes";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
const report = async (path: string) => (await viewer.get(`/reports/bpm/${path}`)).body;

const names = [
  ...["capability-process-matrix", "process-application-matrix", "process-dependencies", "capability-heatmap"],
  ...["element-application-map", "process-map", "value-stream-matrix"],
];

beforeEach(emptyLandscape);

const process = (name: string, rest: object = {}) => makeCard(admin, { type: "BusinessProcess", name, ...rest });

const EMPTY = {
  dashboard: {
    ...{ total_processes: 0, by_process_type: {}, by_maturity: {}, by_automation: {}, by_risk: {} },
    ...{ top_risk_processes: [], diagram_coverage: { with_diagram: 0, total: 0, percentage: 0 } },
  },
  "capability-process-matrix": { rows: [], columns: [], cells: [] },
  "process-application-matrix": { rows: [], columns: [], cells: [] },
  "process-dependencies": { nodes: [], edges: [] },
  "capability-heatmap": { metric: "process_count", items: [] },
  "element-application-map": [],
  "process-map": { items: [], organizations: [], business_contexts: [] },
  "value-stream-matrix": { contexts: [], organizations: [], cells: {}, unassigned: [] },
};

describe("a landscape without processes", () => {
  test.each(Object.entries(EMPTY))("has an empty report %s, with organizations or without", async (name, empty) => {
    await makeCard(admin, { type: "Organization" });
    await makeCard(admin, { type: "BusinessContext", subtype: "valueStream" });
    expect(await report(name)).toEqual(empty);
  });
});

test("an archived process is in no report, but an archived application is shown as a dependency of a process", async () => {
  const [gone, active] = [await process("Gone"), await process("Kept")];
  const [application, capability] = [
    await makeCard(admin, { type: "Application", name: "App" }),
    await makeCard(admin, { type: "BusinessCapability", name: "Cap" }),
  ];
  for (const own of [gone, active]) {
    await relate(admin, "relProcessToApp", own, application);
    await relate(admin, "relProcessToBC", own, capability);
    storedElement({ process_id: own.id, application_id: application.id });
    storedFlow(own.id, "published");
  }
  await relate(admin, "relProcessDependency", active, gone);
  expect((await report("process-dependencies")).edges).toHaveLength(1);
  for (const card of [gone, application]) await admin.post(`/cards/${card.id}/archive`);
  for (const name of ["dashboard", ...names]) expect(JSON.stringify(await report(name))).not.toContain(gone.id);
  expect((await report("dashboard")).diagram_coverage).toEqual({ with_diagram: 1, total: 1, percentage: 100 });
  expect((await report("capability-heatmap")).items).toMatchObject([{ metric_value: 1 }]);
  expect(await report("process-dependencies")).toEqual(EMPTY["process-dependencies"]);
  expect((await report("process-map")).items).toMatchObject([{ id: active.id, apps: [], app_count: 0, total_cost: 0 }]);
  const { columns, cells } = await report("process-application-matrix");
  expect(columns).toEqual([{ id: application.id, name: "App" }]);
  expect(cells.map(({ source }: { source: string }) => source)).toEqual(["relation", "element"]);
  expect(await report("element-application-map")).toMatchObject([{ application_id: application.id }]);
});

test("a relation that exists twice counts twice, and related organizations once", async () => {
  const own = await process("Process");
  const make = (type: string, rest: object = {}) => makeCard(admin, { type, ...rest });
  const ends = {
    relProcessToApp: await make("Application", { attributes: { costTotalAnnual: 100 } }),
    relProcessToDataObj: await make("DataObject"),
    relProcessToOrg: await make("Organization"),
    relProcessToBizCtx: await make("BusinessContext"),
  };
  for (const [type, { id }] of Object.entries(ends))
    for (let count = 0; count < 2; count++) storedRelation({ type, source: own.id, target: id, attributes: {} });
  const { items } = (await admin.get("/reports/bpm/process-map")).body;
  expect(items[0]).toMatchObject({ app_count: 2, total_cost: 200 });
  expect(items[0].apps).toHaveLength(2);
  expect(items[0].data_objects).toHaveLength(2);
  expect(items[0].org_ids).toEqual([ends.relProcessToOrg.id]);
  expect(items[0].ctx_ids).toEqual([ends.relProcessToBizCtx.id]);
});

test("a value stream has its children in the cells of their parent too, but passes nothing to parents without cells", async () => {
  const organization = await makeCard(admin, { type: "Organization" });
  const stream = await makeCard(admin, { type: "BusinessContext", subtype: "valueStream" });
  const other = await makeCard(admin, { type: "BusinessContext", subtype: "process" });
  const root = await process("Root");
  const child = await process("Child", { parent_id: root.id });
  const bare = await process("Bare");
  const below = await process("Below", { parent_id: bare.id });
  const last = await process("Last", { parent_id: below.id });
  await relate(admin, "relProcessToOrg", root, organization);
  await relate(admin, "relProcessToBizCtx", root, other);
  await relate(admin, "relProcessToBizCtx", child, stream);
  await relate(admin, "relProcessToOrg", below, organization);
  const { cells, unassigned, contexts } = await report("value-stream-matrix");
  const ids = (cards: { id: string }[]) => cards.map(({ id }) => id);
  expect(ids(contexts)).toEqual([stream.id]);
  expect(ids(cells[organization.id].__none__)).toEqual([below.id, root.id, child.id]);
  expect(ids(cells.__none__[stream.id])).toEqual([child.id]);
  expect(Object.keys(cells)).toHaveLength(2);
  expect(ids(unassigned)).toEqual([bare.id, last.id]);
});

test("a matrix of value streams with too many cells is cut, and marked as such", async () => {
  const all = (type: string, count: number, rest: object = {}) =>
    storedCards(Array.from({ length: count }, (_, at) => ({ type, name: `${type} ${at}`, ...rest })));
  const [root] = all("BusinessProcess", 1);
  const organizations = all("Organization", 230);
  const streams = all("BusinessContext", 230, { subtype: "valueStream" });
  for (const target of organizations)
    storedRelation({ type: "relProcessToOrg", source: root as string, target, attributes: {} });
  for (const target of streams)
    storedRelation({ type: "relProcessToBizCtx", source: root as string, target, attributes: {} });
  const { cells, unassigned, truncated } = await report("value-stream-matrix");
  expect(truncated).toBe(true);
  expect(unassigned).toEqual([]);
  const places = Object.values<object>(cells).flatMap((row) =>
    Object.values<object[]>(row as Record<string, object[]>),
  );
  expect(places.flat()).toHaveLength(50_000);
  expect(places.filter((cell) => cell.length === 0)).toEqual([]);
});

describe("the reports of processes", () => {
  test.each([
    ["a list", [1]],
    ["an object", { a: 1 }],
    ["a flag", true],
    ["a number", 1.5],
    ["a text", "__proto__"],
    ["an empty text", ""],
    ["nothing", null],
  ])("don't fail when an attribute is %s", async (_, value) => {
    const keys = ["processType", "maturity", "riskLevel", "capabilityLevel", "costTotalAnnual", "sortOrder"];
    const attributes = JSON.stringify(Object.fromEntries(keys.map((key) => [key, value])));
    const types = ["BusinessProcess", "Application", "BusinessCapability", "BusinessContext"];
    const ids = storedCards(types.map((type) => ({ type, name: type, subtype: "valueStream", attributes })));
    storedCards([{ type: "BusinessProcess", name: "Without", attributes: null, lifecycle: null }]);
    const [source, ...targets] = ids as [string, ...string[]];
    for (const [place, type] of ["relProcessToApp", "relProcessToBC", "relProcessToBizCtx"].entries())
      storedRelation({ type, source, target: targets[place] as string, attributes: {} });
    for (const name of ["dashboard", ...names, "capability-heatmap?metric=maturity"])
      expect({ name, ...(await admin.get(`/reports/bpm/${name}`)) }).toMatchObject({ name, status: 200 });
    const { body } = await admin.get("/reports/bpm/process-map");
    expect(body.items[0].total_cost).toBe(value === 1.5 ? 1.5 : 0);
    expect(body.items[1]).toMatchObject({ attributes: {}, lifecycle: {} });
    if (value === null) expect((await report("dashboard")).by_risk).toEqual({ unknown: 2 });
  });
});

describe("the tables of process reports", () => {
  test.each(names)("are CSV or a spreadsheet on request: /reports/bpm/%s", async (name) => {
    const own = await process("Process");
    const peers = { relProcessToApp: "Application", relProcessToBC: "BusinessCapability" };
    for (const [key, type] of Object.entries(peers)) await relate(admin, key, own, await makeCard(admin, { type }));
    await relate(admin, "relProcessDependency", own, await process("Other"));
    const application = await makeCard(admin, { type: "Application", name: "App" });
    storedElement({ process_id: own.id, application_id: application.id });
    const csv = await viewer.get(`/reports/bpm/${name}?format=csv`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toBe(`attachment; filename=${name}.csv`);
    const [header = "", ...rows] = csv.body.trimEnd().split("\r\n");
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.split(",").length).toBe(header.split(",").length);
    const xlsx = await viewer.get(`/reports/bpm/${name}`, {
      accept: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    });
    expect(xlsx.headers.get("content-type")).toContain("spreadsheetml");
  });

  test("have the names of the cards", async () => {
    const [one, other] = [await process("One"), await process("Other", { subtype: "group" })];
    const organization = await makeCard(admin, { type: "Organization", name: "Sales" });
    await relate(admin, "relProcessDependency", one, other);
    await relate(admin, "relProcessToOrg", one, organization);
    const rowsOf = async (name: string): Promise<string[]> =>
      (await report(`${name}?format=csv`)).trimEnd().split("\r\n").slice(1);
    const [dependency = ""] = await rowsOf("process-dependencies");
    expect(dependency).toEndWith(`,${one.id},One,${other.id},Other`);
    expect(await rowsOf("value-stream-matrix")).toEqual([
      `${organization.id},Sales,,,${one.id},One,,`,
      `,,,,${other.id},Other,group,`,
    ]);
  });
});

test("the applications of elements are returned page by page", async () => {
  const own = await process("Process");
  const ids: string[] = [];
  for (const name of ["A", "B", "C"]) {
    const { id } = await makeCard(admin, { type: "Application", name });
    ids.push(id);
    storedElement({ process_id: own.id, application_id: id });
  }
  const page = await viewer.get("/reports/bpm/element-application-map?page=2&page_size=2");
  expect(page.body).toMatchObject([{ application_id: ids.toSorted()[2] }]);
  expect(page.headers.get("x-total-count")).toBe("3");
  const sorted = await report("element-application-map?sort_by=application_name&sort_dir=desc");
  expect(sorted.map((group: { application_name: string }) => group.application_name)).toEqual(["C", "B", "A"]);
});

describe("the reports of processes with an invalid parameter", () => {
  test.each([
    ["process-map?at=tomorrow", "at"],
    ["process-map?tag=red", "tag"],
    ["value-stream-matrix?format=pdf", "format"],
    ["capability-process-matrix?phase=over", "phase"],
    ["process-dependencies?where=nothing:1", "where"],
    ["process-application-matrix?relation_type=uses", "relation_type"],
    ["element-application-map?page=0", "page"],
    ["element-application-map?page_size=999", "page_size"],
    [`capability-heatmap?metric=${"x".repeat(101)}`, "metric"],
    ["dashboard?quality_min=much", "quality_min"],
  ])("are refused with its name: /reports/bpm/%s", async (path, parameter) => {
    const { status, body } = await admin.get(`/reports/bpm/${path}`);
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(["query", parameter]);
  });
});

test("a process report needs only the right to see process reports, and publishes nothing", async () => {
  const before = lastEvent();
  const allowed = await server.as(role("reports.bpm_dashboard"));
  const denied = await server.as(role("reports.ea_dashboard", "bpm.view"));
  for (const name of ["dashboard", ...names]) {
    expect({ name, ...(await allowed.get(`/reports/bpm/${name}`)) }).toMatchObject({ name, status: 200 });
    expect({ name, ...(await denied.get(`/reports/bpm/${name}`)) }).toMatchObject({ name, status: 403 });
    expect({ name, ...(await server.nobody.get(`/reports/bpm/${name}`)) }).toMatchObject({ name, status: 401 });
  }
  expect(lastEvent()).toBe(before);
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { startTestServer, type TestServer } from "../../support/server";

let server: TestServer;
let architect: Client;
const ids: Record<string, string> = {};

const applications = [
  {
    name: "Ledger",
    attributes: {
      costTotalAnnual: 1000,
      businessCriticality: "missionCritical",
      numberOfUsers: 10,
      commercialApplication: true,
    },
  },
  {
    name: "Payroll",
    attributes: { costTotalAnnual: 2500.5, businessCriticality: "businessCritical", productName: "P; a:b|c" },
  },
  {
    name: "Ledger archive",
    subtype: "businessApplication",
    attributes: { costTotalAnnual: 0, commercialApplication: false },
  },
  {
    name: "Intranet",
    description: "shows the ledger",
    attributes: {},
    lifecycle: { active: "2020-01-01", endOfLife: "2025-06-30" },
  },
  { name: "Portal", attributes: { numberOfUsers: "many" }, lifecycle: { plan: "2024-01-01", active: "2030-01-01" } },
];

beforeAll(async () => {
  server = await startTestServer();
  architect = await server.as("member");
  for (const application of applications)
    ids[application.name] = (await architect.post("/cards", { type: "Application", ...application })).body.id;
  ids["Server"] = (await architect.post("/cards", { type: "ITComponent", name: "Server" })).body.id;
  await architect.post("/relations", { type: "relAppToITC", source_id: ids["Ledger"], target_id: ids["Server"] });
});
afterAll(() => server.stop());

const names = async (query: string) =>
  (await architect.get(`/cards?${query}`)).body.items.map((card: { name: string }) => card.name);

test.each([
  ["where=businessCriticality:missionCritical", ["Ledger"]],
  ["where=businessCriticality:missionCritical|businessCritical", ["Ledger", "Payroll"]],
  ["where=costTotalAnnual:1000", ["Ledger"]],
  ["where=costTotalAnnual:1..", ["Ledger", "Payroll"]],
  ["where=costTotalAnnual:..1000", ["Ledger", "Ledger archive"]],
  ["where=costTotalAnnual:500..1500", ["Ledger"]],
  ["where=costTotalAnnual:empty", ["Intranet", "Portal"]],
  ["where=costTotalAnnual:set;businessCriticality:empty", ["Ledger archive"]],
  ["where=commercialApplication:true", ["Ledger"]],
  ["where=commercialApplication:false", ["Ledger archive"]],
  ["where=numberOfUsers:1..", ["Ledger"]],
  [`where=${encodeURIComponent("productName:P\\; a\\:b\\|c")}`, ["Payroll"]],
  ["subtype=businessApplication", ["Ledger archive"]],
  ["phase=active", []],
  ["phase=active&at=2021-01-01", ["Intranet"]],
  ["phase=endOfLife", ["Intranet"]],
  ["phase=plan", ["Portal"]],
  ["quality_max=0", []],
  ["sort_by=attributes.costTotalAnnual", ["Ledger archive", "Ledger", "Payroll", "Intranet", "Portal"]],
  ["sort_by=attributes.costTotalAnnual&sort_dir=desc&page_size=3", ["Portal", "Intranet", "Payroll"]],
  ["sort_by=attributes.costTotalAnnual&page=2&page_size=3", ["Intranet", "Portal"]],
  ["search=ledger", ["Ledger", "Ledger archive", "Intranet"]],
  ["search=ledger&sort_by=name", ["Intranet", "Ledger", "Ledger archive"]],
])("applications with %s", async (query, expected) => {
  expect(await names(`type=Application&${query}`)).toEqual(expected);
});

test("cards are found by what they are related to", async () => {
  expect(await names(`related_to=${ids["Server"]}`)).toEqual(["Ledger"]);
  expect(await names(`related_to=${ids["Ledger"]}&relation_type=relAppToITC`)).toEqual(["Server"]);
  expect(await names(`related_to=${ids["Ledger"]}&relation_type=relAppSuccessor`)).toEqual([]);
});

test("archived cards come back when they are wanted", async () => {
  const { body } = await architect.post("/cards", { type: "Provider", name: "Gone" });
  await architect.post(`/cards/${body.id}/archive`);
  expect(await names("type=Provider")).toEqual([]);
  expect(await names("type=Provider&include_archived=yes")).toEqual(["Gone"]);
});

test("facets count the cards that match, most frequent first", async () => {
  const { body } = await architect.get(
    "/cards?facets=type,subtype,attributes.businessCriticality&type=Application&page_size=1",
  );
  expect(body.items).toHaveLength(1);
  expect(body.facets).toEqual({
    type: [{ value: "Application", count: 5 }],
    subtype: [
      { value: null, count: 4 },
      { value: "businessApplication", count: 1 },
    ],
    "attributes.businessCriticality": [
      { value: null, count: 3 },
      { value: "businessCritical", count: 1 },
      { value: "missionCritical", count: 1 },
    ],
  });
});

test.each([
  ["where=costTotalAnnual:1", "needs exactly one card type"],
  ["type=Application,Provider&where=costTotalAnnual:1", "needs exactly one card type"],
  ["type=Application&where=nothing:1", "has no field"],
  ["type=Application&where=costTotalAnnual", "a key, a colon and a value"],
  ["type=Application&where=costTotalAnnual:many", "compared with numbers"],
  ["type=Application&where=costTotalAnnual:..", "neither beginning nor end"],
  ["type=Application&where=commercialApplication:1", "true or false"],
  ["type=Application&sort_by=attributes.nothing", "has no field"],
  ["facets=nothing", "must be among"],
  ["relation_type=relAppToITC", "needs related_to"],
  ["stakeholder_role=responsible", "needs stakeholder"],
  ["tag=x", "ids of tags"],
  ["phase=birth", "must be"],
  ["phase=active&at=yesterday", "must be a date"],
  ["quality_min=101", "at most 100"],
])("%s is refused by name", async (query, message) => {
  const { status, body } = await architect.get(`/cards?${query}`);
  expect(status).toBe(422);
  expect(body.detail[0].msg).toContain(message);
  expect(body.detail[0].loc[0]).toBe("query");
});

test.each(["where=costTotalAnnual:1..", "sort_by=attributes.costTotalAnnual", "facets=attributes.costTotalAnnual"])(
  "who may not see costs can't find them out with %s",
  async (query) => {
    const viewer = await server.as("viewer");
    expect((await viewer.get(`/cards?type=Application&${query}`)).status).toBe(403);
  },
);

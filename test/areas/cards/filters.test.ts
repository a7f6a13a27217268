import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { cardType, field, stakeholder, stakeholderRole, tagCard, tagGroup } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const architect = clientAs(server, "member");
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
  for (const application of applications)
    ids[application.name] = (await architect.post("/cards", { type: "Application", ...application })).body.id;
  ids["Server"] = (await architect.post("/cards", { type: "ITComponent", name: "Server" })).body.id;
  await architect.post("/relations", { type: "relAppToITC", source_id: ids["Ledger"], target_id: ids["Server"] });
});

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
])("applications with %s are found", async (query, expected) => {
  expect(await names(`type=Application&${query}`)).toEqual(expected);
});

test("cards are found by their related cards", async () => {
  expect(await names(`related_to=${ids["Server"]}`)).toEqual(["Ledger"]);
  expect(await names(`related_to=${ids["Ledger"]}&relation_type=relAppToITC`)).toEqual(["Server"]);
  expect(await names(`related_to=${ids["Ledger"]}&relation_type=relAppSuccessor`)).toEqual([]);
});

describe("cards of a type with fields of all kinds", () => {
  const tags: string[] = [];
  let keeper: Client;

  beforeAll(async () => {
    cardType("Sample", [
      field("colours", "multiple_select", { options: ["red", "blue", "green"].map((key) => ({ key, label: key })) }),
      field("isNew", "boolean"),
      field("since", "date"),
      field("version", "text"),
      field("note.of", "text"),
    ]);
    stakeholderRole("Sample", "keeper");
    stakeholderRole("Sample", "reader");
    keeper = await server.as("member");
    const group = tagGroup("Mark", ["one", "two"]);
    tags.push(...group.tags);
    const samples = [
      { name: "a", attributes: { colours: ["red", "blue"], isNew: true, since: "2024-05-01", version: "1..2" } },
      { name: "b", attributes: { colours: ["blue"], isNew: false, since: "2025-01-01", version: "1" } },
      { name: "c", attributes: { colours: [], since: "2026-01-01", version: "2" } },
      { name: "d", attributes: { "note.of": "x", version: "empty" } },
    ];
    for (const sample of samples) {
      const { body } = await architect.post("/cards", { type: "Sample", ...sample });
      ids[sample.name] = body.id;
    }
    for (const [card, tag] of [
      ["a", 0],
      ["a", 1],
      ["b", 1],
    ] as const)
      tagCard(ids[card] as string, tags[tag]);
    stakeholder(ids["a"] as string, keeper.userId, "keeper");
    stakeholder(ids["c"] as string, keeper.userId, "reader");
  });

  test.each([
    ["where=colours:red", ["a"]],
    ["where=colours:red|blue", ["a", "b"]],
    ["where=colours:empty", ["c", "d"]],
    ["where=colours:set", ["a", "b"]],
    ["where=isNew:true", ["a"]],
    ["where=isNew:false", ["b"]],
    ["where=isNew:empty", ["c", "d"]],
    ["where=since:2024-01-01..2025-01-01", ["a", "b"]],
    ["where=since:2025-06-01..", ["c"]],
    ["where=version:1..2", ["a", "b", "c"]],
    ["where=version:1\\.\\.2", ["a"]],
    ["where=version:\\empty", ["d"]],
    ["where=note.of:x", ["d"]],
    ["where=version:1;colours:blue", ["b"]],
    ["where=", ["a", "b", "c", "d"]],
    ["sort_by=attributes.since&sort_dir=desc", ["d", "c", "b", "a"]],
    ["sort_by=attributes.version&page=2&page_size=2", ["c", "d"]],
  ])("are found with %s", async (query, expected) => {
    expect(await names(`type=Sample&${query}`)).toEqual(expected);
  });

  test("are found by their tags, of which one suffices", async () => {
    expect(await names(`tag=${tags[0]}`)).toEqual(["a"]);
    expect(await names(`tag=${tags[1]}`)).toEqual(["a", "b"]);
    expect(await names(`tag=${tags.join(",")}&type=Sample&where=isNew:false`)).toEqual(["b"]);
  });

  test("are found by their stakeholders", async () => {
    expect(await names(`stakeholder=${keeper.userId}`)).toEqual(["a", "c"]);
    expect(await names(`stakeholder=${keeper.userId}&stakeholder_role=keeper`)).toEqual(["a"]);
    expect(await names(`stakeholder=${keeper.userId}&status=ARCHIVED`)).toEqual([]);
  });

  test("are counted by lists, flags and tags on request", async () => {
    const facets = "attributes.colours,attributes.isNew,attributes.version,tag,status,approval_status";
    const { body } = await architect.get(`/cards?type=Sample&page_size=1&facets=${facets}`);
    const count = (value: string | null, count: number) => ({ value, count });
    expect(body.facets).toEqual({
      "attributes.colours": [count("blue", 2), count("red", 1)],
      "attributes.isNew": [count(null, 2), count("false", 1), count("true", 1)],
      "attributes.version": [count("1", 1), count("1..2", 1), count("2", 1), count("empty", 1)],
      tag: [count(tags[1] as string, 2), count(tags[0] as string, 1)],
      status: [count("ACTIVE", 4)],
      approval_status: [count("DRAFT", 4)],
    });
  });
});

test.each(["ids=nonsense", "status=,", "approval_status=,", "search=nothingofthekind"])(
  "facets of the cards with %s, which match none, are empty",
  async (query) => {
    const { status, body } = await architect.get(`/cards?${query}&facets=type,tag`);
    expect([status, body]).toEqual([
      200,
      { items: [], total: 0, page: 1, page_size: 50, facets: { type: [], tag: [] } },
    ]);
  },
);

test("archived cards are found on request", async () => {
  const { body } = await architect.post("/cards", { type: "Provider", name: "Gone" });
  await architect.post(`/cards/${body.id}/archive`);
  expect(await names("type=Provider")).toEqual([]);
  expect(await names("type=Provider&include_archived=yes")).toEqual(["Gone"]);
});

test("facets count the matching cards, most frequent first", async () => {
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
  ["at=2020-01-01", "needs phase"],
  ["type=Application&where=costTotalAnnual:1..2..3", "more than two ends"],
  ["tag=x", "ids of tags"],
  ["phase=birth", "must be"],
  ["phase=active&at=yesterday", "must be a date"],
  ["quality_min=101", "at most 100"],
])("the query %s is refused with the name of the parameter", async (query, message) => {
  const { status, body } = await architect.get(`/cards?${query}`);
  expect(status).toBe(422);
  expect(body.detail[0].msg).toContain(message);
  expect(body.detail[0].loc[0]).toBe("query");
});

test.each(["where=costTotalAnnual:1..", "sort_by=attributes.costTotalAnnual", "facets=attributes.costTotalAnnual"])(
  "a user who may not see costs is refused %s",
  async (query) => {
    const viewer = await server.as("viewer");
    expect((await viewer.get(`/cards?type=Application&${query}`)).status).toBe(403);
  },
);

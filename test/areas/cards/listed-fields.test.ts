/** Lists with the fields, totals, histograms and filters that a grid of the landscape needs. */
import { beforeAll, describe, expect, test } from "bun:test";
import { role, stakeholder, tagCard, tagGroup } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const architect = clientAs(server, "member");
const viewer = clientAs(server, "viewer");
const ids: Record<string, string> = {};
let group: { id: string; tags: string[] };
let owner: string;

const applications = [
  { name: "Ledger", subtype: "businessApplication", attributes: { costTotalAnnual: 1000, numberOfUsers: 10 } },
  { name: "Payroll", attributes: { costTotalAnnual: 3000, productName: "Pay" }, lifecycle: { active: "2020-03-01" } },
  { name: "Intranet", attributes: {}, lifecycle: { active: "2020-01-01", endOfLife: "2025-06-30" } },
  { name: "Portal", attributes: { numberOfUsers: 30 }, lifecycle: { plan: "2090-01-01" } },
];

beforeAll(async () => {
  for (const application of applications)
    ids[application.name] = (await architect.post("/cards", { type: "Application", ...application })).body.id;
  ids["Module"] = (
    await architect.post("/cards", { type: "Application", name: "Module", parent_id: ids["Ledger"] })
  ).body.id;
  for (const name of ["Server", "Database"])
    ids[name] = (await architect.post("/cards", { type: "ITComponent", name })).body.id;
  for (const target of ["Server", "Database"])
    await architect.post("/relations", { type: "relAppToITC", source_id: ids["Ledger"], target_id: ids[target] });
  owner = (await architect.get("/auth/me")).body.id;
  stakeholder(ids["Payroll"] as string, owner, "responsible");
  group = tagGroup("Region", ["EU", "US"]);
  tagCard(ids["Portal"] as string, group.tags[0] as string);
});

const list = async (query: string, client = architect) => client.get(`/cards?type=Application&${query}`);
const names = async (query: string) => (await list(query)).body.items.map((card: { name: string }) => card.name);
const named = async (query: string, name: string) =>
  (await list(query)).body.items.find((card: { name: string }) => card.name === name);

describe("a list with fields", () => {
  test("has of the attributes only those asked for", async () => {
    expect((await named("fields=attributes.costTotalAnnual", "Ledger")).attributes).toEqual({ costTotalAnnual: 1000 });
    expect((await named("fields=name", "Ledger")).attributes).toEqual({});
    expect((await named("fields=attributes", "Payroll")).attributes).toEqual({
      costTotalAnnual: 3000,
      productName: "Pay",
    });
  });

  test("has relations with the cards at their other ends, from either side", async () => {
    const { relations } = await named("fields=relation.relAppToITC", "Ledger");
    expect(relations["relation.relAppToITC"]).toMatchObject({
      total: 2,
      items: [
        { id: ids["Server"], name: "Server", type: "ITComponent" },
        { id: ids["Database"], name: "Database", type: "ITComponent" },
      ],
    });
    expect((await named("fields=relations", "Payroll")).relations).toEqual({});
    const { body } = await architect.get("/cards?type=ITComponent&fields=reverse.relAppToITC&search=Server");
    expect(body.items[0].relations["reverse.relAppToITC"].items[0].name).toBe("Ledger");
  });

  test("counts relations beyond those it shows, and leaves out archived cards", async () => {
    const { body: hub } = await architect.post("/cards", { type: "Application", name: "Hub" });
    for (let at = 0; at < 22; at++) {
      const { body } = await architect.post("/cards", { type: "ITComponent", name: `Node ${at}` });
      await architect.post("/relations", { type: "relAppToITC", source_id: hub.id, target_id: body.id });
      if (at === 0) await architect.post(`/cards/${body.id}/archive`);
    }
    const { total, items } = (await named("fields=relation.relAppToITC", "Hub")).relations["relation.relAppToITC"];
    expect({ total, shown: items.length }).toEqual({ total: 21, shown: 20 });
    await architect.post(`/cards/${hub.id}/archive`);
  });

  test("has paths, phases, people by role and tags by group", async () => {
    expect(await named("fields=parent,path,phase", "Module")).toMatchObject({
      parent: { id: ids["Ledger"], name: "Ledger" },
      path: [{ name: "Ledger" }],
      phase: null,
    });
    expect(await named("fields=phase", "Payroll")).toMatchObject({ phase: "active" });
    expect((await named("fields=stakeholders", "Payroll")).stakeholders_by_role.responsible[0].user_id).toBe(owner);
    expect((await named("fields=tags", "Portal")).tags_by_group.Region[0].name).toBe("EU");
  });

  test("shows no costs to those who may not see them", async () => {
    const costOf = async () => (await list("search=Ledger&fields=attributes", viewer)).body.items[0].attributes;
    expect(await costOf()).toEqual({ numberOfUsers: 10 });
    stakeholder(ids["Ledger"] as string, (await viewer.get("/auth/me")).body.id, "responsible");
    expect(await costOf()).toEqual({ costTotalAnnual: 1000, numberOfUsers: 10 });
    const blind = await server.as(role("inventory.view", "relations.view"));
    for (const fields of ["attributes", "attributes.costTotalAnnual"])
      expect(JSON.stringify((await blind.get(`/cards?type=Application&fields=${fields}`)).body)).not.toContain(
        "costTotalAnnual",
      );
  });

  test.each(["fields=nonsense", "fields=attributes.nonsense", "fields=relation.nonsense", "fields=lifecycle.nonsense"])(
    "is refused with %s",
    async (query) => {
      expect((await list(query)).status).toBe(422);
    },
  );

  test("shows relations only to those who may see them", async () => {
    const blind = await server.as(role("inventory.view"));
    expect((await blind.get("/cards?type=Application&fields=relations")).status).toBe(403);
    expect((await blind.get("/cards?type=Application&where=relation.relAppToITC:set")).status).toBe(403);
    expect((await blind.get("/cards?type=Application&where=stakeholder.responsible:set")).status).toBe(403);
  });
});

test.each([
  ["where=!subtype:businessApplication", ["Intranet", "Module", "Payroll", "Portal"]],
  ["where=subtype:set", ["Ledger"]],
  ["where=parent:set", ["Module"]],
  ["where=relation.relAppToITC:set", ["Ledger"]],
  ["where=relation.relAppToITC:empty;parent:empty", ["Intranet", "Payroll", "Portal"]],
  ["where=stakeholder.responsible:set", ["Ledger", "Payroll"]],
  ["where=stakeholder.responsible:me", ["Payroll"]],
  ["where=stakeholder:me", ["Payroll"]],
  ["where=stakeholder:set", ["Ledger", "Payroll"]],
  ["where=!stakeholder.responsible:me;costTotalAnnual:set", ["Ledger"]],
  ["where=lifecycle:empty", ["Ledger", "Module"]],
  ["where=lifecycle.active:2020-02-01..", ["Payroll"]],
  ["where=lifecycle.endOfLife:set", ["Intranet"]],
  ["where=phase:active|endOfLife", ["Intranet", "Payroll"]],
  ["where=phase:active&at=2021-01-01", ["Intranet", "Payroll"]],
  ["where=!phase:endOfLife;lifecycle:set", ["Payroll", "Portal"]],
  ["where=phase:empty;lifecycle:set", ["Portal"]],
  ["where=!costTotalAnnual:2000..;costTotalAnnual:set", ["Ledger"]],
  ["where=name:Ledger|Portal", ["Ledger", "Portal"]],
  ["where=description:set", []],
  ["where=created_at:..2000-01-01", []],
  ["where=data_quality:0..100;attributes.productName:Pay", ["Payroll"]],
  ["sort_by=lifecycle.active&where=lifecycle.active:set", ["Intranet", "Payroll"]],
  ["sort_by=lifecycle.active&sort_dir=desc&where=lifecycle.active:set", ["Payroll", "Intranet"]],
])("applications with %s are the ones of the list", async (query, expected) => {
  expect((await names(query)).toSorted()).toEqual(expected.toSorted());
  if (query.startsWith("sort_by")) expect(await names(query)).toEqual(expected);
});

test("cards are found by a tag of a group, by a linked card, and by their lack of one", async () => {
  expect(await names(`where=tag.${group.id}:set`)).toEqual(["Portal"]);
  expect(await names(`where=tag.${group.id}:${group.tags[1]}`)).toEqual([]);
  expect(await names(`where=relation.relAppToITC:${ids["Server"]}`)).toEqual(["Ledger"]);
  expect(await names(`where=parent:${ids["Ledger"]}`)).toEqual(["Module"]);
  expect((await names(`where=tag.${group.id}:empty`)).length).toBe(4);
});

test.each([
  "where=relation.nonsense:set",
  "where=stakeholder.nonsense:set",
  "where=tag.nonsense:set",
  "where=lifecycle:2020-01-01",
  "where=relation.relAppToITC:nonsense",
  "where=nonsense:1",
  "where=data_quality:many",
  "totals=nonsense",
  "totals=attributes.nonsense",
  "facets=productName:histogram",
  "facets=attributes.productName:histogram",
])("a list with %s is refused with 422", async (query) => {
  expect((await list(query)).status).toBe(422);
});

test("pages of a filtered list are parts of one order, whichever comes first", async () => {
  const query = "where=!subtype:nonsense&sort_by=attributes.numberOfUsers&sort_dir=desc";
  const all = await names(query);
  expect(all).toHaveLength(5);
  expect([...(await names(`${query}&page_size=2&page=2`)), ...(await names(`${query}&page_size=2&page=3`))]).toEqual(
    all.slice(2),
  );
  await architect.patch(`/cards/${ids["Intranet"]}`, { attributes: { numberOfUsers: 99 } });
  expect((await names(`${query}&page_size=3`)).includes("Intranet")).toBe(true);
  await architect.patch(`/cards/${ids["Intranet"]}`, { attributes: {} });
});

test("totals are of all matching cards, whatever the page", async () => {
  const query = "page_size=1&totals=attributes.costTotalAnnual,data_quality,stakeholder.responsible,lifecycle";
  const { total, totals } = (await list(query)).body;
  expect(total).toBe(5);
  expect(totals["attributes.costTotalAnnual"]).toEqual({ filled: 2, sum: 4000, mean: 2000, min: 1000, max: 3000 });
  expect(totals.data_quality).toMatchObject({ filled: 5, mean: expect.any(Number) });
  expect(totals["stakeholder.responsible"]).toEqual({ filled: 2 });
  expect(totals.lifecycle).toEqual({ filled: 3 });
  const none = (await list("search=nothing of this name&totals=attributes.costTotalAnnual")).body.totals;
  expect(none["attributes.costTotalAnnual"]).toEqual({ filled: 0, sum: 0, mean: null, min: null, max: null });
});

test("histograms have the numbers and the days of all matching cards", async () => {
  const query =
    "facets=attributes.costTotalAnnual:histogram,data_quality:histogram,lifecycle.active:histogram,phase,parent,stakeholder.responsible,relation.relAppToITC";
  const { facets, histograms } = (await list(query)).body;
  const costs = histograms["attributes.costTotalAnnual"];
  expect(costs).toMatchObject({ min: 1000, max: 3000, filled: 2, missing: 3 });
  expect(costs.buckets[0]).toEqual({ from: 1000, to: 1100, count: 1 });
  expect(costs.buckets.at(-1)).toEqual({ from: 3000, to: 3100, count: 1 });
  const quality = histograms.data_quality.buckets;
  expect([quality.length, quality[0].from, quality.at(-1).to]).toEqual([20, 0, 100]);
  expect(histograms["lifecycle.active"].buckets.map((bucket: { count: number }) => bucket.count)).toEqual([1, 0, 1]);
  expect(facets.phase).toEqual([
    { value: null, count: 3 },
    { value: "active", count: 1 },
    { value: "endOfLife", count: 1 },
  ]);
  expect(facets.parent).toEqual([
    { value: ids["Ledger"], label: "Ledger", count: 1 },
    { value: null, label: null, count: 4 },
  ]);
  expect(facets["stakeholder.responsible"]).toMatchObject([{ count: 1 }, { count: 1 }, { count: 3 }]);
  expect(facets["relation.relAppToITC"]).toHaveLength(3);
});

test("costs are neither summed up, nor counted, nor compared for those who may not see them", async () => {
  const blind = await server.as(role("inventory.view"));
  for (const query of [
    "totals=attributes.costTotalAnnual",
    "facets=attributes.costTotalAnnual:histogram",
    "where=!attributes.costTotalAnnual:1000",
    "where=costTotalAnnual:empty",
    "sort_by=attributes.costTotalAnnual",
  ])
    expect((await list(query, blind)).status).toBe(403);
});

describe("the order of a list by what not every card has", () => {
  const order = "sort_by=attributes.costTotalAnnual&sort_dir=desc";

  test("begins with the cards without it in a descending order", async () => {
    expect((await names(`${order}&where=name:Ledger|Payroll|Intranet`)).at(-1)).toBe("Ledger");
  });

  test("ends with them when `nulls=last` asks for it, on every page", async () => {
    const whole = await names(`${order}&nulls=last`);
    expect(whole.slice(0, 2)).toEqual(["Payroll", "Ledger"]);
    const pages: string[] = [];
    for (let page = 1; page <= whole.length; page++)
      pages.push(...(await names(`${order}&nulls=last&page=${page}&page_size=1`)));
    expect(pages).toEqual(whole);
    const ascending = await names("sort_by=attributes.costTotalAnnual&sort_dir=asc&nulls=last");
    expect(ascending.slice(0, 2)).toEqual(["Ledger", "Payroll"]);
  });

  test("is that of the export, too", async () => {
    const { body } = await architect.get(`/cards/export/csv?type=Application&${order}&nulls=last`);
    expect(String(body).indexOf("Payroll")).toBeLessThan(String(body).indexOf("Intranet"));
  });
});

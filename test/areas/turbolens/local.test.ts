/** Vendors, modernisation and figures without a model. */
import { beforeAll, expect, test } from "bun:test";
import { transactionInTurn } from "../../../db";
import { program } from "../../../src/core/journal/journal";
import { updateStoredSettings } from "../../../src/core/settings/store";
import type { Client } from "../../support/client";
import { makeCard, relate, role, stakeholder } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { analyse, type Run } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const cards: Record<string, Run> = {};

beforeAll(async () => {
  const make = async (type: string, name: string, attributes = {}, rest = {}) => {
    cards[name] = await makeCard(admin, { type, name, attributes, ...rest });
  };
  const costTotalAnnual = 1_000;
  await make("Application", "Ledger", {
    costTotalAnnual,
    technicalSuitability: "inappropriate",
    functionalSuitability: "unreasonable",
  });
  await make("Application", "Invoices", { costTotalAnnual: 9_000 });
  await make("Application", "Fresh", { functionalSuitability: "perfect" });
  await make("Application", "Fax", {}, { lifecycle: { active: "2001-01-01", endOfLife: "2020-01-01" } });
  await make("ITComponent", "Old database", {}, { lifecycle: { endOfLife: "2019-01-01" } });
  for (const name of ["SAP SE", "SAP Deutschland", "SAP Ariba"]) await make("Provider", name);
  await relate(admin, "relProviderToApp", cards["SAP SE"], cards["Ledger"]);
  await relate(admin, "relProviderToApp", cards["SAP Deutschland"], cards["Invoices"]);
  await relate(admin, "relAppToITC", cards["Invoices"], cards["Old database"]);
});

test("vendors are categorised by terms, with their cards and costs", async () => {
  const run = await analyse(admin, "vendors/analyse");
  expect(run.results).toEqual({ analysed: 3, total: 3, engine: "local" });
  const { body } = await admin.get("/turbolens/vendors");
  expect(body).toMatchObject([
    {
      vendor_name: "SAP SE",
      category: "ERP & Finance",
      app_count: 1,
      total_cost: 1_000,
      app_list: ["Ledger"],
      engine: "local",
    },
    { vendor_name: "SAP Deutschland", category: "ERP & Finance", app_count: 1, total_cost: 9_000 },
    { vendor_name: "SAP Ariba", category: "ERP & Finance", app_count: 0, app_list: [] },
  ]);
  expect(body[0].reasoning).toContain("known for it");
});

test("names are resolved to vendors, and products to their makers", async () => {
  expect((await analyse(admin, "vendors/resolve")).results).toEqual({ saved: 2, rawCount: 3, engine: "local" });
  const [sap, ariba] = (await admin.get("/turbolens/vendors/hierarchy")).body;
  expect(sap).toMatchObject({
    canonical_name: "SAP",
    vendor_type: "vendor",
    parent_id: null,
    aliases: ["SAP Deutschland", "SAP SE"],
    category: "ERP & Finance",
    app_count: 2,
    itc_count: 0,
    total_cost: 10_000,
  });
  expect(ariba).toMatchObject({ canonical_name: "SAP Ariba", vendor_type: "product", parent_id: sap.id });
});

test("suggestions for modernisation follow from facts", async () => {
  const run = await analyse(admin, "duplicates/modernize", { target_type: "Application" });
  expect(run.results).toEqual({ assessments: 3, targetType: "Application", engine: "local" });
  const { body } = await admin.get("/turbolens/duplicates/modernizations");
  expect(body.map(({ card_name, modernization_type }: Run) => [card_name, modernization_type])).toEqual([
    ["Fax", "upgrade"],
    ["Invoices", "replatform"],
    ["Ledger", "replace"],
  ]);
  expect(body[0].facts).toEqual(["Its life has ended", expect.stringMatching(/^It has been in use for \d+ years$/)]);
  expect(body[1]).toMatchObject({
    card_id: cards["Invoices"].id,
    current_tech: "Old database",
    priority: "high",
    facts: [
      "It stands on 1 component(s) without support: Old database",
      "It is among the dearest quarter of its type, and nothing says that it fits its purpose well",
    ],
  });
});

test("a type without cards changes nothing", async () => {
  const before = (await admin.get("/turbolens/duplicates/modernizations")).body;
  const run = await analyse(admin, "duplicates/modernize", { target_type: "Nonsense" });
  expect(run.results).toEqual({ assessments: 0, targetType: "Nonsense", engine: "local" });
  expect((await admin.get("/turbolens/duplicates/modernizations")).body).toEqual(before);
});

test("costs are hidden from users who may not see them", async () => {
  const partner = await server.as(role("turbolens.view"));
  stakeholder(cards["Invoices"].id, partner.userId, "observer");
  const vendors = (await partner.get("/turbolens/vendors")).body;
  const hierarchy = (await partner.get("/turbolens/vendors/hierarchy")).body;
  const facts = (await partner.get("/turbolens/duplicates/modernizations")).body.flatMap(({ facts }: Run) => facts);
  expect([...vendors, ...hierarchy].map(({ total_cost }: Run) => total_cost)).toEqual([0, 0, 0, 0, 0]);
  expect(facts.join()).not.toContain("dearest");
  expect((await partner.get("/turbolens/overview")).body.total_cost).toBe(0);
});

test("vendors are exported as they are filtered, and without costs for those who may not see them", async () => {
  const all = (await admin.get("/turbolens/vendors")).body;
  const rows = async (client: Client, query: Record<string, string> = {}) =>
    String((await client.get(`/turbolens/vendors/export?${new URLSearchParams(query)}`)).body)
      .trim()
      .split(/\r?\n/);
  const everything = await rows(admin);
  expect(everything).toHaveLength(all.length + 1);
  expect(everything[0]).toContain("total_cost");
  const [{ category, vendor_name }] = all;
  const inCategory = all.filter((one: Run) => one.category === category).length;
  expect(await rows(admin, { category: `${category}|Nothing` })).toHaveLength(inCategory + 1);
  expect((await rows(admin, { search: vendor_name.toUpperCase() }))[1]).toContain(vendor_name);
  expect(await rows(admin, { contract_from: "2999-01-01" })).toHaveLength(1);
  const known = all.filter((one: Run) => one.provider_id !== null).length;
  expect(await rows(admin, { provider: "known" })).toHaveLength(known + 1);
  const partner = await server.as(role("turbolens.view", "inventory.export"));
  expect((await rows(partner))[0]).not.toContain("total_cost");
  expect((await admin.get("/turbolens/vendors/export?contract_to=soon")).status).toBe(422);
});

test("the overview counts active cards", async () => {
  expect((await admin.get("/turbolens/overview")).body).toMatchObject({
    total_cards: 8,
    cards_by_type: { Application: 4, ITComponent: 1, Provider: 3 },
    total_cost: 10_000,
    vendor_count: 3,
    duplicate_clusters: 0,
    modernization_count: 3,
    top_issues: expect.arrayContaining([expect.objectContaining({ name: "Ledger", type: "Application" })]),
  });
});

test("an administrator can switch analyses off", async () => {
  await transactionInTurn(() => updateStoredSettings(program("test"), "general", { turboLensEnabled: false }));
  expect((await admin.get("/turbolens/status")).body).toMatchObject({ enabled: false, ready: false, engine: "local" });
});

/**
 * Costs are searched for in everything that reports contain for a user who may do all but see them, and for a viewer.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readXlsx } from "hucre/xlsx";
import { permissionKeys } from "../../../src/core/access/permissions";
import type { Client } from "../../support/client";
import { cardType, field, makeCard, relate, relationType, role, stakeholder } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

/** Figures that stand nowhere by chance. */
const [COST, FORMER, FEE] = [918_273_645, 918_273_546, 564_738_291];
const secrets = [COST, FORMER, FEE].map(String);
/** The numbers that would be sums of costs. */
const sums = [COST + COST, COST + 1].map(String);

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
let auditor: Client;
let application: { id: string };

beforeAll(async () => {
  auditor = await server.as(role(...permissionKeys().filter((key) => key !== "costs.view")));
  const fields = [field("price", "cost"), field("size", "number"), field("startDate", "date")];
  for (const type of ["Application", "BusinessCapability", "ITComponent", "Organization"]) cardType(type, fields);
  for (const [key, source, target] of [
    ["supports", "Application", "BusinessCapability"],
    ["runs", "Application", "ITComponent"],
    ["follows", "Application", "Application"],
    ["belongs", "Application", "Organization"],
  ] as const)
    relationType(key, source, target, { affected_end: "source", attributes_schema: [field("fee", "cost")] });
  const attributes = { price: FORMER, size: 1, startDate: "2026-01-01" };
  const lifecycle = { active: "2020-01-01", endOfLife: "2025-01-01" };
  const make = async (type: string) => {
    const card = await makeCard(admin, { type, attributes, lifecycle });
    await admin.patch(`/cards/${card.id}`, { attributes: { ...attributes, price: COST } });
    return card;
  };
  application = await make("Application");
  for (const [key, type] of [
    ["supports", "BusinessCapability"],
    ["runs", "ITComponent"],
    ["follows", "Application"],
    ["belongs", "Organization"],
  ] as const)
    await relate(admin, key, application, await make(type), { attributes: { fee: FEE } });
  // A stakeholder role in a card opens none of its costs in reports.
  for (const { userId } of [viewer, auditor]) stakeholder(application.id, userId, "responsible");
});

const axes = "x_axis=size&y_axis=size&size_field=size&color_field=startDate";
const reports = () => [
  "dashboard",
  "my-workspace",
  "admin-dashboard",
  "stakeholder-directory",
  "landscape?",
  "landscape?group_by=Application",
  "landscape?type=BusinessCapability&group_by=Application&at=2022-01-01",
  `portfolio?${axes}`,
  "app-portfolio?type=Application",
  "app-portfolio?type=ITComponent&at=2022-01-01",
  "matrix?",
  "matrix?relations=true",
  "roadmap?",
  "roadmap?type=Application&at=2022-01-01",
  "capability-heatmap?metric=app_count",
  "capability-heatmap?metric=risk_count&at=2022-01-01",
  "dependencies",
  `dependencies?center_id=${application.id}`,
  `impact?card_id=${application.id}`,
  `impact?card_id=${application.id}&direction=upstream`,
  "data-quality?",
  "eol?",
];

/** Returns the text of a report as JSON, as CSV and as a spreadsheet. */
async function textsOf(client: Client, path: string): Promise<string[]> {
  const { body } = await client.get(`/reports/${path}`);
  if (!path.includes("?") || path.startsWith("dependencies")) return [JSON.stringify(body)];
  const csv = await client.get(`/reports/${path}&format=csv`);
  const xlsx = await fetch(`${server.url}/api/v1/reports/${path}&format=xlsx`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const { sheets } = await readXlsx(await xlsx.bytes());
  return [JSON.stringify(body), csv.body, JSON.stringify(sheets[0]?.rows)];
}

const shown = (text: string) => [...secrets, ...sums].filter((secret) => text.includes(secret));

describe("the reports of the landscape", () => {
  test.each([
    ["a viewer", () => viewer],
    ["an auditor", () => auditor],
  ])("show no cost to %s", async (_, client) => {
    for (const path of reports())
      for (const text of await textsOf(client(), path))
        expect({ path, shown: shown(text) }).toEqual({ path, shown: [] });
  });
});

test("the reports show costs to users who may see them", async () => {
  const exposing: string[] = [];
  for (const path of reports())
    if ((await textsOf(admin, path)).some((text) => shown(text).length > 0))
      exposing.push(path.split("?")[0] as string);
  expect(new Set(exposing)).toEqual(
    new Set([
      ...["dashboard", "admin-dashboard", "landscape", "app-portfolio", "roadmap", "capability-heatmap"],
      ...["dependencies", "impact", "matrix"],
    ]),
  );
});

test("the reports show everything but costs to a viewer", async () => {
  const { body: roadmap } = await viewer.get("/reports/roadmap?type=ITComponent");
  expect(roadmap.items[0].attributes).toEqual({ size: 1, startDate: "2026-01-01" });
  const { body: heatmap } = await viewer.get("/reports/capability-heatmap");
  expect(heatmap.items[0]).toMatchObject({ app_count: 1, total_cost: 0, risk_count: 1 });
  expect(heatmap.fields_schema[0].fields[0]).toMatchObject({ key: "price", type: "cost" });
  const { body: impact } = await viewer.get(`/reports/impact?card_id=${application.id}`);
  expect(impact).toMatchObject({ card: { cost: null }, total_cost: null });
  const { body: dashboard } = await viewer.get("/reports/dashboard");
  const changes = dashboard.recent_events.filter(
    (event: { event_type: string }) => event.event_type === "card.updated",
  );
  expect(changes.length).toBeGreaterThan(0);
});

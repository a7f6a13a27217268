/**
 * Costs are searched for in everything that the reports on processes contain, and are shown to stakeholders of a card.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readXlsx } from "hucre/xlsx";
import { db, tables, transaction } from "../../../../db";
import { permissionKeys } from "../../../../src/core/access/permissions";
import { now } from "../../../../src/platform/clock";
import { newId } from "../../../../src/platform/ids";
import type { Client } from "../../../support/client";
import { cardType, field, makeCard, relate, relationType, role, stakeholder } from "../../../support/factories";
import { clientAs, testServer } from "../../../support/server";
import { storedElement } from "./processes";

/** Figures that stand nowhere by chance. */
const [OWN, APP, OTHER_APP, FEE] = [918_273_645, 827_364_519, 736_451_928, 564_738_291];
const secrets = [OWN, APP, OTHER_APP, APP + OTHER_APP, FEE].map(String);

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
const owner = clientAs(server, "viewer");
let auditor: Client;
let process: { id: string };
let application: { id: string };

const processRelations = {
  relProcessToApp: "Application",
  relProcessToBC: "BusinessCapability",
  relProcessToOrg: "Organization",
  relProcessToBizCtx: "BusinessContext",
  relProcessToDataObj: "DataObject",
  relProcessDependency: "BusinessProcess",
} as const;

beforeAll(async () => {
  auditor = await server.as(role(...permissionKeys().filter((key) => key !== "costs.view")));
  const fields = [field("costTotalAnnual", "cost"), field("sortOrder", "cost"), field("size", "number")];
  for (const type of new Set(Object.values(processRelations)))
    cardType(type, fields, { subtypes: [{ key: "valueStream", label: "Value stream" }] });
  for (const [key, target] of Object.entries(processRelations))
    relationType(key, "BusinessProcess", target, { attributes_schema: [field("fee", "cost"), field("usage", "text")] });
  const make = (type: string, costTotalAnnual: number) =>
    makeCard(admin, { type, subtype: "valueStream", attributes: { costTotalAnnual, sortOrder: OWN, size: 1 } });
  process = await make("BusinessProcess", OWN);
  application = await make("Application", APP);
  const peers = [application, await make("Application", OTHER_APP)];
  for (const type of Object.values(processRelations)) if (type !== "Application") peers.push(await make(type, OWN));
  const keys = Object.keys(processRelations) as (keyof typeof processRelations)[];
  for (const [place, key] of (["relProcessToApp", ...keys] as const).entries())
    await relate(admin, key, process, peers[place] as { id: string }, { attributes: { fee: FEE, usage: "daily" } });
  storedElement({ process_id: process.id, application_id: application.id });
  for (const card of [process, application]) stakeholder(card.id, owner.userId, "responsible");
  for (const card of [process, application]) stakeholder(card.id, viewer.userId, "observer");
  takePart(application.id, viewer);
});

/** Makes a user their own stakeholder. */
const takePart = (card_id: string, { userId }: Client) =>
  transaction(() => {
    const row = { id: newId(), card_id, user_id: userId as string, created_by: userId, role: "responsible" };
    db.insert(tables.stakeholders)
      .values({ ...row, created_at: now() })
      .run();
  });

const reports = [
  "dashboard",
  "capability-process-matrix",
  "process-application-matrix",
  "process-dependencies",
  "capability-heatmap",
  "element-application-map",
  "process-map",
  "value-stream-matrix",
];

/** Returns the text of a report as JSON, as CSV and as a spreadsheet. */
async function textsOf(client: Client, name: string): Promise<string[]> {
  const { status, body } = await client.get(`/reports/bpm/${name}`);
  expect(status).toBe(200);
  if (name === "dashboard") return [JSON.stringify(body)];
  const csv = await client.get(`/reports/bpm/${name}?format=csv`);
  const xlsx = await fetch(`${server.url}/api/v1/reports/bpm/${name}?format=xlsx`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const { sheets } = await readXlsx(await xlsx.bytes());
  return [JSON.stringify(body), csv.body, JSON.stringify(sheets[0]?.rows)];
}

const shown = (text: string) => secrets.filter((secret) => text.includes(secret));

describe("the reports of processes", () => {
  test.each([
    ["a viewer who observes the cards, and made themselves responsible for one", () => viewer],
    ["an auditor", () => auditor],
  ])("show no cost to %s", async (_, client) => {
    for (const name of reports)
      for (const text of await textsOf(client(), name))
        expect({ name, shown: shown(text) }).toEqual({ name, shown: [] });
  });
});

test("the reports show costs to users who may see them", async () => {
  const exposing: string[] = [];
  for (const name of reports)
    if ((await textsOf(admin, name)).some((text) => shown(text).length > 0)) exposing.push(name);
  expect(exposing).toEqual(reports.filter((name) => !["dashboard", "element-application-map"].includes(name)));
});

test("the reports show everything but costs to a viewer", async () => {
  const { body } = await viewer.get("/reports/bpm/process-map");
  const item = body.items.find(({ id }: { id: string }) => id === process.id);
  expect(item).toMatchObject({ attributes: { size: 1 }, app_count: 2, total_cost: 0 });
  expect(item.apps[0]).toMatchObject({ attributes: { size: 1 }, rel_attributes: { usage: "daily" } });
});

test("a stakeholder whom others assigned sees the costs of these cards, and no others", async () => {
  const { body } = await owner.get("/reports/bpm/process-map");
  const item = body.items.find(({ id }: { id: string }) => id === process.id);
  expect(item).toMatchObject({ attributes: { costTotalAnnual: OWN, size: 1 }, total_cost: APP });
  const attributes = Object.fromEntries(
    item.apps.map((app: { id: string; attributes: object }) => [app.id, app.attributes]),
  );
  expect(attributes).toMatchObject({ [application.id]: { costTotalAnnual: APP } });
  expect(JSON.stringify(item)).not.toContain(String(OTHER_APP));
  expect(item.apps.map((app: { rel_attributes: object }) => app.rel_attributes)).toEqual([
    { fee: FEE, usage: "daily" },
    { fee: FEE, usage: "daily" },
  ]);
  const all = (await admin.get("/reports/bpm/process-map")).body.items;
  expect(all.find(({ id }: { id: string }) => id === process.id)).toMatchObject({ total_cost: APP + OTHER_APP });
});

/**
 * A steering committee is prepared: an architect loads the cloud-native products that the company builds on, records the
 * applications that run on them with what they cost and how long they live, and takes the portfolio, the heatmap and the
 * roadmap of next year to the committee, with a spreadsheet; and answers what breaks when a database goes.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadLandscape, type Product } from "../landscape/load";
import type { Client } from "../support/client";
import { clientAs, testServer } from "../support/server";
import { exportedRows } from "../support/workbooks";

const server = testServer();
const architect = clientAs(server, "member");
const guest = clientAs(server, "viewer");

const inventory = (
  JSON.parse(readFileSync(join(import.meta.dir, "../landscape/cncf-landscape.json"), "utf8")) as Product[]
).filter(({ category }) => category === "App Definition and Development");

/** The day of the plan that the committee decides about. */
const NEXT_YEAR = "2027-11-22";

type Row = { id: string; name: string };
const cards = new Map<string, Row>();
const idOf = (name: string) => cards.get(name)?.id as string;

/** Application → the capability that it supports, the products that it runs on, and what is known of it. */
const applications = {
  Shop: {
    ...{ capability: "Sales", products: ["PostgreSQL", "Redis"], cost: 400_000, lifecycle: { active: "2019-01-01" } },
    ...{ functional: "perfect", technical: "appropriate", criticality: "missionCritical" },
  },
  Ledger: {
    ...{ capability: "Accounting", products: ["MySQL"], cost: 250_000 },
    ...{ lifecycle: { active: "2008-01-01", phaseOut: "2026-06-01", endOfLife: "2027-06-30" } },
    ...{ functional: "insufficient", technical: "unreasonable", criticality: "businessCritical" },
  },
  "New Ledger": {
    ...{ capability: "Accounting", products: ["PostgreSQL"], cost: 180_000 },
    ...{ lifecycle: { plan: "2026-01-01", phaseIn: "2027-01-01", active: "2027-07-01" } },
    ...{ functional: "appropriate", technical: "perfect", criticality: "businessCritical" },
  },
  Newsletter: {
    ...{ capability: "Sales", products: ["MongoDB", "Redis"], cost: 30_000 },
    ...{ lifecycle: { active: "2021-01-01", endOfLife: "2028-03-31" } },
    ...{ functional: "appropriate", technical: "insufficient", criticality: "businessOperational" },
  },
} as const;

async function make(type: string, name: string, rest: object = {}): Promise<void> {
  const { status, body } = await architect.post("/cards", { type, name, ...rest });
  expect(status).toBe(201);
  cards.set(name, body);
}

async function relate(type: string, source: string, target: string): Promise<void> {
  const { status } = await architect.post("/relations", { type, source_id: idOf(source), target_id: idOf(target) });
  expect(status).toBe(201);
}

beforeAll(async () => {
  await loadLandscape(server.url, architect.token as string, inventory);
  for (const name of new Set(Object.values(applications).flatMap(({ products }) => [...products]))) {
    const { body } = await architect.get(`/cards?type=ITComponent&search=${name}&page_size=200`);
    cards.set(
      name,
      body.items.find((card: Row) => card.name === name),
    );
  }
  await make("BusinessCapability", "Commerce");
  for (const name of ["Sales", "Accounting"]) await make("BusinessCapability", name, { parent_id: idOf("Commerce") });
  for (const [name, { capability, products, cost, lifecycle, ...assessed }] of Object.entries(applications)) {
    const attributes = {
      ...{ functionalSuitability: assessed.functional, technicalSuitability: assessed.technical },
      ...{ businessCriticality: assessed.criticality, costTotalAnnual: cost },
    };
    await make("Application", name, { lifecycle, attributes });
    await relate("relAppToBC", name, capability);
    for (const product of products) await relate("relAppToITC", name, product);
  }
});

/** Returns the content of a report. */
async function report(client: Client, path: string) {
  const { status, body } = await client.get(`/reports/${path}`);
  expect(status).toBe(200);
  return body;
}

/** Returns the rows of a report as a spreadsheet, by the names of the columns. */
async function sheet(client: Client, path: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${server.url}/api/v1/reports/${path}&format=xlsx`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(response.status).toBe(200);
  return exportedRows(await response.bytes());
}

const PORTFOLIO = "portfolio?x_axis=functionalSuitability&y_axis=technicalSuitability";

describe("the architect", () => {
  test("gets the portfolio of next year, without the applications that are retired by then", async () => {
    const names = async (query: string) =>
      (await report(architect, PORTFOLIO + query)).items.map(({ name }: Row) => name);
    expect(await names("")).toEqual(["Ledger", "New Ledger", "Newsletter", "Shop"]);
    const { items } = await report(architect, `${PORTFOLIO}&at=${NEXT_YEAR}`);
    expect(items).toMatchObject([
      { name: "New Ledger", x: "appropriate", y: "perfect", size: 180_000, phase: "active" },
      { name: "Newsletter", x: "appropriate", y: "insufficient", color: "businessOperational", phase: "active" },
      { name: "Shop", x: "perfect", y: "appropriate", size: 400_000, color: "missionCritical" },
    ]);
    expect(await names("&where=businessCriticality:missionCritical")).toEqual(["Shop"]);
    expect(await names(`&related_to=${idOf("Redis")}`)).toEqual(["Newsletter", "Shop"]);
  });

  test("gets the heatmap, for now and for next year", async () => {
    const heat = async (query: string) =>
      Object.fromEntries(
        (await report(architect, `capability-heatmap?metric=cost${query}`)).items.map(
          (item: Row & Record<string, number>) => [
            item.name,
            [item["app_count"], item["total_cost"], item["risk_count"]],
          ],
        ),
      );
    expect(await heat("")).toEqual({
      Commerce: [0, 0, 0],
      Accounting: [2, 430_000, 1],
      Sales: [2, 430_000, 1],
    });
    expect((await heat(`&at=${NEXT_YEAR}`))["Accounting"]).toEqual([1, 180_000, 0]);
  });

  test("gets the roadmap at next year's date as a spreadsheet, with real dates", async () => {
    const rows = await sheet(architect, `roadmap?type=Application&at=${NEXT_YEAR}`);
    expect(rows).toMatchObject([
      { name: "New Ledger", phaseIn: new Date("2027-01-01"), phase: "active", costTotalAnnual: 180_000 },
      { name: "Newsletter", endOfLife: new Date("2028-03-31") },
      { name: "Shop", active: new Date("2019-01-01"), phase: "active" },
    ]);
  });

  test("gets the costs of the applications by the capability that they support", async () => {
    const { groups, total } = await report(architect, "cost-treemap?group_by=BusinessCapability");
    expect(groups).toEqual([
      { name: "Accounting", cost: 430_000 },
      { name: "Sales", cost: 430_000 },
    ]);
    expect(total).toBe(860_000);
    const products = await report(architect, "cost-treemap?type=ITComponent&aggregate=Application:costTotalAnnual");
    expect(products.items.map(({ name, cost }: Row & { cost: number }) => [name, cost])).toEqual([
      ["PostgreSQL", 580_000],
      ["Redis", 430_000],
      ["MySQL", 250_000],
      ["MongoDB", 30_000],
    ]);
  });

  test("gets all that depends on PostgreSQL in one call", async () => {
    const { card, items, total_cost } = await report(architect, `impact?card_id=${idOf("PostgreSQL")}&at=${NEXT_YEAR}`);
    expect(card.name).toBe("PostgreSQL");
    const paths = items.map((item: Row & { path: Row[] }) => item.path.map(({ name }) => name).join(" → "));
    expect(paths).toEqual(["Shop", "New Ledger", "Shop → Sales", "New Ledger → Accounting"]);
    expect(items[0]).toMatchObject({ criticality: "missionCritical", depth: 1, cost: 400_000 });
    expect(total_cost).toBe(580_000);
  });
});

test("a guest of the committee gets the same reports without costs", async () => {
  const query = `${PORTFOLIO}&size_field=numberOfUsers&at=${NEXT_YEAR}`;
  expect((await report(guest, query)).items).toHaveLength(3);
  expect((await guest.get(`/reports/${PORTFOLIO}`)).status).toBe(403);
  const [row] = await sheet(guest, `roadmap?type=Application&at=${NEXT_YEAR}`);
  expect(row).toMatchObject({ name: "New Ledger", phase: "active" });
  expect(row).not.toHaveProperty("costTotalAnnual");
  const { total_cost, items } = await report(guest, `impact?card_id=${idOf("PostgreSQL")}`);
  expect([total_cost, ...items.map(({ cost }: { cost: null }) => cost)].every((cost) => cost === null)).toBe(true);
});

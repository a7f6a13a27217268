/** Scenarios side by side, over the real threads that make and read states. */
import { beforeAll, describe, expect, test } from "bun:test";
import { pointsOfStates, scoreOf } from "../../../src/areas/compare/weighing/criteria";
import type { Client } from "../../support/client";
import { makeCard, relate, role, violationsOf } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { exportedRows } from "../../support/workbooks";

const server = testServer();
const admin = clientAs(server, "admin");
const thisYear = new Date().getUTCFullYear();
const path = "/compare/scenarios";
let viewer: Client;
let cloud: string;
let lean: string;

type Change = (headers: Record<string, string>) => Promise<{ status: number }>;

async function planned(name: string, seenBy: string, ...changes: Change[]): Promise<string> {
  const { body } = await admin.post("/scenarios", { name });
  for (const change of changes) expect((await change({ "x-stoa-scenario": body.id })).status).toBeLessThan(300);
  await admin.put(`/scenarios/${body.id}/members`, { members: [{ role: seenBy, may_change: false }] });
  return body.id;
}

const costing = (name: string, costTotalAnnual: number) => ({
  type: "Application",
  name,
  attributes: { costTotalAnnual },
});

beforeAll(async () => {
  const looking = role("inventory.view", "inventory.export", "reports.ea_dashboard");
  viewer = await server.as(looking);
  const ledger = await makeCard(admin, costing("Ledger", 120));
  const payroll = await makeCard(admin, costing("Payroll", 60));
  await makeCard(admin, { type: "BusinessCapability", name: "Hiring" });
  const paying = await makeCard(admin, { type: "BusinessCapability", name: "Paying" });
  await relate(admin, "relAppToBC", payroll, paying);
  cloud = await planned(
    "Cloud first",
    looking,
    (headers) => admin.post("/cards", costing("Cloud suite", 100), headers),
    (headers) => admin.post("/cards", { type: "Initiative", name: "Move", attributes: { costBudget: 500 } }, headers),
    (headers) => admin.patch(`/cards/${ledger.id}`, { lifecycle: { endOfLife: `${thisYear + 1}-01-01` } }, headers),
  );
  lean = await planned("Lean", looking, (headers) => admin.post(`/cards/${payroll.id}/archive`, {}, headers));
});

const compared = async (client: Client, query = "") => {
  const { status, body } = await client.get(`${path}?scenarios=${cloud},${lean}${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

type Values = { base: number; values: { value: number; difference: number }[] };
const figureIn = (body: { figures: ({ figure: string; of: string | null } & Values)[] }, name: string, of?: string) =>
  body.figures.find(({ figure, of: part }) => figure === name && (part ?? undefined) === of);

describe("scenarios side by side", () => {
  test("have their figures with the difference to the present, and the names of new and retired applications", async () => {
    const body = await compared(admin);
    const figure = (name: string, of?: string) => {
      const found = figureIn(body, name, of) as Values;
      return [found.base, ...found.values.flatMap(({ value, difference }) => [value, difference])];
    };
    expect(figure("costs_in_year", String(thisYear))).toEqual([180, 280, 100, 120, -60]);
    expect(figure("costs_in_year", String(thisYear + 1))).toEqual([180, 160, -20, 120, -60]);
    expect(figure("applications")).toEqual([2, 3, 1, 1, -1]);
    expect(figure("applications_ending")).toEqual([0, 1, 1, 0, 0]);
    expect(figure("capability_coverage")).toEqual([50, 50, 0, 0, -50]);
    expect(figure("initiatives_budget")).toEqual([0, 500, 500, 0, 0]);
    expect(figure("risks", "critical")).toEqual([0, 0, 0, 0, 0]);
    const named = body.scenarios.map((one: Record<string, { items: { name: string; day: string }[] }>) =>
      ["new_applications", "retired_applications", "new_initiatives"].map((list) =>
        one[list]?.items.map(({ name, day }) => `${name} ${day ?? ""}`.trim()),
      ),
    );
    expect(named).toEqual([
      [["Cloud suite"], [`Ledger ${thisYear + 1}-01-01`], ["Move"]],
      [[], ["Payroll"], []],
    ]);
    expect(body).toMatchObject({ base: { scenario_id: null, score: null }, criteria: [] });
  });

  test("are compared with another scenario that is their base", async () => {
    const { status, body } = await admin.get(`${path}?scenarios=${cloud}&base=scenario:${lean}`);
    expect([status, body.base.name]).toEqual([200, "Lean"]);
    expect(figureIn(body, "applications")).toMatchObject({ base: 1, values: [{ value: 3, difference: 2 }] });
  });

  test("have scores by the weights that are asked for", async () => {
    const body = await compared(admin, "&weights=costs_of_years:3,capability_coverage:1");
    const points = body.criteria.map((one: { points: number[] }) => one.points);
    expect(points[0]).toEqual([expect.any(Number), 0, 100]);
    expect(points[1]).toEqual([100, 100, 0]);
    expect(body.scenarios.map(({ score }: { score: number }) => score)).toEqual([25, 75]);
    expect(body.base.score).toBeCloseTo((3 * points[0][0] + 100) / 4, 0);
  });

  test("have neither costs nor risks nor initiatives for who may see none, in a workbook either", async () => {
    const body = await compared(viewer);
    const names = body.figures.map(({ figure }: { figure: string }) => figure);
    expect(names).not.toContainAnyValues(["costs_in_year", "costs_of_years", "risks", "initiatives_budget"]);
    expect(body.scenarios[0].new_initiatives).toBe(null);
    expect((await viewer.get(`${path}?scenarios=${cloud}&weights=costs_of_years:5`)).status).toBe(403);
    const workbook = async (client: Client) => {
      const response = await fetch(`${server.url}/api/v1${path}?scenarios=${cloud},${lean}&format=xlsx`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      return exportedRows(await response.bytes());
    };
    const [seen, all] = [await workbook(viewer), await workbook(admin)];
    expect(seen.filter(({ figure }) => /cost|budget|risks|initiatives/.test(String(figure)))).toEqual([]);
    expect(all).toContainEqual(
      expect.objectContaining({ figure: "applications", base: 2, scenario_1: 3, scenario_2_difference: -1 }),
    );
    expect(all).toContainEqual(
      expect.objectContaining({ figure: "retired_applications", of: "Payroll", scenario_2: "×" }),
    );
  });

  test("are those that the caller sees", async () => {
    const stranger = await server.as(role("inventory.view", "reports.ea_dashboard"));
    expect((await stranger.get(`${path}?scenarios=${cloud}`)).status).toBe(404);
    expect((await viewer.get(`${path}?scenarios=${cloud}&base=scenario:${crypto.randomUUID()}`)).status).toBe(404);
    const inside = await server.as(role("inventory.view", "reports.ea_dashboard", "scenarios.manage"));
    expect((await inside.get(`${path}?scenarios=${cloud}&format=xlsx`)).status).toBe(403);
  });

  test.each([
    ["no scenario", () => "scenarios=", "query.scenarios"],
    ["five scenarios", () => `scenarios=${Array.from({ length: 5 }, () => crypto.randomUUID())}`, "query.scenarios"],
    ["a scenario twice", () => `scenarios=${cloud},${cloud}`, "query.scenarios"],
    ["what is no scenario", () => "scenarios=now", "query.scenarios"],
    ["one of them as their base", () => `scenarios=${cloud}&base=scenario:${cloud}`, "query.base"],
    ["an unknown criterion", () => `scenarios=${cloud}&weights=beauty:1`, "query.weights"],
    ["a weight of 11", () => `scenarios=${cloud}&weights=data_quality:11`, "query.weights"],
    ["a criterion twice", () => `scenarios=${cloud}&weights=risks:1,risks:2`, "query.weights"],
  ])("are refused with %s", async (_, query, place) => {
    const { status, body } = await admin.get(`${path}?${query()}`);
    expect([status, violationsOf(body)[0]?.split(":")[0]]).toEqual([422, place]);
  });
});

test("the score of a state is the weighted mean of its points, of which the best has 100 and the worst 0", () => {
  const state = (costs: number, quality: number) => [
    { figure: "costs_of_years", of: null, value: costs },
    { figure: "data_quality", of: null, value: quality },
  ];
  const states = [state(100, 50), state(50, 50), state(75, 50)];
  const points = pointsOfStates(
    [
      { criterion: "costs_of_years", weight: 3 },
      { criterion: "data_quality", weight: 1 },
    ],
    states,
  );
  expect(points.map((one) => one.points)).toEqual([
    [0, 100, 50],
    [100, 100, 100],
  ]);
  expect(states.map((_, at) => scoreOf(points, at))).toEqual([25, 100, 62.5]);
  expect(scoreOf([], 0)).toBe(null);
});

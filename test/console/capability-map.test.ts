/** The capability map: lenses, legend, levels, saving, and what costs may be seen. */
import { describe, expect, test } from "bun:test";
import { countBounds } from "../../src/console/pages/capability-map/lens";
import { capabilityMap } from "../../src/console/pages/capability-map/page";
import { capabilityTree, cellsOf } from "../../src/console/pages/capability-map/tree";
import { boundsOf, roundBelow } from "../../src/console/reports/steps";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

const app = (id: string) => ({ id, name: id }) as never;
const capability = (id: string, parent_id: string | null, apps: string[]) =>
  ({ id, name: id, parent_id, attributes: {}, apps: apps.map(app) }) as never;

describe("the capability map", () => {
  test("answers which capabilities are overserved, and shows them alone", async () => {
    await architect.opens("/");
    await architect.clicks("Maps & reports");
    await architect.sees("Batch Control");
    await architect.clicks(/overserved/);
    await architect.arrivesAt(/step=k5/);
    const lit = await architect.tab.locator(".cell:not(.off)").allTextContents();
    expect(lit.some((text) => text.includes("Batch Control"))).toBe(true);
    expect(lit.length).toBeLessThan(10);
  });

  test("shades by cost, opens a capability in the peek with its applications, and axe finds nothing", async () => {
    await architect.opens(capabilityMap);
    await architect.tab.locator(".seg").getByText("Cost", { exact: true }).click();
    await architect.sees("Annual cost of supporting applications");
    await architect.tab.getByRole("button", { name: /General Ledger/ }).click();
    await architect.sees("Is supported by");
    await architect.sees("Group ERP");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("names ends of life as what the lens of ends counts", async () => {
    await architect.opens(capabilityMap, { search: { lens: "ends" } });
    await architect.sees("Applications with an end of life, planned or past");
  });

  test("goes from cell to cell with the arrows, peeks with Space and opens with Enter", async () => {
    await architect.opens(capabilityMap);
    await architect.tab.getByRole("button", { name: /^Returns and Claims/ }).focus();
    await architect.presses("ArrowDown", "Space");
    await architect.sees("Is supported by");
    await architect.presses("Enter");
    await architect.arrivesAt(/^\/cards\//);
  });

  test("sums up what is below the levels that are drawn, and filters the applications", async () => {
    await architect.opens(capabilityMap, { search: { levels: 1, filter: "businessCriticality:missionCritical" } });
    await architect.sees(/10 capabilities · (1\d|20) applications/);
    await architect.clicks("Remove the filter Business Criticality");
    await architect.sees("10 capabilities · 54 applications");
  });

  test("is saved as a report that opens as it was", async () => {
    await architect.opens(capabilityMap, { search: { lens: "cost", levels: 2 } });
    await architect.clicks(/^Reports$/);
    await architect.clicks("Save as report…");
    await architect.tab.getByRole("textbox", { name: "Name of the report" }).fill("Money of capabilities");
    await architect.presses("Enter");
    await architect.sees("The report Money of capabilities is saved");
    const { body } = await architect.account!.get("/saved-reports");
    const { id } = body.find(({ name }: { name: string }) => name === "Money of capabilities");
    await architect.opens(`/reports/saved/${id}`);
    await architect.arrivesAt("/reports/capability-map?lens=cost&levels=2");
  });

  test("shows no costs to an account without that right, on the page or on the wire", async () => {
    const answers: string[] = [];
    viewer.tab.on("response", async (response) => {
      if (response.url().includes("heatmap")) answers.push(await response.text());
    });
    await viewer.opens(capabilityMap, { search: { lens: "cost" } });
    await viewer.sees("Applications that support it");
    await expectSoon(() => viewer.tab.locator(".seg").getByText("Cost", { exact: true }).count()).toBe(0);
    expect(answers.join()).not.toContain('costTotalAnnual":');
  });

  test("has room for its columns next to the peek on a laptop", async () => {
    await architect.tab.setViewportSize(SIZES.laptop);
    await architect.opens(capabilityMap);
    await architect.tab.getByRole("button", { name: /General Ledger/ }).click();
    await architect.sees("Is supported by");
    const room = architect.tab.locator(".map-room");
    await expectSoon(() => room.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test("shows what failed, and tries again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/reports/capability-heatmap**", (route) =>
      route.fulfill({ status: 500, body: "{}" }),
    );
    await architect.opens(capabilityMap);
    await architect.sees("This could not be loaded.");
    expect(await architect.violations()).toEqual([]);
    await architect.tab.unroute("**/api/v1/reports/capability-heatmap**");
    await architect.clicks("Try again");
    await architect.sees("Batch Control");
  });
});

test("an application that supports several capabilities counts once above them", () => {
  const [domain] = capabilityTree([
    capability("top", null, ["a"]),
    capability("one", "top", ["a", "b"]),
    capability("two", "top", ["b", "c"]),
  ]);
  expect(domain?.all.map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
  expect(cellsOf(domain!, 2).map(({ id }) => id)).toEqual(["one", "two"]);
  expect(cellsOf(domain!, 1).map(({ id }) => id)).toEqual(["top"]);
});

test("bounds of steps are round and rise", () => {
  expect([3.2, 12, 30, 66, 880].map(roundBelow)).toEqual([3, 10, 25, 50, 500]);
  const bounds = boundsOf([30, 60, 61, 80, 120, 200, 260, 900, 1_500, 2_500].map((value) => value * 1_000));
  expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
  expect(new Set(bounds).size).toBe(bounds.length);
  expect(countBounds([1, 1, 1, 2, 2, 3, 5])).toEqual([2, 3, 4, 5]);
  expect(boundsOf([])).toEqual([]);
});

/** The pages of processes: the house, and what stands on them for whom. */
import { expect, test } from "bun:test";
import { processHouse } from "../../src/console/pages/process-house/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const viewer = person(server, "viewer");

test("the house shows processes in bands, their variants, and their maturity; a press on a step shows it alone", async () => {
  await architect.opens(processHouse);
  await architect.sees("31 processes");
  const { tab } = architect;
  await expectSoon(() => tab.locator(".house-band > h2").allTextContents()).toEqual(["Management", "Core", "Support"]);
  const variant = tab.locator(".house-variants .cell", { hasText: "Freeze the Harvest" });
  await expectSoon(() => variant.textContent()).toMatch(/Freeze the Harvest[\s\S]*2$/);
  await architect.clicks(/Initial/);
  await expectSoon(() => tab.locator(".house .cell:not(.off)").count()).toBe(5);
  await architect.clicks(/has a flow/);
  await expectSoon(() => tab.locator(".house .cell:not(.off)").allTextContents()).toHaveLength(3);
});

test("the keys of the house choose the lens, go from cell to cell, and open the peek", async () => {
  await architect.opens(processHouse);
  await architect.presses("3");
  await architect.arrivesAt(/lens=risk/);
  const { tab } = architect;
  await tab.locator(".cell", { hasText: "Audit a Plant" }).focus();
  await architect.presses("ArrowRight", "Space");
  await tab.locator(".peek", { hasText: "Qualify a Supplier" }).waitFor();
  expect(await architect.violations()).toEqual([]);
});

test("whoever may not see costs has no lens for them, and finds none in the house", async () => {
  const costs: string[] = [];
  viewer.tab.on("response", async (response) => {
    if (response.url().includes("process-map")) costs.push(await response.text());
  });
  await viewer.opens(processHouse, { search: { lens: "cost" } });
  await viewer.sees("31 processes");
  await expectSoon(() => viewer.tab.getByRole("radio", { name: "Cost" }).count()).toBe(0);
  expect(costs.join()).toContain("Invoice Reader");
  expect(costs.join()).not.toContain("costTotalAnnual");
});

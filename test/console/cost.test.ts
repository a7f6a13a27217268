/** Cost: areas and table with one selection, for those who may see costs. */
import { describe, expect, test } from "bun:test";
import { cost } from "../../src/console/pages/cost/page";
import { testServer } from "../support/server";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

const viewer = person(server, "viewer");

const area = (name: string) => architect.tab.locator(".cost-map button.tm", { hasText: name });

describe("the report on costs", () => {
  test("shows areas next to a table, what they add up to, and what makes half of it; axe finds nothing in it", async () => {
    await architect.opens(cost);
    await area("Group ERP").waitFor();
    await architect.sees("$7.19M");
    await architect.sees("half of it is 7 cards");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("is grouped by a tag group or a card type, whose sums stand above", async () => {
    await architect.opens(cost);
    await architect.clicks(/Grouped by/);
    await architect.tab.getByRole("menu").getByText("Domain", { exact: true }).click();
    await architect.arrivesAt(/group=tag/);
    await architect.tab.locator(".tmg", { hasText: "Finance" }).waitFor();
  });

  test("shows one step of the shades alone", async () => {
    await architect.opens(cost);
    await architect.tab.locator(".ramp-step").last().click();
    await architect.arrivesAt(/step=k0/);
    await architect.tab.locator("button.tm.off", { hasText: "Group ERP" }).waitFor();
  });

  test("opens the card of an area next to the map", async () => {
    await architect.opens(cost);
    await area("Cloud ERP").click();
    await architect.tab.locator(".peek").getByText("Cloud ERP").first().waitFor();
  });

  test("leads to the cards without a cost", async () => {
    await architect.account!.post("/cards", { type: "Application", name: "Nobody knows its costs" });
    await architect.opens(cost);
    await architect.tab.getByText(/without a cost/).click();
    await architect.arrivesAt(/inventory.*empty/);
    await architect.sees("Nobody knows its costs");
  });

  test("shows no costs without the right to see them, and asks for none", async () => {
    const asked: string[] = [];
    viewer.tab.on("request", (request) => asked.push(request.url()));
    await viewer.opens(cost);
    await viewer.sees("You may not see costs");
    expect(asked.filter((url) => /treemap|costTotalAnnual/.test(url))).toEqual([]);
    expect(await viewer.violations()).toEqual([]);
  });
});

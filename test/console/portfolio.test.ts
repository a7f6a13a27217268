/** The portfolio: cells and their cards, one selection, keys, and what costs may be seen. */
import { describe, expect, test } from "bun:test";
import { cellKey, cellsOf, packCells } from "../../src/console/pages/portfolio/cells";
import { portfolio } from "../../src/console/pages/portfolio/page";
import { scaleOf, upperHalf } from "../../src/console/pages/portfolio/subject";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const member = person(server, "member");
const auditor = person(server, "bpm_admin");
const viewer = person(server, "viewer");
const CELL = "appropriate~unreasonable";

const cell = (name: string) => architect.tab.locator(`.pf-cell[data-cell="${name}"]`);
const bubble = (name: string) => architect.tab.locator(".bub", { hasText: name });
const row = (name: string) => architect.tab.locator(".gr", { hasText: name });

describe("the portfolio", () => {
  test("answers which applications fit and are aged, next to the grid, and axe finds nothing", async () => {
    await architect.opens("/");
    await architect.clicks("Maps & reports");
    await architect.clicks("Portfolio");
    await architect.sees("51 assessed");
    await cell(CELL).click({ position: { x: 8, y: 8 } });
    await architect.arrivesAt(/cell=appropriate/);
    await architect.sees("Appropriate × Unreasonable");
    await architect.tab.locator('.gr[data-row="0"]', { hasText: "Group ERP" }).waitFor();
    await architect.sees("$1.65M of $7.19M");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("has one selection in the chart and the grid, whose card is opened by Space next to the chart", async () => {
    await architect.opens(portfolio);
    await bubble("Group ERP").click();
    await architect.tab.locator(".gr.sel", { hasText: "Group ERP" }).waitFor();
    await bubble("Group ERP").press("Space");
    await architect.tab.locator(".peek").getByText("Group ERP").first().waitFor();
    await architect.tab.locator(".grid-side").waitFor({ state: "detached" });
    await architect.presses("Escape");
    await row("Cloud ERP").first().click();
    await architect.tab.locator(".bub.foc", { hasText: "Cloud ERP" }).waitFor();
  });

  test("is walked through by keys alone: cells by arrows, their cards by Tab, all by Escape, the grid by G", async () => {
    await architect.opens(portfolio, { search: { cell: CELL } });
    await cell(CELL).focus();
    await architect.presses("ArrowUp");
    await architect.arrivesAt(/cell=appropriate(~|%7E)adequate/);
    await architect.presses("ArrowDown");
    await architect.arrivesAt(/cell=appropriate(~|%7E)unreasonable/);
    await architect.presses("Tab");
    await architect.tab.locator('.bub[title^="Group ERP"]:focus').waitFor();
    await architect.presses("Escape");
    await architect.tab.waitForURL((url) => !url.search.includes("cell="));
    await architect.presses("g");
    await architect.arrivesAt(/as=grid/);
    await architect.tab.locator(".pf").waitFor({ state: "detached" });
    await architect.sees("Not assessed");
  });

  test("shows a step of the legend alone, in the chart and in the grid", async () => {
    await architect.opens(portfolio);
    await architect.tab.locator(".ramp-step", { hasText: "Administrative" }).click();
    await architect.arrivesAt(/step=administrativeService/);
    await architect.tab.locator(".bub.off", { hasText: "Group ERP" }).waitFor();
    await row("Group ERP").waitFor({ state: "detached" });
  });

  test("names those that aren't assessed, and leads to the list in which they are", async () => {
    await architect.opens(portfolio);
    await architect.sees("7 not assessed");
    await architect.tab.locator(".gsec").getByText("Set Functional Suitability").click();
    await architect.arrivesAt(/inventory.*functionalSuitability(:|%3A)empty/);
    await architect.sees("Whiteboard Tool");
  });

  test("takes other axes, another area and another shade by its chips", async () => {
    await architect.opens(portfolio);
    await architect.clicks(/^Across/);
    await architect.tab.getByRole("menu").getByText("Technical Suitability").click();
    await architect.arrivesAt(/x=technicalSuitability.*y=functionalSuitability|y=functionalSuitability.*x=technical/);
    await architect.clicks(/^Area/);
    await architect.tab.getByRole("menu").getByText("Number of Users").click();
    await architect.arrivesAt(/size=numberOfUsers/);
    await architect.tab.getByRole("columnheader", { name: "Number of Users" }).waitFor();
  });

  test("shows the chart or the grid where there is no room for both, and on a phone the grid alone", async () => {
    await architect.tab.setViewportSize(SIZES.laptop);
    await architect.opens(portfolio);
    await architect.tab.locator(".pf").waitFor();
    await expectSoon(() => architect.tab.locator(".grid-side").count()).toBe(0);
    await architect.clicks("Grid");
    await row("Group ERP").waitFor();
    await expectSoon(() => architect.tab.locator(".pf").count()).toBe(0);
    await architect.tab.setViewportSize(SIZES.phone);
    await architect.opens(portfolio);
    await row("Group ERP").waitFor();
    await expectSoon(() => architect.tab.locator(".pf").count()).toBe(0);
    expect(await architect.violations()).toEqual([]);
  });

  test("names what failed, and is tried again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/reports/portfolio**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await architect.opens(portfolio);
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/api/v1/reports/portfolio**");
    await architect.clicks("Try again");
    await architect.sees("51 assessed");
  });

  test("names a filter that no card matches", async () => {
    await architect.opens(portfolio, { search: { filter: "Nobody_has_this_name" } });
    await architect.sees("No card matches");
    expect(await architect.violations()).toEqual([]);
  });

  test.each([
    ["a member", member],
    ["an administrator of processes", auditor],
  ])("shows costs to %s, whose role may see them", async (_, somebody) => {
    await somebody.opens(portfolio);
    await somebody.sees("$7.19M a year");
  });

  test("shows a viewer users in place of costs, and asks for no cost", async () => {
    const asked: string[] = [];
    viewer.tab.on("request", (request) => asked.push(request.url()));
    await viewer.opens(portfolio);
    await viewer.sees("51 assessed");
    await viewer.sees("Number of Users");
    expect(asked.filter((url) => /cost/i.test(url) && url.includes("/api/"))).toEqual([]);
    expect(await viewer.tab.content()).not.toContain("1,480,000");
    expect(await viewer.violations()).toEqual([]);
  });
});

const option = (key: string, color?: string) => ({ key, label: key, color });
const field = (key: string, options: object[]) => ({ key, label: key, type: "single_select", options }) as never;
const FIT = field("functionalFit", [option("perfect", "#2e7d32"), option("poor", "#f57c00"), option("bad", "#d32f2f")]);

test("a scale goes from the least to the most, whichever way its options are listed", () => {
  expect(scaleOf(FIT).map(({ key }) => key)).toEqual(["bad", "poor", "perfect"]);
  expect(scaleOf(field("maturity", [option("low"), option("high")])).map(({ key }) => key)).toEqual(["low", "high"]);
  expect([...upperHalf(scaleOf(FIT))]).toEqual(["perfect"]);
});

test("bubbles of a cell don't overlap and stay within it, their areas follow their sizes, and those of others too", () => {
  const items = Array.from({ length: 60 }, (_, at) => ({
    ...{ id: `${at}`, name: `${at}`, color: null, lifecycle: null, phase: null },
    x: at % 3 === 0 ? "bad" : "perfect",
    y: at === 59 ? null : "poor",
    size: at * at,
  })) as never;
  const scale = scaleOf(FIT);
  const { byKey, unassessed } = cellsOf(items, { x: scale, y: scale }, true);
  expect(unassessed.map(({ item }) => item.id)).toEqual(["59"]);
  const { places, radiusOf } = packCells(byKey, 70);
  expect([...places.keys()].sort()).toEqual([cellKey("bad", "poor"), cellKey("perfect", "poor")]);
  for (const bubbles of places.values())
    for (const [at, one] of bubbles.entries()) {
      expect(Math.hypot(one.x, one.y) + one.r).toBeLessThan(70.01);
      expect(one.r).toBeCloseTo(radiusOf(one.size));
      for (const other of bubbles.slice(at + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.r + other.r);
    }
  expect(packCells(byKey, 70)).toMatchObject({ places });
});

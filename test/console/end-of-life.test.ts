/** The list of what ends: statuses, order, date, peek. */
import { describe, expect, test } from "bun:test";
import { monthsAfter } from "../../src/console/charts/days";
import { endOfLife } from "../../src/console/pages/end-of-life/page";
import { distanceOf } from "../../src/console/reports/endings";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

describe("the end of life", () => {
  test("lists what is out of support first, with what runs on it, and axe finds nothing", async () => {
    await architect.opens(endOfLife);
    await architect.sees("Unsupported Server System");
    await architect.sees(/run on what is out of support/);
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("shows one status alone when its shape is pressed", async () => {
    await architect.opens(endOfLife);
    await architect.clicks(/^Ends soon/);
    await architect.arrivesAt("/reports/eol?status=approaching");
    await architect.seesNo("Unsupported Server System");
    await architect.sees("Document Control");
  });

  test("is sorted by what runs on it, and opens a card in the peek with Space", async () => {
    await architect.opens(endOfLife, { search: { sort: "-affected" } });
    await architect.sees("Virtualisation Cluster");
    const first = architect.tab.locator('.gr[data-row="0"] .nm');
    await expectSoon(() => first.textContent()).toContain("Virtualisation Cluster");
    await first.click();
    await architect.presses("Space");
    await architect.tab.locator(".peek", { hasText: "Virtualisation Cluster" }).waitFor();
  });

  test("shows how it stands at another date", async () => {
    await architect.opens(endOfLife, { search: { at: "2035-01-01", status: "eol" } });
    await architect.sees("Group ERP");
  });

  test("shows what failed, and tries again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/reports/eol?**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await architect.opens(endOfLife);
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/api/v1/reports/eol?**");
    await architect.clicks("Try again");
    await architect.sees("Unsupported Server System");
  });
});

test("an end is past, within 12 months, within 36, farther, or not known", () => {
  const ends = ["2026-01-01", "2026-12-01", "2028-01-01", "2031-01-01", undefined];
  expect(ends.map((end) => distanceOf(end, "2026-01-01"))).toEqual(["past", "year", "later", "far", "unknown"]);
  expect(monthsAfter("2026-01-31", 1)).toBe("2026-02-28");
  expect(monthsAfter("2026-11-15", -12)).toBe("2025-11-15");
});

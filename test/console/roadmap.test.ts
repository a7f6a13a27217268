/** The roadmap: groups, the date, dragging an end, what ends, and what costs may be seen. */
import { describe, expect, test } from "bun:test";
import { fits, livesOn, monthAt } from "../../src/console/pages/roadmap/lives";
import { roadmap } from "../../src/console/pages/roadmap/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");
const AT = { search: { at: "2028-11-01" } };

describe("the roadmap", () => {
  test("shows what lives in groups, what follows, and what ends, and axe finds nothing", async () => {
    await architect.opens(roadmap, AT);
    await architect.sees("Saltby Accounting");
    await architect.sees("→ Cloud ERP");
    await architect.sees("Overdue, still in the landscape");
    await architect.sees(/live, \d+ today/);
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("moves its date by a month with the keys, and folds all groups", async () => {
    await architect.opens(roadmap, AT);
    await architect.sees("Saltby Accounting");
    await architect.presses("Shift+ArrowRight");
    await architect.arrivesAt(/at=2028-12-01/);
    await architect.presses("Shift+Enter");
    await architect.seesNo("Treasury Workbench");
    await architect.arrivesAt(/folded=/);
  });

  test("saves an end that is dragged, and takes it back with Z", async () => {
    await architect.opens(roadmap, { search: { ...AT.search, group: "none" } });
    const edge = architect.tab.locator('.gr[data-card]:has-text("Group ERP") [data-phase="endOfLife"]');
    const box = (await edge.boundingBox())!;
    const before = (await architect.account!.get("/cards?search=Group ERP&type=Application")).body.items[0].lifecycle;
    await architect.tab.mouse.move(box.x + 4, box.y + 6);
    await architect.tab.mouse.down();
    await architect.tab.mouse.move(box.x + 44, box.y + 6, { steps: 4 });
    await architect.tab.mouse.up();
    await architect.sees(/End of life of Group ERP changed/);
    const { body } = await architect.account!.get("/cards?search=Group ERP&type=Application");
    expect(body.items[0].lifecycle.endOfLife > before.endOfLife).toBe(true);
    await architect.presses("z");
    await architect.sees(/Undone/);
    const undone = await architect.account!.get("/cards?search=Group ERP&type=Application");
    expect(undone.body.items[0].lifecycle).toEqual(before);
  });

  test("selects the bar of what ends when it is pressed", async () => {
    await architect.opens(roadmap, AT);
    await architect.tab.locator(".er", { hasText: "Saltby Accounting" }).click();
    await architect.tab.locator(".gr.sel", { hasText: "Saltby Accounting" }).waitFor();
  });

  test("shows no costs to an account without that right, and lets it drag nothing", async () => {
    await viewer.opens(roadmap, AT);
    await viewer.sees("Saltby Accounting");
    await viewer.seesNo("Cost / year");
    await expectSoon(() => viewer.tab.locator(".foot").first().textContent()).not.toContain("a year");
    await expectSoon(() => viewer.tab.locator(".rm-edge").count()).toBe(0);
  });

  test("shows what failed, and tries again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/reports/roadmap?**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await architect.opens(roadmap, AT);
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/api/v1/reports/roadmap?**");
    await architect.clicks("Try again");
    await architect.sees("Saltby Accounting");
  });
});

test("a card lives from its first day to its end, and without days always", () => {
  const life = { plan: "2020-01-01", active: "2021-01-01", endOfLife: "2030-01-01" };
  expect(["2019-12-31", "2020-01-01", "2029-12-31", "2030-01-01"].map((day) => livesOn(life, day))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(livesOn({}, "2000-01-01")).toBe(true);
});

test("a day is dragged to the first of the nearest month, and keeps the order of phases", () => {
  const axis = { from: new Date("2020-01-01"), to: new Date("2030-01-01"), width: 1200 };
  expect(monthAt(axis, 0)).toBe("2020-01-01");
  expect(monthAt(axis, 104)).toBe("2020-11-01");
  const life = { active: "2021-01-01", endOfLife: "2025-01-01" };
  expect(fits(life, "endOfLife", "2020-06-01")).toBe(false);
  expect(fits(life, "endOfLife", "2026-06-01")).toBe(true);
  expect(fits(life, "active", "2025-06-01")).toBe(false);
});

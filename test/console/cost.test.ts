/** Cost: the treemap with its table, groups, lenses, and who may see it. */
import { describe, expect, test } from "bun:test";
import { groupsOf, halfOf, tilesOf } from "../../src/console/pages/cost/layout";
import { cost } from "../../src/console/pages/cost/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

const item = (name: string, cost: number, group?: string) => ({ id: name, name, cost, group }) as never;

describe("the costs", () => {
  test("show what an application costs and who owns it in two clicks from anywhere", async () => {
    await architect.opens("/notifications");
    await architect.clicks("Maps & reports");
    await architect.clicks("Cost");
    await architect.sees("1,480,000");
    await architect.tab.locator(".tm", { hasText: "Group ERP" }).click();
    await architect.presses("Space");
    await architect.sees("Is used by");
    await architect.arrivesAt(/peek=/);
    expect(await architect.violations()).toEqual([]);
  });

  test("are grouped, and a group is entered and left again", async () => {
    await architect.opens(cost, { search: { group: "Organization" } });
    await architect.sees("A card in several groups stands in the first by name, once.");
    const all = await architect.tab.locator(".tm").count();
    await architect.tab.locator(".tmg").first().click();
    await architect.arrivesAt(/inside=/);
    await expectSoon(() => architect.tab.locator(".tm").count()).toBeLessThan(all);
    await architect.tab.locator(".tm").first().focus();
    await architect.presses("Backspace");
    await architect.tab
      .locator(".tm")
      .nth(all - 1)
      .waitFor();
  });

  test("are shaded by users, by fit with its shapes, or by ends, in both themes", async () => {
    await architect.opens(cost);
    await architect.sees("users unknown");
    await architect.clicks(/Technical/);
    await architect.sees("not assessed");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("Ends by");
    await architect.sees("no end planned");
    expect(await architect.violations()).toEqual([]);
  });

  test("are changed in the table, and the change is undone", async () => {
    await architect.opens(cost);
    await architect.tab.getByRole("gridcell", { name: "305,000", exact: true }).first().click();
    await architect.presses("e");
    await architect.types("306,500");
    await architect.presses("Enter");
    await architect.sees("306,500");
    await architect.presses("z");
    await architect.tab.getByRole("gridcell", { name: "306,500", exact: true }).waitFor({ state: "hidden" });
  });

  test("lead from what has none to the grid", async () => {
    await architect.opens(cost);
    await architect.sees(/half of it is 7 cards/);
    await architect.clicks(/without a cost/);
    await architect.arrivesAt(/inventory.*costTotalAnnual%3Aempty/);
  });

  test("are not asked for by an account without that right, which reads why", async () => {
    const asked: string[] = [];
    viewer.tab.on("request", (request) => asked.push(request.url()));
    await viewer.opens(cost);
    await viewer.sees("You may not see costs");
    expect(asked.filter((url) => /cost/i.test(url) && url.includes("/api/"))).toEqual([]);
    expect(await viewer.tab.content()).not.toContain("1,480,000");
    expect(await viewer.violations()).toEqual([]);
  });

  test("are the table alone on a phone", async () => {
    await architect.tab.setViewportSize(SIZES.phone);
    await architect.opens(cost);
    await architect.sees("Group ERP");
    await expectSoon(() => architect.tab.locator(".treemap").count()).toBe(0);
  });

  test("name what failed, and are tried again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/reports/cost-treemap**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await architect.opens(cost);
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/reports/cost-treemap**");
    await architect.clicks("Try again");
    await architect.sees("1,480,000");
  });
});

test("tiles take room by their costs, within their group, and none overlaps", () => {
  const groups = groupsOf([item("a", 60, "one"), item("b", 20, "two"), item("c", 20, "one"), item("d", -5, "two")]);
  expect(groups.map(({ name, cost }) => [name, cost])).toEqual([
    ["one", 80],
    ["two", 15],
  ]);
  const { tiles, groups: heads } = tilesOf(groups, 800, 600);
  expect(heads).toHaveLength(2);
  const size = (id: string) =>
    tiles.filter((tile) => tile.item.id === id).map(({ width, height }) => width * height)[0] ?? 0;
  expect(size("a")).toBeGreaterThan(2 * size("c"));
  expect(size("d")).toBe(0);
  for (const one of tiles)
    for (const other of tiles)
      if (one !== other)
        expect(
          one.left >= other.left + other.width ||
            other.left >= one.left + one.width ||
            one.top >= other.top + other.height ||
            other.top >= one.top + one.height,
        ).toBe(true);
});

test("half of the costs is made up by the fewest cards", () => {
  expect(halfOf([item("a", 50), item("b", 30), item("c", 20)])).toBe(1);
  expect(halfOf([item("a", 40), item("b", 30), item("c", 30)])).toBe(2);
  expect(halfOf([])).toBe(0);
});

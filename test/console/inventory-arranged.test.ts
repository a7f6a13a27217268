/** The inventory by groups and as a tree, with columns that are put elsewhere and given other widths. */
import { describe, expect, test } from "bun:test";
import { inventory } from "../../src/console/pages/inventory/page";
import { testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

const byCriticality = { search: { type: "Application", group: "attributes.businessCriticality" } };
const capabilities = { search: { type: "BusinessCapability", tree: true } };

/** Returns the row of the grid that has a text. */
const row = (text: string | RegExp) => architect.tab.getByRole("row", { name: text }).first();

/** Waits until a row is as many rows from the top, from 1. */
const standsAt = (text: string, place: number) =>
  architect.tab
    .locator(`[data-row="${place - 1}"]`)
    .filter({ hasText: text })
    .waitFor();

/** Returns the keys of the columns that are shown, in their order. */
const heads = () =>
  architect.tab.locator("[data-head]").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["head"]));

describe("the inventory by groups", () => {
  test("shows each group with its count and what it adds up to, and axe finds nothing in it", async () => {
    await architect.opens(inventory, byCriticality);
    await standsAt("Mission Critical", 1);
    await architect.sees("20 cards");
    const group = architect.tab.locator('[data-row="0"]');
    await group.getByText("4,762,000").waitFor();
    await expectSoon(() => group.getAttribute("aria-expanded")).toBe("true");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("is chosen in a menu, is part of the address, and is taken away in the menu", async () => {
    await architect.opens(inventory, { search: { type: "Application" } });
    await architect.sees("Analytics Warehouse");
    await architect.tab.getByRole("button", { name: "Group", exact: true }).click();
    await architect.tab.getByRole("menuitem", { name: "Responsible" }).click();
    await architect.arrivesAt(/group=stakeholder\.responsible/);
    await architect.tab.locator(".gr.section").first().waitFor();
    await architect.clicks("By Responsible");
    await architect.tab.getByRole("menuitem", { name: "No groups" }).click();
    await architect.arrivesAt("/inventory?type=Application");
    await standsAt("Analytics Warehouse", 1);
  });

  test("closes and opens its groups by ← and →, or all of them at once", async () => {
    await architect.opens(inventory, byCriticality);
    await standsAt("Mission Critical", 1);
    await architect.tab.locator('[data-row="2"] .nm').click();
    await architect.presses("ArrowLeft");
    await architect.tab.locator('[data-row="0"] .foc').waitFor();
    await architect.presses("ArrowLeft");
    await standsAt("Business Critical", 2);
    await architect.presses("ArrowRight");
    await standsAt("Business Critical", 22);
    await architect.presses("Shift+O");
    await standsAt("Business Critical", 2);
    await architect.presses("Enter");
    await standsAt("Business Critical", 22);
  });

  test("numbers and opens the cards in it as in a plain list", async () => {
    await architect.opens(inventory, byCriticality);
    await standsAt("Mission Critical", 1);
    const cell = architect.tab.locator('[data-row="1"] .nm');
    const name = await cell.locator(".trunc").textContent();
    await expectSoon(() => architect.tab.locator('[data-row="1"] .ck-number').textContent()).toBe("1");
    await cell.click();
    await architect.presses("Enter");
    await architect.tab
      .getByRole("heading", { name: name ?? "" })
      .first()
      .waitFor();
  });

  test("is part of a saved view", async () => {
    await architect.opens(inventory, byCriticality);
    await standsAt("Mission Critical", 1);
    await architect.clicks("Views");
    await architect.clicks("Save this view…");
    await architect.tab.getByRole("textbox", { name: "Name of the view" }).fill("By criticality");
    await architect.presses("Enter");
    await architect.sees("The view By criticality is saved");
    await architect.opens(inventory, { search: { type: "Application" } });
    await architect.clicks("Views");
    await architect.clicks("By criticality");
    await standsAt("Mission Critical", 1);
    await architect.arrivesAt(/group=attributes\.businessCriticality/);
  });

  test("has no costs for somebody who may not see them", async () => {
    await viewer.opens(inventory, byCriticality);
    await viewer.sees("20 cards");
    expect(await viewer.tab.content()).not.toContain("4,762,000");
  });
});

describe("the inventory as a tree", () => {
  test("begins with the top, and opens branch by branch with the keyboard", async () => {
    await architect.opens(inventory, capabilities);
    await standsAt("Cold-Chain Logistics", 1);
    await standsAt("Finance", 2);
    expect(await architect.violations()).toEqual([]);
    await architect.tab.locator('[data-row="0"] .nm').click();
    await architect.presses("ArrowRight");
    await standsAt("Finance", 5);
    await expectSoon(() => architect.tab.locator('[data-row="1"]').getAttribute("aria-level")).toBe("2");
    await architect.presses("ArrowDown", "ArrowDown", "ArrowLeft");
    await architect.tab.locator('[data-row="0"] .foc').waitFor();
    await architect.presses("ArrowLeft");
    await standsAt("Finance", 2);
  });

  test("shows what matches below its ancestors, which are grey", async () => {
    await architect.opens(inventory, { search: { ...capabilities.search, filter: "picking" } });
    await standsAt("Order Picking", 3);
    await architect.sees("1 of 89");
    await expectSoon(() => row("Warehousing").getAttribute("class")).toContain("mere");
    await expectSoon(() => row("Order Picking").getAttribute("class")).not.toContain("mere");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });
});

describe("the columns of the inventory", () => {
  test("are dragged to another place and another width, which the address keeps", async () => {
    await architect.opens(inventory, { search: { type: "Application", columns: "lifecycle,subtype,data_quality" } });
    await architect.sees("Analytics Warehouse");
    const head = (key: string) => architect.tab.locator(`[data-head="${key}"]`);
    const boxOf = async (key: string) => (await head(key).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [from, to] = [await boxOf("data_quality"), await boxOf("subtype")];
    await architect.tab.mouse.move(from.x + 30, from.y + 40);
    await architect.tab.mouse.down();
    await architect.tab.mouse.move(to.x + 30, to.y + 40, { steps: 5 });
    await architect.tab.mouse.up();
    await architect.arrivesAt(/columns=lifecycle%2Cdata_quality%2Csubtype/);
    const moved = ["name", "lifecycle", "data_quality", "subtype"];
    await until(async () => Bun.deepEquals(await heads(), moved), "the columns in their new order");
    const before = await boxOf("subtype");
    await architect.tab.mouse.move(before.x + before.width - 1, before.y + 10);
    await architect.tab.mouse.down();
    await architect.tab.mouse.move(before.x + before.width - 41, before.y + 10, { steps: 5 });
    await architect.tab.mouse.up();
    await architect.arrivesAt(/widths=subtype/);
    await architect.tab.waitForFunction(
      (width) => document.querySelector('[data-head="subtype"]')?.getBoundingClientRect().width === width,
      before.width - 40,
    );
  });
});

describe("the inventory on a phone", () => {
  test("has rows of two lines with what the list is sorted by, and opens the card that is touched", async () => {
    await architect.tab.setViewportSize(SIZES.phone);
    await architect.opens(inventory, { search: { type: "Application", sort: "-attributes.costTotalAnnual" } });
    const first = architect.tab.locator(".phone-row").first();
    await first.getByText("1.48M").waitFor();
    await expectSoon(() => first.textContent()).toContain("Group ERP");
    await expectSoon(() => architect.tab.getByRole("grid").count()).toBe(0);
    const { width = 0 } = (await first.boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(SIZES.phone.width);
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
    await first.getByText("Group ERP").click();
    await architect.arrivesAt(/^\/cards\//);
  });

  test("is grouped and sorted there, too", async () => {
    await architect.tab.setViewportSize(SIZES.phone);
    await architect.opens(inventory, { search: { type: "Application" } });
    await architect.sees("Analytics Warehouse");
    await architect.clicks("Views and groups");
    await architect.tab.getByRole("menuitem", { name: "Business Criticality" }).click();
    await architect.tab.locator(".phone-group").getByText("Mission Critical").waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.tab.locator(".phone-group").first().getByRole("button", { name: "Close" }).click();
    await architect.tab.locator(".phone-group").getByText("Business Critical").waitFor();
    await expectSoon(() => architect.tab.locator(".phone-group").count()).toBeGreaterThan(1);
  });
});

describe("the inventory on paper", () => {
  /** Presses the keys for printing, and waits for what would be printed; no dialog opens. */
  async function prints(): Promise<void> {
    await architect.tab.evaluate(() => {
      window.print = () => {};
    });
    await architect.presses("Control+p");
    await architect.tab.locator(".printed-list tbody tr").first().waitFor({ state: "attached" });
    await architect.tab.emulateMedia({ media: "print" });
  }

  test("has its sentence, the columns of the screen, all rows and the filters in words", async () => {
    await architect.opens(inventory, {
      search: { type: "Application", filter: "-businessCriticality:missionCritical", sort: "-data_quality" },
    });
    await architect.sees("38 of 58");
    await prints();
    const sheet = architect.tab.locator(".printed-list");
    await sheet.getByText("Application, ordered by Quality, highest first").waitFor();
    await expectSoon(() => sheet.locator("tbody tr").count()).toBe(38);
    await expectSoon(() => sheet.locator("thead th").allTextContents()).toContain("Business Criticality");
    await expectSoon(() => sheet.textContent()).toContain("Filters: Business Criticality is not Mission Critical.");
    await expectSoon(() => architect.tab.getByRole("grid").isVisible()).toBe(false);
  });

  test("has the groups with what they add up to", async () => {
    await architect.opens(inventory, byCriticality);
    await standsAt("Mission Critical", 1);
    await architect.tab.locator('[data-row="0"]').getByText("4,762,000").waitFor();
    await prints();
    const group = architect.tab.locator(".printed-list tr.section").first();
    await expectSoon(() => group.textContent()).toContain("4,762,000");
    await expectSoon(() => architect.tab.locator(".printed-list tbody tr").count()).toBeGreaterThan(58);
  });
});

describe("many cards at once", () => {
  test("get a tag that one chooses, which Z takes off them", async () => {
    await architect.opens(inventory, {
      search: { type: "Application", filter: "businessCriticality:missionCritical" },
    });
    await architect.sees("20 of 58");
    await architect.clicks("Select all");
    await architect.sees("20 selected");
    await architect.clicks("Tag");
    await architect.tab.getByRole("menuitem").first().click();
    await architect.sees(/put on 20 cards/);
    await architect.presses("z");
    await architect.sees(/Undone/);
  });

  test("are exported as they stand on the screen, group by group", async () => {
    await architect.opens(inventory, byCriticality);
    await standsAt("Mission Critical", 1);
    await architect.clicks("Export");
    const [file] = await Promise.all([architect.tab.waitForEvent("download"), architect.clicks("Text (CSV)")]);
    const lines = (await Bun.file(await file.path()).text()).split("\r\n");
    expect(lines[0]).toStartWith("group,name,plan,phaseIn,active,phaseOut,endOfLife,businessCriticality");
    expect(lines[1]).toStartWith("Mission Critical,");
  });
});

test("a view that is shared is seen by others, and by nobody once it is deleted", async () => {
  await architect.opens(inventory, { search: { type: "Interface", columns: "subtype", widths: "subtype:90" } });
  await architect.sees(/of 27/);
  await architect.clicks("Views");
  await architect.clicks("Save this view…");
  await architect.tab.getByRole("textbox", { name: "Name of the view" }).fill("Narrow");
  await architect.presses("Enter");
  await architect.sees("The view Narrow is saved");
  await architect.clicks("Views");
  await architect.clicks("Change views…");
  await architect.clicks("Share Narrow");
  await architect.sees("The view Narrow is shared with everybody");
  await viewer.opens(inventory, { search: { type: "Interface" } });
  await viewer.clicks("Views");
  await viewer.clicks(/^Narrow/);
  await viewer.arrivesAt(/widths=subtype/);
  await architect.clicks("Delete Narrow");
  await architect.sees("The view Narrow is deleted");
});

test("the column of the focused cell is made wider and narrower by the keyboard", async () => {
  await architect.opens(inventory, { search: { type: "Application", columns: "lifecycle,subtype,data_quality" } });
  await architect.sees("Analytics Warehouse");
  await architect.tab.locator('[data-row="1"] [data-column="2"]').click();
  await architect.presses("Alt+Shift+ArrowRight", "Alt+Shift+ArrowRight", "Alt+Shift+ArrowRight");
  await architect.arrivesAt(/widths=subtype%3A190/);
  await architect.presses("Alt+Shift+ArrowLeft", "Alt+Shift+ArrowLeft");
  await architect.arrivesAt(/widths=subtype%3A150/);
  await architect.presses("f", "f", "f");
  await architect.arrivesAt(/facets=true/);
});

test("the columns are put in order by the keyboard in their menu", async () => {
  await architect.opens(inventory, { search: { type: "Application", columns: "lifecycle,subtype,data_quality" } });
  await architect.sees("Analytics Warehouse");
  await architect.clicks("Columns");
  await architect.tab.getByRole("option", { name: "Subtype" }).focus();
  await architect.presses("Alt+ArrowDown");
  await architect.arrivesAt(/columns=lifecycle%2Cdata_quality%2Csubtype/);
});

/** The report on data quality: what cards lack, and the way to just these cards. */
import { describe, expect, test } from "bun:test";
import { fieldOfMissing, helpsMost } from "../../src/console/pages/data-quality/missing";
import { dataQuality } from "../../src/console/pages/data-quality/page";
import { testServer } from "../support/server";
import { person } from "./support/person";

test("a filter knows by its name whatever is missing", () => {
  expect(fieldOfMissing({ kind: "field", key: "price" })).toBe("price");
  expect(fieldOfMissing({ kind: "stakeholder", key: "responsible" })).toBe("stakeholder.responsible");
  expect(fieldOfMissing({ kind: "relation", key: "uses", side: "target" })).toBe("reverse.uses");
  expect(fieldOfMissing({ kind: "tag_group", key: "1" })).toBe("tag.1");
});

test("a type counts in the whole by its number of cards", () => {
  const type = (key: string, total: number, gain: number) => ({
    type: key,
    total,
    complete: 0,
    partial: 0,
    minimal: total,
    avg_data_quality: 0,
    missing: [{ kind: "field" as const, key: "f", label: "F", weight: 1, count: total, gain }],
  });
  const helps = helpsMost([type("Few", 10, 20), type("Many", 90, 10)], 9);
  expect(helps.map(({ type: key, gain }) => [key, gain])).toEqual([
    ["Many", 9],
    ["Few", 2],
  ]);
});

describe("data quality", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const architect = person(server, "admin");
  const viewer = person(server, "viewer");
  const row = (name: string) => architect.tab.locator("tr", { has: architect.tab.getByText(name, { exact: true }) });

  test("lists types and owners with what they lack, and axe finds nothing in it", async () => {
    await architect.opens(dataQuality);
    await row("Tech Category").waitFor();
    await architect.sees("Owners of: Application");
    await architect.sees("Quality of the landscape");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("leads by a figure to just as many cards", async () => {
    await architect.opens(dataQuality);
    const figure = row("Business Capability").locator("td a").first();
    const count = await figure.textContent();
    await figure.click();
    await architect.arrivesAt(/inventory\?type=BusinessCapability&filter=stakeholder\.responsible%3Aempty/);
    await architect.sees(`Name ${count}`);
  });

  test("lists the owners of another type, and peeks at one of them", async () => {
    await architect.opens(dataQuality);
    await architect.tab.locator(".gsec").waitFor();
    await architect.clicks("Deep-Freeze Warehouse");
    await architect.tab.locator("aside.peek h2").waitFor();
    await architect.presses("Escape");
    await architect.clicks(/Owners of/);
    await architect.tab
      .getByRole("menuitem", { name: "IT Component" })
      .or(architect.tab.getByRole("menuitemradio", { name: "IT Component" }))
      .first()
      .click();
    await architect.arrivesAt(/owners=ITComponent/);
  });

  test("is saved as a report with its filter", async () => {
    await architect.opens(dataQuality, { search: { filter: "phase:endOfLife" } });
    await architect.tab.getByRole("button", { name: "Reports", exact: true }).click();
    await architect.clicks("Save as report…");
    await architect.tab.getByRole("textbox", { name: "Name of the report" }).fill("Ended things");
    await architect.presses("Enter");
    await architect.sees(/Ended things is saved/);
  });

  test("shows that no card matches, and that it could not be loaded", async () => {
    await architect.opens(dataQuality, { search: { filter: "nothinglikethis" } });
    await architect.sees("No card matches");
    expect(await architect.violations()).toEqual([]);
    await architect.tab.route("**/api/v1/reports/data-quality**", (route) =>
      route.fulfill({ status: 422, contentType: "application/problem+json", body: '{"detail":"where: unknown"}' }),
    );
    await architect.opens(dataQuality);
    await architect.sees("Try again");
    expect(await architect.violations()).toEqual([]);
  });

  test("names no costs to a viewer without the right", async () => {
    await viewer.opens(dataQuality);
    await viewer.sees("Tech Category");
    expect(await viewer.tab.content()).not.toMatch(/Set [A-Za-z ]*[Cc]ost/);
  });
});

/** Every map and report: its legend, filters, date, peek, files, pictures, paper, and saving; the same for all of them. */
import { describe, expect, test } from "bun:test";
import { pages } from "../../src/console/pages";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

type Report = {
  address: string;
  /** Its search parameters; `center` is the name of a card. */
  search?: Record<string, unknown>;
  center?: string;
  /** A text that it shows once it is there. */
  shows: string;
  /** The operation that its files come from. */
  operation: string;
  hasLegend?: false;
  hasFilter?: false;
  hasPicture?: false;
};

const REPORTS: readonly Report[] = [
  { address: "/reports/capability-map", shows: "Batch Control", operation: "capability-heatmap" },
  { address: "/reports/matrix", shows: "Group ERP", operation: "matrix" },
  { address: "/reports/portfolio", shows: "51 assessed", operation: "portfolio" },
  { address: "/reports/cost", shows: "1,480,000", operation: "cost-treemap" },
  { address: "/reports/dependencies", center: "Order Hub", shows: "21 relations", operation: "dependencies" },
  {
    ...{ address: "/reports/dependencies", search: { as: "all" } },
    ...{ shows: "Most flows", operation: "domain-flows" },
  },
  { address: "/reports/roadmap", shows: "Saltby Accounting", operation: "roadmap" },
  { address: "/reports/eol", shows: "End of life", operation: "eol", hasPicture: false },
  {
    address: "/reports/data-quality",
    shows: "Begin with these",
    operation: "data-quality",
    hasPicture: false,
  },
  {
    ...{ address: "/cards/$id", search: { tab: "impact" }, center: "Group ERP" },
    ...{ shows: "What breaks if it fails", operation: "impact" },
  },
];
const NAMES = REPORTS.map((report) => [report.address, report] as const);

/** Opens a report, and waits until it is there. */
async function opens({ address, search = {}, center, shows }: Report): Promise<void> {
  let params = {};
  let own = search;
  if (center) {
    const { body } = await architect.account!.get(`/cards?search=${encodeURIComponent(center)}&type=Application`);
    const { id } = body.items.find(({ name }: { name: string }) => name === center);
    if (address.includes("$id")) params = { id };
    else own = { ...search, card: id };
  }
  await architect.opens(address, { params, search: own });
  await architect.sees(shows);
}

/** Downloads what an entry of the menu gives. */
async function downloaded(entry: string): Promise<{ url: string; text: string; name: string }> {
  await architect.clicks("Export");
  const [file] = await Promise.all([
    architect.tab.waitForEvent("download"),
    architect.tab.getByRole("menuitem", { name: entry }).click(),
  ]);
  return { url: file.url(), name: file.suggestedFilename(), text: await Bun.file(await file.path()).text() };
}

test("the table of reports has every page below Maps & reports", () => {
  const others = ["/reports/saved", "/feeds", "/dashboards", "/compare", "/scenarios"];
  const inRail = pages.filter(({ rail, address }) => rail === "maps" && !others.includes(address));
  expect(REPORTS.map(({ address }) => address)).toEqual(expect.arrayContaining(inRail.map(({ address }) => address)));
});

describe.each(NAMES)("the report %s", (_, report) => {
  test("has a legend, filters as chips, and its date, where it knows them", async () => {
    await opens(report);
    const count = (selector: string) => architect.tab.locator(selector).count();
    await expectSoon(async () => (await count(".legend, .rm-legend")) > 0).toBe(report.hasLegend !== false);
    await expectSoon(async () => (await count(".chip.add")) > 0).toBe(report.hasFilter !== false);
    await expectSoon(() => architect.tab.getByRole("button", { name: /^At / }).count()).toBe(1);
    if (report.hasFilter === false) return;
    await architect.presses("/");
    await architect.types("Group");
    await architect.presses("Enter");
    await architect.arrivesAt(/filter=Group/);
    await architect.tab.locator(".chip", { hasText: "Group" }).first().waitFor();
  });

  test("has files of what it shows, and pictures where it is a map or a graph", async () => {
    await opens(report);
    const { url, text } = await downloaded("Text (CSV)");
    expect(url).toContain(`/api/v1/reports/${report.operation}?`);
    expect(text.trimEnd().split("\n").length).toBeGreaterThan(1);
    if (report.hasPicture === false) return;
    const svg = await downloaded("Picture (SVG)");
    expect(svg.name).toEndWith(".svg");
    expect(svg.text).toStartWith("<svg");
    const faults = await architect.tab.evaluate(
      (source) => new DOMParser().parseFromString(source, "image/svg+xml").querySelectorAll("parsererror").length,
      svg.text,
    );
    expect(faults).toBe(0);
    expect((svg.text.match(/<text /g) ?? []).length).toBeGreaterThan(10);
    const png = await downloaded("Picture (PNG)");
    expect(png.text.slice(1, 4)).toBe("PNG");
  });

  test("is printed with a head and a foot, without what is for the hand", async () => {
    await opens(report);
    await architect.tab.emulateMedia({ media: "print" });
    const isSeen = (selector: string) => architect.tab.locator(selector).first().isVisible();
    await expectSoon(() => isSeen(".rail")).toBe(false);
    await expectSoon(() => isSeen(".chips")).toBe(false);
    await expectSoon(() => isSeen(".phead")).toBe(true);
    await architect.tab.locator(".pfoot", { hasText: "Printed by" }).waitFor();
    for (const grid of await architect.tab.locator(".report .grid[aria-rowcount]:visible").all()) {
      const total = Number(await grid.getAttribute("aria-rowcount")) - 1;
      await expectSoon(() => grid.locator("[data-row]").count()).toBe(total);
    }
    expect((await architect.tab.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(5_000);
  });

  test("is saved as a report, and opened again from another page", async () => {
    await opens(report);
    await architect.tab
      .locator(".report-verbs, .topbar")
      .getByRole("button", { name: "Reports", exact: true })
      .first()
      .click();
    await architect.tab.getByRole("menuitem", { name: "Save as report…" }).click();
    await architect.types("For the board");
    await architect.presses("Enter");
    await architect.sees(/For the board is saved/);
    const { body } = await architect.account!.get("/saved-reports");
    const saved = body.find(({ name }: { name: string }) => name === "For the board");
    await architect.opens("/notifications");
    await architect.opens("/reports/saved/$id", { params: { id: saved.id } });
    await architect.sees(report.shows);
    expect(architect.address().split("?")[0]).toMatch(new RegExp(`^${report.address.replace("$id", "[0-9a-f-]+")}$`));
    await architect.account!.delete(`/saved-reports/${saved.id}`);
  });
});

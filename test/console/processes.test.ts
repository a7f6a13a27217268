/** The pages of processes: the house, and what stands on them for whom. */
import { expect, test } from "bun:test";
import { flows } from "../../src/console/pages/flows/page";
import { processHouse } from "../../src/console/pages/process-house/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const member = clientAs(server, "member");
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

test("the lists of flows show what waits and what steps run on, and lead to the process; assessments stand with their change", async () => {
  const { tab } = architect;
  await architect.opens(flows);
  await architect.sees("44 processes");
  expect(await architect.violations()).toEqual([]);
  await tab.getByRole("radio", { name: "Drafts", exact: true }).click();
  await architect.arrivesAt(/state=draft/);
  const listed = (await member.get("/bpm/flows?state=draft")).body;
  await expectSoon(() => tab.locator(".gr .nm").count()).toBe(listed.length);
  await tab.getByRole("radio", { name: "Applications", exact: true }).click();
  await architect.arrivesAt(/of=applications/);
  const [first] = (await member.get("/reports/bpm/element-application-map")).body;
  await tab.locator(".gr", { hasText: first.elements[0].element_name }).first().waitFor();
  await tab.getByRole("radio", { name: "Assessments", exact: true }).click();
  const assessed = (await member.get("/bpm/assessments")).body.filter((one: { latest: unknown }) => one.latest);
  await architect.sees(`${assessed.length} assessed`);
  await tab.getByRole("searchbox", { name: "Part of the name" }).fill(assessed[0].name);
  await architect.arrivesAt(/text=/);
  await expectSoon(() => tab.locator(".gr .nm").count()).toBe(1);
  await tab.locator(".gr .nm").click();
  await architect.presses("Enter");
  await architect.arrivesAt(new RegExp(`/bpm/processes/${assessed[0].process_id}`));
  await architect.sees("Assessments");
});

test("a viewer has the lists of flows, and none of assessments", async () => {
  await viewer.opens(flows, { search: { of: "assessments" } });
  await viewer.sees("44 processes");
  await expectSoon(() => viewer.tab.getByRole("radio", { name: "Assessments" }).count()).toBe(0);
});

test("capabilities are shaded by their processes, as a map and as a table, and are saved as a report", async () => {
  await architect.opens(processHouse);
  await architect.clicks(/Show/);
  await architect.clicks("capabilities");
  await architect.arrivesAt(/show=capabilities/);
  const { items } = (await member.get("/reports/bpm/capability-heatmap")).body as { items: { metric_value: number }[] };
  const { tab } = architect;
  await expectSoon(() => tab.locator(".heat-areas .cell").count()).toBe(items.length);
  await expectSoon(() => tab.locator(".heat-areas .cell.k0").count()).toBe(
    items.filter((one) => one.metric_value === 0).length,
  );
  expect(await architect.violations()).toEqual([]);
  await tab.getByRole("button", { name: "Reports", exact: true }).click();
  await architect.clicks("Save as report…");
  await tab.getByRole("textbox", { name: "Name of the report" }).fill("Where processes are");
  await architect.presses("Enter");
  await expectSoon(() =>
    architect
      .account!.get("/saved-reports")
      .then(({ body }) =>
        body.map((one: { name: string; config: { search: object } }) => [one.name, one.config.search]),
      ),
  ).toContainEqual(["Where processes are", { show: "capabilities" }]);
  await architect.opens(processHouse, { search: { show: "capabilities", table: true, metric: "maturity" } });
  await tab.locator(".gr", { hasText: "Account Planning" }).getByText("1 - Initial").waitFor();
  expect(await architect.violations()).toEqual([]);
});

test("processes stand by organization and value stream, shaded by maturity; a press peeks, and a step is shown alone", async () => {
  await architect.opens(processHouse, { search: { show: "streams" } });
  const { cells, unassigned } = (await member.get("/reports/bpm/value-stream-matrix")).body;
  const placed = Object.values(cells as Record<string, Record<string, unknown[]>>).flatMap((row) =>
    Object.values(row).flat(),
  );
  const { tab } = architect;
  await expectSoon(() => tab.locator(".streams .cell").count()).toBe(placed.length + unassigned.length);
  expect(await architect.violations()).toEqual([]);
  await architect.clicks(/Measured/);
  await expectSoon(() => tab.locator(".streams .cell.off").count()).toBeGreaterThan(0);
  await tab.locator(".streams .cell:not(.off)").first().click();
  await architect.arrivesAt(/peek=/);
});

/** Projects: the portfolio with its axis, status reports that are written and printed as one page, and what viewers see. */
import { beforeAll, describe, expect, test } from "bun:test";
import { project } from "../../src/console/pages/project/page";
import { projects } from "../../src/console/pages/projects/page";
import { statusReport } from "../../src/console/pages/status-report/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const manager = person(server, "member");
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");

type Row = { id: string; name: string; start_date: string; end_date: string; lifecycle: Record<string, string> };

/** Returns the initiative of a name, as the portfolio has it. */
const found = async (name: string): Promise<Row> =>
  (await admin.get("/reports/ppm/gantt?details=true")).body.find((one: Row) => one.name === name);

/** Creates an initiative with dates. */
async function newInitiative(name: string, fields: object = {}): Promise<string> {
  const attributes = { initiativeStatus: "onTrack", startDate: "2026-03-01", endDate: "2027-06-01" };
  return (await admin.post("/cards", { type: "Initiative", name, attributes, ...fields })).body.id;
}

const row = (name: string) => manager.tab.locator(".projects-grid .gr", { hasText: name });

describe("the portfolio", () => {
  test("shows the hierarchy, the judgements of the latest report and what was spent, and axe finds nothing in both themes", async () => {
    await manager.opens(projects);
    await row("Saltby into the Group").waitFor();
    await expectSoon(() => row("Saltby into the Group").getAttribute("aria-level")).toBe("2");
    await expectSoon(() => row("ERP Renewal").textContent()).toContain("37%");
    await expectSoon(() => row("ERP Renewal").locator(".shapes .st").count()).toBe(3);
    await manager.sees("spent at the top level");
    expect(await manager.violations()).toEqual([]);
    await manager.prefers("dark");
    expect(await manager.violations()).toEqual([]);
  });

  test("folds a program with the keys, and is grouped by organisation", async () => {
    await manager.opens(projects);
    await row("Finance Core").waitFor();
    await row("ERP Renewal").getByText("ERP Renewal").click();
    await manager.presses("ArrowLeft");
    await row("Finance Core").waitFor({ state: "detached" });
    await manager.presses("ArrowRight");
    await row("Finance Core").waitFor();
    await manager.clicks("Group by");
    await manager.tab.getByRole("menuitem", { name: "Organization" }).click();
    await manager.tab.locator(".projects-grid .gr.section").first().waitFor();
    await manager.arrivesAt(/group=Organization/);
  });

  test("leaves what is under way without a report when one follows the foot", async () => {
    await manager.opens(projects);
    await manager.clicks(/under way without a report/);
    await row("ERP Renewal").waitFor({ state: "detached" });
    await row("Connected Plants").waitFor();
    await manager.arrivesAt(/unreported=true/);
    await manager.clicks("Remove");
    await row("ERP Renewal").waitFor();
  });

  test("is filtered by a segment in the head of its status", async () => {
    await manager.opens(projects);
    await row("Finance Core").waitFor();
    await manager.tab.getByRole("button", { name: /^Off Track 1$/ }).click();
    await row("Finance Core").waitFor({ state: "detached" });
    await row("Saltby into the Group").waitFor();
  });

  test("moves the dates of an initiative by a drag and by keys, and Z takes each back", async () => {
    await newInitiative("Dragged along", { lifecycle: { active: "2026-03-01", endOfLife: "2027-06-01" } });
    await manager.opens(projects, { search: { as: "gantt", filter: "Dragged" } });
    const bar = row("Dragged along").locator(".bar-grip.move");
    await bar.waitFor();
    const box = (await bar.boundingBox())!;
    await manager.tab.mouse.move(box.x + box.width / 2, box.y + 8);
    await manager.tab.mouse.down();
    await manager.tab.mouse.move(box.x + box.width / 2 + box.width / 3, box.y + 8, { steps: 4 });
    await manager.tab.mouse.up();
    await manager.sees("The dates of Dragged along changed");
    const moved = await found("Dragged along");
    expect(moved.start_date).toBe("2026-08-01");
    expect(moved.end_date).toBe("2027-11-01");
    expect(moved.lifecycle).toEqual({ active: "2026-08-01", endOfLife: "2027-11-01" });
    await manager.presses("z");
    await manager.sees(/Undone/);
    await expectSoon(() => found("Dragged along")).toMatchObject({ start_date: "2026-03-01", end_date: "2027-06-01" });
    await expectSoon(async () => Math.round((await bar.boundingBox())?.x ?? 0)).toBe(Math.round(box.x));
    await row("Dragged along").getByText("Dragged along").click();
    await manager.presses("ArrowRight", "ArrowRight", "Alt+Shift+ArrowRight");
    await manager.sees("The dates of Dragged along changed");
    await expectSoon(() => found("Dragged along")).toMatchObject({ start_date: "2026-03-01", end_date: "2027-07-01" });
  });

  test("opens an initiative next to it with Space, with its reports, late tasks and risks", async () => {
    await manager.opens(projects);
    await row("Saltby into the Group").getByText("Saltby into the Group").click();
    await manager.presses("Space");
    const peek = manager.tab.locator(".peek", { hasText: "Saltby into the Group" });
    await peek.getByText("The count differs from the books by four per cent.").waitFor();
    await peek.getByText("2 late").waitFor();
    await peek.getByText("The count of the stock can't be explained").waitFor();
    expect(await manager.violations()).toEqual([]);
  });

  test("shows a change of somebody else without being asked", async () => {
    const id = await newInitiative("Watched by two");
    await manager.opens(projects, { search: { filter: "Watched" } });
    await row("Watched by two").waitFor();
    await admin.post(`/ppm/initiatives/${id}/reports`, { report_date: "2026-11-01", cost_health: "offTrack" });
    await row("Watched by two").getByTitle("Cost: Off track").waitFor();
  });

  test("shows what failed, and tries again", async () => {
    manager.expected = [/500/];
    await manager.tab.route("**/api/v1/reports/ppm/gantt?**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await manager.opens(projects);
    await manager.sees("This could not be loaded.");
    await manager.tab.unroute("**/api/v1/reports/ppm/gantt?**");
    await manager.clicks("Try again");
    await row("ERP Renewal").waitFor();
  });
});

describe("a status report", () => {
  let id: string;
  beforeAll(async () => {
    id = await newInitiative("Reported on");
    await admin.post(`/ppm/initiatives/${id}/reports`, { report_date: "2026-08-01", schedule_health: "atRisk" });
  });
  const reports = async () => (await admin.get(`/ppm/initiatives/${id}/reports`)).body;

  test("is begun with R as the one before judged, written as one page, and Z takes a text back", async () => {
    await manager.opens(project, { params: { id } });
    await manager.sees("Aug 2026");
    await manager.presses("r");
    await manager.arrivesAt(/\/ppm\/.*\/reports\//);
    await manager.tab.getByLabel("What happened", { exact: true }).waitFor();
    await manager.types("The cellar is dry.");
    await manager.presses("Tab");
    await manager.sees(/What happened of .* written/);
    await manager.fills("What is next", "Move in.");
    await manager.presses("Escape");
    await manager.sees(/What is next of .* written/);
    const [latest] = await reports();
    expect(latest).toMatchObject({ schedule_health: "atRisk", summary: "The cellar is dry.", next_steps: "Move in." });
    await manager.presses("z");
    await manager.sees(/Undone/);
    expect((await reports())[0]).toMatchObject({ summary: "The cellar is dry.", next_steps: null });
    expect(await manager.violations()).toEqual([]);
  });

  test("is judged with the arrows, and shows what it was before", async () => {
    const [latest] = await reports();
    await manager.opens(statusReport, { params: { id, report: latest.id } });
    const cost = manager.tab.getByRole("radiogroup", { name: "Cost" });
    await cost.getByRole("radio", { name: "On track" }).focus();
    await manager.presses("ArrowRight");
    await manager.sees("Cost: At risk");
    await manager.sees("On track in Aug 2026");
    expect((await reports())[0].cost_health).toBe("atRisk");
  });

  test("fills one page of A4, without what is for the screen", async () => {
    const [latest] = await reports();
    await manager.opens(statusReport, { params: { id, report: latest.id } });
    await manager.sees(/^Figures of/);
    const pdf = (await manager.tab.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45]\S* 84[12]\S*\s*\]/);
    await manager.tab.emulateMedia({ media: "print" });
    for (const hidden of [".topbar", ".rail", ".health-choice", ".plain-field", ".foot"])
      await expectSoon(() => manager.tab.locator(hidden).first().isVisible()).toBe(false);
    await manager.tab.emulateMedia({ media: "screen" });
  });

  test("is read by a viewer, who changes nothing of it", async () => {
    const [latest] = await reports();
    await reader.opens(statusReport, { params: { id, report: latest.id } });
    await reader.sees("The cellar is dry.");
    await expectSoon(() => reader.tab.locator("textarea, [role=radiogroup]").count()).toBe(0);
    await reader.opens(project, { params: { id } });
    await reader.sees("The cellar is dry.");
    await expectSoon(() => reader.tab.getByRole("button", { name: "Report", exact: true }).count()).toBe(0);
    await reader.presses("r");
    expect(reader.address()).not.toContain("reports");
  });

  test("opens from the address in notifications, and one that there is none of leads back", async () => {
    await manager.opens(`/ppm/${id}?tab=reports`);
    await manager.clicks("Aug 2026");
    await manager.arrivesAt(/\/reports\//);
    await manager.opens(statusReport, { params: { id, report: "00000000-0000-4000-8000-000000000000" } });
    await manager.sees("There is no such report");
    await manager.opens(project, { params: { id: "00000000-0000-4000-8000-000000000000" } });
    await manager.sees("There is no such initiative");
  });
});

test("costs of initiatives are neither in the page nor on the network for a viewer without costs", async () => {
  const { id } = await found("ERP Renewal");
  const answers: Promise<string>[] = [];
  reader.tab.on("response", (response) => {
    if (response.url().includes("/api/v1/") && !response.url().includes("/stream"))
      answers.push(response.text().catch(() => ""));
  });
  await reader.opens(projects);
  await reader.sees("ERP Renewal");
  const pages = [await reader.tab.content()];
  for (const tab of [undefined, "reports", "tasks", "costs", "risks"]) {
    await reader.opens(project, { params: { id }, ...(tab && { search: { tab } }) });
    await reader.sees("ERP Renewal");
    pages.push(await reader.tab.content());
  }
  const written = (await Promise.all(answers)).concat(pages).join("\n");
  for (const amount of ["7200000", "2650000", "7,200,000", "2,650,000", "7.2M", "1250000", "1,250,000"])
    expect(written).not.toContain(amount);
});

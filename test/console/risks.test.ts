/** The risk register: the matrix as a filter, editing in place, mitigations, acceptance, and the address in notifications. */
import { beforeAll, describe, expect, test } from "bun:test";
import { risk as riskPage } from "../../src/console/pages/risk/page";
import { risks } from "../../src/console/pages/risks/page";
import type { Client } from "../support/client";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { workbookOf } from "../support/workbooks";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const manager = person(server, "member");
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");
const owner = clientAs(server, "viewer");

type Risk = { id: string; reference: string; status: string } & Record<string, unknown>;

/** Creates a risk of this title. */
const makeRisk = async (title: string, fields: object = {}): Promise<Risk> =>
  (await admin.post("/risks", { title, ...fields })).body;

const found = async (client: Client, id: string): Promise<Risk> => (await client.get(`/risks/${id}`)).body;

/** Returns the row of a risk in the list. */
const row = (title: string) => manager.tab.locator(".risks-grid .gr", { hasText: title });

describe("the register", () => {
  test("lists what isn't closed, the gravest before mitigation first, and axe finds nothing in both themes", async () => {
    await manager.opens(risks);
    await manager.sees("The batch recorder stops in the harvest");
    await expectSoon(() => manager.tab.locator('.risks-grid .gr[data-row="0"]').textContent()).toContain("Critical");
    await manager.sees(/without mitigation/);
    expect(await manager.violations()).toEqual([]);
    await manager.prefers("dark");
    expect(await manager.violations()).toEqual([]);
  });

  test("is drawn over time by level, with the same figures in a table, and follows the filter", async () => {
    await manager.opens(risks);
    await manager.clicks("Over time");
    const picture = manager.tab.locator(".risk-time");
    await picture.locator("svg.stacked-time .today").waitFor({ state: "attached" });
    const { points } = (await admin.get("/reports/risks/over-time")).body;
    const today = () => picture.locator("tbody tr").first().locator("td").last().textContent();
    await expectSoon(async () => Number(await today())).toBe(points.at(-1).total);
    await expectSoon(() => picture.locator("tbody tr").count()).toBe(points.length);
    expect(await manager.violations()).toEqual([]);
    await manager.clicks("3 months");
    await expectSoon(() => picture.locator("tbody tr").count()).toBeGreaterThan(points.length);
    const { body } = await admin.get("/reports/risks/over-time?category=security");
    await manager.opens(risks, { search: { picture: "time", filter: "-status:closed category:security" } });
    await expectSoon(async () => Number(await today())).toBe(body.points.at(-1).total);
  });

  test("is filtered by a cell of the matrix with the keys alone, and shows it as chips that take it away again", async () => {
    await manager.opens(risks);
    await manager.sees("A label misses an allergen");
    await manager.tab.locator(".risk-matrix .risk-in-cell button").first().waitFor();
    await manager.presses("m");
    await manager.tab.locator(".risk-cell:focus").waitFor();
    await manager.presses("ArrowRight", "ArrowRight", "ArrowRight", "Enter");
    await manager.arrivesAt(/initial_probability%3Alow\+initial_impact%3Acritical/);
    await row("A label misses an allergen").waitFor();
    await row("A recall takes a day").waitFor({ state: "detached" });
    await manager.presses("Enter");
    await row("A recall takes a day").waitFor();
  });

  test("opens the risk of a number in the matrix next to the list", async () => {
    await manager.opens(risks);
    await manager.tab.getByRole("button", { name: "5 A label misses an allergen" }).first().click();
    await manager.tab.locator(".peek", { hasText: "A label misses an allergen" }).waitFor();
    expect(await manager.violations()).toEqual([]);
  });

  test("gives the mitigation tasks of its risks as a file, a row for each time that one is to be done", async () => {
    await manager.opens(risks);
    await manager.sees("A label misses an allergen");
    await manager.clicks("Export");
    const arriving = manager.tab.waitForEvent("download");
    await manager.clicks("Mitigation tasks (CSV)");
    const text = await Bun.file(await (await arriving).path()).text();
    const [heads, ...rows] = text.trim().split("\r\n");
    expect(heads).toContain("risk_id,reference,title");
    const { body } = await admin.get("/risks/mitigation-tasks/export?where=!status:closed");
    expect(rows.length).toBeGreaterThanOrEqual(body.length);
    for (const { reference } of body) expect(text).toContain(reference);
  });

  test("takes risks out of a workbook: what each row would do is shown first, and Z takes all of them back", async () => {
    const { reference } = await makeRisk("The shed is known");
    const workbook = await workbookOf({
      Risks: [
        ["Reference", "Title", "Category", "Probability", "initial_impact", "Owner", "Cards", "Mood"],
        [null, "The shed leaks", "Technology", "Very high", "high", null, "Call Desk; Nowhere", "bad"],
        [null, "The shed burns", "Fiery", null, null, null, null, null],
        [reference, "The shed is known", null, null, null, null, null, null],
      ],
    });
    const imported = async () =>
      (await admin.get("/risks?search=The+shed+leaks")).body.items.map(({ initial_level }: Risk) => initial_level);
    await manager.opens(risks);
    await manager.sees("A label misses an allergen");
    await manager.clicks("Import");
    await manager.tab
      .getByLabel("Excel or CSV file", { exact: true })
      .setInputFiles({ name: "risks.xlsx", mimeType: "application/octet-stream", buffer: Buffer.from(workbook) });
    await manager.sees("Create 1");
    await manager.sees(/Card not found: Nowhere/);
    await manager.sees(/category must be one of/);
    await manager.sees(`${reference} is in the register already.`);
    await manager.sees("Nothing is read from the columns Mood.");
    expect(await manager.violations()).toEqual([]);
    expect(await imported()).toEqual([]);
    await manager.presses("Control+Enter");
    await manager.sees("1 risk imported");
    await row("The shed leaks").waitFor();
    await expectSoon(imported).toEqual(["critical"]);
    await manager.presses("z");
    await row("The shed leaks").waitFor({ state: "detached" });
    await expectSoon(imported).toEqual([]);
  });

  test("leaves what has no mitigation when one follows the foot", async () => {
    await manager.opens(risks);
    await manager.clicks(/without mitigation$/);
    await manager.arrivesAt(/task_id%3Aempty/);
    await row("Nobody can change the grower contracts").waitFor();
    await row("A recall takes a day").waitFor({ state: "detached" });
  });

  test("is edited in its cells: title, level in the matrix and status, and Z undoes the last change", async () => {
    const made = await makeRisk("The lift stops", { initial_probability: "very_high", initial_impact: "critical" });
    await manager.opens(risks, { search: { filter: "lift" } });
    await row("The lift stops").getByText("The lift stops").click();
    await manager.presses("e");
    await manager.fills("Title", "The lift stops at night");
    await manager.presses("Enter");
    await manager.sees("Title of R-");
    await row("The lift stops at night").waitFor();
    await row("The lift stops at night").getByRole("button", { name: "Assess" }).click();
    await manager.tab.getByRole("dialog").waitFor();
    await manager.presses("ArrowRight", "Enter");
    await row("The lift stops at night").getByText("Low").waitFor();
    await row("The lift stops at night").getByText("Identified").dblclick();
    await manager.clicks("Analysed");
    await row("The lift stops at night").getByText("Analysed").waitFor();
    await expectSoon(() => found(admin, made.id)).toMatchObject({
      title: "The lift stops at night",
      residual_probability: "low",
      residual_impact: "medium",
      status: "analysed",
    });
    await manager.presses("z");
    await row("The lift stops at night").getByText("Identified").waitFor();
  });

  test("gets a risk with N, which opens next to the list", async () => {
    await manager.opens(risks);
    await manager.sees("A recall takes a day");
    await manager.presses("n");
    await manager.fills("What may happen", "The well runs dry");
    await manager.tab
      .getByRole("dialog")
      .getByRole("button", { name: "High, Critical: Critical", exact: true })
      .click();
    await manager.clicks("Add to the register");
    await manager.tab.locator(".peek", { hasText: "The well runs dry" }).waitFor();
    await row("The well runs dry").getByText("Critical").waitFor();
  });

  test("offers a viewer nothing that changes it", async () => {
    await reader.opens(risks);
    await reader.tab.locator(".risks-grid").getByText("Nobody can change the grower contracts").click();
    await reader.presses("Space");
    await reader.tab.locator(".peek", { hasText: "Affects" }).waitFor();
    for (const name of ["Import", "Assess", "Add a task", "Link a card", "Accept with a reason", "Delete…"])
      await expectSoon(() => reader.tab.getByRole("button", { name, exact: true }).count()).toBe(0);
    await expectSoon(() => reader.tab.locator(".topbar .pri").count()).toBe(0);
    await reader.presses("n");
    await expectSoon(() => reader.tab.getByRole("dialog").count()).toBe(0);
  });

  test("shows what failed, and tries again", async () => {
    manager.expected = [/500/];
    await manager.tab.route("**/api/v1/risks?**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await manager.opens(risks);
    await manager.sees("This could not be loaded.");
    await manager.tab.unroute("**/api/v1/risks?**");
    await manager.clicks("Try again");
    await manager.sees("A recall takes a day");
  });

  test("shows what helps where no risk fits", async () => {
    await manager.opens(risks, { search: { filter: "zebra" } });
    await manager.sees("No risk fits these filters");
    await manager.clicks("Take the filters away");
    await manager.sees("A recall takes a day");
  });

  test("shows a change of somebody else without being asked", async () => {
    const made = await makeRisk("The gate is open");
    await manager.opens(risks, { search: { filter: "gate" } });
    await row("The gate is open").waitFor();
    await admin.patch(`/risks/${made.id}`, { title: "The gate is shut" });
    await row("The gate is shut").waitFor();
  });
});

describe("a risk in the peek", () => {
  let made: Risk;
  beforeAll(async () => {
    made = await makeRisk("The press bursts");
  });

  test("gets tasks with T, which are done with a press", async () => {
    await manager.opens(risks, { search: { filter: "press", risk: made.id } });
    await manager.tab.locator(".peek", { hasText: "Mitigation" }).waitFor();
    await manager.presses("t");
    await manager.fills("What is to be done", "Replace the valve");
    await manager.fills("Due on", "2035-04-01");
    await manager.presses("Enter");
    await manager.tab.locator(".risk-task", { hasText: "Replace the valve" }).getByText("Apr 2035").waitFor();
    await manager.clicks("Done: Replace the valve");
    await manager.sees("1 done");
    const tasks = (await admin.get(`/risks/${made.id}/mitigation-tasks`)).body;
    expect(tasks[0]).toMatchObject({ title: "Replace the valve", is_active: false });
  });

  test("is linked to a card, which opens over it and closes to it again", async () => {
    await manager.opens(risks, { search: { filter: "press", risk: made.id } });
    await manager.clicks("Link a card");
    await manager.tab.getByRole("combobox", { name: "Card" }).fill("Order Hub");
    await manager.tab.getByRole("option", { name: "Order Hub" }).first().click();
    await manager.tab.locator(".peek .rel-button", { hasText: "Order Hub" }).click();
    await manager.arrivesAt(/peek=/);
    await manager.tab.locator(".peek", { hasText: "Life cycle" }).waitFor();
    await manager.tab.locator(".peek").getByRole("button", { name: "Close" }).click();
    await manager.tab.locator(".peek", { hasText: "The press bursts" }).waitFor();
  });

  test("is accepted with a reason that is asked for in place, closed, and opened again", async () => {
    await manager.opens(risks, { search: { filter: "press", risk: made.id } });
    await manager.clicks("Accept with a reason");
    await manager.fills("Why is it accepted?", "It is replaced next year");
    await manager.clicks("Accept it");
    await manager.tab.locator(".peek", { hasText: "It is replaced next year" }).waitFor();
    await expectSoon(() => found(admin, made.id)).toMatchObject({ status: "accepted" });
    await manager.tab.locator(".risk-moves").getByRole("button", { name: "Close" }).click();
    await manager.tab.locator(".peek").getByText("Closed").waitFor();
    await expectSoon(() => manager.tab.getByRole("button", { name: "Add a task" }).count()).toBe(0);
    await manager.clicks("Open it again");
    await manager.tab.locator(".peek").getByText("In progress").waitFor();
  });

  test("has an owner who is found by a few letters", async () => {
    const { body: me } = await owner.get("/auth/me");
    await manager.opens(risks, { search: { filter: "press", risk: made.id } });
    await manager.clicks(/^Owner:/);
    await manager.tab.getByRole("combobox", { name: "Owner" }).fill(me.email);
    await manager.tab.getByRole("option", { name: me.display_name }).click();
    await manager.tab.locator(".peek .kv", { hasText: me.display_name }).waitFor();
    await expectSoon(() => found(admin, made.id)).toMatchObject({ owner_id: owner.userId });
  });
});

describe("the address of a risk", () => {
  test("shows the risk with the task of a to-do, which its owner completes without the right to write the register", async () => {
    const made = await makeRisk("The scale drifts");
    const { body: me } = await reader.account!.get("/auth/me");
    const task = (await admin.post(`/risks/${made.id}/mitigation-tasks`, { title: "Calibrate it", owner_id: me.id }))
      .body;
    await reader.opens(riskPage, { params: { id: made.id }, search: { task: task.id } });
    await reader.sees("The scale drifts");
    expect(await reader.violations()).toEqual([]);
    await reader.clicks("Done: Calibrate it");
    await reader.sees("1 done");
  });

  test("shows a sentence when there is no such risk", async () => {
    await reader.opens(riskPage, { params: { id: "01900000-0000-7000-8000-00000000dead" } });
    await reader.sees("Risk not found");
  });
});

/** Scenarios in the browser: working in one, and following a landscape that has moved on. */
import { expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { scenario } from "../../src/console/pages/scenario/page";
import { scenarios } from "../../src/console/pages/scenarios/page";
import { weighing } from "../../src/console/pages/weighing/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer();
const architect = person(server, "admin");
const colleague = person(server, "member");
const admin = clientAs(server, "admin");

const newCard = async (name: string): Promise<string> =>
  (await admin.post("/cards", { type: "Application", name })).body.id;

const nameOf = async (id: string, headers?: Record<string, string>) =>
  (await admin.get(`/cards/${id}`, headers)).body.name;

/** Lets somebody who has opened a card give it another name. */
async function renames(somebody: typeof architect, name: string): Promise<void> {
  await somebody.tab.getByRole("button", { name: /^Name: / }).click();
  await somebody.tab.getByRole("textbox", { name: "Name" }).fill(name);
  await somebody.presses("Enter");
}

test("a change in a scenario stays in it, is taken out with Z, and is merged as one batch", async () => {
  const id = await newCard("Ledger");
  await architect.opens(scenarios);
  await architect.sees("Nothing is planned as a scenario yet");
  await architect.presses("n");
  await architect.fills("Name", "Cloud first");
  await architect.fills("What is it to answer?", "What if the ledger moved?");
  await architect.presses("Enter");
  await architect.arrivesAt(/^\/scenarios\/[\da-f-]{36}$/);
  const [{ id: planned }] = await until(async () => (await admin.get("/scenarios")).body, "the scenario");
  const changes = async () => (await admin.get(`/scenarios/${planned}/changes`)).body;
  await architect.sees("It is as the landscape is");
  await architect.settles();
  expect(await architect.violations()).toEqual([]);

  await architect.tab.locator(".topbar").getByRole("button", { name: "Work in it" }).click();
  await architect.arrivesAt(/^\/inventory/);
  const bar = architect.tab.getByRole("region", { name: "Scenario" });
  await bar.getByText("Cloud first").waitFor();
  await architect.opens(card, { params: { id } });
  await bar.getByText("Cloud first").waitFor();
  const rename = async (name: string) => {
    await renames(architect, name);
    await until(async () => (await changes()).length === 1, "the change");
    await architect.tab.getByText(name).first().waitFor();
  };
  await rename("Ledger NG");
  expect(await nameOf(id)).toBe("Ledger");
  expect(await nameOf(id, { "x-stoa-scenario": planned })).toBe("Ledger NG");
  await architect.tab.locator(".toast", { hasText: "Undo" }).first().waitFor();
  await architect.presses("z");
  await until(async () => (await changes()).length === 0, "the change to be out");
  await expectSoon(() => architect.tab.getByRole("button", { name: /^Name: / }).textContent()).toContain("Ledger");
  await expectSoon(() => architect.tab.getByText("Ledger NG").count()).toBe(0);
  await rename("Cloud ledger");

  await bar.getByRole("link", { name: "changes" }).click();
  await architect.tab.locator(".rows", { hasText: "Cloud ledger" }).waitFor();
  await bar.getByRole("button", { name: "Leave" }).click();
  await bar.waitFor({ state: "detached" });
  await architect.clicks("Merge into the landscape");
  await architect.sees("1 change is made in the landscape, and can be undone.");
  expect(await architect.violations()).toEqual([]);
  expect(await nameOf(id)).toBe("Ledger");
  await architect.tab.getByRole("button", { name: "Merge", exact: true }).click();
  await until(async () => (await nameOf(id)) === "Cloud ledger", "the merge");
  await architect.tab.locator(".toast").getByRole("button", { name: /Undo/ }).last().click();
  await until(async () => (await nameOf(id)) === "Ledger", "the landscape as it was");
});

test("a scenario follows the landscape once what doesn't fit is decided", async () => {
  const [payroll, archive] = [await newCard("Payroll"), await newCard("Archive")];
  const { id } = (await admin.post("/scenarios", { name: "Outsourced", question: "What if we bought it?" })).body;
  const inside = { "x-stoa-scenario": id };
  await admin.patch(`/cards/${payroll}`, { name: "Payroll service" }, inside);
  await admin.patch(`/cards/${archive}`, { name: "Archive service" }, inside);
  await admin.patch(`/cards/${payroll}`, { name: "Payroll 2030" });

  await architect.opens(scenario, { params: { id } });
  await architect.sees(/The landscape has changed since/);
  await architect.clicks("Follow it");
  const obstacle = architect.tab.locator(".scenario-obstacles > li");
  await expectSoon(() => obstacle.count()).toBe(1);
  await expectSoon(() => obstacle.locator("tbody tr").textContent()).toBe("NamePayrollPayroll servicePayroll 2030");
  expect(await architect.violations()).toEqual([]);
  await obstacle.getByRole("radio", { name: "As it is here" }).click();
  await architect.sees("everything is decided");
  await architect.clicks("Follow it");
  await architect.seesNo(/The landscape has changed since/);
  await until(async () => !(await admin.get(`/scenarios/${id}`)).body.is_stale, "the scenario to follow");
  expect(await nameOf(payroll, inside)).toBe("Payroll service");

  await architect.tab.locator(".rows li", { hasText: "Archive service" }).locator(".row-main").focus();
  await architect.presses("Backspace");
  await until(async () => (await admin.get(`/scenarios/${id}/changes`)).body.length === 1, "the change to be out");
  expect(await nameOf(archive, inside)).toBe("Archive");
});

test("two who work in a scenario see each other's changes at once", async () => {
  const card_id = await newCard("Intranet");
  const { id } = (await admin.post("/scenarios", { name: "Shared", question: null })).body;
  await admin.put(`/scenarios/${id}/members`, { members: [{ role: "member", may_change: true }] });
  for (const somebody of [architect, colleague]) {
    await somebody.opens(scenario, { params: { id } });
    await somebody.tab.locator(".topbar").getByRole("button", { name: "Work in it" }).click();
    await somebody.arrivesAt(/^\/inventory/);
    await somebody.opens(card, { params: { id: card_id } });
    await somebody.tab.getByRole("img", { name: "connected", exact: true }).waitFor();
  }
  await renames(colleague, "Portal");
  await expectSoon(() => architect.tab.getByRole("button", { name: /^Name: / }).textContent()).toContain("Portal");
  expect(await nameOf(card_id)).toBe("Intranet");
});

test("scenarios that are chosen in the list stand side by side, are weighed, and show their applications", async () => {
  const retired = await newCard("Old desk");
  const made = async (name: string, change: (headers: Record<string, string>) => Promise<unknown>) => {
    const { id } = (await admin.post("/scenarios", { name })).body;
    await change({ "x-stoa-scenario": id });
    return id;
  };
  const first = await made("Bought", (inside) =>
    admin.post("/cards", { type: "Application", name: "New desk" }, inside),
  );
  const second = await made("Closed", (inside) => admin.post(`/cards/${retired}/archive`, {}, inside));
  await architect.opens(scenarios);
  for (const name of ["Bought", "Closed"]) await architect.tab.getByRole("button", { name: `Compare ${name}` }).click();
  await architect.presses("c");
  await architect.arrivesAt(/^\/scenarios\/compare\?/);
  const table = architect.tab.getByRole("table", { name: "Scenarios side by side" });
  const rowOf = (name: string) => table.getByRole("row", { name: new RegExp(`^${name}`) });
  await expectSoon(() => rowOf("New applications").textContent()).toContain("New desk");
  expect(await rowOf("Retired applications").textContent()).toContain("Old desk");
  await architect.presses("w");
  await table.getByRole("button", { name: "Applications: more weight" }).click();
  await expectSoon(() => rowOf("Score").textContent()).toContain("highest");
  expect(architect.tab.url()).toContain("applications%3A1");
  expect(await architect.violations()).toEqual([]);
  await architect.tab.getByRole("button", { name: "Leave Closed out" }).click();
  await expectSoon(() => table.getByRole("columnheader").count()).toBe(3);
  await architect.opens(weighing, { search: { scenarios: `${first},${second}` } });
  await table.getByRole("button", { name: "New desk" }).click();
  await architect.arrivesAt(/^\/cards\//);
  await architect.sees("New desk");
});

test("selected changes of a scenario are planned as an initiative, with its dates shown before, and undone with Z", async () => {
  const [old, till] = [await newCard("Old shop"), await newCard("Till")];
  const { id } = (await admin.post("/scenarios", { name: "New shop", target_date: "2031-12-31" })).body;
  const inside = { "x-stoa-scenario": id };
  const shop = (await admin.post("/cards", { type: "Application", name: "Cloud shop" }, inside)).body.id;
  await admin.post(`/cards/${old}/archive`, {}, inside);
  await admin.patch(`/cards/${till}`, { name: "Till 2" }, inside);

  await architect.opens(scenario, { params: { id } });
  await architect.tab.locator(".rows li", { hasText: "Cloud shop" }).locator(".row-main").focus();
  await architect.presses("x", "ArrowDown", "x", "ArrowDown", "x", "i");
  await architect.fills("Name of the initiative", "Shop renewal");
  await architect.fills("It starts on", "2031-01-01");
  await architect.presses("Enter");
  await architect.sees(/comes: phased in from Jan 1, 2031, active from Dec 31, 2031/);
  await architect.sees(/goes: phased out from Jan 1, 2031, gone from Dec 31, 2031/);
  await architect.sees(/Till 2 stands today, and this has no date: Name/);
  await architect.sees("2 changes become part of the landscape, and can be undone together.");
  expect(await architect.violations()).toEqual([]);
  await architect.presses("Enter");
  const lifeOf = async (card: string) => (await admin.get(`/cards/${card}`)).body.lifecycle;
  await until(async () => (await lifeOf(shop))?.active === "2031-12-31", "the plan");
  expect(await lifeOf(old)).toMatchObject({ phaseOut: "2031-01-01", endOfLife: "2031-12-31" });
  await architect.tab.locator(".toast", { hasText: "Shop renewal" }).first().waitFor();
  await architect.presses("z");
  await until(async () => (await admin.get(`/cards/${shop}`)).status === 404, "the landscape as it was");
});

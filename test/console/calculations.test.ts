/** Calculations: a formula is written with completion, tried with cards while one types, switched on and run. */
import { expect, test } from "bun:test";
import { calculations } from "../../src/console/pages/calculations/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const client = clientAs(server, "admin");
const administrator = person(server, "admin");
const viewer = person(server, "viewer");

const editor = () => administrator.tab.getByRole("textbox", { name: "Formula", exact: true });
const trial = () => administrator.tab.getByRole("region", { name: "Trial", exact: true });
const row = (name: string) =>
  trial().locator("li", { has: administrator.tab.getByRole("button", { name, exact: true }) });
const named = async (name: string) =>
  (await client.get("/calculations")).body.find((one: { name: string }) => one.name === name);
const holds = (look: () => Promise<boolean>) => until(look, "what was done on the server");

/** Makes a calculation of a field of applications that is off. */
const calculation = async (name: string, formula: string) =>
  (
    await client.post("/calculations", {
      name,
      formula,
      target_type_key: "Application",
      target_field_key: "numberOfUsers",
    })
  ).body;

test("a calculation is shown with its formula and what it would change, and axe finds nothing", async () => {
  await administrator.opens(calculations);
  await administrator.sees("58 cards: nothing changes");
  await expectSoon(() => editor().inputValue()).toContain("ROUND(data.costTotalAnnual");
  await administrator.tab
    .getByRole("navigation", { name: "Calculations by type" })
    .getByText("on", { exact: true })
    .waitFor();
  expect(await administrator.violations()).toEqual([]);
  await administrator.prefers("dark");
  expect(await administrator.violations()).toEqual([]);
});

test("a formula is completed as one types, tried at once, saved when it is left, and taken back with Z", async () => {
  const { id } = await calculation("Twice as many", "");
  await administrator.opens(calculations, { search: { calculation: id } });
  await editor().click();
  await administrator.types("data.number");
  await administrator.tab.getByRole("option", { name: "numberOfUsers Number of Users" }).waitFor();
  expect(await administrator.violations()).toEqual([]);
  await administrator.presses("Tab");
  await administrator.types(" * 2 if data.numberOfUsers else None");
  await administrator.sees("58 cards: 48 changed · 1 emptied");
  await row("Group ERP").getByText("1,280").waitFor();
  await administrator.tab.getByRole("heading", { name: "Calculations", exact: true }).click();
  await holds(
    async () => (await named("Twice as many")).formula === "data.numberOfUsers * 2 if data.numberOfUsers else None",
  );
  await administrator.sees("The formula of Twice as many is changed");
  await administrator.presses("z");
  await holds(async () => (await named("Twice as many")).formula === "");
});

test("an error is shown with its place, and the formula is tried with the cards that one chooses", async () => {
  const { id } = await calculation("Broken", "data.numberOfUsers +");
  await administrator.opens(calculations, { search: { calculation: id } });
  await administrator.sees(/Line 1, column 2\d: /);
  await editor().fill("1 / 0 if data.name == 'Group ERP' else 5");
  await administrator.clicks("Try with a card");
  await administrator.tab.getByRole("combobox", { name: "Name of a card" }).fill("Group ERP");
  await administrator.tab
    .getByRole("option", { name: /^Group ERP/ })
    .first()
    .click();
  await row("Group ERP").getByText(/zero/i).waitFor();
  await administrator.arrivesAt(/cards=/);
  await holds(async () => (await trial().locator("li").count()) === 1);
  await administrator.sees(/fails for 1$/);
});

test("a calculation is made, switched on and off with Z, run over all cards, and deleted", async () => {
  await administrator.opens(calculations);
  await administrator.clicks("New calculation");
  await administrator.fills("Name of the calculation", "Seven users");
  await administrator.tab.getByRole("button", { name: /It fills/ }).click();
  await administrator.tab.getByRole("option", { name: "Number of Users" }).click();
  await administrator.tab.getByRole("button", { name: "Create", exact: true }).click();
  await administrator.tab.getByRole("heading", { name: "Seven users", exact: true }).waitFor();
  await editor().fill("7 if data.name == 'Group ERP' else 5");
  await administrator.presses("Control+Enter");
  await holds(async () => (await named("Seven users")).formula.startsWith("7"));
  await administrator.clicks("Switch it on");
  await administrator.sees("Seven users is on");
  await administrator.tab.getByRole("heading", { name: "Calculations", exact: true }).click();
  await administrator.presses("z");
  await holds(async () => (await named("Seven users")).is_active === false);
  await administrator.clicks("Switch it on");
  await administrator.clicks("Run over all cards now");
  await administrator.sees("58 cards are calculated");
  const { items } = (await client.get("/cards?type=Application&page_size=100")).body;
  const erp = items.find(({ name }: { name: string }) => name === "Group ERP");
  expect(erp.attributes.numberOfUsers).toBe(7);
  await administrator.clicks("Delete the calculation");
  await holds(async () => (await named("Seven users")) === undefined);
  await administrator.sees("Seven users is deleted");
  await administrator.presses("z");
  await holds(async () => (await named("Seven users"))?.is_active === true);
});

test("on a phone the formula is as wide as the screen", async () => {
  await administrator.tab.setViewportSize(SIZES.phone);
  await administrator.opens(calculations);
  await editor().waitFor();
  await expectSoon(() => administrator.tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    390,
  );
});

test("the page of calculations isn't there for those who may not administer the metamodel", async () => {
  await viewer.opens(calculations);
  await viewer.sees("You may not see “Calculations”");
  await expectSoon(() => viewer.tab.getByRole("link", { name: "Calculations" }).count()).toBe(0);
});

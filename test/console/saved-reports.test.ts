/** Saved reports as a list, and the stars and notices that somebody has chosen. */
import { expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { home } from "../../src/console/pages/home/page";
import { preferences } from "../../src/console/pages/preferences/page";
import { savedReports } from "../../src/console/pages/saved-reports/page";
import { testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const reader = person(server, "viewer");

test("a saved report is found, renamed, shared, opened by others, deleted, and brought back", async () => {
  const mine = async () => (await architect.account!.get("/saved-reports?filter=my")).body;
  const report = { name: "Costs of plants", report_type: "cost", config: { search: { type: "Application" } } };
  expect((await architect.account!.post("/saved-reports", report)).status).toBe(201);
  await architect.opens(savedReports);
  await architect.presses("/");
  await architect.types("plants");
  await architect.clicks("Change Costs of plants");
  await architect.tab.getByRole("textbox", { name: "Name", exact: true }).fill("Costs of mills");
  await architect.presses("Enter");
  await until(async () => (await mine())[0].name === "Costs of mills", "the new name");
  await architect.sees("No report is called like that");
  await architect.tab.locator(".peek.side .switch").click();
  await until(async () => (await mine())[0].visibility === "public", "everybody to see it");
  expect(await architect.violations()).toEqual([]);

  await reader.opens(savedReports);
  await expectSoon(() => reader.tab.getByRole("button", { name: /^Change/ }).count()).toBe(0);
  await reader.tab.getByRole("link", { name: "Costs of mills" }).waitFor();
  expect(await reader.violations()).toEqual([]);

  await architect.clicks("Delete");
  await until(async () => (await mine()).length === 0, "the deletion");
  // The message about a change before it may be there still.
  const message = architect.tab.locator(".toast", { hasText: "The report Costs of mills is deleted" });
  await message.getByRole("button", { name: /Undo/ }).click();
  await until(async () => (await mine()).length === 1, "the report to be back");
});

test("a card that is starred is at home, until the star is taken away", async () => {
  const { body } = await reader.account!.get("/cards?type=Application&search=Order Hub&page_size=1");
  const [{ id, name }] = body.items;
  const stars = async () => (await reader.account!.get("/favorites")).body.length;
  await reader.opens(card, { params: { id } });
  await reader.clicks("Star this card");
  await until(async () => (await stars()) === 1, "the star");
  await reader.opens(home);
  await reader.clicks("Starred");
  await reader.tab.getByRole("list", { name: "My cards" }).getByText(name).first().waitFor();
  expect(await reader.violations()).toEqual([]);
  await reader.opens(card, { params: { id } });
  await reader.clicks("Take the star away");
  await until(async () => (await stars()) === 0, "the end of the star");
});

test("a preference about notifications is saved as its switch is turned", async () => {
  const wanted = async () =>
    (await reader.account!.get("/users/me/notification-preferences")).body.email.comment_replied;
  const before = await wanted();
  await reader.opens(preferences);
  await reader.tab.locator("tr", { hasText: "Somebody answers me" }).locator(".switch").last().click();
  await until(async () => (await wanted()) !== before, "the preference");
  await reader.sees("You are notified from now on: Somebody answers me");
  expect(await reader.violations()).toEqual([]);
});

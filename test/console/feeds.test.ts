/** Feeds: a view is offered, opened by a token, and read by a program until the token is revoked. */
import { expect, test } from "bun:test";
import { feeds } from "../../src/console/pages/feeds/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "member");
const reader = person(server, "viewer");

const viewNamed = async (name: string) =>
  (await architect.account!.get("/bookmarks")).body.find((one: { name: string }) => one.name === name);

test("a view that is saved in the inventory is read by a program, with its filters, by a token that is shown once", async () => {
  const { tab } = architect;
  await architect.opens(inventory, { search: { type: "Application", filter: "businessCriticality:missionCritical" } });
  await architect.sees(/of 5\d/);
  await architect.clicks("Views");
  await architect.clicks("Save this view…");
  await tab.getByRole("textbox", { name: "Name of the view" }).fill("Mission critical");
  await architect.presses("Enter");
  await until(() => viewNamed("Mission critical"), "the view");

  await architect.opens(feeds);
  await architect.clicks("Mission critical");
  await architect.sees("This view is no feed.");
  await tab.locator(".switch").first().click();
  const address = await until(async () => (await viewNamed("Mission critical")).odata_url, "the feed");
  await architect.sees(`${address}/`);
  await architect.sees(/From OData Feed/);
  expect(await architect.violations()).toEqual([]);

  await architect.clicks("New token");
  await architect.fills("What it is for", "The monthly sheet");
  await architect.presses("Enter");
  await architect.sees("This is the token.");
  const token = (await tab.locator(".callout code").textContent())!;
  const read = () => fetch(address, { headers: { authorization: `Basic ${btoa(`anybody:${token}`)}` } });
  const { value } = await (await read()).json();
  const { body } = await architect.account!.get("/cards?type=Application&where=businessCriticality:missionCritical");
  expect(value.map((one: { name: string }) => one.name).sort()).toEqual(
    body.items.map(({ name }: { name: string }) => name).sort(),
  );

  await architect.opens(feeds);
  await architect.sees("The monthly sheet");
  await expectSoon(() => tab.locator(".callout code").count()).toBe(0);
  await architect.clicks("Revoke…");
  await architect.clicks("Revoke");
  await architect.sees("No token yet.");
  await until(async () => (await read()).status === 401, "the end of the token");
});

test("whoever may not offer feeds sees those of others, and how to read them", async () => {
  await reader.opens(feeds);
  await reader.tab.getByRole("heading", { name: "Your tokens" }).waitFor();
  await expectSoon(() => reader.tab.locator(".switch").count()).toBe(0);
  expect(await reader.violations()).toEqual([]);
});

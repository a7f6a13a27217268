/** The handbook in the console: reached from each page, read and searched without anything from elsewhere. */
import { expect, test } from "bun:test";
import { help } from "../../src/console/pages/help/page";
import { projects } from "../../src/console/pages/projects/page";
import { savedReports } from "../../src/console/pages/saved-reports/page";
import { surveys } from "../../src/console/pages/surveys/page";
import { testServer } from "../support/server";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const reader = person(server, "viewer");

test("a page leads to its page of the handbook, whose links stay in the console", async () => {
  await reader.opens(projects);
  await reader.clicks("Help on this page");
  await reader.arrivesAt("/help/projects");
  await reader.tab.getByRole("heading", { name: "For those who lead one" }).waitFor();
  expect(await reader.violations()).toEqual([]);
  await reader.clicks("Surveys");
  await reader.presses("g", "h");
  await reader.arrivesAt("/");
  await reader.opens("/help/first-hour");
  await reader.tab.getByRole("article").getByRole("link", { name: "inventory", exact: true }).click();
  await reader.arrivesAt("/help/inventory");
  await reader.opens("/help/no-such-page");
  await reader.sees("The handbook has no such page");
});

test("the search finds passages by all of their words, leads to their heading, and asks nobody", async () => {
  await reader.opens(help);
  await reader.sees("For administrators");
  const requests: string[] = [];
  reader.tab.on("request", (request) => requests.push(request.url()));
  await reader.presses("/");
  await reader.tab.locator("input:focus").waitFor();
  await reader.types("second place folder");
  await reader.tab.getByRole("link", { name: "Backup and upgrades · A second place" }).waitFor();
  expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
  expect(requests.filter((url) => url.includes("/api/v1/search"))).toEqual([]);
  expect(await reader.violations()).toEqual([]);
  await reader.clicks("Backup and upgrades · A second place");
  await reader.arrivesAt("/help/backup");
  expect(new URL(reader.tab.url()).hash).toBe("#a-second-place");
  const heading = reader.tab.getByRole("heading", { name: "A second place" });
  await heading.waitFor();
  await reader.tab.waitForFunction(() => (document.querySelector(".handbook")?.scrollTop ?? 0) > 100);
  await reader.tab.setViewportSize(SIZES.phone);
  await reader.opens(help, { search: { find: "zyxw" } });
  await reader.sees("The handbook has nothing with these words");
});

test("? lists the keys of the page that one comes from, and G ? opens its help", async () => {
  await reader.opens(surveys);
  await reader.presses("g", "?");
  await reader.tab.getByRole("heading", { name: "Applying" }).waitFor();
  await reader.presses("?");
  await reader.tab.getByRole("heading", { name: "The page before" }).waitFor();
  await reader.sees("Search the handbook");
});

test("a failure that takes more than a sentence leads to the page of the handbook about it", async () => {
  const detail = "Only administrators may";
  reader.expected = [/403/];
  await reader.tab.route("**/api/v1/saved-reports*", (route) => route.fulfill({ status: 403, json: { detail } }));
  await reader.opens(savedReports);
  await reader.sees(detail);
  await reader.clicks("What that means");
  await reader.arrivesAt("/help/accounts");
  await reader.tab.getByRole("heading", { name: "Roles and rights" }).waitFor();
});

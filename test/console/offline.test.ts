/** The server is away, and comes back: what is loaded stays, what is typed stays, and everything missed arrives. */
import { expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { subscriberCount } from "../../src/core/journal/stream";
import { startTestServer, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

const dot = (name: string) => architect.tab.getByRole("img", { name, exact: true });

/** Stops the server. @returns a function that starts it again, on the same file and port */
async function stops(): Promise<() => Promise<void>> {
  // A server that starts answers 503 until its file is open.
  architect.expected = [
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 503/,
  ];
  const { databaseFile, url } = server;
  await server.stop();
  return async () => {
    const started = await startTestServer({ DATABASE_URL: `file:${databaseFile}`, PORT: new URL(url).port });
    Object.assign(server, started, { databaseFile });
  };
}

/** Creates an application that nobody else has. */
async function application(name: string): Promise<string> {
  const attributes = { numberOfUsers: 640 };
  const { body } = await architect.account!.post("/cards", { type: "Application", name, attributes });
  return body.id;
}

test("while the server is away, a bar shows since when, and nothing that is loaded or typed is lost", async () => {
  const id = await application("Away");
  await architect.opens(inventory, { search: { type: "Application", filter: "Away", peek: id } });
  await dot("connected").waitFor();
  const starts = await stops();
  await architect.sees("offline");
  await architect.sees(/The server has not answered since \d\d:\d\d/);
  await architect.sees(/again in \d+ s|trying again/);
  await architect.sees(/as of \d\d:\d\d/);
  await architect.tab.getByRole("gridcell", { name: "Away" }).waitFor();
  await expectSoon(() => architect.tab.getByRole("button", { name: "New card: Application" }).isDisabled()).toBeTrue();
  expect(await architect.violations()).toEqual([]);

  const peek = architect.tab.getByRole("complementary", { name: "Away" });
  const users = peek.getByRole("button", { name: /^Number of Users:/i });
  await users.click();
  await peek.getByRole("textbox", { name: "Number of Users" }).fill("700");
  await architect.presses("Enter");
  await architect.sees("not saved, kept here");
  await peek.getByText("1 not saved").waitFor();
  await expectSoon(() => users.textContent()).toContain("700");

  await architect.clicks("Try now");
  await starts();
  await dot("connected").waitFor();
  await architect.seesNo(/The server has not answered/);
  await expectSoon(() => users.textContent()).toContain("700");
  await users.focus();
  await architect.presses("Enter");
  await architect.sees("Number of Users of Away changed");
  await peek.getByText("Saved", { exact: true }).waitFor();
  expect((await architect.account!.get(`/cards/${id}`)).body.attributes.numberOfUsers).toBe(700);
});

test("a card that somebody has changed before the page was connected again shows it, tinted once", async () => {
  const id = await application("Restarted");
  const other = await server.as("member");
  await architect.opens(card, { params: { id } });
  await dot("connected").waitFor();
  const starts = await stops();
  await dot("not connected").waitFor();
  await starts();
  const changed = await other.patch(`/cards/${id}`, { merge_attributes: { numberOfUsers: 641 } });
  expect(changed).toMatchObject({ status: 200 });
  const users = architect.tab.locator(".card-fields").getByRole("button", { name: /^Number of Users:/i });
  await users.filter({ hasText: "641" }).waitFor();
  await expectSoon(() => users.getAttribute("class")).toContain("arrived");
  await dot("connected").waitFor();
});

test("eight tabs of a browser have one stream again after a restart", async () => {
  await architect.opens("/");
  const tabs = [architect.tab];
  while (tabs.length < 8) {
    const tab = await architect.newTab();
    await tab.goto("/");
    await tab.getByRole("img", { name: "connected", exact: true }).waitFor();
    tabs.push(tab);
  }
  const starts = await stops();
  for (const tab of tabs) await tab.getByRole("img", { name: "not connected", exact: true }).waitFor();
  await starts();
  for (const tab of tabs) await tab.getByRole("img", { name: "connected", exact: true }).waitFor();
  await until(() => subscriberCount() === 1, "one stream");
});

/** To-dos and files: on a page of one's own, and on the card. */
import { beforeAll, describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { home } from "../../src/console/pages/home/page";
import { todos } from "../../src/console/pages/todos/page";
import { demoAdministrator } from "../support/demo";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");
const place = { params: { id: "" } };

beforeAll(async () => {
  architect.account = await demoAdministrator(server.url);
  const { body } = await architect.account.post("/cards", { type: "Application", name: unique("Ledger ") });
  place.params.id = body.id;
});

const row = (text: string) => architect.tab.locator(".rows li", { hasText: text });

describe("the page of to-dos", () => {
  test("lists what is open by its day, and what is done", async () => {
    await architect.opens(todos);
    await row("Agree on a date for the certificate").waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("Done");
    await architect.arrivesAt(/status=done/);
  });

  test("marks one as done by its box, and opens it again with Z", async () => {
    await architect.opens(todos);
    await row("Name who answers at night").getByRole("button", { name: "Done" }).click();
    await architect.sees(/Done: Name who answers at night/);
    await row("Name who answers at night").waitFor({ state: "detached" });
    await architect.presses("z");
    await row("Name who answers at night").waitFor();
  });

  test("takes another day in its place", async () => {
    await architect.opens(todos);
    await row("Name who answers at night").getByTitle("Set the day").click();
    await architect.tab.getByLabel("Due").fill("2030-01-31");
    await architect.presses("Enter");
    await row("Name who answers at night").getByText(/2030/).waitFor();
  });
  test("deletes one with ⌫, restores it with Z, and opens one of later now", async () => {
    const { account } = architect;
    const { body } = await account!.post(`/cards/${place.params.id}/todos`, {
      description: "Count the spare keys",
      assigned_to: (await account!.get("/auth/me")).body.id,
    });
    const stored = async () => (await account!.get("/todos")).body.find(({ id }: { id: string }) => id === body.id);
    await architect.opens(todos);
    await row("Count the spare keys").getByRole("button", { name: "Count the spare keys" }).focus();
    await architect.presses("Delete");
    await row("Count the spare keys").waitFor({ state: "detached" });
    await expectSoon(stored).toBeUndefined();
    await architect.presses("z");
    await row("Count the spare keys").waitFor();
    await account!.patch(`/todos/${body.id}`, { status: "scheduled" });
    await architect.opens(todos, { search: { status: "scheduled" } });
    await row("Count the spare keys").getByRole("button", { name: "Open it now" }).click();
    await expectSoon(async () => (await stored()).status).toBe("open");
    expect(await architect.violations()).toEqual([]);
  });

  test("makes one about a card in a line above them, with its day, and finds what is late", async () => {
    await architect.opens(todos);
    await architect.presses("n");
    await architect.fills("What is to be done", "Ask for a second offer");
    await architect.tab.getByRole("combobox", { name: "Card" }).fill("Web Shop");
    await architect.tab.getByRole("option", { name: "Web Shop" }).first().click();
    expect(await architect.violations()).toEqual([]);
    await architect.clicks("Make it");
    await architect.clicks("Close the line");
    await row("Ask for a second offer").getByText("Web Shop").waitFor();
    await row("Ask for a second offer").locator(".row-main").focus();
    await architect.presses("d");
    await architect.tab.locator("input.due-input").fill("2020-02-03");
    await architect.presses("Enter");
    await row("Ask for a second offer").getByText("days late").waitFor();
    await architect.clicks(/^Late$/);
    await architect.arrivesAt("/todos?due=late");
    await architect.sees("1 to-do");
    await architect.clicks("No day");
    await row("Ask for a second offer").waitFor({ state: "detached" });
  });

  test("is reached from Home, and is shown with one card alone, by its address", async () => {
    await architect.opens(home);
    await architect.clicks("All to-dos");
    await architect.clicks(/^Card$/);
    await architect.tab.getByRole("menuitem", { name: "Identity Portal" }).click();
    await architect.arrivesAt(/card=/);
    await row("Agree on a date for the certificate").waitFor({ state: "detached" });
    await row("Name who answers at night").waitFor();
    await architect.clicks(/^Late$/);
    await architect.sees("No to-do matches");
    await architect.clicks("Show all open ones");
    await architect.arrivesAt("/todos");
  });

  test("leaves what belongs to a risk to the page of the risk", async () => {
    await architect.opens(todos);
    const task = row("Copy the books to the data centre every night");
    await task.locator(".row-main").waitFor();
    await expectSoon(() => task.getByRole("button", { name: "Done" }).count()).toBe(0);
    await expectSoon(() => task.getByTitle("Set the day").count()).toBe(0);
  });

  test("is empty for somebody who has nothing to do, and offers to make something", async () => {
    await viewer.opens(todos);
    await viewer.sees("Nothing to do");
    expect(await viewer.violations()).toEqual([]);
  });

  test("reports in the place of its list that it failed to load, and tries again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/todos?*", (route) =>
      route.fulfill({ status: 500, contentType: "application/json", body: '{"detail":"Something went wrong"}' }),
    );
    await architect.opens(todos);
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/api/v1/todos?*");
    await architect.clicks("Try again");
    await row("Name who answers at night").waitFor();
  });
});

describe("the to-dos of a card", () => {
  test("are made with N in a line above them", async () => {
    await architect.opens(card, { ...place, search: { tab: "todos" } });
    await architect.presses("n");
    await architect.types("Ask the vendor for a date");
    await architect.presses("Enter");
    await row("Ask the vendor for a date").waitFor();
    expect(await architect.violations()).toEqual([]);
  });
});

describe("the files of a card", () => {
  test("are chosen, uploaded, and deleted", async () => {
    await architect.opens(card, { ...place, search: { tab: "files" } });
    await architect.tab
      .getByLabel("Choose files")
      .first()
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Notes") });
    await architect.sees("notes.txt uploaded");
    await architect.tab.getByRole("link", { name: "notes.txt" }).waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.tab.locator(".file-line", { hasText: "notes.txt" }).getByRole("button", { name: "Delete" }).click();
    await architect.tab.getByRole("link", { name: "notes.txt" }).waitFor({ state: "detached" });
  });

  test("are refused in the server's words when they are of no kind that is taken", async () => {
    await architect.opens(card, { ...place, search: { tab: "files" } });
    await architect.tab
      .getByLabel("Choose files")
      .first()
      .setInputFiles({ name: "run.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") });
    await architect.sees(/not allowed|not taken|type/);
  });

  test("stand next to links, which are added by their address", async () => {
    await architect.opens(card, { ...place, search: { tab: "files" } });
    await architect.fills("Address", "https://wiki.stoa.example/ledger");
    await architect.fills("Name", "The page of the ledger");
    await architect.presses("Enter");
    await architect.tab.getByRole("link", { name: "The page of the ledger" }).waitFor();
  });

  test("are read, but neither added nor deleted, by a viewer", async () => {
    await viewer.opens(card, { ...place, search: { tab: "files" } });
    await viewer.sees("The page of the ledger");
    await expectSoon(() => viewer.tab.getByText("Choose files").count()).toBe(0);
    await expectSoon(() => viewer.tab.getByRole("button", { name: "Delete" }).count()).toBe(0);
  });
});

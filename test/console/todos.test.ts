/** To-dos and files: on a page of one's own, and on the card. */
import { beforeAll, describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { todos } from "../../src/console/pages/todos/page";
import { demoAdministrator } from "../support/demo";
import { unique } from "../support/factories";
import { testServer } from "../support/server";
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
});

describe("the to-dos of a card", () => {
  test("are made in a line above them", async () => {
    await architect.opens(card, { ...place, search: { tab: "todos" } });
    await architect.fills("What is to be done", "Ask the vendor for a date");
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
    expect(await viewer.tab.getByText("Choose files").count()).toBe(0);
    expect(await viewer.tab.getByRole("button", { name: "Delete" }).count()).toBe(0);
  });
});

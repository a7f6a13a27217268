/** The landscape as it was, in the browser: the frame shows any page as of a day, and nothing can be changed there. */
import { expect, test } from "bun:test";
import { areas } from "../../src/areas";
import { card } from "../../src/console/pages/card/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { hasPast } from "../../src/console/server/moment";
import { servedPath, showsPast } from "../../src/core/api/operation";
import { operationsOf } from "../../src/core/area";
import { clientAs, testServer } from "../support/server";
import { person } from "./support/person";

const server = testServer();
const architect = person(server, "admin");
const admin = clientAs(server, "admin");

/** Operations that have a past, and that the console calls by addresses of their own alone. */
const FEEDS = /^\/api\/v1\/bookmarks\//;

test("the console asks for the past of exactly what has one", () => {
  const reads = operationsOf(areas).filter(({ method, hidden }) => method === "get" && !hidden);
  const wrong = reads.filter((operation) => {
    const path = servedPath(operation);
    return !FEEDS.test(path) && hasPast(path.replaceAll(/\{\w+\}/g, "1")) !== showsPast(operation);
  });
  expect(wrong.map(servedPath)).toEqual([]);
});

test("every page shows the landscape as of a moment, links hold on to it, and one click leads back to today", async () => {
  const { id } = (await admin.post("/cards", { type: "Application", name: "Ledger" })).body;
  await Bun.sleep(3);
  const as_of = new Date().toISOString();
  await Bun.sleep(3);
  await admin.patch(`/cards/${id}`, { name: "General ledger" });
  await admin.post("/cards", { type: "Application", name: "Newcomer" });

  await architect.opens(inventory, { search: { type: "Application", as_of } });
  const bar = architect.tab.getByRole("region", { name: "The past" });
  await bar.getByText(/^up to event \d+$/).waitFor();
  await architect.sees("Ledger");
  await architect.seesNo("Newcomer");
  await architect.seesNo("General ledger");
  expect(await architect.violations()).toEqual([]);

  await architect.opens(card, { params: { id }, search: { as_of } });
  await architect.sees("Ledger");
  expect(await architect.tab.getByRole("button", { name: /^Name: / }).count()).toBe(0);
  expect(await architect.tab.getByRole("button", { name: "Archive" }).count()).toBe(0);
  const home = await architect.tab.getByRole("link", { name: "Home" }).getAttribute("href");
  expect(new URL(home ?? "", server.url).searchParams.get("as_of")).toBe(as_of);

  await bar.getByRole("button", { name: "Back to today" }).click();
  await architect.tab.getByRole("button", { name: /^Name: / }).waitFor();
  await architect.sees("General ledger");
  expect(await bar.count()).toBe(0);

  await architect.tab.getByRole("button", { name: "The landscape as of…" }).click();
  await architect.tab.getByLabel("Date").fill("2000-01-01");
  await architect.tab.getByRole("button", { name: "Show", exact: true }).click();
  await bar.waitFor();
  await architect.sees(/^The past is complete from .* on\.$/);
});

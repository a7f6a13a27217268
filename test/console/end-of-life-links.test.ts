/** Links to products: found for all cards at once, confirmed as one batch, corrected one by one, and the source of the life cycles. */
import { beforeAll, expect, test } from "bun:test";
import { endOfLifeLinks } from "../../src/console/pages/end-of-life-links/page";
import { makeCard } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer();
const architect = person(server, "member");
const reader = person(server, "viewer");
const manager = person(server, "admin");
const admin = clientAs(server, "admin");

const ids: Record<string, string> = {};

beforeAll(async () => {
  for (const name of ["PostgreSQL 14", "Ubuntu 22.04", "Redis", "Weighbridge Box"])
    ids[name] = (await makeCard(admin, { type: "ITComponent", name })).id;
});

/** Waits until a card is linked to a cycle, or to none. */
const untilLinked = (name: string, cycle: string | undefined) =>
  until(async () => {
    const { attributes } = (await admin.get(`/cards/${ids[name]}`)).body;
    return (attributes?.eol_cycle ?? undefined) === cycle;
  }, `${name} to be linked to ${cycle}`);

const row = (name: string) => architect.tab.locator(".gr", { hasText: name });

test("sure proposals are linked as one batch, which is undone with Z; others get their cycle next to the list", async () => {
  const { tab } = architect;
  await architect.opens(endOfLifeLinks);
  await row("PostgreSQL 14").getByText("postgresql", { exact: true }).waitFor();
  await row("Weighbridge Box").waitFor({ state: "detached" });
  expect(await architect.violations()).toEqual([]);
  await architect.presses("a");
  await architect.clicks(/^Link 2 cards/);
  await untilLinked("PostgreSQL 14", "14");
  await untilLinked("Ubuntu 22.04", "22.04");
  await row("PostgreSQL 14").waitFor({ state: "detached" });
  const { lifecycle } = (await admin.get(`/cards/${ids["Ubuntu 22.04"]}`)).body;
  expect(lifecycle.endOfLife).toMatch(/^\d{4}-/);
  await architect.presses("z");
  await untilLinked("PostgreSQL 14", undefined);
  await row("PostgreSQL 14").waitFor();

  await row("Redis").getByText("Redis", { exact: true }).click();
  await architect.presses("Space");
  await tab.locator(".peek", { hasText: "Cycle" }).getByRole("radio", { name: /^7\.2/ }).check();
  expect(await architect.violations()).toEqual([]);
  await architect.clicks("Link to redis 7.2");
  await untilLinked("Redis", "7.2");
  await tab.getByRole("radio", { name: /^Linked 1/ }).click();
  await row("Redis").getByText("7.2").first().waitFor();
});

test("only an administrator replaces the life cycles, and a viewer has no such page", async () => {
  await architect.opens(endOfLifeLinks);
  await architect.sees(/products as of/);
  await expectSoon(() => architect.tab.getByRole("button", { name: /products as of/ }).count()).toBe(0);
  await reader.tab.goto("/reports/eol/links");
  await reader.sees(/may not|no page/);

  await manager.opens(endOfLifeLinks);
  await manager.clicks(/464 products as of/);
  const cycles = [{ name: "weighbridge-box", cycles: [{ cycle: "1", eol: "2031-01-31" }] }];
  const file = { name: "ours.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(cycles)) };
  await manager.tab.getByLabel("Life cycles as JSON").setInputFiles(file);
  await manager.sees("They were uploaded, and answer alone.");
  await manager.clicks(/^Return to those of Stoa/);
  await manager.clicks("Return to those of Stoa");
  await until(
    async () => (await admin.get("/eol/source")).body.origin === "built-in",
    "the life cycles of Stoa to answer",
  );
});

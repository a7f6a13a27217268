/** Catalogues: a tree to pick from, cards as one batch, principles, and where the content comes from. */
import { expect, test } from "bun:test";
import { catalogues } from "../../src/console/pages/catalogues/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon, until } from "../support/waiting";
import { person } from "./support/person";

const server = testServer();
const architect = person(server, "member");
const reader = person(server, "viewer");
const manager = person(server, "admin");
const admin = clientAs(server, "admin");

/** Waits until there are so many capabilities. */
const untilCapabilities = (count: number) =>
  until(
    async () => (await admin.get("/cards?type=BusinessCapability&page_size=1")).body.total === count,
    `${count} capabilities`,
  );

test("a branch is picked with what is above it, becomes cards as one batch, and is undone with Z", async () => {
  const { tab } = architect;
  const row = (name: string) => tab.locator(".gr", { hasText: name });
  await architect.opens(catalogues);
  await row("Strategy and Governance").waitFor();
  expect(await architect.violations()).toEqual([]);
  await architect.fills("Find an entry", "Strategic Planning");
  await row("Strategic Planning").getByText("Strategic Planning", { exact: true }).click();
  await architect.presses("x", "Space");
  await tab.locator(".peek", { hasText: "Cross-Industry" }).waitFor();
  expect(await architect.violations()).toEqual([]);
  // The domain above it comes along, and what is below it.
  await architect.sees(/^[4-9] picked/);
  const count = Number.parseInt((await tab.locator(".selection-bar b").textContent()) ?? "", 10);
  await architect.clicks(/^Create \d+ cards/);
  await untilCapabilities(count);
  await row("Strategic Planning").getByText("is there").waitFor();
  const { body } = await admin.get("/cards?type=BusinessCapability&search=Strategic%20Planning&page_size=5");
  expect(body.items.find(({ name }: { name: string }) => name === "Strategic Planning").parent_id).not.toBeNull();
  await architect.presses("z");
  await untilCapabilities(0);
});

test("an administrator takes principles over and sees where the content comes from; others don't", async () => {
  await architect.opens(catalogues);
  await architect.sees("Strategy and Governance");
  await expectSoon(() => architect.tab.getByRole("radio", { name: "Principles" }).count()).toBe(0);
  await reader.tab.goto("/admin/catalogues");
  await reader.sees(/may not|no page/);

  await manager.opens(catalogues);
  await manager.clicks(/^Version/);
  await manager.sees(/These catalogues come with Stoa/);
  await manager.presses("Escape");
  await manager.clicks("Principles");
  await manager.tab.getByRole("checkbox").first().check();
  expect(await manager.violations()).toEqual([]);
  await manager.clicks("Take over 1 principle");
  await manager.sees("is there");
  await until(
    async () =>
      (await admin.get("/principles-catalogue")).body.principles.some(
        ({ existing_principle_id: id }: { existing_principle_id: string | null }) => id !== null,
      ),
    "a principle to be taken over",
  );
  await manager.clicks("Value streams");
  await manager.sees("Order to Cash");
});

/** Compare: what differs between two days, in the browser. */
import { beforeAll, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { compare } from "../../src/console/pages/compare/page";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const admin = clientAs(server, "admin");
const architect = person(server, "member");

beforeAll(async () => {
  // All that has happened is of a year ago, and what follows is of today.
  transaction(() => statement("UPDATE former_rows SET at = '2025-01-01T00:00:00.000Z' WHERE at IS NOT NULL").run());
  const [first, second] = (await admin.get("/cards?type=Application&sort_by=name&page_size=2")).body.items;
  await admin.patch(`/cards/${first.id}`, {
    name: "Order desk",
    lifecycle: { ...first.lifecycle, endOfLife: "2031-12-31" },
  });
  await admin.post(`/cards/${second.id}/archive`);
  await admin.post("/cards", { type: "Application", name: "Returns desk" });
});

test("an architect sees which cards differ from a month ago, what has changed in one of them, and narrows it", async () => {
  await architect.opens(compare);
  const rows = architect.tab.locator(".grid-sheet [role=row]");
  await expectSoon(() => rows.count()).toBe(3);
  await architect.sees("3 cards differ");
  await rows.filter({ hasText: "Order desk" }).locator("[data-column='1']").click();
  await architect.presses("Space");
  const panel = architect.tab.getByRole("complementary", { name: "Order desk" });
  await expectSoon(() => panel.locator("ins").allInnerTexts()).toContain("Order desk");
  expect(await architect.violations()).toEqual([]);
  await architect.presses("Escape");
  await architect.tab.getByRole("radio", { name: /^Added/ }).click();
  await expectSoon(() => rows.allInnerTexts().then((texts) => texts.join())).toContain("Returns desk");
  await expectSoon(() => rows.count()).toBe(1);
});

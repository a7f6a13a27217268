/** Making a card on any page, and cards with unusual names. */
import { describe, expect, test } from "bun:test";
import { card } from "../../src/console/pages/card/page";
import { keys } from "../../src/console/pages/keys/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

describe("a new card", () => {
  test("is made on any page with N, after cards that are called alike are named", async () => {
    await architect.opens(keys);
    await architect.presses("n");
    await architect.tab.getByLabel("Type").selectOption({ label: "Organization" });
    await architect.fills("Name", "Accounting");
    await architect.sees("There is already:");
    expect(await architect.violations()).toEqual([]);
    await architect.fills("Name", "Accounting of the Mill");
    await architect.presses("Enter");
    await architect.tab.getByRole("heading", { name: "Accounting of the Mill" }).waitFor();
  });

  test("is not offered to viewers", async () => {
    await viewer.opens(keys);
    await viewer.tab.getByRole("heading").first().waitFor();
    await viewer.presses("n");
    await expectSoon(() => viewer.tab.getByRole("dialog").count()).toBe(0);
  });
});

test.each([
  ["a long one", "Procurement ".repeat(15).trim()],
  ["one from right to left", "نظام المحاسبة المركزي"],
  ["one in Chinese", "集团企业资源计划系统"],
])("a card's name may be %s, and its page stays as wide as the window", async (_, name) => {
  const { body } = await architect.account!.post("/cards", { type: "Application", name });
  await architect.opens(card, { params: { id: body.id } });
  await architect.tab.getByRole("heading", { name }).waitFor();
  await expectSoon(() => architect.tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

/** Names in any script, of any length, or made of markup stand on every page as the text that they are. */
import { beforeAll, describe, expect, test } from "bun:test";
import { capabilityMap } from "../../src/console/pages/capability-map/page";
import { card } from "../../src/console/pages/card/page";
import { cost } from "../../src/console/pages/cost/page";
import { home } from "../../src/console/pages/home/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { roadmap } from "../../src/console/pages/roadmap/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { unreachableIn } from "./support/layout";
import { visitor } from "./support/person";

const NAMES = {
  "right to left": "نظام إدارة المخزون والمشتريات",
  Chinese: "全球在庫管理与供应链协同平台",
  "500 characters": "Extraordinarily".padEnd(500, " long name without an end"),
  "a script": "<script>document.body.remove()</script>",
  "an image": '<img src=x onerror="document.body.remove()">',
  "a character that isn't shown": "Invoice\u202Efdp.exe",
} as const;

const server = testServer();
const somebody = visitor(server, "admin");
const ids = new Map<string, string>();
const capabilities = new Map<string, string>();

beforeAll(async () => {
  const client = somebody.account!;
  for (const name of Object.values(NAMES)) {
    const made = async (type: string, fields: object = {}) => {
      const { status, body } = await client.post("/cards", { type, name, ...fields });
      expect([status, name]).toEqual([201, name]);
      return body.id as string;
    };
    const id = await made("Application", {
      lifecycle: { active: "2020-01-01", endOfLife: "2031-01-01" },
      attributes: { costTotalAnnual: 100_000 },
    });
    const parent = await made("BusinessCapability");
    capabilities.set(name, await made("BusinessCapability", { parent_id: parent }));
    await client.post(`/cards/${id}/stakeholders`, { user_id: client.userId, role: "responsible" });
    ids.set(name, id);
  }
});

/** Expects that each name is in a part of the page, to the letter, and that nothing was made of it. */
async function expectNames(place: string, names: readonly string[] = Object.values(NAMES)): Promise<void> {
  const { tab } = somebody;
  for (const name of names) await tab.locator(place).filter({ hasText: name.trim() }).first().waitFor();
  await expectSoon(() => tab.locator("img[src=x],[onerror]").count()).toBe(0);
  expect(await unreachableIn(tab)).toEqual([]);
}

describe("names that nobody expects", () => {
  test("stand as text in the inventory", async () => {
    await somebody.opens(inventory, { search: { type: "Application" } });
    await expectNames(".gr .nm");
    expect(await somebody.violations()).toEqual([]);
  });

  test("stand as text on Home", async () => {
    await somebody.opens(home);
    await expectNames(".home .rows .gr");
    expect(await somebody.violations()).toEqual([]);
  });

  test("stand as text on the capability map", async () => {
    await somebody.opens(capabilityMap);
    await expectNames(".report");
  });

  test("stand as text on the roadmap", async () => {
    await somebody.opens(roadmap);
    await expectNames(".report");
  });

  test("stand as text among the costs", async () => {
    await somebody.opens(cost);
    await expectNames(".report .gr");
  });

  test.each(Object.entries(NAMES))("are text on the card and in its peek: %s", async (_, name) => {
    const id = ids.get(name)!;
    await somebody.opens(card, { params: { id } });
    await expectNames("h1", [name]);
    await somebody.opens(inventory, { search: { type: "Application", peek: id } });
    await expectNames(".peek", [name]);
    expect(await somebody.violations()).toEqual([]);
  });

  test.each(Object.entries(NAMES))("are found as text by the palette: %s", async (_, name) => {
    await somebody.opens(home);
    await somebody.jumps(name.slice(0, 20).trim());
    await expectNames("[role=option]", [name]);
    await somebody.presses("Escape");
  });
});

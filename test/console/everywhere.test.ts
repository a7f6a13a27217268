/** Rules that hold of every page of the console, by its list of pages. */
import { describe, expect, test } from "bun:test";
import { pages } from "../../src/console/pages";
import { testServer } from "../support/server";
import { type Example, examplesOf } from "./support/examples";
import { person } from "./support/person";

describe("on every page", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const administrator = person(server, "admin");
  let examples: Promise<Record<string, Example>> | undefined;

  test.each(pages.map(({ address }) => address))(
    "%s: axe finds nothing, light and dark, and nothing is against the policy",
    async (address) => {
      examples ??= examplesOf(administrator.account!);
      await administrator.opens(address, (await examples)[address]);
      expect(await administrator.violations()).toEqual([]);
      await administrator.prefers("dark");
      expect(await administrator.violations()).toEqual([]);
    },
  );

  test.each(pages.map(({ address }) => address))("%s: nothing is wider than a phone", async (address) => {
    await administrator.tab.setViewportSize({ width: 390, height: 844 });
    examples ??= examplesOf(administrator.account!);
    await administrator.opens(address, (await examples)[address]);
    expect(await administrator.tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test("an address that is no page has the console's own page for it", async () => {
    await administrator.tab.goto("/no/such/page");
    await administrator.sees("There is no page at this address");
    await administrator.clicks("Home");
    await administrator.arrivesAt("/");
  });
});

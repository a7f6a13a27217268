/** The questions that people have all day are answered from anywhere with at most two clicks. */
import { describe, expect, test } from "bun:test";
import { settings } from "../../src/console/pages/settings/page";
import { testServer } from "../support/server";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");

/** Clicks something, and counts. */
function counter() {
  let clicks = 0;
  return {
    click: async (name: string | RegExp) => {
      clicks++;
      await architect.clicks(name);
    },
    count: () => clicks,
  };
}

describe("from a page that has nothing to do with it, with two clicks", () => {
  test("one sees what breaks if a server goes", async () => {
    const { click, count } = counter();
    await architect.opens(settings);
    await architect.jumps("Virtualisation Cluster");
    await click(/^Virtualisation Cluster/);
    await architect.tab.locator("h1", { hasText: "Virtualisation Cluster" }).waitFor();
    await click("Impact");
    await architect.sees("Document Control");
    expect(count()).toBe(2);
  });

  test("one sees what an application costs, and who owns it", async () => {
    const { click, count } = counter();
    await architect.opens(settings);
    await architect.jumps("Group ERP");
    await click(/^Group ERP/);
    await architect.sees("$1,480,000");
    await architect.tab.getByText("Business Application Owner").first().waitFor();
    await architect.sees("Tomas Brandt");
    expect(count()).toBeLessThanOrEqual(2);
  });

  test("one sees what ends its life in twelve months", async () => {
    const { click, count } = counter();
    await architect.opens(settings);
    await click("Maps & reports");
    await click("End of life");
    await architect.sees("Ends soon");
    await architect.sees("Broker Appliance");
    expect(count()).toBe(2);
  });

  test("one sees which capabilities are overserved", async () => {
    const { click, count } = counter();
    await architect.opens(settings);
    await click("Maps & reports");
    await click("Capability map");
    await architect.sees(/overserved/);
    expect(count()).toBe(2);
  });
});

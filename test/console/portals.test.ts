/** Portals: built by who may, and read by anybody, also on a phone. */
import { describe, expect, test } from "bun:test";
import { portal } from "../../src/console/pages/portal/page";
import { portals } from "../../src/console/pages/portals/page";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const builder = person(server, "admin");
const visitor = person(server, undefined, { viewport: SIZES.phone });
const reader = person(server, "viewer");
const admin = clientAs(server, "admin");

const DEMO = { params: { slug: "merrowdale-applications" } };

test("a portal is made, limited, published and read by somebody without an account", async () => {
  await builder.opens(portals);
  await builder.sees("/portal/merrowdale-applications");
  expect(await builder.violations()).toEqual([]);
  await builder.presses("n");
  await builder.fills("Name", "Our Interfaces");
  await builder.clicks("It shows cards of the type");
  await builder.tab.getByRole("option", { name: "Interface", exact: true }).click();
  await builder.sees("/portal/our-interfaces");
  await builder.clicks("Make it");
  await builder.tab.locator(".peek.side", { hasText: "nobody sees it" }).waitFor();
  await visitor.opens(portal, { params: { slug: "our-interfaces" } });
  await visitor.sees("There is no such portal");
  await builder.tab.locator(".peek.side .switch").first().click();
  await builder.sees("Anybody can read Our Interfaces now");
  expect(await builder.violations()).toEqual([]);
  await visitor.opens(portal, { params: { slug: "our-interfaces" } });
  await visitor.sees("Our Interfaces");
  await visitor.sees("27 cards");
  await builder.tab.locator("h1").click();
  await builder.presses("z");
  await builder.sees("nobody sees it");
  const all = (await admin.get("/web-portals")).body;
  expect(all.find(({ slug }: { slug: string }) => slug === "our-interfaces").is_published).toBe(false);
});

describe("a portal on a phone, without an account", () => {
  test("is searched, opens a card as a page, and closes it with a press", async () => {
    await visitor.opens(portal, DEMO);
    await visitor.tab.locator(".portal-card").first().waitFor();
    expect(await visitor.violations()).toEqual([]);
    const width = await visitor.tab.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(SIZES.phone.width);
    const name = (await visitor.tab.locator(".portal-name b").first().textContent()) ?? "";
    await visitor.tab.locator(".portal-card").first().click();
    await visitor.tab.locator(".portal-detail", { hasText: name }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    await visitor.prefers("dark");
    expect(await visitor.violations()).toEqual([]);
    await visitor.tab.getByRole("button", { name: "Close", exact: true }).click();
    await visitor.tab.locator(".portal-detail").waitFor({ state: "detached" });
    await visitor.tab.getByRole("searchbox").fill("zebra");
    await visitor.presses("Enter");
    await visitor.sees("Nothing is like that");
    await visitor.clicks("Show all");
    await visitor.tab.locator(".portal-card").first().waitFor();
  });

  test("brings no cost over the network", async () => {
    const bodies: string[] = [];
    visitor.tab.on("response", async (response) => {
      if (response.url().includes("/api/")) bodies.push(await response.text().catch(() => ""));
    });
    await visitor.opens(portal, DEMO);
    await visitor.tab.locator(".portal-card").first().waitFor();
    expect(bodies.join()).toContain("merrowdale-applications");
    expect(bodies.join()).not.toContain("costTotalAnnual");
  });

  test("shows what failed, and tries again", async () => {
    visitor.expected = [/500/];
    await visitor.tab.route("**/public/*/cards?**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await visitor.opens(portal, DEMO);
    await visitor.sees("This could not be loaded.");
    await visitor.tab.unroute("**/public/*/cards?**");
    await visitor.clicks("Try again");
    await visitor.tab.locator(".portal-card").first().waitFor();
  });
});

describe("the list of portals", () => {
  test("shows only cards with the values that it is limited to, and is filtered by others", async () => {
    const cards = async () => (await admin.get("/web-portals/public/merrowdale-applications/cards")).body.total;
    const all = (await admin.get("/web-portals")).body;
    const { id } = all.find(({ slug }: { slug: string }) => slug === DEMO.params.slug);
    const total = await cards();
    await builder.opens(portals, { search: { portal: id } });
    await builder.clicks("Limit by an attribute");
    await builder.tab.getByRole("option", { name: "Business Criticality", exact: true }).click();
    await builder.clicks("Mission Critical");
    await until(async () => (await cards()) < total, "fewer cards");
    expect(await builder.violations()).toEqual([]);
    const few = await cards();
    await builder.tab.locator("h1").click();
    await builder.presses("z");
    await until(async () => (await cards()) === total, "all cards");
    await visitor.opens(portal, { ...DEMO, search: { values: { businessCriticality: "missionCritical" } } });
    await visitor.sees(`${few} cards`);
    expect(await visitor.violations()).toEqual([]);
  });

  test("shows fewer parts of a card once a box is cleared", async () => {
    const [one] = (await admin.get("/web-portals")).body.filter(({ slug }: { slug: string }) =>
      slug.startsWith("merrowdale-app"),
    );
    await builder.opens(portals, { search: { portal: one.id } });
    await builder.tab.getByLabel("Description: List").click();
    await builder.tab.getByRole("checkbox", { name: "Description: List", checked: false }).waitFor();
    await builder.sees(/is changed/);
    const { body } = await admin.get(`/web-portals/${one.id}`);
    expect(body.card_config.toggles.description.card).toBe(false);
  });

  test("is refused to whoever may not manage them", async () => {
    await reader.opens(portals);
    await reader.sees(/It takes the right web_portals.manage/);
  });
});

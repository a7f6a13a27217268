/** Dashboards: figures that lead to what they count, by the rights of whoever looks at them. */
import { describe, expect, test } from "bun:test";
import { dashboards } from "../../src/console/pages/dashboards/page";
import { stakeholders } from "../../src/console/pages/stakeholders/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

/** Returns the part of a dashboard that has a name. */
const part = (name: string) =>
  architect.tab.locator(".dash-part", { has: architect.tab.getByRole("heading", { name }) });

/** Returns the figures of a part with the addresses that they lead to. */
const figuresOf = (name: string) =>
  part(name)
    .locator("td a")
    .evaluateAll((links) =>
      links.map((link) => ({
        count: Number(link.textContent?.replaceAll(",", "")),
        href: link.getAttribute("href") ?? "",
      })),
    );

/** Returns how many cards the inventory lists at an address of it, as the API counts them. */
async function listedAt(href: string): Promise<number> {
  await architect.tab.goto(href);
  const foot = architect.tab.locator("footer.foot b").first();
  await expectSoon(async () => Number((await foot.textContent())?.replaceAll(",", ""))).toBeGreaterThan(0);
  return Number((await foot.textContent())?.replaceAll(",", ""));
}

describe("the dashboards", () => {
  test("count the landscape, and each figure leads to just as many cards", async () => {
    await architect.opens(dashboards);
    await part("Cards by type").getByText("Business Capability").waitFor();
    const figures = [
      ...(await figuresOf("Cards by type")).slice(0, 2),
      ...(await figuresOf("Quality")).slice(0, 3),
      ...(await figuresOf("Approval")).slice(-1),
      ...(await figuresOf("Life cycle")).slice(-2),
    ];
    expect(figures.length).toBe(8);
    for (const { count, href } of figures) expect([href, await listedAt(href)]).toEqual([href, count]);
  });

  test("count the projects by what their latest reports judge, and lead to just these", async () => {
    await architect.opens(dashboards, { search: { show: "projects" } });
    await architect.sees("Budget");
    const cost = part("Latest status reports").locator("tr", { hasText: "Cost" });
    const atRisk = cost.locator("td a").nth(1);
    const count = Number(await atRisk.textContent());
    await atRisk.click();
    await architect.arrivesAt(/\/ppm\?.*health=cost_health\.atRisk/);
    await architect.sees("Cost: At risk");
    await expectSoon(async () => Number(await architect.tab.locator("footer.foot b").first().textContent())).toBe(
      count,
    );
    await architect.clicks("Remove");
    await expectSoon(async () =>
      Number(await architect.tab.locator("footer.foot b").first().textContent()),
    ).toBeGreaterThan(count);
  });

  test("show administrators where people are missing, which approvals wait, and axe finds nothing in any of them", async () => {
    for (const name of ["Landscape", "Projects", "Administration"]) {
      await architect.opens(dashboards, name === "Landscape" ? {} : { search: { show: name.toLowerCase() } });
      await architect.tab.locator(".dash-part").first().waitFor();
      expect(await architect.violations()).toEqual([]);
    }
    await architect.sees("Late for longest");
    const late = architect.tab.locator('.figs a[href^="/todos"]');
    const lateTodos = await late.textContent();
    await late.click();
    await architect.arrivesAt("/todos?all=true&due=late");
    await architect.tab.locator("footer.foot", { hasText: `${lateTodos} to-do` }).waitFor();
    await architect.opens(dashboards, { search: { show: "administration" } });
    await architect.sees("Late for longest");
    const [first] = await figuresOf("People by type");
    expect(await listedAt(first!.href)).toBe(first!.count);
  });

  test("are as many as a viewer has rights for, without money", async () => {
    const answered: string[] = [];
    viewer.tab.on("response", (response) => answered.push(new URL(response.url()).pathname));
    await viewer.opens(dashboards);
    await viewer.sees("Cards by type");
    await expectSoon(() => viewer.tab.getByRole("radio", { name: "Administration" }).count()).toBe(0);
    await viewer.tab.getByRole("radio", { name: "Projects" }).click();
    await viewer.sees("Latest status reports");
    await expectSoon(() => viewer.tab.getByText("Budget").count()).toBe(0);
    expect(answered).not.toContain("/api/v1/reports/admin-dashboard");
    const { permissions } = (await architect.account!.get("/roles/viewer")).body;
    await architect.account!.patch("/roles/viewer", { permissions: { ...permissions, "reports.ea_dashboard": false } });
    await viewer.opens(dashboards);
    await viewer.sees("Latest status reports");
    await expectSoon(() => viewer.tab.getByRole("radio", { name: "Landscape" }).count()).toBe(0);
    await architect.account!.patch("/roles/viewer", { permissions });
  });
});

describe("the list of who has which part", () => {
  test("is searched, narrowed to a role, and a person's figures lead to just these cards", async () => {
    await architect.opens(stakeholders);
    await architect.sees("Ines Calloway");
    expect(await architect.violations()).toEqual([]);
    await architect.fills("Find a person", "nair");
    await architect.seesNo("Ines Calloway");
    await architect.tab.locator(".gr", { hasText: "Priya Nair" }).getByText("Priya Nair").click();
    await architect.arrivesAt(/person=/);
    const part = architect.tab.locator(".side .rel", { hasText: "Process Owner" });
    const count = Number(await part.locator(".e").textContent());
    const href = (await part.locator("a").getAttribute("href")) ?? "";
    expect(await architect.violations()).toEqual([]);
    await architect.opens(stakeholders, { search: { role: "observer" } });
    await architect.sees("Helen Storr");
    await architect.seesNo("Priya Nair");
    expect(await listedAt(href)).toBe(count);
  });
});

/** The impact of a card: what breaks if it fails, as a list and as a graph. */
import { describe, expect, test } from "bun:test";
import { type Layout, layoutOf, type PlacedNode, wiresOf } from "../../src/console/graph/layout";
import { edgeKey, edgesOf, type GraphNode, neighbour, pathsThrough } from "../../src/console/graph/model";
import { card } from "../../src/console/pages/card/page";
import { inventory } from "../../src/console/pages/inventory/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const node = (id: string, column: number, causes: string[], group = "A"): GraphNode => ({
  id,
  column,
  group,
  label: id,
  causes,
});

describe("a graph in columns", () => {
  const nodes = [
    node("a", 0, []),
    node("b1", 1, ["a"]),
    node("b2", 1, ["a"]),
    node("c2", 2, ["b2"]),
    node("c1", 2, ["b1"]),
    node("d", 3, ["c1", "gone"], "B"),
  ];
  const crossings = ({ nodes: placed }: Layout) => {
    const at = new Map(placed.map((one) => [one.id, one]));
    const edges = edgesOf(placed).map(
      (edge) => [at.get(edge.from) as PlacedNode, at.get(edge.to) as PlacedNode] as const,
    );
    return edges.filter(([from, to]) =>
      edges.some(([other, end]) => other.column === from.column && other.y < from.y && end.y > to.y),
    ).length;
  };

  test("orders each column by the one before it, so that lines do not cross", () => {
    expect(crossings(layoutOf(nodes, { width: 900, height: 600 }))).toBe(0);
  });

  test("keeps its nodes apart, and within its size, also when they need more room than there is", () => {
    const many = [node("a", 0, []), ...Array.from({ length: 60 }, (_, at) => node(`b${at}`, 1, ["a"], `G${at % 4}`))];
    const { nodes: placed, height } = layoutOf(many, { width: 300, height: 200 });
    const tops = placed.filter(({ column }) => column === 1).map(({ y }) => y);
    expect(tops.every((top, at) => at === 0 || top - (tops[at - 1] as number) >= 30)).toBe(true);
    expect(Math.max(...tops) + 28).toBeLessThan(height);
  });

  test("has no lines from what is not in it", () => {
    expect(edgesOf(nodes).map(edgeKey)).toEqual(["a b1", "a b2", "b2 c2", "b1 c1", "c1 d"]);
    expect(wiresOf(layoutOf(nodes, { width: 900, height: 600 }).nodes)).toHaveLength(5);
  });

  test("knows the paths through a node, in both directions", () => {
    const paths = pathsThrough("c1", edgesOf(nodes));
    expect([...paths.nodes].sort()).toEqual(["a", "b1", "c1", "d"]);
    expect([...paths.edges].sort()).toEqual(["a b1", "b1 c1", "c1 d"]);
  });

  test("leads arrows along its lines and within its columns", () => {
    const edges = edgesOf(nodes);
    expect(neighbour("b1", "ArrowRight", nodes, edges)).toBe("c1");
    expect(neighbour("b1", "ArrowLeft", nodes, edges)).toBe("a");
    expect(neighbour("b1", "ArrowDown", nodes, edges)).toBe("b2");
    expect(neighbour("b1", "ArrowUp", nodes, edges)).toBeUndefined();
  });
});

describe("the impact of a card", () => {
  const server = testServer({ SEED_DEMO: "true" });
  const architect = person(server, "admin");
  const viewer = person(server, "viewer");
  let id = "";

  /** Returns the tab of the demo's server in a plant, on which two applications run. */
  async function plantServer(search: Record<string, unknown> = {}) {
    const { body } = await architect.account!.get("/cards?search=Plant%20Server%20Saltby&sort_by=relevance");
    id = body.items[0].id;
    return { params: { id }, search: { tab: "impact", ...search } };
  }
  const node = (name: string) => architect.tab.locator(`.nd[title="${name}"]`);
  const row = (name: string) => architect.tab.locator("[data-row]", { hasText: name });

  test("lists what breaks, the gravest first, next to a graph by steps, and axe finds nothing in it", async () => {
    await architect.opens(card, await plantServer());
    await node("MES Saltby").waitFor();
    await expectSoon(() => architect.tab.locator("[data-row='0']").textContent()).toContain("MES Saltby");
    await architect.sees("Step 4: 37 more");
    await architect.sees(/84 further, 5 to 10 steps away/);
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("selects in the list and in the graph alike, and shows the paths through what is selected", async () => {
    await architect.opens(card, await plantServer());
    await row("Group ERP").first().locator(".trunc").first().click();
    await architect.tab.locator('.nd.sel[title="Group ERP"]').waitFor();
    await architect.tab.locator('.nd.hot[title="MES Saltby"]').waitFor();
    await architect.sees(/through Group ERP/);
    await node("Saltby Accounting").click();
    await architect.tab.locator(".gr.sel", { hasText: "Saltby Accounting" }).waitFor();
    await expectSoon(() => architect.tab.locator('.nd.hot[title="Recipe Lab"]').count()).toBe(0);
  });

  test("is walked through with arrows, peeked at with Space and opened with Enter", async () => {
    await architect.opens(card, await plantServer({ as: "graph" }));
    await node("MES Saltby").click();
    await architect.presses("ArrowLeft");
    await architect.tab.locator(".nd.first:focus").waitFor();
    await architect.presses("ArrowRight", "ArrowDown", " ");
    await architect.tab.locator("aside.peek", { hasText: "Application" }).waitFor();
    await architect.presses("Enter");
    await architect.tab.waitForURL((url) => !url.pathname.endsWith(id));
  });

  test("unfolds a type of the last column, and one step more", async () => {
    await architect.opens(card, await plantServer());
    await architect.tab.locator(".nd.folded", { hasText: "9 Interface" }).click();
    await node("Sales Invoices").waitFor();
    await architect.clicks(/Step 4: 37 more/);
    await architect.arrivesAt(/steps=4/);
    await architect.sees(/72 further, 6 to 10 steps away/);
  });

  test("names what contradicts itself, with the risk behind it, and not of a date at which it is gone", async () => {
    await architect.opens(card, await plantServer());
    await architect.sees(/and still depends on this/);
    await architect.sees("R-000004");
    await architect.opens(card, await plantServer({ at: "2030-01-01" }));
    await node("MES Saltby").waitFor();
    await architect.seesNo(/and still depends on this/);
    await expectSoon(() => node("Saltby Accounting").count()).toBe(0);
  });

  test("turns its direction", async () => {
    await architect.opens(card, await plantServer());
    await architect.clicks("What it relies on");
    await architect.arrivesAt(/direction=upstream/);
    await architect.sees("Relies on");
    await architect.presses("d");
    await architect.arrivesAt(/direction=downstream/);
  });

  test("is filtered by its legend and its chips, in the list and, with what leads there, in the graph", async () => {
    await architect.opens(card, await plantServer());
    await architect.clicks(/without a responsible/);
    await architect.arrivesAt(/filter=responsible%3Aempty/);
    await architect.tab.locator(".chip", { hasText: /Responsible\s*is missing/ }).waitFor();
    await expectSoon(() => row("MES Saltby").count()).toBe(0);
    await architect.clicks("Remove the filter Responsible");
    await row("Payables").first().waitFor();
    await architect.clicks(/^most critical/);
    await architect.arrivesAt(/filter=criticality%3A4/);
    await row("Payables").waitFor({ state: "detached" });
    await architect.clicks("Remove the filter Criticality");
    await architect.presses("/");
    await architect.types("type:Objective");
    await architect.presses("Enter");
    await architect.tab.locator(".chip", { hasText: "Objective" }).waitFor();
    await row("One set of books").first().waitFor();
    await node("General Ledger").waitFor();
    await expectSoon(() => node("Batch Control").count()).toBe(0);
    expect(await architect.violations()).toEqual([]);
  });

  test("has two views in a narrow window", async () => {
    await architect.tab.setViewportSize({ width: 1000, height: 800 });
    await architect.opens(card, await plantServer());
    await row("MES Saltby").first().waitFor();
    await expectSoon(() => architect.tab.locator(".gw").count()).toBe(0);
    await architect.clicks("Graph");
    await node("MES Saltby").waitFor();
    await architect.tab.setViewportSize(SIZES.desk);
  });

  test("shows that nothing depends on a card, and that it could not be loaded", async () => {
    const { body } = await architect.account!.post("/cards", { type: "Application", name: "Lonely" });
    await architect.opens(card, { params: { id: body.id }, search: { tab: "impact" } });
    await architect.sees("Nothing depends on it, as far as relations say");
    expect(await architect.violations()).toEqual([]);
    await architect.tab.route("**/reports/impact**", (route) =>
      route.fulfill({ status: 422, contentType: "application/problem+json", body: '{"detail":"depth: at most 10"}' }),
    );
    await architect.opens(card, await plantServer());
    await architect.sees("Try again");
    expect(await architect.violations()).toEqual([]);
  });

  test("opens from the peek with its key", async () => {
    await plantServer();
    await architect.opens(inventory, { search: { type: "ITComponent", peek: id } });
    await architect.tab.locator("aside.peek h2").waitFor();
    await architect.presses("i");
    await architect.arrivesAt(`/cards/${id}?tab=impact`);
    await node("MES Saltby").waitFor();
  });

  test("shows no costs to a viewer without the right", async () => {
    await plantServer();
    await viewer.opens(card, { params: { id }, search: { tab: "impact" } });
    await viewer.sees("MES Saltby");
    expect(await viewer.tab.content()).not.toContain("Cost / year");
    expect(await viewer.tab.content()).not.toContain("1,482,312");
  });
});

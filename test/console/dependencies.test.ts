/** Dependencies: bands and flows around a card, keys, directions, and the same as a grid. */
import { describe, expect, test } from "bun:test";
import { flowsAround, flowsOf, MAX_SIDE } from "../../src/console/pages/dependencies/flows";
import { placed, wired } from "../../src/console/pages/dependencies/layout";
import { dependencies } from "../../src/console/pages/dependencies/page";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const member = person(server, "member");
const modeller = person(server, "bpm_admin");
const viewer = person(server, "viewer");

/** Returns the id of a card of the demo. */
async function cardOf(name: string, type = "Application"): Promise<string> {
  const { body } = await architect.account!.get(`/cards?search=${encodeURIComponent(name)}&type=${type}`);
  return body.items.find((card: { name: string }) => card.name === name).id;
}
const around = async (name: string, type?: string) => ({ search: { card: await cardOf(name, type) } });
const node = (name: string) => architect.tab.locator(".dep .nd", { hasText: name });

describe("the dependencies", () => {
  test("begin with a card that is found by its name, and show its bands and flows; axe finds nothing", async () => {
    await architect.opens("/");
    await architect.clicks("Maps & reports");
    await architect.clicks("Dependencies");
    await architect.sees("Which card is to be in the middle?");
    expect(await architect.violations()).toEqual([]);
    await architect.fills("Card", "Order Hub");
    await architect.tab.getByRole("option", { name: "Order Hub" }).first().click();
    await architect.sees("Business: what stands still without it");
    await architect.sees("21 relations");
    const columns = await Promise.all(
      ["Warehouse Control", "Stock Levels", "Order Hub", "Order Status", "Call Desk"].map(
        async (name) => (await node(name).first().boundingBox())!.x,
      ),
    );
    expect(columns).toEqual(columns.toSorted((one, other) => one - other));
    await architect.sees("1 interface without data");
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("are walked through by keys alone: along the lines, a peek, another centre, back and forth", async () => {
    const place = await around("Order Hub");
    await architect.opens(dependencies, place);
    await node("Order Hub").focus();
    await architect.presses("ArrowRight");
    await architect.tab.locator(".dep .nd.sel", { hasText: "Order Status" }).waitFor();
    await architect.presses("ArrowRight");
    await architect.tab.locator(".dep .nd.sel", { hasText: "Call Desk" }).waitFor();
    await architect.tab.locator(".dep .hot .wire").first().waitFor();
    await architect.presses("Space");
    await architect.tab.locator(".peek").getByText("Call Desk").first().waitFor();
    await architect.tab.locator(".dep .nd:focus").waitFor();
    await architect.presses("c");
    await architect.tab.locator(".dep-center", { hasText: "Call Desk" }).waitFor();
    await architect.presses("[");
    await architect.tab.locator(".dep-center", { hasText: "Order Hub" }).waitFor();
    await architect.presses("]");
    await architect.tab.locator(".dep-center", { hasText: "Call Desk" }).waitFor();
  });

  test("follow data over more systems with each step", async () => {
    await architect.opens(dependencies, await around("Call Desk"));
    await node("Order Hub").first().waitFor();
    await expectSoon(() => node("Warehouse Control").count()).toBe(0);
    await architect.tab.locator(".legend").getByText("2", { exact: true }).click();
    await architect.arrivesAt(/steps=2/);
    await node("Warehouse Control").first().waitFor();
    await node("Stock Levels").first().waitFor();
    await architect.tab.locator(".legend").getByText("All", { exact: true }).click();
    await architect.arrivesAt(/steps=6/);
    await node("Plant Scales").or(node("MES Saltby")).first().waitFor();
  });

  test("show a flow of unknown direction dashed, and its direction is set and taken back", async () => {
    const [source_id, target_id] = [await cardOf("Intranet"), await cardOf("Order Status", "Interface")];
    const made = await architect.account!.post("/relations", { type: "relAppToInterface", source_id, target_id });
    const directionOf = async () =>
      (await architect.account!.get(`/relations?card_id=${source_id}`)).body.find(
        ({ id }: { id: string }) => id === made.body.id,
      ).attributes?.flowDirection;
    await architect.opens(dependencies, await around("Intranet"));
    await architect.tab.locator(".dep-sheet .unknown").waitFor();
    await architect.clicks("Which way?");
    await architect.tab.getByRole("menuitem").nth(2).click();
    await architect.sees("The direction of a flow is set");
    await architect.tab.locator(".dep-sheet .unknown").waitFor({ state: "detached" });
    await expectSoon(() => directionOf()).toBe("reverse");
    await architect.presses("z");
    await architect.tab.locator(".dep-sheet .unknown").waitFor();
    await expectSoon(() => directionOf()).toBeFalsy();
    await architect.account!.delete(`/relations/${made.body.id}`);
  });

  test("are a grid of the same relations, and a file of them", async () => {
    const place = await around("Order Hub");
    await architect.opens(dependencies, place);
    await architect.clicks("As grid");
    await architect.tab.getByRole("grid", { name: "Relations" }).waitFor();
    await architect.sees("Take a Web Order");
    const { body } = await architect.account!.get(
      `/reports/dependencies?center_id=${place.search.card}&depth=1&format=csv`,
    );
    const rows = await architect.tab.getByRole("grid").getAttribute("aria-rowcount");
    expect(Number(rows)).toBe(body.trimEnd().split("\r\n").length);
    expect(await architect.violations()).toEqual([]);
  });

  test("show everything as domains with what flows between them, and what flows over a chosen one", async () => {
    await architect.opens(dependencies, { search: { as: "all" } });
    await architect.sees(/^\d+ domains$/);
    const boxes = architect.tab.locator(".dom-box");
    await boxes.first().waitFor();
    await architect.tab.locator(".dom-count").first().waitFor();
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
    await boxes.first().focus();
    await architect.presses("Enter");
    await expectSoon(() => boxes.first().getAttribute("aria-pressed")).toBe("true");
    await architect.tab.getByRole("complementary", { name: "Flows" }).getByText("Goes to").waitFor();
    await architect.presses("Escape");
    await expectSoon(() => boxes.first().getAttribute("aria-pressed")).toBe("false");
    await architect.clicks("One card");
    await architect.sees("Which card is to be in the middle?");
  });

  test("name what is not known, and that a card is left out by a date", async () => {
    await architect.opens(dependencies, await around("Whiteboard Tool"));
    await architect.sees("Nothing is known about what Whiteboard Tool exchanges.");
    const { search } = await around("Group ERP");
    await architect.opens(dependencies, { search: { ...search, at: "1990-01-01" } });
    await architect.sees("The card isn't there");
  });

  test("name what failed, and are tried again", async () => {
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/reports/dependencies**", (route) =>
      route.fulfill({ status: 500, body: "{}" }),
    );
    await architect.opens(dependencies, await around("Order Hub"));
    await architect.sees("This could not be loaded.");
    await architect.tab.unroute("**/api/v1/reports/dependencies**");
    await architect.clicks("Try again");
    await architect.sees("21 relations");
  });

  test("are a list of levels on a phone", async () => {
    await architect.tab.setViewportSize(SIZES.phone);
    await architect.opens(dependencies, await around("Order Hub"));
    await architect.sees("Stock Levels");
    await expectSoon(() => architect.tab.locator(".dep").count()).toBe(0);
    expect(await architect.violations()).toEqual([]);
  });

  test.each([
    ["a member", member],
    ["an administrator of processes", modeller],
    ["a viewer", viewer],
  ])("are read by %s, and no cost reaches a viewer", async (_, somebody) => {
    const bodies: Promise<string>[] = [];
    somebody.tab.on("response", (response) => {
      if (response.url().includes("/reports/dependencies")) bodies.push(response.text());
    });
    await somebody.opens(dependencies, await around("Order Hub"));
    await somebody.sees("21 relations");
    const hasCosts = (await Promise.all(bodies)).some((body) => body.includes("costTotalAnnual"));
    expect(hasCosts).toBe(somebody !== viewer);
  });
});

const card = (id: string) => ({ id, name: id, type: "Application", path: [] }) as never;
const edge = (source: string, target: string, way?: string) =>
  ({ id: `${source}-${target}`, type: "flow", source, target, attributes: way ? { way } : {} }) as never;
const TYPES = new Map([["flow", "way"]]);

test("data goes by the direction of a relation: along it, against it, both ways, or nobody knows", () => {
  const ways = flowsOf(
    [edge("a", "b", "forward"), edge("c", "d", "reverse"), edge("e", "f", "bidirectional"), edge("g", "h")],
    TYPES,
  );
  expect(ways.map(({ from, to, isUnknown }) => `${from}${to}${isUnknown ? "?" : ""}`)).toEqual([
    "ab",
    "dc",
    "ef",
    "fe",
    "gh?",
  ]);
});

test("flows go from left to right: each card stands right of all that leads to it, and none lies on another", () => {
  const ids = ["x", ...Array.from({ length: 12 }, (_, at) => `n${at}`), "far"];
  const cards = new Map(ids.map((id) => [id, card(id)]));
  const edges = [
    ...Array.from({ length: 12 }, (_, at) => edge(`n${at}`, "x", "forward")),
    edge("x", "n0", "forward"),
    edge("n0", "far", "forward"),
  ];
  const { nodes, wires } = flowsAround(card("x"), cards, flowsOf(edges, TYPES), 2);
  const left = nodes.filter(({ column }) => column === -1);
  expect(left).toHaveLength(MAX_SIDE);
  expect(left.at(-1)).toMatchObject({ more: 12 - MAX_SIDE + 1 });
  expect(nodes.filter(({ column }) => column > 0).map(({ key }) => key)).toEqual(["out:n0", "out:far"]);
  const layout = placed(nodes, 900, ({ key }) => key === "out:n0");
  const byKey = new Map(layout.nodes.map((one) => [one.key, one]));
  for (const { from, to } of wired(layout.nodes, wires)) {
    const [start, end] = [byKey.get(from)!, byKey.get(to)!];
    expect(start.x + start.width).toBeLessThan(end.x);
  }
  for (const [at, one] of layout.nodes.entries())
    for (const other of layout.nodes.slice(at + 1))
      if (one.x === other.x) expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(28);
});

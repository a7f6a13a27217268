/** The matrix: meanings as letters, set by the keyboard and undone; gaps; any two types. */
import { describe, expect, test } from "bun:test";
import { matrix } from "../../src/console/pages/matrix/page";
import { meaningsOf, tableOf } from "../../src/console/pages/matrix/table";
import { testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const architect = person(server, "admin");
const viewer = person(server, "viewer");

const row = (name: string) =>
  architect.tab.locator(".matrix-row", { has: architect.tab.getByTitle(name, { exact: true }) });

describe("the matrix", () => {
  test("shows the meaning of each relation as a letter, and axe finds nothing", async () => {
    await architect.opens(matrix);
    await architect.sees("79 relations");
    await architect.sees("8 rows without an owner");
    await expectSoon(() => row("Group ERP").locator(".u").allTextContents()).toEqual(
      expect.arrayContaining(["O", "U"]),
    );
    expect(await architect.violations()).toEqual([]);
    await architect.prefers("dark");
    expect(await architect.violations()).toEqual([]);
  });

  test("relates with a letter, changes the meaning with another, and takes it back with ⌫ and Z", async () => {
    await architect.opens(matrix);
    await architect.tab.getByRole("grid").focus();
    await architect.presses("Home");
    const here = architect.tab.locator(".matrix-cell.here .u");
    await expectSoon(() => here.textContent()).toBe("");
    await architect.presses("o");
    await architect.sees("80 relations");
    await architect.sees(/are related/);
    await architect.presses("u");
    await architect.sees(/^The relation of .* changed$/);
    await architect.tab.locator(".matrix-cell.here .u", { hasText: "U" }).waitFor();
    await architect.presses("Backspace");
    await architect.sees("79 relations");
    await architect.sees(/are no longer related/);
    await architect.presses("z");
    await architect.sees("80 relations");
  });

  test("peeks at a relation with the others of both ends, and opens the card of the row", async () => {
    await architect.opens(matrix);
    await row("Group ERP").locator(".matrix-cell").first().click();
    await architect.presses("Space");
    await architect.sees("Also related to Group ERP");
    expect(await architect.violations()).toEqual([]);
    await architect.tab.getByRole("grid").focus();
    await architect.presses("Enter");
    await architect.arrivesAt(/^\/cards\//);
  });

  test("shows only rows and columns with nothing as gaps, and counts of two other types", async () => {
    await architect.opens(matrix, { search: { show: "gaps", all: true } });
    await architect.sees("0 relations");
    await architect.opens(matrix, { search: { columns: "BusinessCapability", show: "count" } });
    await architect.sees("The number of relations, the darker the more");
    await architect.tab.locator(".u.k1").first().waitFor();
    expect(await architect.violations()).toEqual([]);
  });

  test("draws only the rows in the window when they are many, and comes to the last of them", async () => {
    const cards = Array.from({ length: 700 }, (_, at) => ({ row_index: at, type: "Objective", name: `Aim ${at}` }));
    const admin = await server.as("admin");
    expect((await admin.post("/cards/bulk-create", { cards })).body.created).toBe(700);
    await architect.opens(matrix, { search: { rows: "Objective", columns: "Initiative", all: true } });
    await architect.sees(/^7\d\d × \d+$/);
    await expectSoon(() => architect.tab.locator(".matrix-row").count()).toBeLessThan(80);
    await architect.tab.locator(".matrix").evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
    await row("Aim 99").waitFor();
  });

  test("changes nothing for an account without that right", async () => {
    await viewer.opens(matrix);
    await viewer.sees(/\d+ relations/);
    const sent: string[] = [];
    viewer.tab.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
    await viewer.tab.getByRole("grid").focus();
    await viewer.presses("Home", "o", "Backspace", "ArrowRight");
    expect(sent.filter((url) => url.includes("/relations"))).toEqual([]);
  });

  test("is a list on a phone, and shows what failed", async () => {
    await architect.tab.setViewportSize(SIZES.phone);
    await architect.opens(matrix);
    await architect.sees("Group ERP");
    await expectSoon(() => architect.tab.locator(".matrix").count()).toBe(0);
    architect.expected = [/500/];
    await architect.tab.route("**/api/v1/reports/matrix**", (route) => route.fulfill({ status: 500, body: "{}" }));
    await architect.opens(matrix);
    await architect.sees("This could not be loaded.");
  });
});

test("each meaning has the first letter of its label that is free", () => {
  const options = ["owner", "user", "other", "zeta"].map((key) => ({ key, label: key }));
  const meanings = meaningsOf({ options } as never);
  expect(meanings.map(({ letter }) => letter)).toEqual(["O", "U", "T", "E"]);
});

test("columns stand by their parents, and those without a relation are left out unless they are asked for", () => {
  const card = (id: string, parent_id: string | null = null) => ({ id, name: id, parent_id, phase: null });
  const report = {
    rows: [card("a"), card("b")],
    columns: [card("lone"), card("top"), card("two", "top"), card("one", "top")],
    intersections: ["two", "lone"].map((col_id) => ({
      row_id: "b",
      col_id,
      relations: [{ id: col_id, type: "uses", source_id: "b", attributes: {} }],
    })),
  } as never;
  const choice = { relation: "uses", all: false, gaps: false };
  const { rows, columns, empty } = tableOf(report, choice, "Others");
  expect(rows.map(({ id, count }) => [id, count])).toEqual([
    ["b", 2],
    ["a", 0],
  ]);
  expect(columns.map(({ id, group }) => [id, group])).toEqual([
    ["two", "top"],
    ["lone", "Others"],
  ]);
  expect(empty).toBe(2);
  expect(tableOf(report, { ...choice, all: true }, "Others").columns).toHaveLength(4);
  expect(tableOf(report, { ...choice, gaps: true }, "Others").rows.map(({ id }) => id)).toEqual(["a"]);
  expect(tableOf(report, { ...choice, relation: "other" }, "Others").relations).toBe(0);
});

/** Lists of cards as trees. */
import { beforeAll, describe, expect, test } from "bun:test";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const architect = clientAs(server, "member");
const ids: Record<string, string> = {};

/** Name → the name of its parent. */
const organizations: Record<string, string | undefined> = {
  Group: undefined,
  Finance: "Group",
  Ledger: "Finance",
  Tax: "Finance",
  Sales: "Group",
  Outside: undefined,
};

beforeAll(async () => {
  for (const [name, parent] of Object.entries(organizations))
    ids[name] = (
      await architect.post("/cards", {
        type: "Organization",
        name,
        ...(parent && { parent_id: ids[parent] }),
        description: name === "Tax" || name === "Sales" ? "in Oslo" : "elsewhere",
      })
    ).body.id;
});

type ListedRow = { name: string; branch: { level: number; children: number; is_open: boolean; matches: boolean } };
const list = (query: string) => architect.get(`/cards?type=Organization&${query}`);
const rowsIn = ({ items }: { items: ListedRow[] }) =>
  items.map(({ name, branch }) => `${"· ".repeat(branch.level)}${name}`);

describe("a list as a tree", () => {
  test("shows the top alone while all branches are closed", async () => {
    const { body } = await list("tree=closed");
    expect(rowsIn(body)).toEqual(["Group", "Outside"]);
    expect(body).toMatchObject({ total: 6, rows: 2 });
    expect(body.items[0].branch).toEqual({ level: 0, children: 2, is_open: false, matches: true });
  });

  test("shows below each card those below it, in the order of the list, where branches are open", async () => {
    expect(rowsIn((await list("tree=open")).body)).toEqual([
      "Group",
      "· Finance",
      "· · Ledger",
      "· · Tax",
      "· Sales",
      "Outside",
    ]);
    expect(rowsIn((await list("tree=open&sort_by=name&sort_dir=desc")).body)).toEqual([
      "Outside",
      "Group",
      "· Sales",
      "· Finance",
      "· · Tax",
      "· · Ledger",
    ]);
  });

  test("opens and closes single branches", async () => {
    const opened = (await list(`tree=closed&branches=${ids["Group"]}`)).body;
    expect(rowsIn(opened)).toEqual(["Group", "· Finance", "· Sales", "Outside"]);
    expect(opened.items[0].branch.is_open).toBe(true);
    const closed = (await list(`tree=open&branches=${ids["Finance"]}`)).body;
    expect(rowsIn(closed)).toEqual(["Group", "· Finance", "· Sales", "Outside"]);
    expect(closed.rows).toBe(4);
  });

  test("pages over the rows that are shown", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`tree=open&page_size=4&page=${page}&fields=parent`)));
    expect(pages.map(({ body }) => rowsIn(body))).toEqual([
      ["Group", "· Finance", "· · Ledger", "· · Tax"],
      ["· Sales", "Outside"],
      [],
    ]);
    expect(pages[0]?.body.items[1].parent).toMatchObject({ name: "Group" });
  });

  test("shows what matches with its ancestors, which are marked as mere ancestors", async () => {
    const { body } = await list("tree=open&search=Oslo");
    expect(rowsIn(body)).toEqual(["Group", "· Finance", "· · Tax", "· Sales"]);
    expect(body.items.map(({ branch }: ListedRow) => branch.matches)).toEqual([false, false, true, true]);
    expect(body).toMatchObject({ total: 2, rows: 4 });
    expect((await list("tree=open&search=nothing-of-the-kind")).body).toMatchObject({ items: [], total: 0, rows: 0 });
  });

  test("puts a card whose parent is archived at the top", async () => {
    const parent = (await architect.post("/cards", { type: "Organization", name: "Zealand" })).body.id;
    const child = (await architect.post("/cards", { type: "Organization", name: "Zoo", parent_id: parent })).body.id;
    expect((await architect.post(`/cards/${parent}/archive`, { child_strategy: "disconnect" })).status).toBe(200);
    expect(rowsIn((await list("tree=open&search=zoo")).body)).toEqual(["Zoo"]);
    expect((await architect.post(`/cards/${child}/archive`, {})).status).toBe(200);
  });

  test("follows changes", async () => {
    await architect.patch(`/cards/${ids["Outside"]}`, { parent_id: ids["Sales"] });
    expect(rowsIn((await list("tree=open&search=outside")).body)).toEqual(["Group", "· Sales", "· · Outside"]);
    await architect.patch(`/cards/${ids["Outside"]}`, { parent_id: null });
    expect(rowsIn((await list("tree=closed")).body)).toEqual(["Group", "Outside"]);
  });

  test("is refused with 422 for another word, and for more than two hundred branches", async () => {
    expect((await list("tree=half")).status).toBe(422);
    const many = Array.from({ length: 201 }, (_, at) => `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`);
    expect((await list(`tree=open&branches=${many.join(",")}`)).status).toBe(422);
  });

  test("is exported in its order, with the levels", async () => {
    const { body } = await architect.get("/cards/export?type=Organization&tree=open&columns=name&search=Oslo");
    expect(String(body).trim().split("\r\n")).toEqual(["level,name", "0,Group", "1,Finance", "2,Tax", "1,Sales"]);
  });
});

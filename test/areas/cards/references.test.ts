import { beforeAll, expect, test } from "bun:test";
import { cardNow, cardType, makeCard, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const ids: Record<string, string> = {};
beforeAll(async () => {
  cardType("Part");
  cardType("Other");
  const make = async (path: string, more: object = {}) => {
    const names = path.split(">").map((name) => name.trim());
    const parent = names.slice(0, -1).join(" > ");
    const body = { type: "Part", name: names.at(-1), parent_id: ids[parent] ?? null, ...more };
    ids[path] = (await makeCard(admin, body)).id;
  };
  for (const path of ["Root", "Root > Twin", "Élan", "a/b", "c\\d", "Root > Twin > Leaf", "Branch", "Branch > Twin"])
    await make(path);
  await make("Foreign", { type: "Other" });
  await make("Foreign > Guest");
  await make("Gone");
  await make("Gone > Heir");
  await admin.post(`/cards/${ids["Gone"]}/archive`, { child_strategy: "cascade" });
  await admin.post(`/cards/${ids["Gone > Heir"]}/restore`);
  for (let at = 0; at < 7; at++)
    await make("Branch > Many", { parent_id: (await makeCard(admin, { type: "Part" })).id });
});

const resolve = async (ref: string, type = "Part") => {
  const { status, body } = await admin.post("/cards/resolve-refs", { refs: [{ row: 3, column: "c", type, ref }] });
  expect(status).toBe(200);
  const [{ row, column, ...result }] = body.results;
  expect([row, column]).toEqual([3, "c"]);
  return result;
};

test.each([
  ["Root", "Root"],
  [" rOOt ", "Root"],
  ["élan", "Élan"],
  ["Leaf", "Root > Twin > Leaf"],
  ["Root / Twin", "Root > Twin"],
  ["branch/TWIN", "Branch > Twin"],
  ["/Root//Twin/ Leaf/", "Root > Twin > Leaf"],
  ["a\\/b", "a/b"],
  ["c\\\\d", "c\\d"],
  // Ancestors are of any type and status.
  ["Foreign/Guest", "Foreign > Guest"],
  ["Gone/Heir", "Gone > Heir"],
])("the reference %j leads to one card", async (ref, path) => {
  expect(await resolve(ref)).toEqual({ status: "resolved", id: ids[path], candidates: null });
});

test.each([
  ["Twin", "ambiguous", ["Root / Twin", "Branch / Twin"]],
  ["Nobody/Twin", "missing", ["Root / Twin", "Branch / Twin"]],
  ["Twin/Leaf", "missing", ["Root / Twin / Leaf"]],
  ["Nobody", "missing", null],
  ["Gone", "missing", null],
  ["a/b", "missing", null],
  ["", "missing", null],
  [" / ", "missing", null],
])("the reference %j is %s", async (ref, status, paths) => {
  const result = await resolve(ref);
  expect([result.status, result.id]).toEqual([status, null]);
  expect(result.candidates?.map((one: { path: string }) => one.path) ?? null).toEqual(paths);
});

test("a card of another type is no candidate, and at most five candidates are listed", async () => {
  expect(await resolve("Root", "Other")).toMatchObject({ status: "missing" });
  expect(await resolve("Root", "Nothing")).toMatchObject({ status: "missing" });
  expect((await resolve("Many")).candidates).toHaveLength(5);
});

test("many references are answered at once, in their order", async () => {
  const refs = Array.from({ length: 5_000 }, (_, row) => ({
    row,
    column: "c",
    type: "Part",
    ref: row % 2 ? "Root" : "x",
  }));
  const { results } = (await admin.post("/cards/resolve-refs", { refs })).body;
  expect(results.map((one: { row: number }) => one.row)).toEqual(refs.map(({ row }) => row));
  expect(results.filter((one: { status: string }) => one.status === "resolved")).toHaveLength(2_500);
  expect((await admin.post("/cards/resolve-refs", { refs: [] })).body).toEqual({ results: [] });
  expect((await admin.post("/cards/resolve-refs", { refs: [...refs, ...refs] })).status).toBe(422);
  expect((await admin.post("/cards/resolve-refs", { refs: [{ row: 1 }] })).body.detail).toHaveLength(3);
});

test("names that include the path of their card are repaired, and nothing is published", async () => {
  const parent = await makeCard(admin, { type: "Part", name: unique("Up ") });
  const make = (name: string, parent_id: string | null) => makeCard(admin, { type: "Part", name, parent_id });
  const [wrong, right, root] = [
    await make("A / B / C", parent.id),
    await make("A/B", parent.id),
    await make("X / Y", null),
  ];
  const published = await watch(admin);
  expect((await (await server.as("member")).post("/cards/fix-hierarchy-names")).status).toBe(403);
  expect((await admin.post("/cards/fix-hierarchy-names")).body).toEqual({
    fixed: 1,
    details: [{ id: wrong.id, old_name: "A / B / C", new_name: "C" }],
  });
  expect(await Promise.all([wrong, right, root].map(async ({ id }) => (await cardNow(admin, id)).name))).toEqual([
    "C",
    "A/B",
    "X / Y",
  ]);
  expect((await admin.get("/cards?search=A%20%2F%20B")).body.total).toBe(0);
  expect(await published()).toEqual([]);
});

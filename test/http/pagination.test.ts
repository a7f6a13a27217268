import { expect, test } from "bun:test";
import { slice } from "../../src/http/pagination";
import { clientAs, testServer } from "../support/server";

const rows = [
  { name: "b", size: 10, note: null },
  { name: "a", size: 9, note: "x" },
  { name: "É", size: null, note: "y" },
  { name: "c", size: 9, note: null },
];

test.each<[what: string, query: Record<string, unknown>, names: string]>([
  ["without anything", {}, "b a É c"],
  ["by a text, accents among their letters", { sort_by: "name" }, "a b c É"],
  ["by a text, descending", { sort_by: "name", sort_dir: "desc" }, "É c b a"],
  ["by a number, equal ones in their order, empty ones last", { sort_by: "size" }, "a c b É"],
  ["by a number, descending, empty ones last", { sort_by: "size", sort_dir: "desc" }, "b a c É"],
  ["by a field that is mostly empty", { sort_by: "note" }, "a É b c"],
  ["by an unknown field", { sort_by: "nothing" }, "b a É c"],
  ["by a name that every object has", { sort_by: "toString" }, "b a É c"],
  ["to a page of the sorted rows", { sort_by: "name", page: 2, page_size: 3 }, "É"],
  ["to an empty page past the end", { page: 9, page_size: 3 }, ""],
])("a bare array is sorted and paged %s", (_, query, names) => {
  const set = { headers: {} as Record<string, unknown> };
  const found = slice(rows, { page_size: 50, ...query }, set);
  expect(found.map(({ name }) => name).join(" ")).toBe(names);
  expect(set.headers["x-total-count"]).toBe("page" in query ? "4" : undefined);
});

test("an empty list can be sorted by anything", () => {
  expect(slice([], { page_size: 50, sort_by: "name" }, { headers: {} })).toEqual([]);
});

const server = testServer();
const admin = clientAs(server, "admin");

test.each(["/users", "/roles", "/metamodel/types", "/metamodel/relation-types"])(
  "the list %s is sorted as the query asks",
  async (path) => {
    const keys = async (query: string) =>
      ((await admin.get(`${path}?${query}`)).body as { id?: string; key?: string }[]).map((row) => row.key ?? row.id);
    const field = path === "/users" ? "id" : "key";
    const ascending = await keys(`sort_by=${field}`);
    expect(ascending).toEqual(ascending.toSorted((one = "", other = "") => one.localeCompare(other, "en")));
    expect(await keys(`sort_by=${field}&sort_dir=desc`)).toEqual(ascending.toReversed());
  },
);

test("lists by time can be sorted in both directions", async () => {
  const { id } = (await admin.post("/cards", { type: "Application", name: "One" })).body;
  const other = (await admin.post("/cards", { type: "ITComponent", name: "Two" })).body.id;
  for (const name of ["Uno", "Eins"]) await admin.patch(`/cards/${id}`, { name });
  await admin.post("/relations", { type: "relAppToITC", source_id: id, target_id: other });
  for (const path of [`/cards/${id}/history`, "/events", "/mutation-batches", "/relations"]) {
    const list = async (query: string) => {
      const { body } = await admin.get(`${path}?page_size=200&${query}`);
      return ((body.items ?? body) as { id: string }[]).map((row) => row.id);
    };
    const oldest = await list("sort_by=created_at");
    expect(oldest.length).toBeGreaterThan(0);
    expect(await list("sort_by=created_at&sort_dir=desc")).toEqual(oldest.toReversed());
    expect(await list("")).toEqual(path === "/relations" ? oldest : oldest.toReversed());
  }
});

test("a page that is too large is refused with the name of the setting", async () => {
  for (const size of [201, 10_000, 1_000_000]) {
    const { status, body } = await admin.get(`/cards?page_size=${size}`);
    expect([status, body.detail]).toEqual([
      422,
      [
        {
          type: "less_than_equal",
          loc: ["query", "page_size"],
          msg: "must be at most 200, which is PAGE_SIZE_MAX in the server's environment",
          input: size.toString(),
          ctx: { le: 200 },
        },
      ],
    ]);
  }
});

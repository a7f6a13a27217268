import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import { cardType, makeCard, storedCards } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget");
  storedCards(
    [
      ["percent", "100% sure"],
      ["underscore", "snake_case"],
      ["backslash", "back\\slash"],
      ["quotes", `a "quoted" 'word'`],
      ["operators", "this AND that OR (not) near* col:on ^x"],
      ["accents", "Café Müller Ångström"],
      ["decomposed", "Cafe\u0301 Mu\u0308ller"],
      ["cyrillic", "Журнал ЖЖ"],
      ["greek", "Ελλάδα"],
      ["chinese", "数据库管理"],
      ["emoji", "rocket 🚀🛰 ship"],
      ["turkish", "İstanbul ılık"],
      ["sharp", "Straße"],
      ["plain", "xylophone qz"],
      ["described", "nothing here", "the description tells of a ZEPPELIN"],
      ["lines", "one\ntwo", "tab\tbed"],
      ["other fields", "other"],
    ].map(([alias, name, description]) => ({
      type: "Widget",
      alias: alias as string,
      name: name as string,
      description: description ?? null,
      external_id: "vuvuzela",
      attributes: '{"note":"vuvuzela"}',
    })),
  );
  cardType("Dessert");
  storedCards(
    [
      ["described", "Aspic", "no crème at all"],
      ["holds", "Butter crème"],
      ["begins", "Crème brûlée"],
      ["begins, plain", "creme brulee"],
      ["itself", "CRÈME"],
      ["itself, plain", "Creme"],
    ]
      .toSorted()
      .map(([alias, name, description]) => ({
        type: "Dessert",
        alias: alias as string,
        name: name as string,
        description: description ?? null,
      })),
  );
});

const find = async (search: string, more = ""): Promise<string[]> => {
  const { status, body } = await admin.get(`/cards?search=${encodeURIComponent(search)}${more}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body.items.map((card: { alias: string }) => card.alias).sort();
};

test.each([
  // Three letters and more come from the index.
  ["xylophone", ["plain"]],
  ["XYLOphone", ["plain"]],
  ["loph", ["plain"]],
  ["hon", ["plain"]],
  ["zeppelin", ["described"]],
  ["ZEP", ["described"]],
  ["xylophones", []],
  ["lophone q", ["plain"]],
  ["100%", ["percent"]],
  ["100x", []],
  ["0% s", ["percent"]],
  ["e_c", ["underscore"]],
  ["snake case", []],
  ["k\\s", ["backslash"]],
  ['"quoted"', ["quotes"]],
  ["'word'", ["quotes"]],
  ['""""', []],
  ["AND that OR", ["operators"]],
  ["this OR nonsense", []],
  ["near*", ["operators"]],
  ["nea*", []],
  ["col:on", ["operators"]],
  ["name:on", []],
  ["(not)", ["operators"]],
  ["^x", ["operators"]],
  ["NOT", ["described", "operators"]],
  ["café", ["accents", "decomposed"]],
  ["CAFE", ["accents", "decomposed"]],
  ["Cafe\u0301", ["accents", "decomposed"]],
  ["müller", ["accents", "decomposed"]],
  ["muller", ["accents", "decomposed"]],
  ["angstrom", ["accents"]],
  ["журнал", ["cyrillic"]],
  ["ЖУР", ["cyrillic"]],
  ["ελλάδα", ["greek"]],
  ["ΕΛΛ", ["greek"]],
  ["数据库", ["chinese"]],
  ["库管理", ["chinese"]],
  ["🚀🛰 s", ["emoji"]],
  ["one\ntwo", ["lines"]],
  ["tab\tbed", ["lines"]],
  // One or two letters are looked for in the rows.
  ["x", ["operators", "plain"]],
  ["QZ", ["plain"]],
  ["qZ", ["plain"]],
  ["%", ["percent"]],
  ["%%", []],
  ["_", ["underscore"]],
  ["_c", ["underscore"]],
  ["\\", ["backslash"]],
  ['"', ["quotes"]],
  ["'", ["quotes"]],
  ["жж", ["cyrillic"]],
  ["Жж", ["cyrillic"]],
  ["жу", ["cyrillic"]],
  ["数据", ["chinese"]],
  ["理", ["chinese"]],
  ["🚀", ["emoji"]],
  ["🚀🛰", ["emoji"]],
  ["ß", ["sharp"]],
  ["fé", ["accents", "decomposed"]],
  ["FÉ", ["accents", "decomposed"]],
  ["fe\u0301", ["accents", "decomposed"]],
  ["mü", ["accents", "decomposed"]],
  ["Å", ["accents"]],
  ["u\u0308l", ["accents", "decomposed"]],
  ["ZE", ["described"]],
  // Only name and description are searched.
  ["vuvuzela", []],
  ["vu", []],
  ["widget", []],
])("a search for %p finds %p", async (search, expected) => {
  expect(await find(search)).toEqual(expected);
});

test("a letter with combining marks is a search for one letter", async () => {
  expect(await find(`x${"\u0301".repeat(150)}`)).toEqual([]);
  expect(await find("\u0301\u0301\u0301")).toEqual([]);
});

test("a search may have 200 letters", async () => {
  expect(await find("z".repeat(200))).toEqual([]);
});

test.each([
  // The name itself, names that begin with it, names that hold it, descriptions that do; accents make no difference.
  ["crème", ["itself, plain", "itself", "begins, plain", "begins", "holds", "described"]],
  ["CREME", ["itself, plain", "itself", "begins, plain", "begins", "holds", "described"]],
  ["cr", ["itself, plain", "begins, plain", "itself", "begins", "holds", "described"]],
  ["brûlée", ["begins, plain", "begins"]],
])("a search for %p finds the best matches first", async (search, expected) => {
  const { body } = await admin.get(`/cards?type=Dessert&search=${encodeURIComponent(search)}`);
  expect(body.items.map((card: { alias: string }) => card.alias)).toEqual(expected);
  // Pages of it are parts of the same list, from its end, too.
  const paged = await Promise.all(
    expected.map((_, at) =>
      admin.get(`/cards?type=Dessert&search=${encodeURIComponent(search)}&page=${at + 1}&page_size=1`),
    ),
  );
  expect(paged.flatMap(({ body }) => body.items.map((card: { alias: string }) => card.alias))).toEqual(expected);
});

test("a search is combined with the other filters", async () => {
  expect(await find("muller", "&status=ARCHIVED")).toEqual([]);
  expect(await find("muller", "&type=Widget&approval_status=DRAFT&status=ACTIVE")).toHaveLength(2);
});

test("the search index follows the name and description of a card, and its deletion", async () => {
  const card = await makeCard(admin, { type: "Widget", name: "walrus", description: "pelican", alias: "moving" });
  expect(await find("walrus")).toEqual(["moving"]);
  await admin.patch(`/cards/${card.id}`, { name: "otter" });
  expect(await find("walrus")).toEqual([]);
  expect(await find("otter")).toEqual(["moving"]);
  expect(await find("pelican")).toEqual(["moving"]);
  await admin.patch(`/cards/${card.id}`, { description: null });
  expect(await find("pelican")).toEqual([]);
  await admin.delete(`/cards/${card.id}`);
  expect(await find("otter")).toEqual([]);
  // Throws when the index and the cards differ.
  statement("INSERT INTO cards_search(cards_search, rank) VALUES ('integrity-check', 1)").run();
});

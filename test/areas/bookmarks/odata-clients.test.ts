/** Tests of what programs that speak OData rely on: links, page sizes, typed columns, related cards. */
import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, field, relationType, role, storedCards } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const analyst = clientAs(server, "member");
const COUNT = 1_050;
const names = Array.from({ length: COUNT }, (_, at) => `Engine ${String(at).padStart(4, "0")}`);
const fields = [
  field("power", "number"),
  field("price", "cost"),
  field("useful", "boolean"),
  field("made", "date"),
  field("colours", "multiple_select", { options: ["red", "blue"].map((key) => ({ key, label: key })) }),
  field("maker", "text"),
];

/** Saves a view with a feed, and returns the path of the feed. */
async function feedOf(view: Record<string, unknown>): Promise<string> {
  const { body } = await analyst.post("/bookmarks", { name: "x", odata_enabled: true, ...view });
  return `/api/v1/bookmarks/${body.id}/odata`;
}

/** Reads all rows of an entity set, as a client reads that resolves each link against the address of the service. */
async function readAll(root: string, headers: Record<string, string>, options = ""): Promise<{ name: string }[]> {
  const rows: { name: string }[] = [];
  const seen = new Set<string>();
  for (let path: string | undefined = `${root}/Cards${options}`; path !== undefined; ) {
    expect(seen.has(path)).toBe(false);
    seen.add(path);
    const { status, body } = await analyst.get(path, headers);
    expect(status).toBe(200);
    rows.push(...body.value);
    if (!("@odata.nextLink" in body)) break;
    const next: URL = new URL(body["@odata.nextLink"], `http://stoa${root}/`);
    path = next.pathname + next.search;
    expect(next.pathname).toBe(`${root}/Cards`);
  }
  return rows;
}

const propertiesIn = (xml: string, element: string): Record<string, string> => {
  const [, inside = ""] = new RegExp(`Type Name="${element}"[^>]*>(.*?)</(?:Entity|Complex)Type>`, "s").exec(xml) ?? [];
  return Object.fromEntries(
    [...inside.matchAll(/Property Name="([^"]+)" Type="([^"]+)"/g)].map(([, name, type]) => [name, type]),
  );
};

const metadata = async (root: string): Promise<string> => (await analyst.get(`${root}/$metadata`)).body;

beforeAll(() => {
  cardType("Engine", fields);
  cardType("Driver");
  cardType("Other", [field("power", "text")]);
  relationType("relEngineToDriver", "Engine", "Driver");
  relationType("relEngineSuccessor", "Engine", "Engine");
  storedCards(
    names.map((name, at) => ({
      type: "Engine",
      name,
      attributes: JSON.stringify(
        at === 0
          ? { power: 7, price: 9.5, useful: true, made: "2020-05-01", colours: ["red"], maker: "Watt", stray: 1 }
          : { power: "much", useful: "yes", made: "some day", colours: "blue", maker: 5 },
      ),
      lifecycle: JSON.stringify(at === 0 ? { active: "2021-01-01" } : { active: "soon" }),
    })),
  );
});

describe("a client of OData", () => {
  test.each<Record<string, string>>([{}, { "odata-version": "4.0" }, { "odata-maxversion": "4.0" }])(
    "reads every row once by the links when it sends %j",
    async (headers) => {
      const root = await feedOf({ filters: { types: ["Engine"] } });
      expect((await readAll(root, headers)).map(({ name }) => name)).toEqual(names);
      expect((await readAll(root, headers, "?page_size=500&$filter=contains(name,'Engine')")).length).toBe(COUNT);
      expect((await readAll(root, headers, "?page_size=10&$top=25&$skip=5")).map(({ name }) => name)).toEqual(
        names.slice(5, 30),
      );
    },
  );

  test("finds its next page below the entity set also where it has read the address of the view", async () => {
    const root = await feedOf({ filters: { types: ["Engine"] } });
    for (const header of ["odata-version", "odata-maxversion"]) {
      const { body } = await analyst.get(root, { [header]: "4.0" });
      expect(body["@odata.nextLink"]).toBe(`${root}/Cards?page=2&page_size=1000`);
    }
    expect((await analyst.get(root)).body["@odata.nextLink"]).toBe(`${root}?page=2&page_size=1000`);
    expect((await analyst.get(`${root}?page=2`)).body["@odata.nextLink"]).toBeNull();
  });

  test("counts the entity set", async () => {
    const root = await feedOf({ filters: { types: ["Engine"] } });
    const { status, headers, body } = await analyst.get(`${root}/Cards/$count?$filter=name le 'Engine 0009'`);
    expect([status, headers.get("content-type"), String(body)]).toEqual([200, "text/plain", "10"]);
  });
});

describe("a page of a feed", () => {
  const read = async (options: string, prefer?: string) => {
    const root = await feedOf({ filters: { types: ["Engine"] } });
    const { status, headers, body } = await analyst.get(`${root}/Cards${options}`, prefer ? { prefer } : {});
    return { status, applied: headers.get("preference-applied"), vary: headers.get("vary"), body };
  };

  test("has 1,000 cards by default, and 10,000 at most", async () => {
    expect((await read("")).body.value).toHaveLength(1_000);
    expect((await read("?page_size=10000")).body.value).toHaveLength(COUNT);
    expect((await read("?page_size=10001")).status).toBe(422);
    expect((await read("?$top=1020")).body.value).toHaveLength(1_020);
    expect((await read("?$top=10001")).body.value).toHaveLength(1_000);
  });

  test.each([
    ["odata.maxpagesize=30", 30],
    ["maxpagesize=30", 30],
    ['return=minimal; x, odata.MaxPageSize = "30"', 30],
    ["odata.maxpagesize=2000000", COUNT],
  ])("has the cards that %s asks for", async (prefer, expected) => {
    const { body, applied, vary } = await read("", prefer);
    expect(body.value).toHaveLength(expected);
    expect(applied).toBe(`odata.maxpagesize=${Math.min(10_000, Number(/\d+/.exec(prefer)?.[0]))}`);
    expect(vary).toContain("Prefer");
  });

  test.each(["odata.maxpagesize=0", "odata.maxpagesize=many", "odata.maxpagesize", "xmaxpagesize=3"])(
    "passes over the preference %s",
    async (prefer) => {
      const { body, applied } = await read("", prefer);
      expect([body.value.length, applied]).toEqual([1_000, null]);
    },
  );

  test("has the size of the query where both are given, and its link keeps the preferred size", async () => {
    expect((await read("?page_size=3", "odata.maxpagesize=5")).body.value).toHaveLength(3);
    expect((await read("", "odata.maxpagesize=5")).body["@odata.nextLink"]).toContain("page_size=5");
  });
});

describe("the metadata of a feed", () => {
  test("has a type for each attribute of the view's card types, and no open type", async () => {
    const xml = await metadata(await feedOf({ filters: { types: ["Engine"] } }));
    expect(propertiesIn(xml, "Attributes")).toEqual({
      power: "Edm.Decimal",
      price: "Edm.Decimal",
      useful: "Edm.Boolean",
      made: "Edm.Date",
      colours: "Collection(Edm.String)",
      maker: "Edm.String",
    });
    expect(propertiesIn(xml, "Lifecycle")).toMatchObject({ plan: "Edm.Date", endOfLife: "Edm.Date" });
    expect(xml).not.toContain("OpenType");
  });

  test("has only the columns of the view, and a text where card types disagree", async () => {
    const narrow = await metadata(
      await feedOf({ filters: { types: ["Engine"] }, columns: ["core_name", "attr_power"] }),
    );
    expect(propertiesIn(narrow, "Card")).toEqual({ id: "Edm.Guid", name: "Edm.String", attributes: "Stoa.Attributes" });
    expect(propertiesIn(narrow, "Attributes")).toEqual({ power: "Edm.Decimal" });
    expect(narrow).not.toContain("Lifecycle");
    const both = await metadata(await feedOf({ filters: { types: ["Engine", "Other"] }, columns: ["attr_power"] }));
    expect(propertiesIn(both, "Attributes")).toEqual({ power: "Edm.String" });
  });

  test("is open for imported fields alone whose names OData doesn't permit", async () => {
    cardType("Strange", [field("a-b", "text"), field("fine", "text")]);
    const xml = await metadata(await feedOf({ filters: { types: ["Strange"] } }));
    expect(propertiesIn(xml, "Attributes")).toEqual({ fine: "Edm.String" });
    expect(xml).toContain('Name="Attributes" OpenType="true"');
  });

  test("states the types that the values have", async () => {
    const root = await feedOf({ filters: { types: ["Engine"] } });
    const { body } = await analyst.get(`${root}/Cards?$top=2`);
    expect(body.value[0]).toMatchObject({
      attributes: { power: 7, useful: true, made: "2020-05-01", colours: ["red"], maker: "Watt" },
      lifecycle: { plan: null, active: "2021-01-01" },
    });
    expect(Object.keys(body.value[0].attributes)).toEqual(fields.map(({ key }) => key));
    expect(body.value[1]).toMatchObject({
      attributes: { power: null, price: null, useful: null, made: null, colours: ["blue"], maker: "5" },
      lifecycle: { active: null },
    });
    expect((await analyst.get(`${root}?page_size=2`)).body.value[1].attributes).toMatchObject({ power: "much" });
  });
});

describe("a view that another front end has saved", () => {
  const columns = [
    "core_name",
    "core_type",
    "core_lifecycle",
    "core_approvalStatus",
    "core_tags",
    "core_none",
    "attr_maker",
    "rel_relEngineToDriver",
    "rel_none",
  ];
  let root = "";
  let engine = "";

  beforeAll(async () => {
    [engine = ""] = storedCards([{ type: "Engine", name: "Related", attributes: '{"maker":"Watt","power":1}' }]);
    const drivers = storedCards([
      { type: "Driver", name: "Zoe" },
      { type: "Driver", name: "Ann" },
      { type: "Driver", name: "Gone", status: "ARCHIVED" },
    ]);
    for (const target_id of drivers)
      await analyst.post("/relations", { type: "relEngineToDriver", source_id: engine, target_id });
    const [next] = storedCards([{ type: "Engine", name: "Related later" }]);
    await analyst.post("/relations", { type: "relEngineSuccessor", source_id: next, target_id: engine });
    root = await feedOf({
      filters: { types: ["Engine"], search: "Related" },
      columns,
      sort: { field: "core_name", direction: "desc" },
    });
  });

  test("has its columns in the feed, among them the names of related cards", async () => {
    const { body } = await analyst.get(root);
    expect(body.value.map(({ name }: { name: string }) => name)).toEqual(["Related later", "Related"]);
    expect(body.value[1]).toEqual({
      id: engine,
      name: "Related",
      type: "Engine",
      lifecycle: {},
      approval_status: "DRAFT",
      tags: [],
      attributes: { maker: "Watt" },
      rel_relEngineToDriver: ["Ann", "Zoe"],
    });
    expect(propertiesIn(await metadata(root), "Card")).toMatchObject({
      rel_relEngineToDriver: "Collection(Edm.String)",
      relEngineToDriver: "Collection(Stoa.RelatedCard)",
    });
  });

  test("is sorted by an attribute", async () => {
    storedCards(
      [10, 9, 11].map((power) => ({ type: "Engine", name: `Sorted ${power}`, attributes: `{"power":${power}}` })),
    );
    const sort = { field: "attr_power", direction: "asc" };
    const { body } = await analyst.get(await feedOf({ filters: { types: ["Engine"], search: "Sorted" }, sort }));
    expect(body.value.map(({ name }: { name: string }) => name)).toEqual(["Sorted 9", "Sorted 10", "Sorted 11"]);
  });

  test("is sorted by name for those who may not see the costs that it is sorted by", async () => {
    const { body } = await analyst.get(
      await feedOf({ visibility: "public", filters: { search: "Related" }, sort: { field: "attr_price" } }),
    );
    const blind = await server.as(role("inventory.view"));
    const { status, body: seen } = await blind.get(body["@odata.context"]);
    expect(status).toBe(200);
    expect(seen.value.map(({ name }: { name: string }) => name)).toEqual(["Related", "Related later"]);
  });

  test("is expanded by the relations that $expand names", async () => {
    const related = [
      { id: expect.any(String), type: "Driver", name: "Ann" },
      { id: expect.any(String), type: "Driver", name: "Zoe" },
    ];
    const expanded = await analyst.get(
      `${root}/Cards?$expand=relEngineToDriver&$select=name&$filter=name eq 'Related'`,
    );
    expect(expanded.body.value).toEqual([{ id: engine, name: "Related", relEngineToDriver: related }]);
    const whole = await feedOf({ filters: { types: ["Engine"], search: "Related" } });
    const all = (await analyst.get(`${whole}/Cards?$expand=*&$filter=name eq 'Related'`)).body.value;
    expect(all[0]).toMatchObject({ relEngineToDriver: related, relEngineSuccessor: [{ name: "Related later" }] });
    for (const name of ["none", "relEngineSuccessor", "relEngineToDriver($select=name)", ""])
      expect(await analyst.get(`${root}/Cards?$expand=${name}`)).toMatchObject({ status: 422 });
  });

  test("has no related cards for those who may not see relations", async () => {
    const open = await feedOf({ visibility: "public", filters: { search: "Related" }, columns });
    const blind = await server.as(role("inventory.view"));
    const { body } = await blind.get(open);
    expect(body.value).toHaveLength(2);
    expect(body.value[0]).not.toHaveProperty("rel_relEngineToDriver");
    expect(await blind.get(`${open}?$expand=relEngineToDriver`)).toMatchObject({ status: 422 });
  });
});

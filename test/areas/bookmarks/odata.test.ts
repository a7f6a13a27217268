/** Tests of feeds as OData: the options of clients in addition to the view, pages, metadata, and invalid requests. */
import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, field, storedCards, violationsOf } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const analyst = clientAs(server, "member");
let feed = "";

const cards = [
  { name: "a and b", attributes: { weight: 1, useful: true, made: "2020-05-01" }, external_id: "x" },
  { name: "Bridge", attributes: { weight: 20, colours: ["red"] }, description: "It's (new)" },
  { name: "crane", attributes: { weight: "heavy" }, lifecycle: { active: "2021-01-01" } },
  { name: "Dam", attributes: { weight: 3, useful: false, colours: ["blue", "red"] }, data_quality: 50 },
  { name: "O'Neil", attributes: {}, data_quality: 75.5 },
];

beforeAll(async () => {
  cardType("Works", [
    field("weight", "number"),
    field("useful", "boolean"),
    field("made", "date"),
    field("colours", "multiple_select", { options: ["red", "blue"].map((key) => ({ key, label: key })) }),
  ]);
  storedCards(
    cards.map(({ attributes, lifecycle = {}, ...card }) => ({
      type: "Works",
      ...card,
      attributes: JSON.stringify(attributes),
      lifecycle: JSON.stringify(lifecycle),
      created_at: "2026-01-31T10:00:00.000Z",
    })),
  );
  const body = { name: "Works", odata_enabled: true, filters: { types: ["Works"] } };
  feed = `/bookmarks/${(await analyst.post("/bookmarks", body)).body.id}/odata`;
});

const query = (options: Record<string, string>) => `${feed}?${new URLSearchParams(options)}`;
const read = async (options: Record<string, string>) => {
  const { status, body } = await analyst.get(query(options));
  expect({ options, status, body }).toMatchObject({ status: 200 });
  return body;
};
const namesIn = (body: { value: { name: string }[] }) => body.value.map(({ name }) => name);

describe("the option $filter", () => {
  test.each([
    ["name eq 'Dam'", ["Dam"]],
    ["name eq 'a and b'", ["a and b"]],
    ["name eq 'O''Neil'", ["O'Neil"]],
    ["description eq 'It''s (new)'", ["Bridge"]],
    ["name ne 'Dam' and name ne 'crane'", ["Bridge", "O'Neil", "a and b"]],
    ["( name gt 'Bridge' and (name le 'O') )", ["Dam"]],
    ["contains(name,'a')", ["Dam", "a and b", "crane"]],
    ["contains( name , 'a' ) and data_quality lt 50", ["a and b", "crane"]],
    ["contains(attributes/made,'-05-')", ["a and b"]],
    ["data_quality ge 50 and data_quality lt 75.5", ["Dam"]],
    ["external_id eq null", ["Bridge", "Dam", "O'Neil", "crane"]],
    ["external_id ne 'y'", ["Bridge", "Dam", "O'Neil", "a and b", "crane"]],
    ["external_id ne null", ["a and b"]],
    ["attributes/weight gt 2", ["Bridge", "Dam"]],
    ["attributes/weight eq 3.0", ["Dam"]],
    ["attributes/weight eq null", ["O'Neil"]],
    ["attributes/useful eq true", ["a and b"]],
    ["attributes/useful ne true", ["Bridge", "Dam", "O'Neil", "crane"]],
    ["attributes/colours eq 'red'", ["Bridge", "Dam"]],
    ["attributes/colours ne 'blue'", ["Bridge", "O'Neil", "a and b", "crane"]],
    ["attributes/made ge 2020-05-01", ["a and b"]],
    ["lifecycle/active eq 2021-01-01", ["crane"]],
    ["created_at ge 2026-01-31T11:00:00+01:00", ["Bridge", "Dam", "O'Neil", "a and b", "crane"]],
    ["created_at gt 2026-01-31T10:00:00Z", []],
    ["name eq 'Dam' or name eq 'crane'", ["Dam", "crane"]],
    ["name eq 'Dam' or name eq 'crane' and data_quality gt 1", ["Dam"]],
    ["(name eq 'Dam' or name eq 'crane') and data_quality lt 1", ["crane"]],
    ["not (name eq 'Dam' or contains(name,'n'))", ["Bridge", "O'Neil"]],
    ["not name eq 'Dam' and not not contains(name,'r')", ["Bridge", "crane"]],
    ["not (attributes/weight gt 2)", ["O'Neil", "a and b", "crane"]],
    ["not(contains(name, 'a'))", ["Bridge", "O'Neil"]],
    ["name in ('Dam','O''Neil')", ["Dam", "O'Neil"]],
    ["data_quality in (50,75.5)", ["Dam", "O'Neil"]],
    ["external_id in (null, 'x')", ["Bridge", "Dam", "O'Neil", "a and b", "crane"]],
    ["not (attributes/colours in ('blue'))", ["Bridge", "O'Neil", "a and b", "crane"]],
    ["startswith(name,'B') or endswith(name,'e')", ["Bridge", "crane"]],
    ["endswith(name,'longer than any of the names')", []],
    ["startswith(name,'') and endswith(name,'')", ["Bridge", "Dam", "O'Neil", "a and b", "crane"]],
    [
      "endswith(description,'(new)') eq true or startswith(name,'B') eq false",
      ["Bridge", "Dam", "O'Neil", "a and b", "crane"],
    ],
    ["attributes/weight ge '3'", ["Bridge", "Dam"]],
  ])("finds the cards of %s", async ($filter, expected) => {
    const body = await read({ $filter });
    expect(namesIn(body)).toEqual(expected);
    expect(body["@odata.count"]).toBe(expected.length);
    const { body: count, headers } = await analyst.get(`${feed}/$count?${new URLSearchParams({ $filter })}`);
    expect([String(count), headers.get("content-type")]).toEqual([String(expected.length), "text/plain"]);
  });

  test.each([
    ["nothing"],
    ["name"],
    ["name eq"],
    ["name eq 'open"],
    ["name eq 'x' and"],
    ["name eq 'x' or"],
    ["or name eq 'x'"],
    ["not"],
    ["name not eq 'x'"],
    ["name in 'x'"],
    ["name in ()"],
    ["name in ('x',"],
    ["name in ('x' 'y')"],
    ["name in (1)"],
    ["data_quality in (1,'x')"],
    ["startswith(data_quality,'1')"],
    ["startswith(name,'1') eq 'true'"],
    ["contains(name,'x') or endswith(name)"],
    ["(name eq 'x'"],
    ["name eq 'x')"],
    ["'name' eq 'x'"],
    ["name 'eq' 'x'"],
    ["contains(name)"],
    ["contains(data_quality,'1')"],
    ["contains(attributes/useful,true)"],
    ["name eq Dam"],
    ["name gt null"],
    ["data_quality eq 'fifty'"],
    ["data_quality eq NaN"],
    ["attributes/useful eq 1"],
    ["created_at gt yesterday"],
    ["none eq 1"],
    ["attributes/none eq 1"],
    ["attributes eq null"],
    ["lifecycle/none eq null"],
    ["constructor eq 'x'"],
    [`${"name eq 'x' and ".repeat(200)}name eq 'x'`],
    [`name in (${"'x',".repeat(200)}'x')`],
    [`${"not ".repeat(60)}name eq 'x'`],
    ["(".repeat(4_000)],
    ["x".repeat(5_001)],
  ])("is refused as %s", async ($filter) => {
    const { status, body } = await analyst.get(query({ $filter }));
    expect(status).toBe(422);
    expect(violationsOf(body)[0]).toMatch(/^query\.\$filter: (value_error|string_too_long)$/);
  });
});

describe("the option $orderby", () => {
  test.each([
    ["name desc", ["crane", "a and b", "O'Neil", "Dam", "Bridge"]],
    ["data_quality desc,name desc", ["O'Neil", "Dam", "crane", "a and b", "Bridge"]],
    ["data_quality, name", ["Bridge", "a and b", "crane", "Dam", "O'Neil"]],
    ["attributes/made", ["a and b", "Bridge", "crane", "Dam", "O'Neil"]],
  ])("sorts by %s", async ($orderby, expected) => {
    expect(namesIn(await read({ $orderby }))).toEqual(expected);
  });

  test.each(["none", "name up", "name asc,type desc", "name asc asc", ",", `name${",name".repeat(10)}`])(
    "is refused as %s",
    async ($orderby) => {
      expect(violationsOf((await analyst.get(query({ $orderby }))).body)).toEqual(["query.$orderby: value_error"]);
    },
  );
});

describe("the option $select", () => {
  const first = async ($select: string) => (await read({ $select, $filter: "name eq 'Dam'" })).value[0];

  test("returns the named properties and the id", async () => {
    expect(await first("name")).toEqual({ id: expect.any(String), name: "Dam" });
    expect(await first("attributes/weight, attributes/useful")).toEqual({
      id: expect.any(String),
      attributes: { weight: 3, useful: false },
    });
    expect(Object.keys(await first("*"))).toHaveLength(14);
  });

  test.each(["none", "tags", "name/x", "attributes/weight/x", ""])("is refused as %j", async ($select) => {
    expect(await analyst.get(query({ $select }))).toMatchObject({ status: 422 });
  });

  test("names only columns of the view", async () => {
    const fields = { name: "x", odata_enabled: true, columns: ["name", "attr_weight"] };
    const { id } = (await analyst.post("/bookmarks", fields)).body;
    const narrow = `/bookmarks/${id}/odata`;
    const all = await analyst.get(`${narrow}?$select=attributes&$filter=name eq 'Dam'`);
    expect(all.body.value[0].attributes).toEqual({ weight: 3 });
    for (const name of ["status", "attributes/useful"])
      expect(await analyst.get(`${narrow}?$select=${name}`)).toMatchObject({ status: 422 });
    const { body } = await analyst.get(`${narrow}/$metadata`);
    expect([...body.matchAll(/Property Name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      "weight",
      "id",
      "name",
      "attributes",
    ]);
  });
});

describe("the pages of a feed", () => {
  const all = ["Bridge", "Dam", "O'Neil", "a and b", "crane"];

  /** Returns the names on each page, following the links. */
  async function pages(options: Record<string, string>): Promise<string[][]> {
    const read: string[][] = [];
    for (let path: string | null = `/api/v1${query(options)}`; path !== null; ) {
      const { body } = await analyst.get(path);
      read.push(namesIn(body));
      path = body["@odata.nextLink"];
    }
    return read;
  }

  test.each<[Record<string, string>, string[][]]>([
    [{ page_size: "2" }, [all.slice(0, 2), all.slice(2, 4), all.slice(4)]],
    [{ page_size: "5" }, [all]],
    [{ page_size: "2", $top: "3" }, [all.slice(0, 2), all.slice(2, 3)]],
    [{ page_size: "2", $skip: "1", $top: "4" }, [all.slice(1, 3), all.slice(3, 5)]],
    [{ $skip: "4" }, [all.slice(4)]],
    [{ $skip: "5" }, [[]]],
    [{ $top: "0" }, [[]]],
    [{ page_size: "1", $filter: "contains(name,'a')", $orderby: "name desc" }, [["crane"], ["a and b"], ["Dam"]]],
    [{ page: "9" }, [[]]],
  ])("are cut by the options %j", async (options, expected) => {
    expect(await pages(options)).toEqual(expected);
  });

  test("have the links of the contract, and the count of all matches", async () => {
    const body = await read({ page_size: "2", $top: "3" });
    expect(body).toMatchObject({
      "@odata.count": 5,
      "@odata.nextLink": expect.stringContaining("?page=2&page_size=2"),
    });
    expect(await read({ $count: "false" })).not.toHaveProperty(["@odata.count"]);
    for (const options of ["page=0", "page_size=0", "page_size=10001", "$top=-1", "$skip=x"])
      expect(await analyst.get(`${feed}?${options}`)).toMatchObject({ status: 422 });
  });

  test("have the token in their links", async () => {
    const { token } = (await analyst.post("/bookmarks/feed-tokens", { name: "x" })).body;
    const { body } = await server.nobody.get(query({ token, page_size: "4" }));
    const next = await server.nobody.get(body["@odata.nextLink"]);
    expect({ status: next.status, names: namesIn(next.body) }).toEqual({ status: 200, names: ["crane"] });
  });
});

test("clients that speak OData get the address of the metadata", async () => {
  const odata = { "odata-maxversion": "4.0" };
  const contextOf = async (path: string) => (await analyst.get(path, odata)).body["@odata.context"];
  expect(await contextOf(feed)).toBe(`/api/v1${feed}/$metadata#Cards`);
  expect(await contextOf(`${feed}?$select=name`)).toBe(`/api/v1${feed}/$metadata#Cards(id,name)`);
  expect((await analyst.get(`${feed}/Cards`)).body["@odata.context"]).toBe(`/api/v1${feed}/$metadata#Cards`);
  expect((await analyst.get(feed, odata)).body).not.toHaveProperty(["@odata.nextLink"]);
  expect((await analyst.get(`${feed}?page_size=1`, odata)).body["@odata.nextLink"]).toContain("page=2");
  const { status, headers, body } = await analyst.get(`${feed}/$metadata`);
  expect([status, headers.get("content-type"), headers.get("odata-version")]).toEqual([200, "application/xml", "4.0"]);
  expect(body).toContain('<EntitySet Name="Cards" EntityType="Stoa.Card"/>');
  expect(body).toContain('<Property Name="id" Type="Edm.Guid" Nullable="false"/>');
});

test.each(["$search=x", "$apply=x", "$format=xml"])("the option %s is refused instead of ignored", async (option) => {
  expect(await analyst.get(`${feed}?${option}`)).toMatchObject({ status: 422 });
  expect(await analyst.get(`${feed}?$format=application/json;odata.metadata=minimal`)).toMatchObject({ status: 200 });
});

import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, field, makeCard, stakeholder, storedCards } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost")]);
  cardType("Many", [field("price", "cost")]);
  cardType("Ghost", [], { is_hidden: true });
});

/** Reads CSV by the letter of RFC 4180. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = "";
    if (csv[at] === '"') {
      for (at++; ; at++) {
        if (csv[at] !== '"') cell += csv[at];
        else if (csv[at + 1] === '"') cell += csv[at++];
        else break;
      }
      at++;
    } else {
      while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") {
        if (csv[at] === '"' || csv[at] === "\n") throw new Error(`A bare ${JSON.stringify(csv[at])} at ${at}`);
        cell += csv[at++];
      }
    }
    row.push(cell);
    if (csv[at] === ",") at++;
    else {
      expect(csv.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const header = ["id", "type", "name", "description", "status", "lifecycle", "attributes"];
const exported = async (query: string, client = admin) => {
  const answer = await client.get(`/cards/export/csv${query}`);
  expect(answer.status).toBe(200);
  const [first, ...rows] = read(answer.body) as [string[], ...string[][]];
  expect(first).toEqual(header);
  return rows;
};

test("an export without cards has its header", async () => {
  const { body, headers } = await admin.get("/cards/export/csv?type=Nothing");
  expect(body).toBe("id,type,name,description,status,lifecycle,attributes\r\n");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
});

test("cells are quoted where necessary, and formulas for a spreadsheet are disarmed", async () => {
  const texts = [
    ["plain", "plain"],
    ["with, comma", "with, comma"],
    ['with "quotes"', 'with "quotes"'],
    ["two\nlines", "two\nlines"],
    ["two\r\nlines", "two\r\nlines"],
    ["größer 日本 🚀", "größer 日本 🚀"],
    ["=1+1", "'=1+1"],
    ['=HYPERLINK("x")', `'=HYPERLINK("x")`],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@sum", "'@sum"],
    ["\tx", "'\tx"],
    ["\rx", "'\rx"],
    ["1-1=0", "1-1=0"],
    ["", ""],
    ["'quoted", "'quoted"],
  ] as const;
  const made = [];
  for (const [text] of texts) made.push(await makeCard(admin, { type: "Widget", name: `n${text}`, description: text }));
  const named = await makeCard(admin, { type: "Widget", name: "=cmd", description: null });
  const rows = await exported("?type=Widget");
  expect(rows.map((row) => row[3])).toEqual([...texts.map(([, cell]) => cell), ""]);
  expect(rows.map((row) => row[0])).toEqual([...made, named].map((card) => card.id));
  expect(rows.at(-1)?.[2]).toBe("'=cmd");
});

test("the life cycle and attributes are exported as JSON", async () => {
  cardType("Data");
  const attributes = { a: 'x,"y"', b: [1, null, true], c: "ä\n" };
  await makeCard(admin, { type: "Data", lifecycle: { plan: "2026-01-01" }, attributes });
  storedCards([{ type: "Data", name: "bare", lifecycle: null, attributes: null }]);
  const [first, second] = (await exported("?type=Data")) as [string[], string[]];
  expect(JSON.parse(first[5] as string)).toEqual({ plan: "2026-01-01" });
  expect(JSON.parse(first[6] as string)).toEqual(attributes);
  expect(second.slice(4)).toEqual(["ACTIVE", "", ""]);
});

test("only active cards are exported, those of hidden types too", async () => {
  storedCards([
    { type: "Ghost", name: "seen" },
    { type: "Ghost", name: "archived", status: "ARCHIVED" },
    { type: "Ghost", name: "leaving", status: "PHASING_OUT" },
  ]);
  expect((await exported("?type=Ghost")).map((row) => row[2])).toEqual(["seen"]);
  expect((await exported("")).filter((row) => row[1] === "Ghost")).toHaveLength(1);
});

describe("a long export", () => {
  const count = 2_345;
  let ids: string[];
  beforeAll(() => {
    ids = storedCards(
      Array.from({ length: count }, (_, at) => ({
        type: "Many",
        name: `Card ${at}`,
        attributes: JSON.stringify({ price: at, size: at }),
      })),
    );
    storedCards([{ type: "Widget", name: "in between" }]);
    ids.push(...storedCards([{ type: "Many", name: "last", attributes: '{"price":1,"size":1}' }]));
  });

  test("has every card once, in the order of creation", async () => {
    expect((await exported("?type=Many")).map((row) => row[0])).toEqual(ids);
    const all = (await exported("")).map((row) => row[0]);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((id) => ids.includes(id as string))).toEqual(ids);
  });

  test("is sent as it is made", async () => {
    const { headers } = await admin.get("/cards/export/csv?type=Many");
    expect(headers.get("content-length")).toBeNull();
    expect(headers.get("transfer-encoding")).toBe("chunked");
  });

  test("hides costs from the first card to the last, except for cards in which the user is a stakeholder", async () => {
    const viewer = await server.as("viewer");
    stakeholder(ids[2_000] as string, viewer.userId, "any");
    const rows = await exported("?type=Many", viewer);
    expect(rows.filter((row) => "price" in JSON.parse(row[6] as string)).map((row) => row[0])).toEqual([
      ids[2_000] as string,
    ]);
    const seen = await exported("?type=Many", await server.as("member"));
    expect(seen.every((row) => "price" in JSON.parse(row[6] as string))).toBe(true);
  });

  test("can be cancelled before its end", async () => {
    const abort = new AbortController();
    const response = await fetch(`${server.url}/api/v1/cards/export/csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: abort.signal,
    });
    await response.body?.getReader().read();
    abort.abort();
    expect((await admin.get("/cards/counts")).status).toBe(200);
  });
});

test.each([
  ["", /^attachment; filename=cards_\d{4}-\d\d-\d\d_\d{4}\.csv$/],
  ["?type=Widget", /^attachment; filename=cards_Widget_\d{4}-\d\d-\d\d_\d{4}\.csv$/],
  [
    `?type=${encodeURIComponent('../x"; filename=evil\r\nSet-Cookie: a')}`,
    /^attachment; filename=cards_xfilenameevilSet-Cookiea_\d{4}-\d\d-\d\d_\d{4}\.csv$/,
  ],
  [`?type=${encodeURIComponent("日本")}`, /^attachment; filename=cards_?_\d{4}-\d\d-\d\d_\d{4}\.csv$/],
])("the file of %p is named by the type and the time", async (query, name) => {
  expect((await admin.get(`/cards/export/csv${query}`)).headers.get("content-disposition")).toMatch(name);
});

test("an export with a type that is too long is refused", async () => {
  expect((await admin.get(`/cards/export/csv?type=${"x".repeat(5_001)}`)).status).toBe(422);
});

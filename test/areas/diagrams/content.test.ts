/**
 * Tests of the content of diagrams: references in drawings of any kind, previews that can't run, and hostile content.
 */
import { describe, expect, test } from "bun:test";
import { randomFrom } from "../../../bench/random";
import { statement } from "../../../db";
import { newId } from "../../../src/platform/ids";
import { violationsOf } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const member = clientAs(server, "member");

const MB = 1024 * 1024;
const create = (data: unknown) => member.post("/diagrams", { name: "x", data });
const stored = async (data: unknown) => (await member.get(`/diagrams/${(await create(data)).body.id}`)).body;
const rows = (id: string): number =>
  statement<{ count: number }, [string]>("SELECT count(*) AS count FROM diagram_references WHERE diagram_id = ?").get(
    id,
  )?.count ?? 0;

/** Returns the references of a drawing, found by looking at each place of it. */
function naiveReferences(xml: string): string[] {
  const found: string[] = [];
  const mark = 'cardId="';
  for (let at = xml.indexOf(mark); at >= 0; at = xml.indexOf(mark, at + 1)) {
    const value = xml.slice(at + mark.length, at + mark.length + 36);
    const isId = value.length === 36 && [...value].every((letter) => "0123456789abcdefABCDEF-".includes(letter));
    if (isId && xml[at + mark.length + 36] === '"' && !found.includes(value)) found.push(value);
  }
  return found;
}

describe("the references of a drawing", () => {
  test("are its card ids in the form of a reference, each once, in order of appearance", async () => {
    const [one, two] = [newId(), newId()];
    const xml = `<a cardId="${two}"/><a cardId='${newId()}'/><a cardId="pending-1"/><a cardId="${one}0"/>
      <a cardId="${one}"/><a cardId="${two}"/><a cardId="${two.toUpperCase()}"/><a cardId="${"-".repeat(36)}"/>`;
    const expected = [two, one, two.toUpperCase(), "-".repeat(36)];
    expect((await stored({ xml })).card_refs).toEqual(expected);
  });

  test("are found in random drawings as by a naive search, after every save", async () => {
    const random = randomFrom(8);
    const ids = Array.from({ length: 12 }, newId);
    const parts = ['cardId="', "cardId='", '"', "<o ", "/>", "cardId=", "x", "\n", "&quot;", "ü", ...ids];
    const whole = () => `cardId="${random.whole(0, 1) ? random.one(ids) : random.one(ids).toUpperCase()}"`;
    const drawing = () =>
      Array.from({ length: random.whole(0, 40) }, () => (random.whole(0, 1) ? whole() : random.one(parts))).join("");
    const { id } = (await create({})).body;
    for (let round = 0; round < 60; round++) {
      const xml = drawing();
      const expected = naiveReferences(xml);
      expect(await member.patch(`/diagrams/${id}`, { data: { xml } })).toMatchObject({ status: 200 });
      const { body } = await member.get(`/diagrams/${id}`);
      expect(body).toMatchObject({ data: { xml, card_refs: expected }, card_refs: expected });
      expect(rows(id)).toBe(new Set(expected.map((ref) => ref.toLowerCase())).size);
    }
  });

  test("may be many, and no more than 10,000", async () => {
    const xmlOf = (count: number) => Array.from({ length: count }, () => `cardId="${newId()}"`).join("");
    const { id } = (await create({ xml: xmlOf(10_000) })).body;
    expect(rows(id)).toBe(10_000);
    const refused = await member.patch(`/diagrams/${id}`, { data: { xml: xmlOf(10_001) } });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.detail).toMatchObject([
      { loc: ["body", "data", "xml"], msg: "must not refer to more than 10000 cards" },
    ]);
    expect(await member.patch(`/diagrams/${id}`, { data: { xml: "" } })).toMatchObject({ status: 200 });
    expect(rows(id)).toBe(0);
    expect(await member.delete(`/diagrams/${id}`)).toMatchObject({ status: 204 });
  });
});

describe("the preview of a diagram", () => {
  const listed = async (id: string) =>
    (await member.get("/diagrams")).body.find((diagram: { id: string }) => diagram.id === id).thumbnail;

  test.each([
    ["a picture", "data:image/svg+xml;base64,PHN2Zy8+"],
    ["a picture of another kind", "DATA:image/PNG;base64,AAAA"],
    ["nothing", ""],
    ["a text that means nothing", "preview"],
  ])("is stored unchanged when it is %s", async (_, thumbnail) => {
    const { id, data } = await stored({ thumbnail });
    expect(data).toEqual({ thumbnail });
    expect(await listed(id)).toBe(thumbnail);
  });

  test.each([
    ["markup", "<svg onload='alert(1)'><script>alert(2)</script>ü</svg>"],
    ["a data URL", `data:image/svg+xml;base64,${Buffer.from("<svg onload='x()'>ü</svg>").toString("base64")}`],
    ["an escaped data URL", "data:image/svg+xml;charset=UTF-16,%3Csvg><script>x()</script>%c3%BC</svg>"],
  ])("becomes a picture in which nothing runs when it is SVG as %s", async (_, thumbnail) => {
    const { id, data } = await stored({ xml: "<x/>", thumbnail });
    expect(Object.keys(data).toSorted()).toEqual(["thumbnail", "xml"]);
    const address = `data:image/svg+xml;base64,${Buffer.from("<svg>ü</svg>").toString("base64")}`;
    expect(data.thumbnail).toBe(address);
    expect(await listed(id)).toBe(address);
  });

  test("is nothing when it is markup of anything but a picture", async () => {
    const { data } = await stored({ thumbnail: " \n<html><body onload=alert(1)><img src=x onerror=alert(1)>" });
    expect(data.thumbnail.trim()).toBe("");
  });

  test.each([
    "javascript:alert(1)",
    " javaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;image/svg+xml,x",
    "data:,x",
    "vbscript:x",
    "https://elsewhere.example/track.png",
    "//elsewhere.example/track.png",
    "data:image/anything,x",
  ])("is refused when it is an address of anything else: %s", async (thumbnail) => {
    const answer = await create({ thumbnail });
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(["body.data.thumbnail: value_error"]);
  });

  test("is sent, as the drawing, only as JSON whose type browsers can't guess otherwise", async () => {
    const { id } = (await create({ xml: "<script>alert(1)</script>", thumbnail: "<svg/>" })).body;
    for (const path of ["/diagrams", `/diagrams/${id}`]) {
      const { headers } = await member.get(path);
      expect(headers.get("content-type")).toStartWith("application/json");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

describe("hostile content of a diagram", () => {
  test("is stored unchanged when it is merely large", async () => {
    const xml = `<mxGraphModel>${"<mxCell value='&amp;ü\\\"'/>".repeat(60_000)}</mxGraphModel>`;
    expect((await stored({ xml })).data).toEqual({ xml });
    const nested = "<a>".repeat(MB / 4) + "</a>".repeat(MB / 4);
    expect((await stored({ xml: nested })).data).toEqual({ xml: nested });
  });

  test.each([
    ["a bomb of entities", { xml: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>' }, 422],
    ["an entity alone", { xml: '<!entity x SYSTEM "file:///etc/passwd">' }, 422],
    ["a drawing that is too long", { xml: "x".repeat(4_500_001) }, 422],
    ["a body that is too large", { xml: "x".repeat(5 * MB) }, 413],
    ["halves of characters", { xml: "\ud800" }, 422],
    ["a NUL", { view: { a: ["\u0000"] } }, 422],
    ["a prototype", JSON.parse('{"__proto__": {"xml": 1}}'), 422],
  ])("is refused when it is %s", async (_, data, status) => {
    expect(await create(data)).toMatchObject({ status });
  });

  test("is refused when it is nested too deeply, or too finely divided", async () => {
    const send = (data: string) => member.send("POST", "/diagrams", `{"name":"x","data":${data}}`);
    const headers = { "content-type": "application/json" };
    for (const data of [
      `${'{"a":'.repeat(60)}1${"}".repeat(60)}`,
      "[".repeat(100_000),
      `{"a":[${"1,".repeat(300_000)}1]}`,
    ])
      expect(await send(data)).toMatchObject({ status: 422 });
    const deep = `${'{"view":'.repeat(7)}1${"}".repeat(7)}`;
    expect(await member.send("POST", "/diagrams", `{"name":"x","data":${deep}}`, headers)).toMatchObject({
      status: 422,
    });
  });

  test("is stored under unusual keys", async () => {
    const data = { "": 1, constructor: "x", "xml ": 2, ü: [null, true, 1.5], toString: {} };
    expect((await stored(data)).data).toEqual(data);
  });

  test("is not found by searches for other texts", async () => {
    await create({ xml: "<x label='Findable'/>" });
    expect((await member.get("/diagrams?search=findable")).body).toEqual([]);
  });
});

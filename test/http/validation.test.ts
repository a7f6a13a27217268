import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { createApp } from "../../src/app";
import { readConfig } from "../../src/config";
import { post as declarePost, get } from "../../src/core/api/operation";
import { area } from "../../src/core/area";
import type { Violation } from "../../src/http/errors";
import { LARGEST_LIST } from "../../src/http/json";
import { SliceQuery } from "../../src/http/pagination";
import { Email, Flag, FreeObject, orNull, PathId, Text, Uuid, Whole } from "../../src/http/schemas";
import { testServer } from "../support/server";

setDefaultTimeout(60_000);

const Body = z.object({
  name: Text(5, 1),
  note: orNull(Text(10)),
  count: Whole(1, 10).optional(),
  ratio: z.number().gt(0).multipleOf(0.5).optional(),
  flag: Flag.optional(),
  id: Uuid.optional(),
  email: Email.optional(),
  kind: z.enum(["a", "b", "c"]).optional(),
  code: z
    .string()
    .regex(/^[a-z]+$/, "must be lower-case letters")
    .optional(),
  free: FreeObject.optional(),
  list: z
    .array(z.object({ key: Text(3) }))
    .min(1)
    .max(2)
    .optional(),
  either: z.union([z.object({ x: Whole(0, 9) }), z.array(Text())]).optional(),
  ruled: Text()
    .refine((text) => text !== "no", "must not be no")
    .optional(),
});
const Query = z.object({ q: Text(20).optional(), n: Whole(1, 10).optional(), flag: Flag.optional(), ...SliceQuery });

/** Sends back what came through, so that a test sees what an input is read as. */
const OPEN = { permission: "public", answer: z.unknown() } as const;
const probe = [
  get("/probe", "", { ...OPEN, query: Query }, ({ query }) => query),
  get("/probe/by-id/{id}", "", { ...OPEN, params: z.object({ id: PathId }) }, ({ params }) => params),
  declarePost("/probe", "", { ...OPEN, body: Body }, ({ body }) => body),
  declarePost(
    "/probe/needed",
    "",
    { ...OPEN, body: z.object({ free: FreeObject, kind: z.enum(["a"]) }) },
    ({ body }) => body,
  ),
  declarePost("/probe/strict", "", { ...OPEN, body: z.strictObject({ name: Text() }) }, ({ body }) => body),
  declarePost("/probe/large", "", { ...OPEN, body: Body, largestBody: LARGEST_LIST }, ({ body }) => body),
  declarePost("/probe/closed", "", { permission: "auth", body: Body, answer: z.unknown() }, ({ body }) => body),
  declarePost("/probe/without-a-body", "", OPEN, () => "done"),
];

testServer();
let handle: (request: Request) => Response | Promise<Response>;
beforeAll(() => {
  handle = createApp(readConfig({}), [area({ name: "probe", operations: probe })]).handle;
});

async function send(path: string, init?: RequestInit) {
  const response = await handle(new Request(`http://localhost/api/v1/probe${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const post = (body: string | Uint8Array, path = "/", contentType: string | null = "application/json") =>
  send(path, {
    method: "POST",
    body: body as string,
    // An empty header is how a Request is made without the one that it would add by itself.
    headers: contentType === null ? { "content-type": "" } : { "content-type": contentType },
  });

describe("a body", () => {
  test.each<[what: string, body: object, loc: Violation["loc"], rest: Partial<Violation>]>([
    ["a missing field", {}, ["name"], { type: "missing", input: {} }],
    ["a number for text", { name: 1 }, ["name"], { type: "string_type", msg: "must be text", input: 1 }],
    ["null for text", { name: null }, ["name"], { type: "string_type", input: null }],
    ["text that is too short", { name: "" }, ["name"], { type: "string_too_short", ctx: { min_length: 1 } }],
    ["text that is too long", { name: "abcdef" }, ["name"], { type: "string_too_long", ctx: { max_length: 5 } }],
    ["a fraction", { count: 1.5 }, ["count"], { type: "int_from_float", input: 1.5 }],
    ["a word for a number", { count: "two" }, ["count"], { type: "int_parsing", input: "two" }],
    ["null for a number", { count: null }, ["count"], { type: "int_parsing", input: null }],
    ["a number that is too small", { count: 0 }, ["count"], { type: "greater_than_equal", ctx: { ge: 1 } }],
    ["a number that is too large", { count: 11 }, ["count"], { type: "less_than_equal", ctx: { le: 10 } }],
    ["an immense number", { count: 2 ** 63 }, ["count"], { type: "less_than_equal" }],
    ["a bound that is outside", { ratio: 0 }, ["ratio"], { type: "greater_than", ctx: { gt: 0 } }],
    ["a number between the steps", { ratio: 0.7 }, ["ratio"], { type: "multiple_of", ctx: { multiple_of: 0.5 } }],
    ["text for a number", { ratio: "1" }, ["ratio"], { type: "float_type" }],
    ["a word for a flag", { flag: "maybe" }, ["flag"], { type: "bool_parsing" }],
    ["the empty text for a flag", { flag: "" }, ["flag"], { type: "bool_parsing" }],
    ["2 for a flag", { flag: 2 }, ["flag"], { type: "bool_parsing" }],
    ["null for a flag", { flag: null }, ["flag"], { type: "bool_type" }],
    ["text for an id", { id: "me" }, ["id"], { type: "uuid_parsing", input: "me" }],
    [
      "an address without a domain",
      { email: "ann" },
      ["email"],
      { type: "value_error", ctx: { reason: "must be an e-mail address" } },
    ],
    ["an address in a special domain", { email: "a@b.local" }, ["email"], { type: "value_error", ctx: { error: {} } }],
    [
      "a word of another list",
      { kind: "d" },
      ["kind"],
      { type: "literal_error", ctx: { expected: "'a', 'b' or 'c'" } },
    ],
    [
      "text of another pattern",
      { code: "A1" },
      ["code"],
      { type: "string_pattern_mismatch", msg: "must be lower-case letters", ctx: { pattern: "^[a-z]+$" } },
    ],
    ["a list for an object", { free: [] }, ["free"], { type: "dict_type" }],
    [
      "an object that is nested too deep",
      { free: { a: { b: { c: { d: { e: {} } } } } } },
      ["free"],
      { type: "value_error", ctx: { error: {} } },
    ],
    ["an object for a list", { list: {} }, ["list"], { type: "list_type" }],
    [
      "an empty list",
      { list: [] },
      ["list"],
      { type: "too_short", msg: "must have at least 1 entry", ctx: { min_length: 1 } },
    ],
    [
      "a list that is too long",
      { list: [{ key: "a" }, { key: "b" }, { key: "c" }] },
      ["list"],
      { type: "too_long", ctx: { max_length: 2 } },
    ],
    ["text for an entry", { list: ["a"] }, ["list", 0], { type: "model_attributes_type" }],
    ["a wrong field of an entry", { list: [{ key: "a" }, { key: 7 }] }, ["list", 1, "key"], { type: "string_type" }],
    ["a wrong field in one of two forms", { either: { x: "?" } }, ["either", "x"], { type: "int_parsing" }],
    ["none of two forms", { either: 7 }, ["either"], { type: "value_error" }],
    [
      "what a rule forbids",
      { ruled: "no" },
      ["ruled"],
      { type: "value_error", msg: "Value error, must not be no", ctx: { error: {} } },
    ],
  ])("is refused with a violation at the field because of %s", async (_, given, loc, rest) => {
    const body = "name" in given || loc[0] === "name" ? given : { name: "ok", ...given };
    const answer = await post(JSON.stringify(body));
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toHaveLength(1);
    expect(answer.body.detail[0]).toMatchObject({ loc: ["body", ...loc], ...rest });
    expect(answer.body.detail[0].msg).toBeString();
    expect(answer.body.detail[0]).toContainKey("input");
    expect(answer.body.detail[0]).not.toContainKey("url");
  });

  test("is refused with all violations together, in the order of the fields", async () => {
    const { body } = await post(JSON.stringify({ flag: "maybe", count: 0, name: 7, list: [{}, { key: "long" }] }));
    expect(body.detail.map(({ loc }: Violation) => loc.join("."))).toEqual([
      "body.name",
      "body.count",
      "body.flag",
      "body.list.0.key",
      "body.list.1.key",
    ]);
  });

  test("is refused with at most twenty violations, and long input is cut", async () => {
    const { body } = await post(JSON.stringify({ name: "x".repeat(100_000), either: Array(500).fill(1) }), "/large");
    expect(body.detail).toHaveLength(20);
    expect(body.detail[0].input.length).toBeLessThan(300);
  });

  test("is refused as missing a field when it lacks an object or an enumerated value", async () => {
    const { body } = await post("{}", "/needed");
    expect(body.detail).toMatchObject([
      { type: "missing", loc: ["body", "free"], input: {} },
      { type: "missing", loc: ["body", "kind"], input: {} },
    ]);
  });

  test("may have unknown fields, except where they are refused", async () => {
    expect(await post('{"name":"ok","other":1}')).toEqual({ status: 200, body: { name: "ok" } });
    expect((await post('{"name":"ok","other":1}', "/strict")).body.detail).toMatchObject([
      { type: "extra_forbidden", loc: ["body"] },
    ]);
  });

  test.each<[object, object]>([
    [{ count: "7" }, { count: 7 }],
    [{ count: "7.0" }, { count: 7 }],
    [{ count: 7.0 }, { count: 7 }],
    [{ count: true }, { count: 1 }],
    [{ flag: "YES" }, { flag: true }],
    [{ flag: "off" }, { flag: false }],
    [{ flag: 1 }, { flag: true }],
    [{ flag: "0" }, { flag: false }],
    [{ note: null }, { note: null }],
    [{ id: "{01900000-0000-7000-8000-00000000000A}" }, { id: "01900000-0000-7000-8000-00000000000a" }],
    [{ id: "0190000000007000800000000000000A" }, { id: "01900000-0000-7000-8000-00000000000a" }],
    [{ email: "Ann@Stoa.EXAMPLE" }, { email: "Ann@stoa.example" }],
  ])("%j is read as %j", async (given, read) => {
    expect(await post(JSON.stringify({ name: "ok", ...given }))).toEqual({
      status: 200,
      body: { name: "ok", ...read },
    });
  });
});

describe("a body that is no JSON object", () => {
  test.each<[what: string, body: string, at: number]>([
    ["half an object", '{"name":', 8],
    ["half a text", '{"name":"o', 10],
    ["single quotes", "{'name':1}", 1],
    ["a comma too many", '{"name":"ok",}', 13],
    ["a missing comma", '{"name":"ok" "count":1}', 13],
    ["a missing colon", '{"name" "ok"}', 8],
    ["trailing garbage", '{"name":"ok"} x', 14],
    ["a bad escape", '{"name":"\\x"}', 9],
    ["a bad code point", '{"name":"\\u12g4"}', 9],
    ["a leading zero", '{"count":01}', 10],
    ["NaN", '{"count":NaN}', 9],
    ["a word", "nonsense", 0],
    ["a line break in a text", '{"name":"a\nb"}', 10],
    ["an unclosed list", '{"list":[1,2}', 12],
    ["a comma too many in a list", '{"list":[1,]}', 11],
    ["a comment", '{"name":"ok" /* fine */}', 13],
    ["a comma too many after a key that is there twice", '{"name":"ok","name":"good",}', 27],
  ])("is refused with the position of the mistake when it has %s", async (_, body, at) => {
    const answer = await post(body);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ type: "json_invalid", loc: ["body", at], input: {} }] },
    });
  });

  test("is refused without the position when it is long", async () => {
    const broken = (characters: number) => `{"name":"ok","other":"${"x".repeat(characters - 24)}",`;
    expect((await post(broken(65_536), "/large")).body.detail).toEqual([
      {
        type: "json_invalid",
        loc: ["body", 65_536],
        msg: "must be well-formed JSON; it is broken at character 65536",
        input: {},
      },
    ]);
    expect((await post(broken(65_537), "/large")).body.detail).toEqual([
      { type: "json_invalid", loc: ["body"], msg: "must be well-formed JSON", input: {} },
    ]);
  });

  test.each<[what: string, body: string | Uint8Array, contentType: string | null, violation: Partial<Violation>]>([
    ["a list", "[]", "application/json", { type: "model_attributes_type", loc: ["body"] }],
    ["text", '"ok"', "application/json", { type: "model_attributes_type", loc: ["body"] }],
    ["null", "null", "application/json", { type: "missing", loc: ["body"] }],
    ["nothing", "", "application/json", { type: "missing", loc: ["body"] }],
    ["a form", "name=ok", "application/x-www-form-urlencoded", { type: "model_attributes_type", loc: ["body"] }],
    ["JSON sent as text", '{"name":"ok"}', "text/plain", { type: "model_attributes_type", loc: ["body"] }],
    ["a file", "--x--", "multipart/form-data; boundary=x", { type: "model_attributes_type", loc: ["body"] }],
    [
      "other bytes than UTF-8",
      Uint8Array.from([123, 34, 0xff, 34]),
      "application/json",
      { type: "json_invalid", loc: ["body", 0] },
    ],
    ["65 lists in each other", "[".repeat(65), "application/json", { type: "json_invalid", loc: ["body", 64] }],
    [
      "a NUL character",
      '{"name":"ok","other":["\\u0000"]}',
      "application/json",
      { type: "string_unicode", loc: ["body", "other", 0] },
    ],
    ["half a character", '{"name":"\\udc00"}', "application/json", { type: "string_unicode", loc: ["body", "name"] }],
    [
      "a __proto__",
      '{"name":"ok","__proto__":{"flag":true}}',
      "application/json",
      { type: "string_unicode", loc: ["body"] },
    ],
    [
      "a number without end",
      '{"name":"ok","free":{"n":-1e400}}',
      "application/json",
      { type: "finite_number", loc: ["body", "free", "n"] },
    ],
    [
      "400 digits",
      `{"name":"ok","count":${"9".repeat(400)}}`,
      "application/json",
      { type: "finite_number", loc: ["body", "count"] },
    ],
  ])("is refused when it is %s", async (_, body, contentType, violation) => {
    expect(await post(body, "/", contentType)).toMatchObject({ status: 422, body: { detail: [violation] } });
  });

  test.each(["application/json; charset=utf-8", "application/merge-patch+json", "APPLICATION/JSON", null])(
    "is read as JSON when it is sent as %s",
    async (contentType) => {
      expect(await post('{"name":"ok"}', "/", contentType)).toMatchObject({ status: 200 });
    },
  );

  test("is refused before the request is authenticated", async () => {
    expect(await post("{", "/closed")).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", 1] }] } });
    expect(await post("{}", "/closed")).toEqual({ status: 401, body: { detail: "Not authenticated" } });
    expect(await post("{", "/without-a-body")).toMatchObject({ status: 422 });
    expect(await post("", "/without-a-body")).toMatchObject({ status: 200 });
  });

  test.each([
    ["/", 64 * 1024],
    ["/large", LARGEST_LIST],
  ])("is too large at %s without a login beyond %d bytes, with or without a content length", async (path, most) => {
    const text = (bytes: number) => `{"name":"ok","other":"${"x".repeat(bytes - 24)}"}`;
    const tooLarge = { status: 413, body: { detail: `The body must not be larger than ${most} bytes` } };
    expect(await post(text(most), path)).toMatchObject({ status: 200 });
    expect(await post(text(most + 1), path)).toMatchObject(tooLarge);
    const inChunks = (body: string) =>
      send(path, {
        method: "POST",
        body: new Blob([body]).stream(),
        headers: { "content-type": "application/json" },
      });
    expect(await inChunks(text(most))).toMatchObject({ status: 200 });
    expect(await inChunks(text(most + 1))).toMatchObject(tooLarge);
  });
});

describe("a query", () => {
  test.each<[string, object]>([
    ["q=a,b", { q: "a,b" }],
    ["q=[1]", { q: "[1]" }],
    ['q={"a":1}', { q: '{"a":1}' }],
    ["q=a+b%2Bc", { q: "a b+c" }],
    ["q=%F0%9F%8C%8D", { q: "🌍" }],
    ["q=a=b", { q: "a=b" }],
    ["q", { q: "" }],
    ["n=7.0&flag=yes", { n: 7, flag: true }],
    ["page=2&page_size=3", { page: 2, page_size: 3 }],
    ["__proto__=1&constructor=2&&=&=3", {}],
  ])("is read from %s as %j", async (query, read) => {
    expect(await send(`/?${query}`)).toEqual({ status: 200, body: { page_size: 50, ...read } });
  });

  test.each<[string, Violation["loc"], string]>([
    ["q=%00", ["query", "q"], "string_unicode"],
    ["q=a&q=b", ["query", "q"], "string_type"],
    [`q=${"x".repeat(21)}`, ["query", "q"], "string_too_long"],
    ["n=", ["query", "n"], "int_parsing"],
    ["n=1e1", ["query", "n"], "int_parsing"],
    ["n=1.5", ["query", "n"], "int_parsing"],
    ["n=1&n=2", ["query", "n"], "int_parsing"],
    ["n=99999999999999999999", ["query", "n"], "less_than_equal"],
    ["flag=", ["query", "flag"], "bool_parsing"],
    ["page=0", ["query", "page"], "greater_than_equal"],
    ["page_size=201", ["query", "page_size"], "less_than_equal"],
    ["page_size=x", ["query", "page_size"], "int_parsing"],
    ["q=%FF", ["query"], "value_error"],
    ["q=%", ["query"], "value_error"],
    ["%zz=1", ["query"], "value_error"],
  ])("is refused with a violation of the parameter in %s", async (query, loc, type) => {
    expect(await send(`/?${query}`)).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } });
  });
});

describe("a path", () => {
  test.each([
    ["01900000-0000-7000-8000-00000000000A", 200, { id: "01900000-0000-7000-8000-00000000000a" }],
    ["nonsense", 200, { id: "" }],
    ["a%2Fb", 200, { id: "" }],
    ["%00", 200, { id: "" }],
    ["%FF", 422, { detail: [{ loc: ["path", "id"], type: "string_type" }] }],
    ["%", 422, { detail: [{ loc: ["path", "id"], type: "string_type" }] }],
  ])("is validated for the id %s as expected", async (id, status, body) => {
    expect(await send(`/by-id/${id}`)).toMatchObject({ status, body });
  });
});

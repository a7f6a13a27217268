/**
 * Bodies that are to keep the server busy: unauthenticated ones, and those that are expensive to parse or to validate.
 */
import { beforeEach, describe, expect, test } from "bun:test";
import { LARGEST_BULK, LARGEST_JSON, parseJson, SMALL_BODY } from "../../src/http/json";
import { resetRateLimits } from "../../src/http/rate-limit";
import { sendRaw } from "../support/raw";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
beforeEach(resetRateLimits);

/** Returns the head of a POST, of whose body nothing is sent. */
const headOf = (path: string, body: string, token?: string) =>
  [
    `POST /api/v1${path} HTTP/1.1`,
    "Host: stoa.example",
    "Content-Type: application/json",
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    body,
    "",
    "",
  ].join("\r\n");

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe("a large body", () => {
  test("is refused unread when its sender is not authenticated", async () => {
    const answer = await sendRaw(server.url, headOf("/cards/bulk-create", `Content-Length: ${LARGEST_BULK}`));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([401, { detail: "Not authenticated" }]);
  });

  test("is refused unread when its sender lacks the permission", async () => {
    const head = headOf("/cards/bulk-create", `Content-Length: ${LARGEST_BULK}`, viewer.token);
    expect((await sendRaw(server.url, head)).status).toBe(403);
  });

  test("is refused unread in chunks without a length from an unauthenticated sender", async () => {
    const head = headOf("/cards/bulk-create", "Transfer-Encoding: chunked");
    const answer = await sendRaw(server.url, head + chunk(" ".repeat(SMALL_BODY)) + chunk(" "));
    expect(answer.status).toBe(401);
  });

  test("is refused unread as a file of an unauthenticated sender", async () => {
    const head = headOf("/settings/logo", `Content-Length: ${SMALL_BODY * 2}`).replace(
      "application/json",
      "multipart/form-data; boundary=x",
    );
    expect((await sendRaw(server.url, head)).status).toBe(401);
  });

  test.each([
    ["/auth/login", SMALL_BODY],
    ["/auth/logout", SMALL_BODY],
  ])("is refused unread at the public operation %s, which permits at most %d bytes", async (path, most) => {
    const answer = await sendRaw(server.url, headOf(path, `Content-Length: ${most + 1}`));
    expect([answer.status, JSON.parse(answer.body).detail]).toEqual([
      413,
      `The body must not be larger than ${most} bytes`,
    ]);
  });

  test("is refused unread when it is larger than the operation permits", async () => {
    for (const [path, most] of [
      ["/cards", LARGEST_JSON],
      ["/cards/bulk-create", LARGEST_BULK],
    ] as const) {
      const answer = await sendRaw(server.url, headOf(path, `Content-Length: ${most + 1}`, admin.token));
      expect([answer.status, JSON.parse(answer.body).detail]).toEqual([
        413,
        `The body must not be larger than ${most} bytes`,
      ]);
    }
  });
});

test("a large body of a permitted sender is read, whole or in chunks", async () => {
  const card = (name: string) => JSON.stringify({ type: "Application", name }) + " ".repeat(LARGEST_JSON - 100);
  expect((await admin.post("/cards", card("Whole"))).status).toBe(201);
  const head = headOf("/cards", "Transfer-Encoding: chunked", admin.token);
  const answer = await sendRaw(server.url, head + chunk(card("Pieces")) + chunk(""));
  expect(answer.status).toBe(201);
});

describe("bodies that can't be parsed", () => {
  const from = (address: string) => ({ "x-forwarded-for": address, "content-type": "application/json" });
  const post = (body: string, address: string) => server.nobody.post("/auth/login", body, from(address));

  test("are counted for each client, who may still send valid ones", async () => {
    for (let body = 0; body < 300; body++) expect((await post("{", "192.0.2.1")).status).toBe(422);
    const refused = await post("{", "192.0.2.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post("{", "192.0.2.2")).status).toBe(422);
    expect((await post("{}", "192.0.2.1")).status).toBe(422);
    expect((await admin.post("/favorites/x", "{", from("192.0.2.1"))).status).toBe(429);
  });

  test.each(["[".repeat(100), '{"a":"\\u0000"}', "\xff", "text"])(
    "are counted also when they look like %p",
    async (body) => {
      for (let sent = 0; sent < 300; sent++) await post("{", "192.0.2.3");
      expect((await post(body, "192.0.2.3")).status).toBe(429);
    },
  );
});

describe("a JSON body", () => {
  const filled = (start: string, entry: (index: number) => string, end: string) => {
    let text = start;
    for (let index = 0; text.length < LARGEST_JSON - 100; index++) text += entry(index);
    return text.slice(0, -1) + end;
  };
  const MAX_VALUES = Math.ceil(LARGEST_JSON / 20);
  test.each([
    ["many lists", () => filled("[", () => "[],", "]"), `must not hold more than ${MAX_VALUES} values`],
    ["many numbers", () => filled("[", () => "1,", "]"), `must not hold more than ${MAX_VALUES} values`],
    ["many objects", () => filled("[", (n) => `{"k${n}":1},`, "]"), `must not hold more than ${MAX_VALUES} values`],
    ["many keys", () => filled("{", (n) => `"k${n}":1,`, "}"), "must not have objects with more than 2000 keys"],
    ["deep objects", () => filled("", () => '{"a":', "1"), "must not be nested more than 64 levels deep"],
  ])("is refused with %s", async (_, body, msg) => {
    const answer = await admin.post("/cards", body());
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ type: "json_invalid", loc: ["body", expect.any(Number)], msg }]);
  });

  test("is not refused for brackets and commas within its texts", () => {
    const value = { text: `${"[{,".repeat(100_000)}"\\` };
    expect(parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
  });

  test("is not refused with as many keys and values as are allowed", () => {
    const keys = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, { a: [1, 2] }]));
    expect(parseJson(Buffer.from(JSON.stringify([keys, keys])))).toEqual([keys, keys]);
  });

  test.each([1e308, -1e308, 1.5e-300, 0])("is not refused for the number %d", (number) => {
    expect(parseJson(Buffer.from(JSON.stringify([number])))).toEqual([number]);
  });
});

test("a list of invalid entries is refused with twenty of them", async () => {
  const answer = await admin.post("/cards/bulk-delete", { card_ids: Array(10_000).fill("x") });
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toHaveLength(20);
});

/** Text that wants to be SQL, a search expression, a path, a property of an object, or more work than it looks. */
import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { statement } from "../../db";
import { findingsOf } from "../support/databases";
import { cardType, field, makeCard, unique } from "../support/factories";
import { type Document, fill, type Operation, operationsOf } from "../support/openapi";
import { clientAs, testServer } from "../support/server";

const server = testServer({ ENVIRONMENT: "development" });
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
let operations: Operation[];
let cardId: string;
beforeAll(async () => {
  operations = operationsOf((await server.nobody.get("/api/openapi.json")).body as Document);
  cardId = (await makeCard(admin, { type: "Application" })).id;
  await makeCard(admin, { type: "Provider" });
});

/** Creates cards with these names through the API; each is described by its name by default. */
async function makeCards(type: string, names: readonly string[], description?: string): Promise<string[]> {
  const cards = names.map((name, row_index) => ({ row_index, type, name, description: description ?? name }));
  const { body } = await admin.post("/cards/bulk-create", { cards });
  expect(body).toMatchObject({ created: names.length, failed: 0 });
  return body.results.map((row: { id: string }) => row.id);
}

/** Returns everything that must be the same after an attack. */
const everything = () =>
  JSON.stringify(
    ["cards", "users", "roles", "relations", "events", "card_types", "app_settings"].map((table) =>
      statement(`SELECT count(*) AS count, '${table}' AS name FROM ${table}`).get(),
    ),
  );

const sql = [
  "'",
  '"',
  "' OR 1=1 --",
  '" OR ""="',
  "1; DROP TABLE cards; --",
  "') UNION SELECT password_hash FROM users --",
  "Application' AND (SELECT 1 FROM users WHERE role='admin') AND '1'='1",
  "\\' OR sleep(9)#",
  "`id`",
  "?1",
  "/**/",
  "{{7*7}}<%= 7*7 %>",
];

/** Words that a database, or a stack trace, would contain. */
const chatter =
  /sqlite|syntax error|no such (table|column|function)|unrecognized token|near "|password_hash|\$argon2id|at .*\.ts:\d+/i;

/** Looks at an answer to some input: it was foreseen, and gives nothing away. */
function unmoved({ status, body }: { status: number; body: unknown }, what: string, input = ""): void {
  expect(status, what).toBeLessThan(500);
  // A refusal repeats what it refuses.
  const { detail } = (body ?? {}) as { detail?: unknown };
  const said = Array.isArray(detail) ? detail.map(({ input: _, ...violation }) => violation) : (detail ?? body);
  if (status >= 400)
    expect(String(JSON.stringify(said)?.replaceAll(JSON.stringify(input).slice(1, -1), "")), what).not.toMatch(chatter);
}

/** The number of attempts at one parameter in a short run; the parameters take turns with the texts. */
const TEXTS = process.env["STOA_CRASH_ROUNDS"] ? sql.length : 3;

test("no parameter of a list or a reading is interpreted as SQL", async () => {
  const before = everything();
  let tried = 0;
  for (const { name, path, method, parameters } of operations) {
    if (method !== "GET" || path.endsWith("/stream")) continue;
    const values = Object.fromEntries(parameters.filter((one) => one.in === "path").map((one) => [one.name, cardId]));
    for (const parameter of parameters) {
      if (parameter.in === "header") continue;
      const inPath = parameter.in === "path";
      for (let attempt = 0; attempt < TEXTS; attempt++) {
        const text = sql[tried++ % sql.length] as string;
        const query = inPath ? "" : `?${parameter.name}=${encodeURIComponent(text)}`;
        const answer = await admin.get(fill(path, inPath ? { ...values, [parameter.name]: text } : values) + query);
        unmoved(answer, `${name} ${parameter.name}=${text}`, text);
      }
    }
  }
  expect(everything()).toBe(before);
});

test.each([
  "search",
  "type",
  "status",
  "approval_status",
  "subtype",
  "tag",
  "ids",
  "relation_type",
  "stakeholder_role",
])("no condition that is always true widens ?%s", async (parameter) => {
  const required = parameter === "relation_type" ? `&related_to=${cardId}` : `&stakeholder=${admin.userId}`;
  for (const text of [
    "x' OR '1'='1",
    'x" OR "1"="1',
    "x') OR 1=1 --",
    "x OR 1",
    "x,' OR 1=1 --",
    "%' OR '%'='",
    "x\\' OR 1=1",
  ]) {
    const { status, body } = await viewer.get(`/cards?${parameter}=${encodeURIComponent(text)}${required}`);
    if (status === 200) expect(body).toMatchObject({ items: [], total: 0 });
    else expect(status).toBe(422);
  }
});

const byKey = (one: string, other: string) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);

test("names and texts of every kind are stored unchanged, and each is found by itself alone", async () => {
  const names = [
    ...sql,
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE cards;--",
    "a*",
    "name:x",
    "^start",
    "NOT x",
  ];
  const ids = await makeCards("DataObject", names);
  for (const [at, name] of names.entries()) {
    const id = ids[at];
    expect((await admin.get(`/cards/${id}`)).body).toMatchObject({ name, description: name });
    const found = (await viewer.get(`/cards?type=DataObject&search=${encodeURIComponent(name)}`)).body.items;
    expect(found.map((card: { name: string }) => card.name)).toEqual(
      names.filter((other) => other.toLowerCase().includes(name.toLowerCase())).sort(byKey),
    );
    const [resolved] = (
      await viewer.post("/cards/resolve-refs", {
        refs: [{ row: 1, column: "a", type: "DataObject", ref: name.replace(/[\\/]/g, "\\$&") }],
      })
    ).body.results;
    expect(resolved).toMatchObject({ status: "resolved", id });
  }
});

describe("a search", () => {
  beforeAll(() => makeCards("Objective", ["plain apple", "plain pear", "100% sure", "under_score", "back\\slash"]));

  test.each([
    ["plain OR apple", 0],
    ["apple OR pear", 0],
    ["apple NOT pear", 0],
    ["app*", 0],
    ["^plain", 0],
    ["name:apple", 0],
    ["{name description}:apple", 0],
    ["NEAR(plain apple)", 0],
    ["NEAR(plain apple, 5)", 0],
    ['"plain apple"', 0],
    ['plain" OR "pear', 0],
    ["plain + apple", 0],
    ["-apple", 0],
    ["cards_search MATCH 'a'", 0],
    ["'delete'", 0],
    ["plain apple", 1],
    ["0% sure", 1],
    ["r_s", 1],
    ["k\\s", 1],
    ["%", 1],
    ["_", 1],
    ["\\", 1],
    ["%%", 0],
    ["__", 0],
    ["%_", 0],
    ['"', 0],
    ["''", 0],
  ])("finds with the text %j %d cards, because it is no expression", async (text, count) => {
    const { body } = await viewer.get(`/cards?type=Objective&search=${encodeURIComponent(text)}`);
    expect(body.total).toBe(count);
  });
});

test.each([
  'a"b:1',
  "$:1",
  "$.size:1",
  "$[0]:set",
  'size"]:1',
  "size') OR 1=1 --:1",
  "size:1') OR 1=1 --",
  "size:1..2) OR (1=1",
  "note:' OR 1=1 --",
  'note:" OR 1=1 --',
  "note:x|' OR 1=1 --",
  "note:\\' OR 1=1 --",
  "attributes:set",
  "constructor:set",
  "__proto__:set",
])("a condition on attributes is interpreted neither as a path nor as SQL: %j", async (condition) => {
  const type = cardType("Shelf", [field("size", "number"), field("note", "text")]);
  await makeCard(admin, { type, attributes: { size: 1, note: "x" } });
  const query = `/cards?type=${type}&where=${encodeURIComponent(condition)}`;
  const { status, body } = await viewer.get(query);
  if (condition.startsWith("note:x|")) expect(body.total).toBeGreaterThan(0);
  else if (status === 200) expect(body.total).toBe(0);
  else expect(status).toBe(422);
});

/** Properties that every object has. */
const inherited = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
];

describe("the inherited name", () => {
  test.each(inherited)("%s in a query or path means nothing to the API", async (name) => {
    for (const path of [
      `/cards?facets=${name}`,
      `/cards?type=Application&facets=attributes.${name}`,
      `/cards?type=Application&sort_by=attributes.${name}`,
      `/cards?type=Application&where=${name}:set`,
      `/cards?sort_by=${name}&sort_dir=${name}`,
      `/cards?type=${name}&status=${name}&${name}=${name}`,
      `/cards/export/csv?type=${name}`,
      `/cards/export/json?types=${name}`,
      `/roles/${name}`,
      `/metamodel/types/${name}`,
      `/metamodel/types/${name}/stakeholder-roles/${name}`,
      `/metamodel/types/Application/impact?field_key=${name}&option_key=${name}`,
      `/metamodel/types/Application/option-usage?field_key=${name}&option_key=${name}`,
      `/metamodel/relation-types/${name}`,
      `/stakeholder-roles?type_key=${name}`,
      `/mutation-batches?sort_by=${name}&origin=${name}`,
      `/events?event_type=${name}`,
      `/settings/${name}`,
    ])
      unmoved(await admin.get(path), path);
  });

  test.each(inherited)("%s in a body means nothing to the API", async (name) => {
    const own = JSON.parse(`{"${name}":{"polluted":true}}`);
    const flag = JSON.parse(`{"${name}":true}`);
    const bodies: [method: string, path: string, body: unknown][] = [
      ["POST", "/cards", { type: "Application", name: unique("Card "), attributes: own, lifecycle: own }],
      ["POST", "/cards", { type: name, name }],
      ["PATCH", `/cards/${cardId}`, { attributes: { [name]: 1, x: own } }],
      ["PATCH", "/cards/bulk", { ids: [cardId], updates: own }],
      ["POST", "/roles", { key: unique("role_"), label: name, permissions: flag }],
      ["PATCH", "/users/me/notification-preferences", { in_app: flag, email: flag }],
      ["PATCH", "/users/me/ui-preferences", { dashboard_default_tab: name }],
      ["POST", "/auth/impersonate", { role: name }],
      ["POST", "/users", { email: "a@stoa.example", display_name: name, role: name, password: "Correct-Horse-7" }],
      ["PATCH", "/settings/ai", { provider_type: name, enabled_types: [name] }],
      ["PATCH", "/settings/sso", { provider: name }],
      ["POST", "/metamodel/types", { key: name, label: name, translations: { label: flag }, section_config: own }],
      ["POST", "/calculations/validate", { target_type_key: name, formula: `data.${name}` }],
      ["POST", "/mutation-batches", { tool_name: name, ...own }],
    ];
    for (const [method, path, body] of bodies)
      unmoved(
        await admin.send(method, path, JSON.stringify(body), { "content-type": "application/json" }),
        `${method} ${path}`,
      );
    await admin.delete(`/metamodel/types/${name}`);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect((await viewer.get("/events")).status).toBe(403);
  });
});

describe("a path that leads out of the API", () => {
  /** Sends a request line as it is; fetch would tidy it up. */
  const raw = (target: string) =>
    new Promise<string>((resolve) => {
      const { port } = new URL(server.url);
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(
          `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nConnection: close\r\n\r\n`,
        ),
      );
      let text = "";
      socket.on("data", (data) => {
        text += data.toString("latin1");
      });
      socket.on("error", () => resolve(text));
      socket.on("close", () => resolve(text));
    });

  test.each([
    "/api/docs/../../../../etc/passwd",
    "/api/docs/..%2f..%2f..%2fetc%2fpasswd",
    "/api/docs/%2e%2e/%2e%2e/package.json",
    "/api/docs/..\\..\\stoa.db",
    "/api/docs//etc/passwd",
    "/api/docs/swagger-ui.js/../../../stoa.db",
    "/../stoa.db",
    "/stoa.db",
    "//etc/passwd",
    "/api/v1/settings/logo/../../../../stoa.db",
    "/api/v1/settings/..%2f..%2fstoa.db",
    "/api/v1/roles/..%2f..%2f..%2fetc%2fpasswd",
    "/api/v1/metamodel/types/%2e%2e%2f%2e%2e%2fusers",
    "/api/v1/cards/..%00/x",
    "/api/v1/cards/%c0%ae%c0%ae/",
    "/.env",
    "/.git/config",
    "file:///etc/passwd",
  ])("is refused or answered by the API: %s", async (target) => {
    const answer = await raw(target);
    expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d|200) /);
    expect(answer).not.toMatch(/root:|SQLite format|"dependencies"|\[core\]/);
    if (answer.startsWith("HTTP/1.1 200")) expect(answer).toMatch(/swagger|application\/json/i);
  });

  test.each([
    "../../etc/passwd",
    'a"; filename="evil.exe',
    "a\r\nX-Evil: yes",
    "a/b\\c",
    "\u202etxt.exe",
    "é",
    "%2e%2e%2f",
    ".",
    "x".repeat(100),
  ])("the file name of an export of the type %j is plain", async (type) => {
    const { status, headers } = await viewer.get(`/cards/export/csv?type=${encodeURIComponent(type)}`);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename=cards_[\w-]*_\d{4}-\d\d-\d\d_\d{4}\.csv$/,
    );
    expect(headers.get("x-evil")).toBeNull();
  });
});

describe("little work", () => {
  /** Returns the least that this process computes for a request, in microseconds: other processes have no part in it. */
  async function workFor(request: () => Promise<{ status: number }>): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 2; run++) {
      const before = process.cpuUsage();
      expect((await request()).status).toBeLessThan(500);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  }

  test("is enough for a search for many times the same letters", async () => {
    const description = "a".repeat(100_000);
    await makeCards(
      "Interface",
      Array.from({ length: 10 }, (_, at) => `Long ${at}`),
      description,
    );
    const search = (text: string) =>
      workFor(() => viewer.get(`/cards?type=Interface&search=${encodeURIComponent(text)}`));
    const once = await search("aaa");
    for (const text of ["a".repeat(200), "aáàâ".repeat(50), "aaA".repeat(66)])
      expect((await search(text)) / once).toBeLessThan(60);
    const found = await viewer.get(`/cards?type=Interface&search=${"a".repeat(200)}`);
    expect(found.body.total).toBe(10);
  });

  test.each([
    "(a+)+$",
    "(a|a)*b",
    "%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a",
    "_".repeat(200),
    "%_".repeat(100),
    "*".repeat(200),
    '"'.repeat(200),
    "a*".repeat(100),
    "\u0301".repeat(200),
    `a${"\u0301".repeat(199)}`,
    "😀".repeat(100),
    "\\".repeat(200),
  ])("is enough for a search for %j", async (text) => {
    expect((await viewer.get(`/cards?search=${encodeURIComponent(text)}`)).status).toBe(200);
  });

  test("is enough for five thousand characters of conditions", async () => {
    for (const text of [
      "a|".repeat(2_500),
      "\\".repeat(5_000),
      "..".repeat(2_500),
      ";".repeat(5_000),
      ":".repeat(5_000),
    ])
      expect(
        (await viewer.get(`/cards?type=Application&where=alias:${encodeURIComponent(text.slice(0, 4_900))}`)).status,
      ).toBeOneOf([200, 422]);
  });

  test("is enough for megabytes where an address, a link or a key belongs, which are not read", async () => {
    const megabytes = ["a.".repeat(2_000_000), `${"a".repeat(2_000_000)}@${"b.".repeat(1_000_000)}`];
    let attempts = 0;
    const register = (body: object) =>
      server.nobody.post("/auth/register", body, { "x-forwarded-for": `198.51.100.${attempts++}` });
    const plain = await workFor(() => register({ email: "a@stoa.example", display_name: megabytes[0], password: "x" }));
    for (const email of megabytes)
      expect((await workFor(() => register({ email, display_name: "X", password: "x" }))) / plain).toBeLessThan(8);
    // Each of these took time with the square of its length.
    const link = `a@${"a.".repeat(500_000)}:`;
    expect((await admin.patch("/settings/login-branding", { login_help_link: link })).status).toBe(422);
    expect((await admin.post("/roles", { key: "a_".repeat(500_000), label: "x" })).status).toBe(422);
  });

  test("is enough for a password that is a pattern of itself", async () => {
    for (const password of [
      "Aa1".repeat(341),
      `A1${"a".repeat(1_020)}`,
      `A1${"-".repeat(1_020)}b`,
      `${"1".repeat(9_999)}A`,
    ]) {
      const body = { email: `${unique("a")}@stoa.example`, display_name: "X", password };
      expect(
        (await server.nobody.post("/auth/register", body, { "x-forwarded-for": `203.0.113.${password.length & 255}` }))
          .status,
      ).toBeOneOf([200, 422]);
    }
  });
});

test("the database is sound after all of these attempts", () => {
  expect(findingsOf(server.databaseFile).filter(({ problem }) => problem !== undefined)).toEqual([]);
});

import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, field, makeCard, role, storedCards, unique, violationsOf, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [
    field("price", "cost"),
    field("site", "url"),
    field("size", "number"),
    field("kind", "single_select", { options: [{ key: "small", label: "Small" }] }),
    field("traits", "multiple_select", { options: [{ key: "red", label: "Red" }] }),
    field("since", "date"),
    field("useful", "boolean"),
    field("note", "text"),
  ]);
  cardType("Bare");
});

const nobodysId = "01900000-0000-7000-8000-000000000000";

test("a card is created with the given fields and the defaults of the others", async () => {
  const { body, status } = await admin.post("/cards", { type: "Widget", name: "First" });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: "Widget",
    subtype: null,
    name: "First",
    description: null,
    parent_id: null,
    lifecycle: {},
    attributes: {},
    status: "ACTIVE",
    approval_status: "DRAFT",
    data_quality: 0,
    external_id: null,
    alias: null,
    archived_at: null,
    created_by: admin.userId,
    updated_by: admin.userId,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: body.created_at,
    tags: [],
    stakeholders: [],
  });
  expect((await admin.get(`/cards/${body.id}`)).body).toEqual(body);
});

test("every field is stored unchanged, undeclared attributes and other keys of the life cycle too", async () => {
  const parent = await makeCard(admin, { type: "Bare" });
  const sent = {
    type: "Widget",
    subtype: "no such subtype",
    name: "  Größe 日本語 \u{1F680}  ",
    description: 'Quotes " and \\ and\nlines',
    parent_id: parent.id,
    lifecycle: { active: "2026-01-31", other: [1, { two: null }] },
    attributes: { price: 12.5, undeclared: { a: [true, null, "é"] }, size: 0 },
    external_id: "E-1",
    alias: "W",
  };
  const { body } = await admin.post("/cards", sent);
  expect(body).toMatchObject(sent);
  expect((await admin.get(`/cards/${body.id}`)).body).toMatchObject(sent);
});

test.each([
  ["no parent", { parent_id: null }, { parent_id: null }],
  ["an empty text for no parent", { parent_id: "" }, { parent_id: null }],
  ["null for no attributes and no lifecycle", { attributes: null, lifecycle: null }, { attributes: {}, lifecycle: {} }],
  ["an empty name", { name: "" }, { name: "" }],
  ["a blank name", { name: "   " }, { name: "   " }],
  [
    "nulls for every text",
    { description: null, subtype: null, external_id: null, alias: null },
    { description: null, subtype: null },
  ],
  [
    "what can't be set, and unknown fields, without effect",
    { status: "ARCHIVED", approval_status: "APPROVED", data_quality: 99, id: nobodysId, tags: [1], nonsense: 1 },
    { status: "ACTIVE", approval_status: "DRAFT" },
  ],
  ["a link", { attributes: { site: " https://stoa.example/a?b=c " } }, {}],
  ["an address to write to", { attributes: { site: "mailto:a@stoa.example" } }, {}],
  ["no link", { attributes: { site: "" } }, {}],
  ["values of other kinds than declared", { attributes: { size: "large", useful: 3, since: [] } }, {}],
  ["the longest name", { name: "n".repeat(500) }, {}],
  ["attributes five levels deep", { attributes: { a: { b: { c: { d: { e: 1 } } } } } }, {}],
  ["200 attributes", { attributes: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, at])) }, {}],
  ["declared attributes only, when strict", { attributes: { size: 4, note: "n" }, strict_attributes: true }, {}],
  ["nothing to be strict about", { strict_attributes: "yes" }, {}],
] as [string, object, object][])("a card may have %s", async (_, fields, stored) => {
  const { status, body } = await admin.post("/cards", { type: "Widget", name: unique("May "), ...fields });
  expect(body).toMatchObject({ id: expect.any(String), ...stored });
  expect(status).toBe(201);
});

test("a type without declared fields is never strict", async () => {
  const made = await makeCard(admin, { type: "Bare", attributes: { anything: 1 }, strict_attributes: true });
  expect(made.attributes).toEqual({ anything: 1 });
});

const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } };
const listsDeep = { a: [[[[[1]]]]] };
test.each([
  ["no type", { type: undefined }, ["body.type: missing"]],
  ["no name", { name: undefined }, ["body.name: missing"]],
  ["a name that is null", { name: null }, ["body.name: string_type"]],
  ["a name that is a number", { name: 7 }, ["body.name: string_type"]],
  ["an unknown type", { type: "Nonsense" }, ["body.type: value_error"]],
  ["a type in another case", { type: "widget" }, ["body.type: value_error"]],
  ["a name of 501 letters", { name: "n".repeat(501) }, ["body.name: string_too_long"]],
  ["a subtype of 101 letters", { subtype: "n".repeat(101) }, ["body.subtype: string_too_long"]],
  ["an alias of 501 letters", { alias: "n".repeat(501) }, ["body.alias: string_too_long"]],
  ["an external id of 501 letters", { external_id: "n".repeat(501) }, ["body.external_id: string_too_long"]],
  ["a parent that is no id", { parent_id: "nonsense" }, ["body.parent_id: uuid_parsing"]],
  ["a parent that there isn't", { parent_id: nobodysId }, ["body.parent_id: value_error"]],
  ["attributes that are a list", { attributes: [] }, ["body.attributes: dict_type"]],
  ["attributes that are text", { attributes: "{}" }, ["body.attributes: dict_type"]],
  ["a lifecycle that is a number", { lifecycle: 1 }, ["body.lifecycle: dict_type"]],
  ["attributes six levels deep", { attributes: deep }, ["body.attributes: value_error"]],
  ["lists six levels deep", { attributes: listsDeep }, ["body.attributes: value_error"]],
  ["a lifecycle six levels deep", { lifecycle: deep }, ["body.lifecycle: value_error"]],
  [
    "201 attributes",
    { attributes: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`k${at}`, at])) },
    ["body.attributes: value_error"],
  ],
  ["50,001 characters of attributes", { attributes: { a: "x".repeat(50_000) } }, ["body.attributes: value_error"]],
  ["a NUL in its name", { name: "a\u0000b" }, ["body.name: string_unicode"]],
  ["half of a character in its name", { name: "a\ud800" }, ["body.name: string_unicode"]],
  ["strictness that is no flag", { strict_attributes: "perhaps" }, ["body.strict_attributes: bool_parsing"]],
  [
    "several mistakes, all reported",
    { name: 1, alias: 2, parent_id: "x" },
    ["body.name: string_type", "body.parent_id: uuid_parsing", "body.alias: string_type"],
  ],
] as [string, Record<string, unknown>, string[]][])(
  "a card with %s is refused, and nothing is stored or published",
  async (_, fields, expected) => {
    const published = await watch(admin);
    const before = (await admin.get("/cards/counts")).body;
    // NUL and halves of characters are refused where the body is read, so the whole body is reported.
    const answer = await admin.post("/cards", { type: "Widget", name: unique("Refused "), ...fields });
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(expected);
    for (const { msg } of answer.body.detail) expect(msg).toBeString();
    expect(await published()).toEqual([]);
    expect((await admin.get("/cards/counts")).body).toEqual(before);
  },
);

describe("an attribute of the type url", () => {
  test.each([
    ["javascript:alert(1)"],
    ["ftp://stoa.example"],
    ["HTTPS://stoa.example"],
    ["stoa.example"],
    ["//stoa.example"],
    [17],
    [true],
    [["https://stoa.example"]],
    [{ href: "https://stoa.example" }],
  ])("is refused as %j", async (site) => {
    const { status, body } = await admin.post("/cards", { type: "Widget", name: "Link", attributes: { site } });
    expect(status).toBe(422);
    expect(body.detail).toContain("site");
  });
});

test("a strict type names its undeclared attributes and its declared ones in the refusal", async () => {
  const answer = await admin.post("/cards", {
    type: "Widget",
    name: "Strict",
    attributes: { zeta: 1, size: 2, alpha: 3 },
    strict_attributes: true,
  });
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toEqual({
    error: "unknown_attribute_keys",
    message: expect.stringContaining("alpha, zeta"),
    unknown_keys: ["alpha", "zeta"],
    valid_keys: ["kind", "note", "price", "since", "site", "size", "traits", "useful"],
    card_type: "Widget",
  });
});

describe("the siblings of a card", () => {
  test.each([
    ["the same name", "Twin", "Twin"],
    ["another case", "Twin two", "tWIN tWO"],
    ["spaces around", "Twin three", "  Twin three\n"],
    ["another case of letters beyond ASCII", "ÉCOLE ÄÖÜ ЖУК", "école äöü жук"],
  ])("can't have %s", async (_, first, second) => {
    const existing = await makeCard(admin, { type: "Widget", name: first });
    const published = await watch(admin);
    const answer = await admin.post("/cards", { type: "Widget", name: second });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain(existing.id);
    expect(answer.body.detail).toContain(first);
    expect(await published()).toEqual([]);
  });

  test("can't have the same name under the same parent either", async () => {
    const parent = await makeCard(admin, { type: "Widget" });
    await makeCard(admin, { type: "Widget", name: "Child", parent_id: parent.id });
    const answer = await admin.post("/cards", { type: "Widget", name: "child", parent_id: parent.id });
    expect(answer.status).toBe(409);
  });

  test("can have the same name with another type, under another parent, archived, or blank", async () => {
    const parent = await makeCard(admin, { type: "Widget", name: "Namesake" });
    await makeCard(admin, { type: "Bare", name: "Namesake" });
    await makeCard(admin, { type: "Widget", name: "Namesake", parent_id: parent.id });
    storedCards([{ type: "Widget", name: "Gone", status: "ARCHIVED" }]);
    await makeCard(admin, { type: "Widget", name: "gone" });
    await makeCard(admin, { type: "Widget", name: " " });
    await makeCard(admin, { type: "Widget", name: "  " });
  });

  test("can't get the same name by concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => admin.post("/cards", { type: "Widget", name: "Race" })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(11).fill(409)]);
  });
});

test("an invalid attribute is reported before a name that is taken", async () => {
  await makeCard(admin, { type: "Widget", name: "Taken" });
  const answer = await admin.post("/cards", { type: "Widget", name: "Taken", attributes: { site: "x" } });
  expect(answer.status).toBe(422);
});

test("a card can be created below an archived card and below a card of another type", async () => {
  const [archived] = storedCards([{ type: "Bare", name: "Attic", status: "ARCHIVED" }]);
  expect(await makeCard(admin, { type: "Widget", parent_id: archived })).toMatchObject({ parent_id: archived });
});

describe("the right to create cards", () => {
  test("is nobody's without a login, which is checked before everything but the JSON of the body", async () => {
    expect(await server.nobody.post("/cards", { type: 1 })).toMatchObject({ status: 401 });
    const broken = await server.nobody.post("/cards", '{"type":');
    expect(broken.status).toBe(422);
    expect(violationsOf(broken.body)).toEqual(["body.8: json_invalid"]);
  });

  test("is checked after the validity of the request", async () => {
    const viewer = await server.as("viewer");
    expect((await viewer.post("/cards", { type: 1 })).status).toBe(422);
  });

  test("lets a user set costs who may not see them, and doesn't show them", async () => {
    const clerk = await server.as(role("inventory.view", "inventory.create"));
    const made = await makeCard(clerk, { type: "Widget", attributes: { price: 9, size: 1 } });
    expect(made.attributes).toEqual({ size: 1 });
    expect((await admin.get(`/cards/${made.id}`)).body.attributes).toEqual({ price: 9, size: 1 });
  });
});

test("the creation of a card is published once, with its origin and a batch of its own", async () => {
  const published = await watch(admin);
  const { body } = await admin.post("/cards", { type: "Widget", name: "Told" }, { "X-Turbo-EA-Origin": " MCP " });
  const events = await published();
  expect(events).toEqual([
    {
      id: expect.any(String),
      card_id: body.id,
      event_type: "card.created",
      data: { id: body.id, type: "Widget", name: "Told", origin: "mcp" },
      user_id: admin.userId,
      user_display_name: expect.stringContaining("admin"),
      created_at: expect.any(String),
    },
  ]);
});

import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { cardNow, cardType, field, makeCard, relationType, role, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(async () => {
  cardType("Part", [
    field("size", "number"),
    field("double", "number"),
    field("site", "url"),
    field("price", "cost", { weight: 0 }),
  ]);
  cardType("Signed");
  relationType("signs", "Signed", "Signed", { source_mandatory: true });
  const formula = { name: "d", target_type_key: "Part", target_field_key: "double", formula: "data.size * 2" };
  await admin.post(`/calculations/${(await admin.post("/calculations", formula)).body.id}/activate`);
});

type Row = Record<string, unknown>;

/** Returns rows of parts with their names; each is numbered by its place. */
const rowsOf = (...rows: Row[]) => rows.map((row, row_index) => ({ row_index, type: "Part", ...row }));

const create = (rows: readonly Row[], more: Row = {}, client = admin) =>
  client.post("/cards/bulk-create", { cards: rows, ...more });

/** Returns the outcome of each row: the names on the path to the created card, or the error. */
async function outcomes(rows: readonly Row[]): Promise<string[]> {
  const { status, body } = await create(rows);
  expect(status).toBe(200);
  return Promise.all(
    body.results.map(async ({ id, error }: { id: string | null; error: string | null }) => {
      if (id === null) return error;
      const { ancestors } = (await admin.get(`/cards/${id}/hierarchy`)).body;
      return [...ancestors, await cardNow(admin, id)].map((card: { name: string }) => card.name).join(" > ");
    }),
  );
}

test("rows become cards with tags, stakeholders and attributes in one batch, and each is reported", async () => {
  const published = await watch(admin);
  const sent = {
    name: "Whole",
    subtype: "s",
    description: "d",
    lifecycle: { active: "2026-01-01" },
    attributes: { size: 4, more: true },
    external_id: "e",
    alias: "a",
  };
  const { status, body } = await create([{ row_index: 17, type: "Part", ...sent }, ...rowsOf({ name: "Bare" })]);
  expect(status).toBe(200);
  expect(body).toEqual({
    results: [
      { row_index: 17, status: "created", id: expect.any(String), error: null },
      { row_index: 0, status: "created", id: expect.any(String), error: null },
    ],
    created: 2,
    failed: 0,
    dry_run: false,
  });
  const [whole, bare] = await Promise.all(body.results.map(({ id }: { id: string }) => cardNow(admin, id)));
  expect(whole).toMatchObject({
    ...sent,
    attributes: { ...sent.attributes, double: 8 },
    status: "ACTIVE",
    approval_status: "DRAFT",
    // Two of three fields, and both the description and the lifecycle.
    data_quality: 80,
    created_by: admin.userId,
  });
  expect(bare).toMatchObject({ description: null, lifecycle: {}, attributes: {}, parent_id: null, data_quality: 0 });
  const events = await published();
  expect(events.map(({ event_type, data, card_id }) => [event_type, data.name, card_id])).toEqual([
    ["card.created", "Whole", whole.id],
    ["card.created", "Bare", bare.id],
  ]);
  const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
  expect(batch.tool_name).toBe("POST /api/v1/cards/bulk-create");
  expect((await admin.get(`/mutation-batches/${batch.id}/events`)).body.events).toHaveLength(2);
});

describe("the parents of rows", () => {
  test("are found by id, by name and by path, among the rows in any order, and among the cards", async () => {
    const top = unique("Top ");
    const there = await makeCard(admin, { type: "Part", name: top });
    const below = await makeCard(admin, { type: "Part", name: "Middle", parent_id: there.id });
    expect(
      await outcomes(
        rowsOf(
          { name: "By id", parent_id: below.id },
          { name: "By name", parent_name: ` ${top.toUpperCase()} ` },
          { name: "By path", parent_path: [top], parent_name: "Middle" },
          { name: "Third", parent_path: [top, "First"], parent_name: "Second" },
          { name: "Second", parent_path: [top], parent_name: "First" },
          { name: "First", parent_name: top },
        ),
      ),
    ).toEqual([
      `${top} > Middle > By id`,
      `${top} > By name`,
      `${top} > Middle > By path`,
      `${top} > First > Second > Third`,
      `${top} > First > Second`,
      `${top} > First`,
    ]);
  });

  test("are distinguished by their whole path", async () => {
    const [one, other] = [unique("One "), unique("Other ")];
    expect(
      await outcomes(
        rowsOf(
          { name: one },
          { name: other },
          { name: "Twin", parent_name: one },
          { name: "Twin", parent_name: other },
          { name: "Child", parent_path: [other], parent_name: "Twin" },
          { name: "Lost", parent_name: "Twin" },
        ),
      ),
    ).toEqual([
      one,
      other,
      `${one} > Twin`,
      `${other} > Twin`,
      `${other} > Twin > Child`,
      "Parent is ambiguous: 2 rows of this request are named Twin",
    ]);
  });

  test("are reported row by row when they are invalid, and rows that depend on them fail too", async () => {
    const name = unique("Twice ");
    const [first, second] = [unique("First "), unique("Second ")];
    for (const parent of [first, second])
      await makeCard(admin, {
        type: "Part",
        name,
        parent_id: (await makeCard(admin, { type: "Part", name: parent })).id,
      });
    expect(
      await outcomes(
        rowsOf(
          { name: "a", parent_name: "Nobody" },
          { name: "b", parent_path: ["Elsewhere"], parent_name: name },
          { name: "c", parent_name: name },
          { name: "d", parent_id: "nonsense" },
          { name: "e", parent_id: "01900000-0000-7000-8000-000000000000" },
          { name: "f", parent_name: "a" },
          { name: "g", parent_name: "h" },
          { name: "h", parent_name: "g" },
          { name: "i", parent_name: "h" },
          { name: "fine" },
        ),
      ),
    ).toEqual([
      "Parent not found: Nobody",
      `Parent not found: Elsewhere / ${name}; there is ${first} / ${name}, and ${second} / ${name}`,
      `Parent is ambiguous: ${name} could be ${first} / ${name}, or ${second} / ${name}`,
      "parent_id must be a UUID",
      "parent_id: names no card",
      "Parent not found: its row failed",
      "The parents of this row form a cycle",
      "The parents of this row form a cycle",
      "The parents of this row form a cycle",
      "fine",
    ]);
  });
});

test("each row obeys the rules of a single card, and a failed row changes nothing", async () => {
  const taken = unique("Taken ");
  await makeCard(admin, { type: "Part", name: taken });
  const before = statement<{ count: number }>("SELECT count(*) AS count FROM cards").get()?.count ?? 0;
  const chain = Array.from({ length: 6 }, (_, at) => ({
    type: "BusinessCapability",
    name: `Level ${at}`,
    ...(at > 0 && { parent_name: `Level ${at - 1}` }),
  }));
  expect(
    await outcomes(
      rowsOf(
        { name: taken },
        { name: "x", type: "Nothing" },
        { name: "y", attributes: { site: "javascript:alert(1)" } },
        { name: "same" },
        { name: "SAME " },
        ...chain,
      ),
    ),
  ).toEqual([
    expect.stringContaining("already exists at this place"),
    "type: names no card type",
    expect.stringContaining("must be a link"),
    "same",
    expect.stringContaining("already exists at this place"),
    ...[0, 1, 2, 3, 4].map((at) =>
      chain
        .slice(0, at + 1)
        .map((row) => row.name)
        .join(" > "),
    ),
    expect.stringContaining("at most 5 levels"),
  ]);
  expect(statement<{ count: number }>("SELECT count(*) AS count FROM cards").get()?.count).toBe(before + 6);
});

describe("a row that fails", () => {
  const rows = () => rowsOf({ name: unique("Good ") }, { name: "bad", parent_name: "Nobody" });

  test("doesn't prevent the others by default", async () => {
    expect((await create(rows())).body).toMatchObject({ created: 1, failed: 1 });
    expect((await create(rows(), { on_error: "skip" })).body).toMatchObject({ created: 1, failed: 1 });
  });

  test.each([
    [{ name: "bad", parent_name: "Nobody" }, "row 1: Parent not found: Nobody"],
    [{ name: "bad", parent_name: "bad" }, "row 1: Parent not found: bad"],
    [{ name: "bad", type: "Nothing" }, "row 1: type: names no card type"],
  ])("stops all with `stop` and is named, and nothing is published: %j", async (bad, msg) => {
    const published = await watch(admin);
    const name = unique("Good ");
    const { status, body } = await create(rowsOf({ name }, bad), { on_error: "stop" });
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([422, ["body", "cards", 1], msg]);
    expect((await admin.get(`/cards?search=${encodeURIComponent(name)}`)).body.total).toBe(0);
    expect(await published()).toEqual([]);
  });

  test("is named when it is part of a cycle", async () => {
    const circle = rowsOf({ name: "fine" }, { name: "a", parent_name: "b" }, { name: "b", parent_name: "a" });
    const { status, body } = await create(circle, { on_error: "stop" });
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      422,
      ["body", "cards", 1],
      "row 1: its parents form a cycle",
    ]);
  });

  test("leaves nothing when it is alone, not even a batch", async () => {
    const batches = async () => (await admin.get("/mutation-batches?page_size=1")).body.total;
    const before = await batches();
    expect((await create(rowsOf({ name: "x", parent_name: "Nobody" }))).body).toMatchObject({ created: 0, failed: 1 });
    expect(await batches()).toBe(before);
  });
});

test("a dry run reports what would happen, and changes nothing", async () => {
  const published = await watch(admin);
  const name = unique("Tried ");
  const { status, body } = await create(rowsOf({ name }, { name: "x", parent_name: "Nobody" }), { dry_run: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({ created: 1, failed: 1, dry_run: true });
  expect((await admin.get(`/cards/${body.results[0].id}`)).status).toBe(404);
  expect(await published()).toEqual([]);
});

test("rows can be approved only by users who may approve, and only with all mandatory parts", async () => {
  const [approver, clerk] = await Promise.all([
    server.as(role("inventory.view", "inventory.create", "inventory.approval_status")),
    server.as(role("inventory.view", "inventory.create")),
  ]);
  const approved = (type: string) => [{ row_index: 0, type, name: unique("Approved "), approval_status: "APPROVED" }];
  expect((await create(approved("Part"), {}, clerk)).status).toBe(403);
  expect((await create([{ ...approved("Part")[0], approval_status: "DRAFT" }], {}, clerk)).status).toBe(200);
  const { body } = await create(approved("Part"), {}, approver);
  expect((await cardNow(admin, body.results[0].id)).approval_status).toBe("APPROVED");
  expect((await create(approved("Signed"), {}, approver)).body.results[0]).toMatchObject({
    status: "failed",
    error: expect.stringContaining("mandatory"),
  });
});

test.each([
  [[], "body.cards", "too_short"],
  [[{ row_index: 0, type: "Part" }], "body.cards.0.name", "missing"],
  [[{ type: "Part", name: "x" }], "body.cards.0.row_index", "missing"],
  [rowsOf({ name: "x".repeat(501) }), "body.cards.0.name", "string_too_long"],
  [rowsOf({ name: "x", attributes: [] }), "body.cards.0.attributes", "dict_type"],
  [
    rowsOf({ name: "x", attributes: { a: { b: { c: { d: { e: { f: 1 } } } } } } }),
    "body.cards.0.attributes",
    "value_error",
  ],
  [rowsOf({ name: "x", approval_status: "SURE" }), "body.cards.0.approval_status", "literal_error"],
  [Array.from({ length: 10_001 }, () => 0), "body.cards", "too_long"],
])("the request %j is refused", async (cards, loc, type) => {
  const { status, body } = await create(cards as Row[]);
  expect([status, body.detail[0].loc.join("."), body.detail[0].type]).toEqual([422, loc, type]);
});

test("ten thousand rows are one transaction: all but the failing one, or none", async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    row_index: at,
    type: "Part",
    name: `Many ${at}`,
    attributes: { size: at },
    ...(at % 10 > 0 && { parent_name: `Many ${at - (at % 10)}` }),
    ...(at === 9_999 && { parent_name: "Nobody" }),
  }));
  const stopped = await create(rows, { on_error: "stop" });
  expect([stopped.status, stopped.body.detail[0].msg]).toEqual([422, "row 9999: Parent not found: Nobody"]);
  const count = () =>
    statement<object>(
      `SELECT count(*) AS cards, count(parent_id) AS children, sum(attributes ->> 'double' = 2 * (attributes ->> 'size')) AS calculated,
         count(DISTINCT data_quality) AS qualities, (SELECT count(*) FROM events e JOIN cards c ON c.id = e.card_id
           WHERE c.name GLOB 'Many *' AND e.event_type = 'card.created') AS events,
         (SELECT count(DISTINCT e.batch_id) FROM events e JOIN cards c ON c.id = e.card_id WHERE c.name GLOB 'Many *') AS batches
       FROM cards WHERE name GLOB 'Many *'`,
    ).get();
  expect(count()).toMatchObject({ cards: 0, events: 0 });
  const { body } = await create(rows);
  expect([body.created, body.failed, body.results.at(-1)]).toEqual([
    9_999,
    1,
    { row_index: 9_999, status: "failed", id: null, error: "Parent not found: Nobody" },
  ]);
  expect(count()).toEqual({
    cards: 9_999,
    children: 8_999,
    calculated: 9_999,
    qualities: 1,
    events: 9_999,
    batches: 1,
  });
});

describe("ten thousand cards with long descriptions in one request", () => {
  const rows = (description: string) =>
    rowsOf(...Array.from({ length: 10_000 }, (_, index) => ({ name: `Large ${index}`, description })));

  test("are accepted in a dry run", async () => {
    const { status, body } = await create(rows("What it does, for whom, and since when. ".repeat(25)), {
      dry_run: true,
    });
    expect(status).toBe(200);
    expect(body.created).toBe(10_000);
  });

  test("are refused when they are larger than 32 MiB", async () => {
    expect(await create(rows("x".repeat(4_000)))).toMatchObject({ status: 413 });
  });
});

/** Values that are stored as what they mean: numbers that come as text, and dates that are empty, on every way of writing. */
import { beforeAll, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { cardNow, cardType, field, makeCard, relationType, storedCards, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Item", [field("size", "number"), field("price", "cost"), field("note", "text")]);
  relationType("uses", "Item", "Item", { attributes_schema: [field("fee", "cost"), field("word", "text")] });
});

const numbers: [text: string, number: number][] = [
  ["4321", 4321],
  ["-4.50", -4.5],
  ["+7", 7],
  [" 12\t", 12],
  ["007", 7],
  [".5", 0.5],
  ["5.", 5],
  ["1e3", 1000],
  ["1.5E-2", 0.015],
];

const noNumbers = [
  "",
  " ",
  "1,000",
  "1 000",
  "0x10",
  "12 EUR",
  "1e999",
  "Infinity",
  "NaN",
  "--1",
  "1.2.3",
  "e3",
  ".",
  "१",
];

type Attributes = Record<string, unknown>;

/** The ways in which somebody can write the attributes of a card; each returns its id. */
const ways: Record<string, (client: Client, attributes: Attributes) => Promise<string>> = {
  "POST /cards": async (client, attributes) => (await makeCard(client, { type: "Item", attributes })).id,
  "PATCH /cards/{card_id}": async (client, attributes) => {
    const { id } = await makeCard(client, { type: "Item" });
    expect((await client.patch(`/cards/${id}`, { attributes })).status).toBe(200);
    return id;
  },
  "POST /cards/bulk-create": async (client, attributes) => {
    const cards = [{ row_index: 0, type: "Item", name: unique("Item"), attributes }];
    return (await client.post("/cards/bulk-create", { cards })).body.results[0].id;
  },
  "PATCH /cards/bulk": async (client, attributes) => {
    const { id } = await makeCard(client, { type: "Item" });
    expect((await client.patch("/cards/bulk", { ids: [id], updates: { attributes } })).status).toBe(200);
    return id;
  },
};

test.each(Object.keys(ways))("%s converts text to a number in number and cost fields", async (way) => {
  for (const [text, number] of numbers) {
    const id = await ways[way]?.(admin, { size: text, price: text, note: text, undeclared: text });
    expect((await cardNow(admin, id as string)).attributes).toEqual({
      size: number,
      price: number,
      note: text,
      undeclared: text,
    });
  }
});

test.each(Object.keys(ways))("%s leaves text unchanged that is no number", async (way) => {
  for (const text of noNumbers) {
    const id = await ways[way]?.(admin, { size: text, price: null });
    expect((await cardNow(admin, id as string)).attributes).toEqual({ size: text, price: null });
  }
});

test("strict attributes convert text that is a number, and refuse any other", async () => {
  const post = (size: string) =>
    admin.post("/cards", { type: "Item", name: unique("Item"), attributes: { size }, strict_attributes: true });
  expect(await post("4321")).toMatchObject({ status: 201, body: { attributes: { size: 4321 } } });
  for (const text of noNumbers) expect((await post(text)).status).toBe(422);
});

test("a filter finds a number that a client has sent as text", async () => {
  const { id } = await makeCard(admin, { type: "Item", attributes: { size: "98765" } });
  const { body } = await admin.get("/cards?type=Item&where=size:98000..99000");
  expect(body.items.map((card: { id: string }) => card.id)).toEqual([id]);
});

test("the same number as text changes nothing, and an undo restores the stored text", async () => {
  const { id } = await makeCard(admin, { type: "Item", attributes: { size: 5 } });
  const { updated_at } = await cardNow(admin, id);
  expect((await admin.patch(`/cards/${id}`, { attributes: { size: "5" } })).body.updated_at).toBe(updated_at);

  const [older] = storedCards([{ type: "Item", name: unique("Older"), attributes: '{"size":"5"}' }]) as [string];
  const batch = (await admin.post("/mutation-batches", { tool_name: "grid" })).body.id;
  await admin.send("PATCH", `/cards/${older}`, { attributes: { size: "5" } }, { "x-stoa-batch": batch });
  expect((await cardNow(admin, older)).attributes).toEqual({ size: 5 });
  await admin.post(`/mutation-batches/${batch}/commit`, {});
  expect((await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBe(200);
  expect((await cardNow(admin, older)).attributes).toEqual({ size: "5" });
});

test("relations convert numbers in the same way, by every operation", async () => {
  const [source, target, other] = await Promise.all([1, 2, 3].map(() => makeCard(admin, { type: "Item" })));
  const sent = { fee: " 4321 ", word: "4321", undeclared: "1" };
  const stored = { ...sent, fee: 4321 };
  const ends = { type: "uses", source_id: source?.id, target_id: target?.id };
  const made = (await admin.post("/relations", { ...ends, attributes: sent })).body;
  expect(made.attributes).toEqual(stored);
  const patched = await admin.patch(`/relations/${made.id}`, { attributes: { fee: "1e1" } });
  expect(patched.body.attributes).toEqual({ fee: 10 });
  const operation = (to: string | undefined, attributes: Attributes) => ({
    row_index: 0,
    type: "uses",
    source: { id: source?.id },
    target: { id: to },
    attributes,
  });
  const operations = [operation(target?.id, sent), operation(other?.id, { fee: "1,000" })];
  expect((await admin.post("/relations/bulk", { operations })).body).toMatchObject({ upserted: 2 });
  const { body } = await admin.get(`/relations?card_id=${source?.id}`);
  expect(body.map(({ attributes }: { attributes: Attributes }) => attributes)).toEqual([stored, { fee: "1,000" }]);
});

test("empty dates of a life cycle are dropped by every operation", async () => {
  const sent = { plan: "", phaseIn: null, active: "2026-01-31", other: "" };
  const dates = { active: "2026-01-31" };
  const created = await makeCard(admin, { type: "Item", lifecycle: sent });
  const bulk = { row_index: 0, type: "Item", name: unique("Item"), lifecycle: sent };
  const inBulk = (await admin.post("/cards/bulk-create", { cards: [bulk] })).body.results[0].id;
  const [patched, changed] = [await makeCard(admin, { type: "Item" }), await makeCard(admin, { type: "Item" })];
  await admin.patch(`/cards/${patched.id}`, { lifecycle: sent });
  await admin.patch("/cards/bulk", { ids: [changed.id], updates: { lifecycle: sent } });
  for (const id of [created.id, inBulk, patched.id, changed.id])
    expect((await cardNow(admin, id)).lifecycle).toEqual(dates);
  expect((await admin.patch(`/cards/${patched.id}`, { lifecycle: { active: "" } })).body.lifecycle).toEqual({});
  expect((await admin.patch(`/cards/${patched.id}`, { lifecycle: null })).body.lifecycle).toBeNull();
});

import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  role,
  stakeholder,
  stakeholderRole,
  unique,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(async () => {
  cardType("Part", [field("size", "number"), field("double", "number"), field("price", "cost"), field("site", "url")]);
  const formula = { name: "d", target_type_key: "Part", target_field_key: "double", formula: "data.size * 2" };
  await admin.post(`/calculations/${(await admin.post("/calculations", formula)).body.id}/activate`);
});

type Row = Record<string, unknown>;
type Card = Row & { id: string; name: string };

const part = (more: Row = {}): Promise<Card> => makeCard(admin, { type: "Part", attributes: { size: 1 }, ...more });
const change = (cards: readonly { id: string }[], updates: Row, more: Row = {}, client = admin) =>
  client.patch("/cards/bulk", { ids: cards.map((card) => card.id), updates, ...more });
const nobody = { id: "01900000-0000-7000-8000-000000000000" };

describe("cards that are changed together", () => {
  test("are changed by the rules of a single change, in one batch, and returned in the requested order", async () => {
    const [one, other] = await Promise.all([part(), part()]);
    await admin.post(`/cards/${one.id}/approval-status?action=approve`);
    await admin.patch(`/cards/${other.id}`, { description: "d" });
    const published = await watch(admin);
    const { status, body } = await change([other, nobody, one, other], { description: "d", attributes: { size: 5 } });
    expect(status).toBe(200);
    expect(body.map((card: Card) => card.id)).toEqual([other.id, one.id]);
    for (const card of body) expect(card).toEqual(await cardNow(admin, card.id));
    expect(body[0]).toMatchObject({ approval_status: "DRAFT", attributes: { size: 5, double: 10 } });
    expect(body[1]).toMatchObject({ approval_status: "BROKEN", description: "d", attributes: { size: 5, double: 10 } });
    expect(body[1].data_quality).toBeGreaterThan(one["data_quality"] as number);
    const old = { size: 1, double: 2 };
    expect((await published()).map(({ event_type, data }) => [event_type, data.id, data.changes])).toEqual([
      ["card.updated", other.id, { attributes: { old, new: { size: 5 } } }],
      ["card.updated", one.id, { description: { old: null, new: "d" }, attributes: { old, new: { size: 5 } } }],
    ]);
    const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
    expect(batch.tool_name).toBe("PATCH /api/v1/cards/bulk");
    // The changes are undone together, too.
    const undone = await admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false });
    expect(undone.status).toBe(200);
    expect(await cardNow(admin, one.id)).toMatchObject({
      approval_status: "APPROVED",
      description: null,
      attributes: { size: 1, double: 2 },
    });
  });

  test("are left as they are when they have the values already, without an event or a batch", async () => {
    const card = await part({ alias: "a" });
    const published = await watch(admin);
    expect((await change([card], { alias: "a" })).body).toEqual([card]);
    expect(await published()).toEqual([]);
  });

  test("can be none at all", async () => {
    expect(await change([], { alias: "a" })).toMatchObject({ status: 200, body: [] });
    expect(await change([nobody], { alias: "a" })).toMatchObject({ status: 200, body: [] });
  });

  test("retain the costs that the user doesn't see", async () => {
    const clerk = await server.as(role("inventory.view", "inventory.bulk_edit"));
    const card = await part({ attributes: { size: 1, price: 9 } });
    for (const attributes of [{ size: 2 }, { price: 1 }, {}, null]) {
      expect((await change([card], { attributes }, {}, clerk)).body[0].attributes).not.toHaveProperty("price");
      expect((await cardNow(admin, card.id)).attributes.price).toBe(9);
    }
    stakeholder(card.id, clerk.userId, "responsible");
    expect((await change([card], { attributes: { price: 3 } }, {}, clerk)).body[0].attributes.price).toBe(3);
  });
});

describe("a card that can't be changed", () => {
  const cases: [string, Row, (cards: Card[]) => unknown, number][] = [
    [
      "a name that is taken",
      { name: "Taken" },
      ([one, two]) => `${two?.name} (${two?.id}): A card named "Taken" already exists at this place (${one?.id})`,
      409,
    ],
    [
      "a link that is none",
      { attributes: { site: "x" } },
      ([one]) => expect.stringContaining(`${one?.name} (${one?.id}): The field "site"`),
      422,
    ],
    [
      "a parent that isn't there",
      { parent_id: nobody.id },
      ([one]) => `${one?.name} (${one?.id}): parent_id: names no card`,
      422,
    ],
  ];

  test.each(cases)("stops all and is named because of %s", async (_what, updates, detail, expected) => {
    const cards = [await part(), await part()];
    const published = await watch(admin);
    const { status, body } = await change(cards, updates);
    expect([status, body.detail]).toEqual([expected, detail(cards)]);
    expect(await published()).toEqual([]);
    for (const card of cards) expect(await cardNow(admin, card.id)).toEqual(card);
  });

  test("stops all and is named because of its children, when all are to be archived", async () => {
    const [alone, parent] = [await part(), await part()];
    await part({ parent_id: parent.id });
    const { status, body } = await change([alone, parent], { status: "ARCHIVED", alias: "gone" });
    expect([status, body.detail]).toEqual([409, { error: "children_present", child_count: 1, card_id: parent.id }]);
    expect(await cardNow(admin, alone.id)).toEqual(alone);
  });

  test("is skipped and named with `skip`, and the others are changed", async () => {
    const [first, second, same] = [await part(), await part(), await part()];
    await change([same], { name: "Sole", parent_id: first.id });
    const published = await watch(admin);
    const { status, body } = await change([first, second, same, nobody], { name: "Sole" }, { on_error: "skip" });
    expect(status).toBe(200);
    expect(body).toEqual({
      dry_run: false,
      results: [
        {
          ...{ row_index: 0, card_id: first.id, id: first.id, status: "updated", error: null },
          ...{ before: { name: first.name }, after: { name: "Sole" } },
        },
        {
          ...{ row_index: 1, card_id: second.id, id: second.id, status: "failed", before: {}, after: {} },
          error: `A card named "Sole" already exists at this place (${first.id})`,
        },
        {
          ...{ row_index: 2, card_id: nobody.id, id: nobody.id, status: "failed", before: {}, after: {} },
          error: "Card not found",
        },
      ],
      updated: 1,
      would_update: 0,
      failed: 2,
    });
    expect(await cardNow(admin, second.id)).toEqual(second);
    expect((await published()).map(({ event_type, data }) => [event_type, data.id])).toEqual([
      ["card.updated", first.id],
    ]);
  });

  test("is skipped as a whole with `skip`, also when only its archiving fails", async () => {
    const [alone, parent] = [await part(), await part()];
    await part({ parent_id: parent.id });
    const published = await watch(admin);
    const { body } = await change([parent, alone], { status: "ARCHIVED", alias: "gone" }, { on_error: "skip" });
    expect(body).toMatchObject({ updated: 1, failed: 1 });
    expect(body.results).toMatchObject([
      { id: parent.id, status: "failed", error: expect.stringContaining("children") },
      { id: alone.id, before: { alias: null, status: "ACTIVE" }, after: { alias: "gone", status: "ARCHIVED" } },
    ]);
    expect(await cardNow(admin, parent.id)).toEqual(parent);
    expect(await cardNow(admin, alone.id)).toMatchObject({ status: "ARCHIVED", alias: "gone" });
    const events = await published();
    expect(events.map(({ event_type, data }) => [event_type, data.id])).toEqual([
      ["card.updated", alone.id],
      ["card.archived", alone.id],
    ]);
    // A change that was undone on the way doesn't take the batch with it.
    const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
    expect((await admin.get(`/mutation-batches/${batch.id}/events`)).body.events).toHaveLength(2);
  });
});

describe("a change of status in bulk", () => {
  test("is published as archiving or restoring, with the new name of the card", async () => {
    const cards = [await part(), await part()];
    const published = await watch(admin);
    const events = async () =>
      (await published()).map(({ event_type, data }) => [event_type, data.id, data.name, data.changes]);
    expect((await change(cards.slice(0, 1), { name: "Renamed", status: "ARCHIVED" })).body[0].status).toBe("ARCHIVED");
    await change(cards.slice(1), { status: "ARCHIVED" });
    const { body } = await change(cards, { status: "PHASING_OUT" });
    expect(body.map((card: Row) => [card["status"], card["archived_at"]])).toEqual([
      ["PHASING_OUT", null],
      ["PHASING_OUT", null],
    ]);
    const [one, other] = cards as [Card, Card];
    const phased = { status: { old: "ACTIVE", new: "PHASING_OUT" } };
    expect(await events()).toEqual([
      ["card.updated", one.id, undefined, { name: { old: one.name, new: "Renamed" } }],
      ["card.archived", one.id, "Renamed", undefined],
      ["card.archived", other.id, other.name, undefined],
      ["card.restored", one.id, "Renamed", undefined],
      ["card.restored", other.id, other.name, undefined],
      ["card.updated", one.id, undefined, phased],
      ["card.updated", other.id, undefined, phased],
    ]);
  });

  test("needs the right to archive each of the cards", async () => {
    const clerk = await server.as(role("inventory.view", "inventory.bulk_edit"));
    stakeholderRole("Part", "archivist", ["card.archive"]);
    const [own, other] = [await part(), await part()];
    stakeholder(own.id, clerk.userId, "archivist");
    const { status, body } = await change([own, other], { status: "ARCHIVED" }, {}, clerk);
    expect([status, body.detail]).toEqual([403, `${other.name} (${other.id}): Not enough permissions`]);
    const skipped = await change([own, other], { status: "ARCHIVED" }, { on_error: "skip" }, clerk);
    expect(skipped.body).toMatchObject({ updated: 1, failed: 1 });
    expect(await cardNow(admin, other.id)).toEqual(other);
    expect((await cardNow(admin, own.id)).status).toBe("ARCHIVED");
  });
});

describe("a dry run of a change in bulk", () => {
  test("reports the changes of each card that differs, and changes nothing", async () => {
    const [one, other] = [await part({ alias: "a" }), await part()];
    const published = await watch(admin);
    const { status, body } = await change([one, other], { alias: "a", status: "PHASING_OUT" }, { dry_run: true });
    expect(status).toBe(200);
    const entry = (row_index: number, { id }: Card, before: Row, after: Row) => ({
      ...{ row_index, card_id: id, id, status: "would_update", before, after, error: null },
    });
    expect(body).toEqual({
      dry_run: true,
      results: [
        entry(0, one, { status: "ACTIVE" }, { status: "PHASING_OUT" }),
        entry(1, other, { alias: null, status: "ACTIVE" }, { alias: "a", status: "PHASING_OUT" }),
      ],
      updated: 0,
      would_update: 2,
      failed: 0,
    });
    expect(await published()).toEqual([]);
    expect(await cardNow(admin, other.id)).toEqual(other);
  });

  test("reports archiving and restoring, too", async () => {
    const [active, archived] = [await part(), await part()];
    await admin.post(`/cards/${archived.id}/archive`);
    const plan = async (status: string) =>
      (await change([active, archived], { status }, { dry_run: true })).body.results.map(
        ({ id, before, after }: Card & Record<"before" | "after", Row>) => [id, before["status"], after["status"]],
      );
    expect(await plan("ARCHIVED")).toEqual([[active.id, "ACTIVE", "ARCHIVED"]]);
    expect(await plan("ACTIVE")).toEqual([[archived.id, "ARCHIVED", "ACTIVE"]]);
    expect(await plan("END_OF_LIFE")).toEqual([
      [active.id, "ACTIVE", "END_OF_LIFE"],
      [archived.id, "ARCHIVED", "END_OF_LIFE"],
    ]);
    expect(await cardNow(admin, archived.id)).toMatchObject({ status: "ARCHIVED" });
  });

  test("reports which cards would fail with `skip`", async () => {
    const [one, other] = [await part(), await part()];
    const name = unique("One ");
    const { body } = await change([one, other], { name }, { dry_run: true, on_error: "skip" });
    expect(body).toMatchObject({ dry_run: true, updated: 0, would_update: 1, failed: 1 });
    expect((await change([one, other], { name }, { dry_run: true })).status).toBe(409);
    expect(await cardNow(admin, one.id)).toEqual(one);
  });

  test("hides costs from users who may not see them", async () => {
    const clerk = await server.as(role("inventory.view", "inventory.bulk_edit"));
    const card = await part({ attributes: { size: 1, price: 9 } });
    const { body } = await change([card], { attributes: { size: 2 } }, { dry_run: true }, clerk);
    expect(body.results[0]).toMatchObject({
      before: { attributes: { size: 1, double: 2 } },
      after: { attributes: { size: 2 } },
    });
    expect(JSON.stringify(body)).not.toContain("price");
  });
});

test("ten thousand cards are changed in one request", async () => {
  const rows = Array.from({ length: 10_000 }, (_, row_index) => ({
    row_index,
    type: "Part",
    name: `Many ${row_index}`,
  }));
  const { results } = (await admin.post("/cards/bulk-create", { cards: rows })).body;
  const { status, body } = await change(results, { attributes: { size: 2 } });
  expect(status).toBe(200);
  expect(body).toHaveLength(10_000);
  expect(new Set(body.map((card: Card) => JSON.stringify(card["attributes"])))).toEqual(
    new Set(['{"size":2,"double":4}']),
  );
  expect((await change([...results, nobody], { alias: "a" })).status).toBe(422);
});

test.each([
  [{}, ["body.ids: missing", "body.updates: missing"]],
  [{ ids: ["x"], updates: {} }, ["body.ids.0: uuid_parsing"]],
  [
    { ids: [], updates: { name: null, status: "GONE" } },
    ["body.updates.name: string_type", "body.updates.status: literal_error"],
  ],
  [{ ids: [], updates: {}, on_error: "hope" }, ["body.on_error: literal_error"]],
])("the request %j is refused with the names of its fields", async (body, expected) => {
  const answer = await admin.patch("/cards/bulk", body);
  expect(answer.status).toBe(422);
  expect(
    answer.body.detail.map((one: { loc: unknown[]; type: string }) => `${one.loc.join(".")}: ${one.type}`),
  ).toEqual(expected);
});

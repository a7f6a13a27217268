import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { cardNow, cardType, field, makeCard, storedCards, unique, watch } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { executePeriodic } from "../../support/runs";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer();
const admin = clientAs(server, "admin");

const options = (...keys: string[]) => ({ options: keys.map((key) => ({ key, label: key })) });
const fields = [
  field("note", "text"),
  field("one", "single_select", options("red", "green")),
  field("many", "multiple_select", options("red", "green", "blue")),
  field("bare", "single_select"),
];
const full = { note: "n", one: "red", many: ["red", "blue"], bare: "x", undeclared: "red" };

/** Returns a type with the fields above, and a change of its schema. */
function setUp() {
  const key = cardType(unique("Shrinking"), fields);
  const change = (...sections: object[][]) =>
    admin.patch(`/metamodel/types/${key}`, {
      fields_schema: sections.map((fields, index) => ({ section: `Section ${index}`, fields })),
    });
  return { key, change };
}
const [note, one, many, bare] = fields as [object, object, object, object];

describe("the attributes of cards after a change of their type", () => {
  const cases: [what: string, schema: object[][], left: object][] = [
    ["a field that is gone", [[one, many, bare]], { ...full, note: undefined }],
    ["all fields that are gone", [], { undeclared: "red" }],
    ["fields that move to another section", [[bare], [many, one], [note]], full],
    ["fields that get another label, weight or place", [[{ ...note, label: "N", weight: 3 }, one, many, bare]], full],
    [
      "a chosen option that is gone",
      [[note, { ...one, ...options("green") }, many, bare]],
      { ...full, one: undefined },
    ],
    ["another option that is gone", [[note, { ...one, ...options("red") }, many, bare]], full],
    ["new options", [[note, { ...one, ...options("red", "green", "blue") }, many, bare]], full],
    [
      "one of several options that is gone",
      [[note, one, { ...many, ...options("blue") }, bare]],
      { ...full, many: ["blue"] },
    ],
    ["all of several options", [[note, one, { ...many, ...options() }, bare]], { ...full, many: [] }],
    [
      "a select that becomes text and has no options any more",
      [[note, field("one", "text"), many, bare]],
      { ...full, one: undefined },
    ],
    ["a select that becomes text and keeps its options", [[note, { ...one, type: "text" }, many, bare]], full],
    ["text that becomes a number", [[{ ...note, type: "number" }, one, many, bare]], full],
    ["a select that had no options", [[note, one, many, field("bare", "text")]], full],
  ];
  test.each(cases)("have lost exactly what the type lost: %s", async (_what, schema, left) => {
    const { key, change } = setUp();
    const card = await makeCard(admin, { type: key, attributes: full });
    const published = await watch(admin);
    expect((await change(...schema)).status).toBe(200);
    const after = await cardNow(admin, card.id);
    const expected = JSON.parse(JSON.stringify(left));
    expect(after.attributes).toEqual(expected);
    const ofCards = (await published()).filter((event) => event.event_type === "card.updated");
    if (Bun.deepEquals(expected, full)) expect(ofCards).toEqual([]);
    else
      expect(ofCards).toMatchObject([
        {
          card_id: card.id,
          user_id: admin.userId,
          data: { id: card.id, changes: { attributes: { old: full, new: expected } } },
        },
      ]);
  });
});

test("a removed field is removed from archived cards, and from no cards of other types", async () => {
  const { key, change } = setUp();
  const other = cardType(unique("Other"), fields);
  const stored = { name: "S", attributes: JSON.stringify(full) };
  const [archived, foreign, empty] = storedCards([
    { ...stored, type: key, status: "ARCHIVED" },
    { ...stored, type: other },
    { ...stored, name: "E", type: key, attributes: null },
  ]) as [string, string, string];
  await change([one, many, bare]);
  expect((await cardNow(admin, archived)).attributes).not.toHaveProperty("note");
  expect((await cardNow(admin, foreign)).attributes).toEqual(full);
  expect((await cardNow(admin, empty)).attributes).toBeNull();
});

test("a removal leaves the approval and the last author of a card, and changes its version and quality", async () => {
  const { key } = setUp();
  const card = await makeCard(admin, { type: key, attributes: full });
  await admin.post(`/cards/${card.id}/approval-status?action=approve`);
  const before = await admin.get(`/cards/${card.id}`);
  const editor = await server.as("admin");
  await editor.patch(`/metamodel/types/${key}`, {
    fields_schema: [{ section: "Main", fields: [note, { ...one, ...options("green") }, many, bare] }],
  });
  const after = await admin.get(`/cards/${card.id}`);
  expect(after.body).toMatchObject({ approval_status: "APPROVED", updated_by: before.body.updated_by });
  expect(after.body.data_quality).toBeLessThan(before.body.data_quality);
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag") as string);
});

test("the event of the type names what is removed, and how many cards lost something", async () => {
  const { key, change } = setUp();
  for (const attributes of [full, { note: "m" }, { bare: "x" }]) await makeCard(admin, { type: key, attributes });
  const published = await watch(admin);
  await change([{ ...one, ...options("green") }, many, bare]);
  const events = await published();
  expect(events.at(-1)).toMatchObject({
    event_type: "metamodel.type.updated",
    data: { id: key, removed: { fields: ["note"], options: { one: ["red"] } }, cards_changed: 2 },
  });
  expect(events).toHaveLength(3);
  expect(new Set(events.map((event) => event.batch_id)).size).toBe(1);
});

test("a removal changes many cards at once", async () => {
  const { key, change } = setUp();
  storedCards(
    Array.from({ length: 2_500 }, (_, index) => ({
      type: key,
      name: `Card ${index}`,
      attributes: JSON.stringify(index % 2 ? full : { bare: "x" }),
    })),
  );
  await change([note, one, { ...many, ...options("blue") }, bare]);
  const usage = async (option: string) =>
    (await admin.get(`/metamodel/types/${key}/option-usage?field_key=many&option_key=${option}`)).body.card_count;
  expect([await usage("red"), await usage("blue")]).toEqual([0, 1_250]);
});

test("a refused change removes nothing", async () => {
  const { key, change } = setUp();
  const card = await makeCard(admin, { type: key, attributes: full });
  expect((await change([one, { ...note, key: "not a key" }])).status).toBe(422);
  expect((await change([one, { ...many, options: null }])).status).toBe(422);
  expect((await cardNow(admin, card.id)).attributes).toEqual(full);
});

describe("the usage of fields", () => {
  let key: string;
  beforeAll(() => {
    key = cardType(unique("Used"), [...fields, field("flag", "boolean"), field("size", "number")], {
      subtypes: [{ key: "small", label: "Small", hidden_fields: ["note"] }],
    });
    const card = (attributes: object | null, status = "ACTIVE") => ({
      type: key,
      name: unique("U "),
      status,
      attributes: attributes && JSON.stringify(attributes),
    });
    storedCards([
      card({ note: "n", one: "red", many: ["red", "blue"], flag: true, size: 5 }),
      card({ note: null, one: "green", many: [] }),
      card({ many: ["blue"], one: ["red"], size: 6 }),
      card({ note: "n", one: "red", many: ["red"] }, "ARCHIVED"),
      card(null),
    ]);
  });
  const get = async (path: string) => (await admin.get(`/metamodel/types/${key}/${path}`)).body;

  test.each([
    ["field-usage?field_key=note", { field_key: "note", card_count: 2 }],
    ["field-usage?field_key=unknown", { field_key: "unknown", card_count: 0 }],
    ["section-usage?field_keys=note,%20flag%20,,size", { card_count: 3 }],
    ["section-usage?field_keys=%20,", { card_count: 0 }],
    ["option-usage?field_key=one&option_key=red", { field_key: "one", option_key: "red", card_count: 1 }],
    ["option-usage?field_key=many&option_key=blue", { field_key: "many", option_key: "blue", card_count: 2 }],
    ["option-usage?field_key=many&option_key=none", { field_key: "many", option_key: "none", card_count: 0 }],
    ["option-usage?field_key=flag&option_key=true", { field_key: "flag", option_key: "true", card_count: 1 }],
    ["option-usage?field_key=size&option_key=5", { field_key: "size", option_key: "5", card_count: 1 }],
    ["option-usage?field_key=a%22b&option_key=%25", { field_key: 'a"b', option_key: "%", card_count: 0 }],
  ])("is counted by %s", async (path, answer) => {
    expect(await get(path)).toEqual(answer);
  });

  test("is counted for all fields and options of a type in one answer", async () => {
    expect(await get("usage")).toEqual({
      key,
      card_count: 4,
      fields: [
        { field_key: "note", card_count: 2, options: {} },
        { field_key: "one", card_count: 3, options: { green: 1, red: 2 } },
        { field_key: "many", card_count: 3, options: { blue: 2, red: 1 } },
        { field_key: "bare", card_count: 0, options: {} },
        { field_key: "flag", card_count: 1, options: {} },
        { field_key: "size", card_count: 2, options: {} },
      ],
    });
    expect((await admin.get("/metamodel/types/Nothing/usage")).status).toBe(404);
  });

  test("includes all that a removal would affect", async () => {
    const formula = 'data.note if data.one == "red" else None';
    const calculation = { name: unique("Calculation "), target_type_key: key, target_field_key: "size", formula };
    expect((await admin.post("/calculations", calculation)).status).toBe(201);
    expect(await get("impact?field_key=note")).toEqual({
      field_key: "note",
      option_key: null,
      card_count: 3,
      active_card_count: 2,
      required: false,
      weight: 1,
      hidden_by_subtypes: ["small"],
      references: expect.objectContaining({ calculations: 1 }),
    });
    expect(await get("impact?field_key=many&option_key=red")).toMatchObject({
      option_key: "red",
      card_count: 2,
      active_card_count: 1,
      references: { calculations: 0 },
    });
    expect(await get("impact?field_key=unknown")).toMatchObject({ card_count: 0, weight: 0, hidden_by_subtypes: [] });
  });

  test.each(["field-usage?field_key=a", "section-usage?field_keys=a", "option-usage?field_key=a&option_key=b"])(
    "is answered with 404 by %s for an unknown type",
    async (path) => {
      const { status, body } = await admin.get(`/metamodel/types/Nothing/${path}`);
      expect([status, body]).toEqual([404, { detail: "Card type not found" }]);
    },
  );

  test.each(["field-usage", "section-usage", "option-usage?field_key=a", "impact"])(
    "is refused by %s without its parameters",
    async (path) => {
      expect((await admin.get(`/metamodel/types/${key}/${path}`)).status).toBe(422);
    },
  );
});

describe("a change of a type of thousands of cards", () => {
  const CARDS = 5_001;
  afterEach(() =>
    until(
      () => statement("SELECT 1 FROM runs WHERE kind GLOB 'cards.*' AND state IN ('queued', 'running')").get() === null,
      "the end of the runs",
    ),
  );

  /** Returns such a type, whose cards have the score that they get with the change of one of them. */
  function setUpLarge() {
    const type = setUp();
    const stored = { type: type.key, attributes: JSON.stringify({ note: "n", one: "red" }) };
    return {
      ...type,
      ids: storedCards(Array.from({ length: CARDS }, (_, index) => ({ ...stored, name: `L ${index}` }))),
    };
  }
  const left = (key: string, condition: string) =>
    statement<{ count: number }>(`SELECT count(*) AS count FROM cards WHERE type = ? AND ${condition}`).get(key)?.count;

  test("deletes removed values in slices, and publishes the event of each card", async () => {
    const { key, change, ids } = setUpLarge();
    const before = lastEvent();
    expect(await change([{ ...one, ...options("green") }, many, bare])).toMatchObject({ status: 200 });
    expect(left(key, "attributes ->> 'note' IS NOT NULL")).toBe(CARDS);
    await until(() => left(key, "attributes <> '{}'") === 0, "cards without the removed values");
    const events = eventsAfter(before);
    const [changed] = events.filter(({ event_type }) => event_type === "metamodel.type.updated");
    expect(changed?.data).toMatchObject({ cards_changed: CARDS });
    const updates = events.filter(({ event_type }) => event_type === "card.updated");
    expect(new Set(updates.map(({ card_id }) => card_id))).toEqual(new Set(ids));
  });

  test("keeps values of a field that is there again when the run comes to them", async () => {
    const { key, change } = setUpLarge();
    statement(
      `CREATE TRIGGER later AFTER INSERT ON runs WHEN new.kind = 'cards.delete_removed_fields' BEGIN UPDATE runs SET due_at = '2999-01-01' WHERE id = new.id; END`,
    ).run();
    expect((await change([{ ...one, ...options("green") }, many, bare])).status).toBe(200);
    expect((await change([note, { ...one, ...options("green") }, many, bare])).status).toBe(200);
    statement("DROP TRIGGER later").run();
    await executePeriodic("cards.delete_removed_fields");
    await until(() => left(key, "attributes ->> 'one' IS NOT NULL") === 0, "cards without the removed option");
    expect(left(key, "attributes ->> 'note' = 'n'")).toBe(CARDS);
  });

  test("scores the cards again by a run, and others change cards meanwhile", async () => {
    const { key, change, ids } = setUpLarge();
    await admin.patch(`/cards/${ids[0]}`, { description: "scored" });
    await change([{ ...note, weight: 9 }, one, many, bare]);
    const { body: last } = await admin.patch(`/cards/${ids.at(-1)}`, { description: "scored" });
    await until(() => left(key, `data_quality = ${last.data_quality}`) === 2, "both cards with one score");
    await until(() => left(key, "data_quality = 0") === 0, "all cards with a score");
  });
});

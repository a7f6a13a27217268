import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
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
  cardType("Part", [field("links", "number")]);
  cardType("Box");
  stakeholderRole("Part", "keeper", ["card.manage_relations"]);
  relationType("fits", "Part", "Box", { attributes_schema: [field("fee", "cost")], source_mandatory: true });
  relationType("oneToOne", "Part", "Box", { cardinality: "1:1" });
  relationType("oneToMany", "Part", "Box", { cardinality: "1:n" });
  const formula = { name: "l", target_type_key: "Part", target_field_key: "links", formula: "relation_count.fits" };
  await admin.post(`/calculations/${(await admin.post("/calculations", formula)).body.id}/activate`);
});

type Row = Record<string, unknown>;
type Card = { id: string; name: string };

const part = (more: Row = {}): Promise<Card> => makeCard(admin, { type: "Part", ...more });
const box = (more: Row = {}): Promise<Card> => makeCard(admin, { type: "Box", ...more });
const byId = ({ id }: Card) => ({ id });

/** Returns an operation on `fits`. */
const fits = (source: Row, target: Row, more: Row = {}) => ({ type: "fits", source, target, ...more });
const send = (operations: readonly Row[], more: Row = {}, client = admin) =>
  client.post("/relations/bulk", {
    operations: operations.map((operation, row_index) => ({ row_index, ...operation })),
    ...more,
  });

/** Returns the outcome of each operation: its status, or its error. */
async function outcomes(operations: readonly Row[]): Promise<string[]> {
  const { status, body } = await send(operations);
  expect(status).toBe(200);
  return body.results.map((one: Row) => one["error"] ?? one["status"]);
}

const relationsOf = async (card: Card) => (await admin.get(`/relations?card_id=${card.id}`)).body as Row[];

test("relations are created, changed, left and deleted in one batch; each is shown in the history of both ends", async () => {
  const [source, a, b, c] = [await part(), await box(), await box(), await box()];
  const [changed, same, going] = [
    await relate(admin, "fits", source, a, { attributes: { fee: 1 }, description: "d" }),
    await relate(admin, "fits", source, b, { description: "d" }),
    await relate(admin, "oneToOne", source, b),
  ];
  const published = await watch(admin);
  const { status, body } = await send([
    fits(byId(source), byId(a), { attributes: { fee: 2 }, description: null }),
    fits(byId(source), byId(b), { attributes: null, description: "d" }),
    { type: "oneToOne", action: "delete", source: byId(source), target: byId(b) },
    { type: "oneToMany", action: "delete", source: byId(source), target: byId(b) },
    fits(byId(source), byId(c), { description: "new" }),
  ]);
  expect(status).toBe(200);
  const made = (await relationsOf(c))[0] as Row;
  const result = (row_index: number, status: string, relation_id: unknown) => ({
    row_index,
    status,
    relation_id,
    error: null,
  });
  expect(body).toEqual({
    results: [
      result(0, "upserted", changed.id),
      result(1, "upserted", same.id),
      result(2, "deleted", null),
      result(3, "noop", null),
      result(4, "upserted", made["id"]),
    ],
    upserted: 3,
    deleted: 1,
    failed: 0,
    dry_run: false,
  });
  expect(made).toMatchObject({ attributes: {}, description: "new", source: { name: source.name } });
  expect((await relationsOf(a))[0]).toMatchObject({ attributes: { fee: 2 }, description: "d" });
  expect(
    (await published()).map(({ event_type, card_id, data }) => [event_type, card_id, data.id, data.fields]),
  ).toEqual([
    ["relation.updated", source.id, changed.id, ["attributes"]],
    ["relation.updated", a.id, changed.id, ["attributes"]],
    ["relation.deleted", source.id, going.id, undefined],
    ["relation.deleted", b.id, going.id, undefined],
    ["relation.created", source.id, made["id"], undefined],
    ["relation.created", c.id, made["id"], undefined],
  ]);
  // Calculated and scored once it is done.
  expect((await cardNow(admin, source.id)).attributes.links).toBe(3);
  const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
  expect(batch.tool_name).toBe("POST /api/v1/relations/bulk");
  // The changes are undone together, too.
  expect((await admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false })).status).toBe(200);
  expect((await relationsOf(source)).map((one) => [one["id"], one["attributes"]])).toEqual([
    [changed.id, { fee: 1 }],
    [same.id, {}],
    [going.id, {}],
  ]);
  expect((await cardNow(admin, source.id)).attributes.links).toBe(2);
});

describe("the ends of relations", () => {
  test("are found by name and by path among the cards of the right type", async () => {
    const [top, other] = [await part({ name: unique("Top ") }), await part({ name: unique("Other ") })];
    const [twin] = [
      await part({ name: "Twin/1", parent_id: top.id }),
      await part({ name: "Twin/1", parent_id: other.id }),
    ];
    const target = await box({ name: unique("Box ") });
    expect(
      await outcomes([
        fits({ name: ` ${top.name.toUpperCase()}` }, { name: target.name, type: "Box" }),
        fits({ name: "Twin/1", parent_path: [top.name] }, byId(target)),
        fits({ name: "Twin/1" }, byId(target)),
        fits({ name: "Twin/1", parent_path: ["Nobody"] }, byId(target)),
        fits({ name: target.name }, byId(target)),
        fits({ name: top.name, type: "Box" }, byId(target)),
        fits({}, byId(target)),
      ]),
    ).toEqual([
      "upserted",
      "upserted",
      expect.stringMatching(/^The source is ambiguous: Twin\/1 could be .+, or .+/),
      expect.stringMatching(/^The source was not found: Nobody \/ Twin\/1; there is .+/),
      expect.stringContaining("The source was not found"),
      "The source must be a card of type Part, not Box",
      "The source must have an id or a name",
    ]);
    expect((await relationsOf(target)).map((one) => one["source_id"])).toEqual([top.id, twin?.id as string]);
  });

  test("are refused when their id is not of a card of the right type", async () => {
    const [source, target] = [await part(), await box()];
    const nobody = { id: "01900000-0000-7000-8000-000000000000" };
    expect(
      await outcomes([
        fits({ id: "x" }, byId(target)),
        fits(nobody, byId(target)),
        fits(byId(source), nobody),
        fits(byId(target), byId(source)),
        fits(byId(source), byId(source)),
        { type: "nothing", source: byId(source), target: byId(target) },
        fits(byId(source), byId(target)),
      ]),
    ).toEqual([
      "The id of the source must be a UUID",
      "The source was not found",
      "The target was not found",
      "The source must be a card of type Part",
      "The target must be a card of type Box",
      "Unknown relation type: nothing",
      "upserted",
    ]);
  });
});

test("the cardinality is checked with the relations of the former rows", async () => {
  const [p, q] = [await part(), await part()];
  const [a, b] = [await box(), await box()];
  const row = (type: string, source: Card, target: Card) => ({ type, source: byId(source), target: byId(target) });
  expect(
    await outcomes([
      row("oneToOne", p, a),
      row("oneToOne", p, b),
      row("oneToOne", q, a),
      row("oneToOne", q, b),
      row("oneToOne", p, a),
      row("oneToMany", p, a),
      row("oneToMany", p, b),
      row("oneToMany", q, a),
    ]),
  ).toEqual([
    "upserted",
    "Cardinality 1:1: the source already has a relation of type oneToOne",
    "Cardinality 1:1: the target already has a relation of type oneToOne",
    "upserted",
    "upserted",
    "upserted",
    "Cardinality 1:n: the source already has a relation of type oneToMany",
    "upserted",
  ]);
});

describe("a row that fails", () => {
  const rows = async () => [fits(byId(await part()), byId(await box())), fits({ name: "Nobody" }, { name: "Nobody" })];

  test("doesn't prevent the others", async () => {
    expect((await send(await rows())).body).toMatchObject({ upserted: 1, failed: 1 });
  });

  test("stops all with `stop`, and is named", async () => {
    const published = await watch(admin);
    const before = statement("SELECT count(*) AS count FROM relations").get();
    const { status, body } = await send(await rows(), { on_error: "stop" });
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      422,
      ["body", "operations", 1],
      "row 1: The source was not found: Nobody",
    ]);
    expect(statement("SELECT count(*) AS count FROM relations").get()).toEqual(before);
    expect((await published()).filter(({ event_type }) => event_type.startsWith("relation."))).toEqual([]);
  });
});

test("a dry run reports what would happen, and changes nothing", async () => {
  const [source, target] = [await part(), await box()];
  const published = await watch(admin);
  const operations = [fits(byId(source), byId(target)), fits(byId(source), byId(target), { action: "delete" })];
  expect((await send(operations, { dry_run: true })).body).toMatchObject({ upserted: 1, deleted: 1, dry_run: true });
  expect(await relationsOf(source)).toEqual([]);
  expect(await published()).toEqual([]);
});

test("costs that the user doesn't see stay as they are", async () => {
  const clerk = await server.as(role("relations.manage", "relations.view"));
  const [source, target] = [await part(), await box()];
  await relate(admin, "fits", source, target, { attributes: { fee: 7, other: 1 } });
  for (const attributes of [{ fee: 1 }, {}, { other: 2 }]) {
    expect((await send([fits(byId(source), byId(target), { attributes })], {}, clerk)).body).toMatchObject({
      upserted: 1,
    });
    expect((await relationsOf(source))[0]?.["attributes"]).toEqual({ ...attributes, fee: 7 });
  }
});

test("a user who may manage the relations of some of the cards changes those, and the others are reported", async () => {
  const keeper = await server.as(role("inventory.view"));
  const [own, other, target] = [await part(), await part(), await box()];
  stakeholder(own.id, keeper.userId, "keeper");
  const operations = [fits(byId(own), byId(target)), fits(byId(other), byId(target))];
  const { status, body } = await send(operations, {}, keeper);
  expect([status, body.results.map((one: Row) => one["error"])]).toEqual([200, [null, "Not enough permissions"]]);
  expect((await send(operations.slice(1), {}, keeper)).status).toBe(403);
  expect((await send(operations, {}, await server.as("viewer"))).status).toBe(403);
});

test("at most five thousand operations are accepted", async () => {
  const boxes = Array.from({ length: 100 }, (_, row_index) => ({
    row_index,
    type: "Box",
    name: `Box no. ${row_index}`,
  }));
  const parts = Array.from({ length: 50 }, (_, row_index) => ({
    row_index,
    type: "Part",
    name: `Part no. ${row_index}`,
  }));
  await admin.post("/cards/bulk-create", { cards: [...boxes, ...parts] });
  const operations = parts.flatMap(({ name: part }) =>
    boxes.map(({ name: box }) => fits({ name: part }, { name: box })),
  );
  const { body } = await send(operations);
  expect([body.upserted, body.failed]).toEqual([5_000, 0]);
  const { items } = (await admin.get("/cards?type=Part&where=links:100&page_size=200")).body;
  expect(items).toHaveLength(50);
  expect((await send([...operations, operations[0] as Row])).status).toBe(422);
});

test.each([
  [{ operations: [] }, "body.operations: too_short"],
  [{ operations: [{ row_index: 0, type: "fits", source: {} }] }, "body.operations.0.target: missing"],
  [
    { operations: [{ row_index: 0, type: "fits", source: {}, target: {}, action: "move" }] },
    "body.operations.0.action: literal_error",
  ],
  [
    { operations: [{ row_index: 0, type: "fits", source: {}, target: {}, attributes: [] }] },
    "body.operations.0.attributes: dict_type",
  ],
])("the request %j is refused with the name of the field", async (body, expected) => {
  const { status, body: answer } = await admin.post("/relations/bulk", body);
  expect([status, `${answer.detail[0].loc.join(".")}: ${answer.detail[0].type}`]).toEqual([422, expected]);
});

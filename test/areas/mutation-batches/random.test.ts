/** The rollback of a batch of random changes restores the former state; also batch after batch, the last one first. */
import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import { batchOfEvent } from "../../support/batches";
import { cardType, field, relationType } from "../../support/factories";
import { lastEvent } from "../../support/journal";
import { type Random, randomFrom } from "../../support/openapi";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Node", [field("price", "cost"), field("size", "number"), field("note", "text")]);
  cardType("BusinessCapability", [field("capabilityLevel", "text"), field("size", "number")]);
  for (const [key, cardinality] of [
    ["links", "n:m"],
    ["only", "1:1"],
  ] as const)
    relationType(key, "Node", "Node", {
      cardinality,
      source_mandatory: true,
      attributes_schema: [field("fee", "cost")],
    });
});

type Row = Record<string, unknown>;

function withoutLevel(attributes: Row | null): Row | null {
  const { capabilityLevel, ...others } = attributes ?? {};
  return attributes === null ? null : others;
}

/** Returns the capabilities that don't have the level of their place, among those that are active up to their root. */
function wrongLevels(): string[] {
  type Capability = { id: string; type: string; status: string; parent_id: string | null; level: string | null };
  const cards = new Map(
    statement<Capability>("SELECT id, type, status, parent_id, attributes ->> 'capabilityLevel' AS level FROM cards")
      .all()
      .map((card) => [card.id, card]),
  );
  const wayUp = (card: Capability): Capability[] => {
    const parent = cards.get(card.parent_id ?? "");
    return [card, ...(parent ? wayUp(parent) : [])];
  };
  return [...cards.values()]
    .filter((card) => card.type === "BusinessCapability")
    .map(wayUp)
    .filter((way) => way.every((card) => card.status === "ACTIVE"))
    .filter((way) => way[0]?.level !== `L${Math.min(5, way.length)}`)
    .map(([card]) => card?.id as string);
}

/**
 * Returns all cards and relations, without when they were changed or archived last, and without their place in the table.
 * Levels are left out, too: of what is not active, and below it, they may be those of an earlier place.
 */
function state(): { cards: Row[]; relations: Row[] } {
  const rows = (table: string) =>
    statement<Row>(`SELECT * FROM ${table} ORDER BY id`)
      .all()
      .map(({ seq, updated_at, archived_at, ...row }) => ({
        ...row,
        archived: archived_at !== undefined && archived_at !== null,
        attributes: withoutLevel(JSON.parse((row["attributes"] as string | null) ?? "null")),
        lifecycle: JSON.parse((row["lifecycle"] as string | null | undefined) ?? "null"),
      }));
  return { cards: rows("cards"), relations: rows("relations") };
}

const ids = (table: "cards" | "relations", where = "1") =>
  statement<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY seq`)
    .all()
    .map((row) => row.id);

let names = 0;
const types = ["Node", "Node", "BusinessCapability"];
const strategies = ["cascade", "disconnect", "reparent"];

function attributesBy(random: Random): Row | null {
  if (random() < 0.1) return null;
  return Object.fromEntries(
    random.sample(["price", "size", "note", "other"], random.whole(5)).map((key) => [key, random.whole(3)]),
  );
}

const lifecycleBy = (random: Random) =>
  random() < 0.2
    ? null
    : Object.fromEntries(random.sample(["plan", "active"], 2).map((phase) => [phase, `202${random.whole(3)}-01-01`]));

/** Returns a card of a type; trees are of one type, because only such have levels. */
const parentBy = (random: Random, type: unknown): string | null =>
  random.pick(ids("cards", `type = '${type}'`)) ?? null;

const typeOf = (id: string) => statement<{ type: string }>("SELECT type FROM cards WHERE id = ?").get(id)?.type;

/** Returns some fields of a card, each as likely as the other. */
function changesBy(random: Random, type: unknown): Row {
  const values: Row = {
    name: random() < 0.5 ? `Name ${random.whole(8)}` : `Name ${++names}`,
    description: random.pick([null, "one", "two"]),
    subtype: random.pick([null, "s"]),
    alias: random.pick([null, "a", "b"]),
    external_id: random.pick([null, "e"]),
    parent_id: random() < 0.3 ? null : parentBy(random, type),
    attributes: attributesBy(random),
    lifecycle: lifecycleBy(random),
    status: random.pick(["ACTIVE", "PHASING_OUT"]),
  };
  return Object.fromEntries(random.sample(Object.keys(values), 1 + random.whole(3)).map((key) => [key, values[key]]));
}

type Request = [method: string, path: string, body?: unknown];

/** Returns a request that changes something at random. It may be refused. */
function requestBy(random: Random, made: ReadonlySet<string>): Request {
  const all = ids("cards");
  const card = random.pick(all);
  const relations = ids("relations");
  const some = () => random.sample(all, 1 + random.whole(4));
  const newCard = () => {
    const type = random.pick(types);
    const parent_id = random() < 0.5 ? null : parentBy(random, type);
    return { type, name: `New ${++names}`, parent_id, attributes: attributesBy(random) };
  };
  const requests: (() => Request)[] = [
    () => ["POST", "/cards", newCard()],
    () => ["PATCH", `/cards/${card}`, changesBy(random, typeOf(card))],
    () => ["PATCH", `/cards/${card}`, changesBy(random, typeOf(card))],
    () => ["PATCH", `/cards/${card}`, { parent_id: parentBy(random, typeOf(card)) }],
    () => ["PATCH", `/cards/${card}`, { status: random.pick(["ARCHIVED", "ACTIVE"]) }],
    () => ["POST", `/cards/${card}/archive`, { child_strategy: random.pick(strategies) }],
    () => ["POST", `/cards/${card}/restore`, { also_restore_card_ids: some() }],
    () => ["PATCH", "/cards/bulk", { ids: some(), updates: { attributes: attributesBy(random) } }],
    () => ["POST", "/cards/bulk-archive", { card_ids: some(), child_strategy: random.pick(strategies) }],
    () => ["POST", "/cards/bulk-restore", { card_ids: some() }],
    () => [
      "POST",
      "/cards/bulk-create",
      { cards: [1, 2, 3].map((row_index) => ({ row_index, ...newCard(), approval_status: "APPROVED" })) },
    ],
    () => [
      "POST",
      "/relations",
      {
        type: random.pick(["links", "only"]),
        source_id: card,
        target_id: random.pick(all),
        attributes: { fee: random.whole(3) },
      },
    ],
    () => ["DELETE", `/relations/${random.pick(relations)}`],
    () => ["PATCH", `/relations/${random.pick(relations)}`, { attributes: attributesBy(random), description: "d" }],
    // A card of the former state can't be restored once it is deleted.
    () => [
      "DELETE",
      `/cards/${random.pick([...made].filter((id) => all.includes(id))) ?? "none"}`,
      { child_strategy: random.pick(["disconnect", "reparent"]) },
    ],
  ];
  return random.pick(requests)();
}

/**
 * Does one thing at random.
 * @param made cards that may be deleted
 * @returns whether it was not refused
 */
async function attempt(random: Random, made: ReadonlySet<string>, headers?: Record<string, string>): Promise<boolean> {
  const [method, path, body] = requestBy(random, made);
  const answer = await admin.send(method, path, random() < 0.5 ? body : onThread(path, body), headers);
  const request = `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`;
  expect(answer.status, request).toBeLessThan(500);
  return answer.status < 300;
}

/** Returns the body of a bulk operation as one that is so large that it is executed on the writer thread. */
const onThread = (path: string, body: unknown) => (path.includes("bulk") ? JSON.stringify(body).padEnd(300_000) : body);

/** Does things at random in one batch, and gives the batch and how many of them were not refused. */
async function disturb(random: Random, count: number): Promise<{ id: string; done: number }> {
  const { id } = (await admin.post("/mutation-batches", { tool_name: "random" })).body;
  const before = new Set(ids("cards"));
  let done = 0;
  for (let step = 0; step < count; step++) {
    const made = new Set(ids("cards").filter((card) => !before.has(card)));
    if (await attempt(random, made, { "x-turbo-ea-batch": id })) done++;
  }
  return { id, done };
}

/** A landscape to begin with: trees, relations, approvals, and cards that are archived. */
async function begin(random: Random): Promise<void> {
  for (let count = 0; count < 15; count++) {
    const type = random.pick(types);
    const { body } = await admin.post("/cards", {
      type,
      name: `First ${++names}`,
      parent_id: random() < 0.4 ? null : parentBy(random, type),
      attributes: attributesBy(random),
      lifecycle: lifecycleBy(random),
    });
    if (random() < 0.5) await admin.post(`/cards/${body?.id}/approval-status?action=approve`);
  }
  const nodes = ids("cards", "type = 'Node'");
  for (let count = 0; count < 10; count++)
    await admin.post("/relations", {
      type: random.pick(["links", "only"]),
      source_id: random.pick(nodes),
      target_id: random.pick(nodes),
      attributes: { fee: 1 },
    });
  for (const card of random.sample(ids("cards"), 3))
    await admin.post(`/cards/${card}/archive`, { child_strategy: "disconnect" });
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Rolls a batch back, after a plan that finds nothing in its way and changes nothing. */
async function rollBack(id: string): Promise<void> {
  const rehearsed = state();
  const plan = await admin.post(`/mutation-batches/${id}/rollback`, {});
  expect(plan).toMatchObject({ status: 200, body: { conflicting_batches: [], obstacles: [], complete: true } });
  expect(state()).toEqual(rehearsed);
  const answer = await admin.post(`/mutation-batches/${id}/rollback`, { dry_run: false });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

test.each(SEEDS)("three batches of random changes are undone, the last one first (seed %d)", async (seed) => {
  const random = randomFrom(seed);
  await begin(random);
  const stages: { id: string; before: ReturnType<typeof state> }[] = [];
  for (let batch = 0; batch < 3; batch++) {
    const before = state();
    const { id, done } = await disturb(random, 30);
    expect(done).toBeGreaterThan(5);
    expect(state()).not.toEqual(before);
    expect(wrongLevels()).toEqual([]);
    stages.push({ id, before });
  }
  for (const { id, before } of stages.reverse()) {
    await rollBack(id);
    expect(state()).toEqual(before);
    expect(wrongLevels()).toEqual([]);
  }
});

const rowsOfBatches = () => statement<[number]>("SELECT count(*) FROM mutation_batches").values()[0]?.[0] as number;

test.each(SEEDS)("requests that name no batch are undone one by one, the last one first (seed %d)", async (seed) => {
  const random = randomFrom(100 + seed);
  await begin(random);
  const stages: { id: string; before: ReturnType<typeof state> }[] = [];
  const rows = rowsOfBatches();
  for (let step = 0; step < 40; step++) {
    const [before, newest] = [state(), lastEvent()];
    await attempt(random, new Set());
    const id = batchOfEvent("seq > ?", String(newest));
    if (id) stages.push({ id, before });
  }
  expect(stages.length).toBeGreaterThan(10);
  expect(rowsOfBatches() - rows).toBeLessThan(stages.length);
  for (const { id, before } of stages.reverse()) {
    await rollBack(id);
    expect(state()).toEqual(before);
    expect(wrongLevels()).toEqual([]);
  }
});

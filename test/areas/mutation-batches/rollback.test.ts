import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { publish } from "../../../src/core/journal/journal";
import { batchAbout, batchOfEvent } from "../../support/batches";
import type { Client } from "../../support/client";
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
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");
beforeAll(() => {
  cardType("Widget", [field("price", "cost"), field("size", "number"), field("note", "text")], {
    section_config: { __dataQuality: { stakeholders: 0, relations: 0, tags: 0 } },
  });
  cardType("Bolt");
  cardType("BusinessCapability", [field("capabilityLevel", "text")]);
  relationType("fits", "Widget", "Widget", { attributes_schema: [field("fee", "cost"), field("kind", "text")] });
  relationType("only", "Widget", "Bolt", { cardinality: "1:1" });
  stakeholderRole("Widget", "keeper", ["card.edit", "card.delete"]);
  stakeholderRole("Widget", "linker", ["card.manage_relations"]);
});

const nobodysId = "01900000-0000-7000-8000-000000000000";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

/** Opens a batch and does something in it; the function it gets adds the header. */
async function together(
  client: Client,
  work: (send: (method: string, path: string, body?: unknown) => Promise<Body>) => Promise<void>,
): Promise<string> {
  const { body } = await client.post("/mutation-batches", { tool_name: unique("tool ") });
  await work(async (method, path, sent) => {
    const answer = await client.send(method, path, sent, { "x-turbo-ea-batch": body.id });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  });
  return body.id;
}

const plan = async (client: Client, id: string): Promise<Body> => {
  const { status, body } = await client.post(`/mutation-batches/${id}/rollback`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const roll = (client: Client, id: string, body: Record<string, unknown> = {}) =>
  client.post(`/mutation-batches/${id}/rollback`, { dry_run: false, ...body });

/** Rolls a batch back and gives the results. */
async function rolled(client: Client, id: string, body: Record<string, unknown> = {}): Promise<Body[]> {
  const answer = await roll(client, id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.results;
}

/** Results without what differs from run to run. */
const brief = (results: Body[]) =>
  results.map(({ op, status, reason }: Body) => [op, status, reason].filter((part) => part !== undefined).join(" "));

describe("a dry run of a rollback", () => {
  test("is the default: it reports the steps, and changes nothing", async () => {
    const card = await makeCard(member, { type: "Widget" });
    const id = await together(member, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { name: unique("Renamed "), attributes: { size: 1 } });
      await send("POST", `/cards/${card.id}/approval-status?action=approve`);
    });
    const before = await cardNow(member, card.id);
    const published = await watch(admin);
    const { body } = await member.post(`/mutation-batches/${id}/rollback`, {});
    expect(body).toEqual({
      batch: (await member.get(`/mutation-batches/${id}`)).body,
      operations: [
        { event_id: expect.any(String), op: "restore_approval", card_id: card.id },
        {
          event_id: expect.any(String),
          op: "restore_card_fields",
          card_id: card.id,
          fields: { name: card.name, attributes: {} },
          keys: { attributes: ["size"] },
        },
      ],
      unsupported_events: [],
      event_count: 2,
      dry_run: true,
      conflicting_batches: [],
      obstacles: [],
      complete: true,
    });
    expect(await cardNow(member, card.id)).toEqual(before);
    expect(await published()).toEqual([]);
    expect((await admin.get("/mutation-batches?tool_name=rollback_batch")).body.total).toBe(0);
  });

  test("changes nothing with an Idempotency-Key either", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const id = batchAbout(card.id);
    const key = { "idempotency-key": unique("key ") };
    for (let time = 0; time < 2; time++) {
      const answer = await admin.post(`/mutation-batches/${id}/rollback`, {}, key);
      expect(answer).toMatchObject({ status: 200, body: { dry_run: true, complete: true } });
    }
    expect((await admin.get(`/cards/${card.id}`)).status).toBe(200);
  });

  test("has no steps for a batch without events", async () => {
    const id = await together(member, async () => {});
    expect(await plan(member, id)).toMatchObject({
      operations: [],
      unsupported_events: [],
      event_count: 0,
      complete: true,
    });
  });

  test.each([
    ["no body", undefined, ["body: missing"]],
    ["no flag", { dry_run: null }, ["body.dry_run: bool_type"]],
    ["no flag to force", { force: "perhaps" }, ["body.force: bool_parsing"]],
  ])("is refused with %s", async (_, body, expected) => {
    const id = await together(member, async () => {});
    const answer = await member.post(`/mutation-batches/${id}/rollback`, body);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(expected);
  });
});

describe("a rollback", () => {
  test("deletes a created card, with all that belongs to it", async () => {
    const id = await together(admin, async (send) => {
      const card = await send("POST", "/cards", { type: "Widget", name: unique("Made ") });
      await send("PATCH", `/cards/${card.id}`, { description: "d" });
    });
    const { operations } = await plan(admin, id);
    const card = operations[1].card_id;
    expect(brief(await rolled(admin, id))).toEqual(["restore_card_fields ok", "delete_card ok"]);
    expect((await admin.get(`/cards/${card}`)).status).toBe(404);
  });

  test("restores an archived card as it was, with its children", async () => {
    const parent = await makeCard(member, { type: "Widget" });
    const [child, approved] = [
      await makeCard(member, { type: "Widget", parent_id: parent.id }),
      await makeCard(member, { type: "Widget", parent_id: parent.id }),
    ];
    await member.patch(`/cards/${parent.id}`, { status: "PHASING_OUT" });
    await member.post(`/cards/${approved.id}/approval-status?action=approve`);
    const before = await Promise.all([parent, child, approved].map((card) => cardNow(member, card.id)));
    await member.post(`/cards/${parent.id}/archive`, { child_strategy: "disconnect" });
    expect(await cardNow(member, approved.id)).toMatchObject({ parent_id: null, approval_status: "BROKEN" });
    expect(brief(await rolled(member, batchAbout(parent.id)))).toEqual([
      "restore_card ok",
      "restore_card_fields ok",
      "restore_card_fields ok",
    ]);
    for (const card of before)
      expect(await cardNow(member, card.id)).toEqual({ ...card, updated_at: expect.any(String) });
  });

  test("restores an archived tree, and its summary event is no loss", async () => {
    const parent = await makeCard(member, { type: "Widget" });
    const child = await makeCard(member, { type: "Widget", parent_id: parent.id });
    await member.post(`/cards/${parent.id}/archive`, { child_strategy: "cascade" });
    const id = batchAbout(parent.id);
    expect(await plan(member, id)).toMatchObject({
      unsupported_events: [{ event_type: "card.archived.batch" }],
      complete: true,
    });
    await rolled(member, id);
    for (const card of [parent, child])
      expect(await cardNow(member, card.id)).toMatchObject({
        status: "ACTIVE",
        archived_at: null,
        parent_id: card.parent_id,
      });
  });

  test("archives a restored card again", async () => {
    const card = await makeCard(member, { type: "Widget" });
    await member.post(`/cards/${card.id}/archive`);
    await member.post(`/cards/${card.id}/restore`);
    expect(brief(await rolled(member, batchAbout(card.id)))).toEqual(["archive_card ok"]);
    expect(await cardNow(member, card.id)).toMatchObject({ status: "ARCHIVED", archived_at: expect.any(String) });
  });

  test("restores the former status of a card that was restored without being archived", async () => {
    const card = await makeCard(member, { type: "Widget" });
    await member.patch(`/cards/${card.id}`, { status: "PHASING_OUT" });
    await member.post("/cards/bulk-restore", { card_ids: [card.id] });
    expect((await cardNow(member, card.id)).status).toBe("ACTIVE");
    expect(brief(await rolled(member, batchAbout(card.id)))).toEqual(["restore_card_fields ok"]);
    expect(await cardNow(member, card.id)).toMatchObject({ status: "PHASING_OUT", archived_at: null });
  });

  test("can't restore a deleted card, and the plan reports that", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    await admin.delete(`/cards/${card.id}`);
    const id = batchAbout(card.id);
    expect(await plan(admin, id)).toMatchObject({
      operations: [],
      unsupported_events: [{ event_type: "card.deleted", reason: expect.stringContaining("deleted for good") }],
      complete: false,
    });
    expect(await rolled(admin, id)).toEqual([
      { event_id: expect.any(String), op: "unsupported", event_type: "card.deleted", reason: expect.any(String) },
    ]);
  });

  test("deletes a created relation once, although two events report it", async () => {
    const [one, two] = [await makeCard(member, { type: "Widget" }), await makeCard(member, { type: "Widget" })];
    const relation = await relate(member, "fits", one, two);
    const id = batchAbout(relation.id);
    expect(await plan(member, id)).toMatchObject({ event_count: 2, obstacles: [], complete: true });
    const results = await rolled(member, id);
    expect(brief(results)).toEqual(["delete_relation ok", "delete_relation skipped already_deleted"]);
    expect(results[0].relation_id).toBe(relation.id);
    expect((await member.get(`/relations?card_id=${one.id}`)).body).toEqual([]);
  });

  test("restores a changed and a deleted relation, costs too", async () => {
    const [one, two] = [await makeCard(member, { type: "Widget" }), await makeCard(member, { type: "Widget" })];
    const relation = await relate(member, "fits", one, two, { attributes: { fee: 5, kind: "a" }, description: "d" });
    const id = await together(member, async (send) => {
      await send("PATCH", `/relations/${relation.id}`, { attributes: { kind: "b" } });
      await send("PATCH", `/relations/${relation.id}`, { description: null });
      await send("DELETE", `/relations/${relation.id}`);
    });
    const { operations, complete } = await plan(member, id);
    expect(complete).toBe(true);
    expect(operations[2]).toMatchObject({
      op: "restore_relation_fields",
      relation_id: relation.id,
      fields: { attributes: { kind: "b" }, description: "d" },
    });
    expect(brief(await rolled(member, id))).toEqual([
      "restore_relation ok",
      "restore_relation skipped already_restored",
      "restore_relation_fields ok",
      "restore_relation_fields skipped already_restored",
      "restore_relation_fields ok",
      "restore_relation_fields skipped already_restored",
    ]);
    expect((await member.get(`/relations?card_id=${one.id}`)).body).toEqual([relation]);
  });

  test("restores many relations that were created and deleted in one request", async () => {
    const cards = [];
    for (let count = 0; count < 4; count++) cards.push(await makeCard(member, { type: "Widget" }));
    const existing = await relate(member, "fits", cards[0], cards[1], { attributes: { fee: 7 } });
    const end = (card: Body) => ({ id: card.id });
    const answer = await member.post("/relations/bulk", {
      operations: [
        { row_index: 1, action: "delete", type: "fits", source: end(cards[0]), target: end(cards[1]) },
        { row_index: 2, type: "fits", source: end(cards[2]), target: end(cards[3]) },
      ],
    });
    expect(answer.body).toMatchObject({ upserted: 1, deleted: 1 });
    await rolled(member, batchAbout(existing.id));
    expect((await member.get(`/relations?card_id=${cards[0].id}`)).body).toEqual([existing]);
    expect((await member.get(`/relations?card_id=${cards[2].id}`)).body).toEqual([]);
  });

  test("restores the fields of a card, one and all", async () => {
    const [old, parent] = [await makeCard(member, { type: "Widget" }), await makeCard(member, { type: "Bolt" })];
    const card = await makeCard(member, {
      type: "Widget",
      name: unique("Before "),
      subtype: "s",
      description: "d",
      parent_id: old.id,
      lifecycle: { active: "2026-01-01" },
      attributes: { price: 1, size: 2, note: null, list: [1, { two: 2 }] },
      external_id: "e",
      alias: "a",
    });
    await member.patch(`/cards/${card.id}`, {
      name: unique("After "),
      subtype: null,
      description: null,
      parent_id: parent.id,
      lifecycle: null,
      attributes: { size: 3, other: true },
      external_id: null,
      alias: "b",
      status: "PHASING_OUT",
    });
    expect(brief(await rolled(member, batchAbout(card.id)))).toEqual(["restore_card_fields ok"]);
    expect(await cardNow(member, card.id)).toEqual({ ...card, updated_at: expect.any(String) });
  });

  test("restores null where attributes were null", async () => {
    const card = await makeCard(member, { type: "Widget" });
    await member.patch(`/cards/${card.id}`, { attributes: null, lifecycle: null });
    await member.patch(`/cards/${card.id}`, { attributes: { size: 1 }, lifecycle: { active: "2026-01-01" } });
    await rolled(member, batchAbout(card.id));
    expect(await cardNow(member, card.id)).toMatchObject({ attributes: null, lifecycle: null });
  });

  test("restores an approval that the change broke when the card is again what was approved", async () => {
    const card = await makeCard(member, { type: "Widget" });
    await member.post(`/cards/${card.id}/approval-status?action=approve`);
    const id = await together(member, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { description: "one" });
      await send("PATCH", `/cards/${card.id}`, { description: "two" });
    });
    await rolled(member, id);
    expect(await cardNow(member, card.id)).toMatchObject({ description: null, approval_status: "APPROVED" });
  });

  test("restores an approval also when a temporary card broke it", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    const id = await together(admin, async (send) => {
      const parent = await send("POST", "/cards", { type: "Widget", name: unique("Passing ") });
      await send("PATCH", `/cards/${card.id}`, { parent_id: parent.id });
      await send("DELETE", `/cards/${parent.id}`, { child_strategy: "disconnect" });
    });
    expect(await plan(admin, id)).toMatchObject({ obstacles: [], complete: true });
    expect(brief(await rolled(admin, id))).toEqual([
      expect.stringContaining("unsupported"),
      "restore_card_fields skipped parent_not_found",
      "restore_card_fields ok",
      "delete_card skipped already_deleted",
    ]);
    expect(await cardNow(admin, card.id)).toMatchObject({ parent_id: null, approval_status: "APPROVED" });
  });

  test("takes back a decision about a card, unless somebody has decided since", async () => {
    const card = await makeCard(member, { type: "Widget" });
    const decide = async (action: string) =>
      together(member, async (send) => {
        await send("POST", `/cards/${card.id}/approval-status?action=${action}`);
      });
    const approved = await decide("approve");
    const rejected = await decide("reject");
    expect(brief(await rolled(admin, approved, { force: true }))).toEqual([
      "restore_approval skipped approval_changed",
    ]);
    expect(brief(await rolled(member, rejected))).toEqual(["restore_approval ok"]);
    expect(await cardNow(member, card.id)).toMatchObject({ approval_status: "APPROVED" });
  });

  test("takes back an approval that was given in the batch, because it approved other values", async () => {
    const card = await makeCard(member, { type: "Widget" });
    const id = await together(member, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { description: "one" });
      await send("POST", `/cards/${card.id}/approval-status?action=approve`);
    });
    await rolled(member, id);
    expect(await cardNow(member, card.id)).toMatchObject({ description: null, approval_status: "DRAFT" });
  });

  test("moves cards back, but for one whose name is taken there meanwhile", async () => {
    const parent = await makeCard(admin, { type: "Widget" });
    const names = [unique("Left "), unique("Right ")];
    const cards: { id: string }[] = [];
    for (const name of names) cards.push(await makeCard(admin, { type: "Widget", name, parent_id: parent.id }));
    const parents = () => Promise.all(cards.map(async ({ id }) => (await cardNow(admin, id)).parent_id));
    const batch = await together(admin, async (send) => {
      for (const { id } of cards) await send("PATCH", `/cards/${id}`, { parent_id: null });
    });
    expect(new Set(brief(await rolled(admin, batch)))).toEqual(new Set(["restore_card_fields ok"]));
    expect(await parents()).toEqual([parent.id, parent.id]);
    const again = await together(admin, async (send) => {
      for (const { id } of cards) await send("PATCH", `/cards/${id}`, { parent_id: null });
    });
    await makeCard(admin, { type: "Widget", name: names[0] as string, parent_id: parent.id });
    expect(brief(await rolled(admin, again, { force: true }))).toEqual([
      "restore_card_fields ok",
      "restore_card_fields skipped name_taken",
    ]);
    expect(await parents()).toEqual([null, parent.id]);
  });

  test("updates data quality and levels", async () => {
    const [l1, l2] = [
      await makeCard(member, { type: "BusinessCapability" }),
      await makeCard(member, { type: "BusinessCapability" }),
    ];
    const l3 = await makeCard(member, { type: "BusinessCapability", parent_id: l2.id });
    await member.patch(`/cards/${l2.id}`, { parent_id: l1.id, description: "more" });
    expect((await cardNow(member, l3.id)).attributes.capabilityLevel).toBe("L3");
    await rolled(member, batchAbout(l2.id));
    expect((await cardNow(member, l3.id)).attributes.capabilityLevel).toBe("L2");
    expect(await cardNow(member, l2.id)).toEqual({ ...l2, updated_at: expect.any(String) });
  });

  test("updates levels below a card of another type, and values that are calculated from children", async () => {
    const type = cardType(unique("Shelf"), [field("held", "number")]);
    const formula = { name: "held", target_type_key: type, target_field_key: "held", formula: "children_count" };
    await admin.post(`/calculations/${(await admin.post("/calculations", formula)).body.id}/activate`);
    const [shelf, top, moved] = [
      await makeCard(admin, { type }),
      await makeCard(admin, { type, name: unique("Top ") }),
      await makeCard(admin, { type: "Widget" }),
    ];
    const below = await makeCard(admin, { type: "BusinessCapability", parent_id: moved.id });
    await admin.patch(`/cards/${shelf.id}`, { parent_id: top.id });
    await admin.patch(`/cards/${moved.id}`, { parent_id: shelf.id });
    const attributes = async ({ id }: { id: string }) => (await cardNow(admin, id)).attributes;
    expect([await attributes(shelf), await attributes(below)]).toMatchObject([{ held: 1 }, { capabilityLevel: "L4" }]);
    await rolled(admin, batchAbout(moved.id));
    expect([await attributes(shelf), await attributes(below)]).toMatchObject([{ held: 0 }, { capabilityLevel: "L2" }]);
  });

  test("publishes changes of approval and status, so that the journal is complete", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    await admin.patch(`/cards/${card.id}`, { status: "PHASING_OUT" });
    await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    const id = await together(admin, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { description: "d" });
      await send("POST", `/cards/${card.id}/archive`);
    });
    const published = await watch(admin);
    expect(await rolled(admin, id)).toMatchObject([
      { op: "restore_card", status: "ok", card_status: "PHASING_OUT" },
      { op: "restore_card_fields", status: "ok", approval_status: "APPROVED" },
    ]);
    expect(
      (await published()).map(({ data }) => [data.op, data.outcome, data.card_status, data.approval_status]),
    ).toEqual([
      ["restore_card", "ok", "PHASING_OUT", undefined],
      ["restore_card_fields", "ok", undefined, "APPROVED"],
    ]);
    expect(await cardNow(admin, card.id)).toMatchObject({ status: "PHASING_OUT", approval_status: "APPROVED" });
  });

  test("publishes its steps before the changes of the children that they leave behind", async () => {
    const [home, child] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    const making = await together(admin, async (send) => {
      const parent = await send("POST", "/cards", { type: "Widget", name: unique("Parent ") });
      await send("PATCH", `/cards/${child.id}`, { parent_id: parent.id });
      await send("PATCH", `/cards/${child.id}`, { parent_id: home.id });
      await admin.post("/cards", { type: "Widget", name: unique("Stray "), parent_id: parent.id });
    });
    const published = await watch(admin);
    await rolled(admin, making, { force: true });
    expect((await published()).map(({ event_type }) => event_type)).toEqual([
      "rollback.restore_card_fields",
      "rollback.restore_card_fields",
      "card.updated",
      "rollback.delete_card",
    ]);
    expect((await cardNow(admin, child.id)).parent_id).toBeNull();
  });

  test("deletes a tree that was created in one request, in whatever order it was created", async () => {
    const cards = Array.from({ length: 500 }, (_, at) => ({
      row_index: at,
      type: "Widget",
      name: `Node ${at}`,
      ...(at > 0 && { parent_name: `Node ${Math.floor((at - 1) / 3)}` }),
    })).reverse();
    const { body } = await admin.post("/cards/bulk-create", { cards });
    expect(body).toMatchObject({ created: 500, failed: 0 });
    const id = batchAbout(body.results[0].id);
    expect(await plan(admin, id)).toMatchObject({ event_count: 500, complete: true });
    const results = await rolled(admin, id);
    expect(new Set(brief(results))).toEqual(new Set(["delete_card ok"]));
    expect((await admin.get("/cards?search=Node&type=Widget")).body.total).toBe(0);
  });

  test("reverts one change of many cards", async () => {
    const cards = [];
    for (let count = 0; count < 3; count++)
      cards.push(await makeCard(member, { type: "Widget", attributes: { size: count } }));
    await member.patch("/cards/bulk", {
      ids: cards.map((card) => card.id),
      updates: { attributes: { size: 9 }, description: "all" },
    });
    await rolled(member, batchAbout(cards[0].id));
    for (const card of cards)
      expect(await cardNow(member, card.id)).toEqual({ ...card, updated_at: expect.any(String) });
  });
});

describe("a later change", () => {
  test("survives a forced rollback when it is of other keys in the same object", async () => {
    const card = await makeCard(member, { type: "Widget", attributes: { size: 1, note: "a" } });
    await member.patch(`/cards/${card.id}`, { attributes: { size: 2, note: "a" }, lifecycle: { plan: "2026-01-01" } });
    const id = batchAbout(card.id);
    await member.patch(`/cards/${card.id}`, {
      attributes: { size: 2, note: "b", extra: 1 },
      lifecycle: { plan: "2026-01-01", active: "2026-02-01" },
    });
    expect((await roll(member, id)).status).toBe(409);
    await rolled(admin, id, { force: true });
    expect(await cardNow(member, card.id)).toMatchObject({
      attributes: { size: 1, note: "b", extra: 1 },
      lifecycle: { active: "2026-02-01" },
    });
  });

  test("is reported as a conflict with what it affects, in the dry run too", async () => {
    const [card, untouched] = [await makeCard(member, { type: "Widget" }), await makeCard(member, { type: "Widget" })];
    const id = await together(member, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { description: "one" });
      await send("PATCH", `/cards/${untouched.id}`, { description: "one" });
    });
    await admin.patch(`/cards/${card.id}`, { alias: "x" }, { "x-turbo-ea-origin": "web" });
    const later = batchAbout(card.id);
    const answer = await roll(member, id);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        detail: {
          error: "rollback_conflict",
          message: expect.any(String),
          conflicting_batches: [
            {
              batch_id: later,
              tool_name: `PATCH /api/v1/cards/${card.id}`,
              created_at: expect.any(String),
              touched_entities: [card.id],
            },
          ],
          obstacles: [],
        },
      },
    });
    const { conflicting_batches, complete } = await plan(member, id);
    expect(conflicting_batches).toEqual(answer.body.detail.conflicting_batches);
    expect(complete).toBe(false);
    expect((await cardNow(member, untouched.id)).description).toBe("one");
  });

  test("between two changes of the batch is a conflict too, although its batch ended first", async () => {
    const card = await makeCard(member, { type: "Widget" });
    const id = await together(member, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { description: "one" });
      await admin.patch(`/cards/${card.id}`, { alias: "x" });
      await send("PATCH", `/cards/${card.id}`, { description: "two" });
    });
    expect((await roll(member, id)).status).toBe(409);
  });

  test("is no conflict when it was rolled back: all can be rolled back, the last one first", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const batches = [batchAbout(card.id)];
    for (const size of [1, 2, 3]) {
      await admin.patch(`/cards/${card.id}`, { attributes: { size } });
      batches.push(batchAbout(card.id));
    }
    expect(
      (await roll(admin, batches[0] as string)).body.detail.conflicting_batches.map((b: Body) => b.batch_id),
    ).toEqual(batches.slice(1).reverse());
    for (const id of batches.reverse()) await rolled(admin, id);
    expect((await admin.get(`/cards/${card.id}`)).status).toBe(404);
  });

  test.each([
    [
      "a relation",
      async (card: Body) => void (await relate(admin, "fits", card, await makeCard(admin, { type: "Widget" }))),
    ],
    [
      "a relation towards it",
      async (card: Body) => void (await relate(admin, "fits", await makeCard(admin, { type: "Widget" }), card)),
    ],
  ])("prevents the deletion of the card when it gives it %s, but not the rollback of its change", async (_, add) => {
    const card = await makeCard(admin, { type: "Widget" });
    const creation = batchAbout(card.id);
    await admin.patch(`/cards/${card.id}`, { alias: "x" });
    const change = batchAbout(card.id);
    await add(card);
    await rolled(admin, change);
    expect(await roll(admin, creation)).toMatchObject({
      status: 409,
      body: { detail: { conflicting_batches: [{ tool_name: "POST /api/v1/relations", touched_entities: [card.id] }] } },
    });
    expect(brief(await rolled(admin, creation, { force: true }))).toEqual(["delete_card ok"]);
  });

  test("prevents the deletion of a card when it adds a child; by force the child becomes a root, which is reported", async () => {
    const parent = await makeCard(admin, { type: "Widget" });
    const id = batchAbout(parent.id);
    const child = await makeCard(admin, { type: "BusinessCapability", parent_id: parent.id });
    const refused = await roll(admin, id);
    const obstacle = {
      event_id: expect.any(String),
      reason: "children_left",
      card_id: parent.id,
      card_ids: [child.id],
    };
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: { error: "rollback_conflict", conflicting_batches: [], obstacles: [obstacle] } },
    });
    expect(await plan(admin, id)).toMatchObject({ obstacles: [obstacle], complete: false });
    expect((await cardNow(admin, child.id)).parent_id).toBe(parent.id);
    const published = await watch(admin);
    const results = await rolled(admin, id, { force: true });
    expect(results).toMatchObject([{ op: "delete_card", status: "ok", disconnected_card_ids: [child.id] }]);
    expect(await cardNow(admin, child.id)).toMatchObject({ parent_id: null, attributes: { capabilityLevel: "L1" } });
    expect((await published()).map((event) => [event.event_type, event.card_id])).toEqual([
      ["card.updated", child.id],
      ["rollback.delete_card", null],
    ]);
  });

  test("prevents a renaming when it takes the name; by force the other fields are restored", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    await admin.patch(`/cards/${card.id}`, { name: unique("Renamed "), description: "d" });
    const id = batchAbout(card.id);
    await makeCard(admin, { type: "Widget", name: card.name.toUpperCase() });
    expect(await roll(admin, id)).toMatchObject({
      status: 409,
      body: { detail: { obstacles: [{ reason: "name_taken", field: "name", card_id: card.id }] } },
    });
    const results = await rolled(admin, id, { force: true });
    expect(results).toMatchObject([{ status: "ok", not_restored: { name: "name_taken" } }]);
    const now = await cardNow(admin, card.id);
    expect([now.name === card.name, now.description]).toEqual([false, null]);
  });

  test("prevents a move by force when it would now make a circle", async () => {
    const [top, card] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    await admin.patch(`/cards/${card.id}`, { parent_id: top.id });
    await admin.patch(`/cards/${card.id}`, { parent_id: null });
    const id = batchAbout(card.id);
    await admin.patch(`/cards/${top.id}`, { parent_id: card.id });
    expect(await roll(admin, id)).toMatchObject({
      status: 409,
      body: { detail: { obstacles: [{ reason: "would_form_cycle", field: "parent_id" }] } },
    });
    expect(brief(await rolled(admin, id, { force: true }))).toEqual(["restore_card_fields skipped would_form_cycle"]);
    expect((await cardNow(admin, card.id)).parent_id).toBeNull();
  });

  test("is reported when it deletes a parent, and the other fields are restored", async () => {
    const [parent, card] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    await admin.patch(`/cards/${card.id}`, { parent_id: parent.id });
    await admin.patch(`/cards/${card.id}`, { parent_id: null, alias: "x" });
    const id = batchAbout(card.id);
    await admin.delete(`/cards/${parent.id}`);
    expect((await plan(admin, id)).obstacles).toMatchObject([{ reason: "parent_not_found", field: "parent_id" }]);
    expect(await rolled(admin, id)).toMatchObject([{ status: "ok", not_restored: { parent_id: "parent_not_found" } }]);
    expect(await cardNow(admin, card.id)).toMatchObject({ parent_id: null, alias: null });
  });

  test("prevents the restoring of a relation when it replaces it or deletes its end", async () => {
    const [one, two, bolt, nut] = [
      await makeCard(admin, { type: "Widget" }),
      await makeCard(admin, { type: "Widget" }),
      await makeCard(admin, { type: "Bolt" }),
      await makeCard(admin, { type: "Bolt" }),
    ];
    const removed = async (type: string, source: Body, target: Body) => {
      const relation = await relate(admin, type, source, target);
      await admin.delete(`/relations/${relation.id}`);
      return batchAbout(relation.id);
    };
    const same = await removed("fits", one, two);
    const exclusive = await removed("only", one, bolt);
    const dangling = await removed("only", two, nut);
    await relate(admin, "fits", one, two);
    await relate(admin, "only", one, await makeCard(admin, { type: "Bolt" }));
    await admin.delete(`/cards/${nut.id}`);
    expect(brief(await rolled(admin, same))).toEqual(Array(2).fill("restore_relation skipped already_related"));
    expect(await roll(admin, exclusive)).toMatchObject({
      status: 409,
      body: { detail: { obstacles: [{ reason: "cardinality", relation_id: expect.any(String) }] } },
    });
    expect((await plan(admin, exclusive)).obstacles).toHaveLength(1);
    expect(brief(await rolled(admin, exclusive, { force: true }))).toEqual(
      Array(2).fill("restore_relation skipped cardinality"),
    );
    expect((await plan(admin, dangling)).obstacles).toMatchObject([{ reason: "card_not_found" }]);
    expect(brief(await rolled(admin, dangling))).toEqual(Array(2).fill("restore_relation skipped card_not_found"));
  });

  test("skips the steps of a card when it deletes it", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    await admin.patch(`/cards/${card.id}`, { alias: "x" });
    const [change] = [batchAbout(card.id)];
    transaction(() => statement("DELETE FROM cards WHERE id = ?").run(card.id));
    expect((await plan(admin, change)).obstacles).toMatchObject([{ reason: "card_not_found", card_id: card.id }]);
    expect(brief(await rolled(admin, change))).toEqual(["restore_card_fields skipped card_not_found"]);
  });
});

describe("the states of a batch", () => {
  test("become closed by a rollback, so that no request joins it any more", async () => {
    const card = await makeCard(member, { type: "Widget" });
    const id = await together(member, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { alias: "x" });
    });
    await rolled(member, id);
    const batch = (await member.get(`/mutation-batches/${id}`)).body;
    expect(batch).toMatchObject({ committed_at: expect.any(String), rolled_back_at: expect.any(String) });
    expect((await member.post(`/mutation-batches/${id}/commit`, {})).status).toBe(409);
    await member.patch(`/cards/${card.id}`, { alias: "y" }, { "x-turbo-ea-batch": id });
    expect(batchAbout(card.id)).not.toBe(id);
  });

  test("prevent a second rollback, which doesn't undo later changes", async () => {
    const [one, two] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    const id = await together(admin, async (send) => {
      await send("PATCH", `/cards/${one.id}`, { alias: "x" });
      await send("POST", `/cards/${one.id}/archive`);
      await send("POST", "/relations", { type: "fits", source_id: one.id, target_id: two.id });
      await send("POST", "/cards", { type: "Widget", name: unique("Made ") });
    });
    await rolled(admin, id);
    expect(brief(await rolled(admin, id))).toEqual([
      "delete_card skipped already_deleted",
      "delete_relation skipped already_deleted",
      "delete_relation skipped already_deleted",
      "restore_card skipped not_archived",
      "restore_card_fields skipped already_restored",
    ]);
    await admin.patch(`/cards/${one.id}`, { alias: "later" });
    expect((await roll(admin, id)).status).toBe(409);
    expect((await cardNow(admin, one.id)).alias).toBe("later");
  });

  test("include its rollback as a batch of its own, with a summary, which can't be rolled back", async () => {
    const card = await makeCard(admin, { type: "Widget", attributes: { price: 1 } });
    await admin.patch(`/cards/${card.id}`, { attributes: { price: 2 } });
    const reversed = batchAbout(card.id);
    const published = await watch(admin);
    const answer = await admin.post(
      `/mutation-batches/${reversed}/rollback`,
      { dry_run: false },
      { "x-turbo-ea-origin": "mcp" },
    );
    const { rollback_batch_id, results, ...rest } = answer.body;
    expect(rest).toEqual({ reversed_batch_id: reversed, forced: false });
    expect((await admin.get(`/mutation-batches/${rollback_batch_id}`)).body).toMatchObject({
      tool_name: "rollback_batch",
      actor_user_id: admin.userId,
      origin: "mcp",
      dry_run: false,
      committed_at: expect.any(String),
      summary: {
        reverses_batch_id: reversed,
        forced: false,
        counts: { ok: 1, skipped: 0, unsupported: 0 },
        results: [{ event_id: results[0].event_id, op: "restore_card_fields", card_id: card.id, status: "ok" }],
      },
    });
    expect(await published()).toEqual([
      {
        id: expect.any(String),
        card_id: null,
        event_type: "rollback.restore_card_fields",
        data: {
          event_id: results[0].event_id,
          op: "restore_card_fields",
          card_id: card.id,
          fields: { attributes: { price: 1 } },
          outcome: "ok",
          origin: "mcp",
        },
        user_id: null,
        user_display_name: null,
        created_at: expect.any(String),
      },
    ]);
    const { body } = await admin.get(`/mutation-batches/${rollback_batch_id}/events`);
    expect(body.events).toMatchObject([{ event_type: "rollback.restore_card_fields", user_id: null }]);
    expect(await plan(admin, rollback_batch_id)).toMatchObject({
      operations: [],
      unsupported_events: [{ event_type: "rollback.restore_card_fields" }],
    });
  });

  test("are unchanged when a rollback is refused half-way", async () => {
    const [first, card] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    const id = await together(admin, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { name: unique("Other ") });
      await send("PATCH", `/cards/${first.id}`, { alias: "x" });
    });
    await makeCard(admin, { type: "Widget", name: card.name });
    const rollbacks = async () => (await admin.get("/mutation-batches?tool_name=rollback_batch")).body.total;
    const before = await rollbacks();
    const published = await watch(admin);
    expect((await roll(admin, id)).status).toBe(409);
    expect((await cardNow(admin, first.id)).alias).toBe("x");
    expect([await published(), await rollbacks()]).toEqual([[], before]);
    expect((await admin.get(`/mutation-batches/${id}`)).body).toMatchObject({
      committed_at: null,
      rolled_back_at: null,
    });
  });
});

describe("the right to roll back", () => {
  test("belongs to the batch's own user and those who may read all batches; only the latter may force it", async () => {
    const auditor = await server.as(role("admin.events", "inventory.edit"));
    const card = await makeCard(member, { type: "Widget" });
    await member.patch(`/cards/${card.id}`, { alias: "x" });
    const id = batchAbout(card.id);
    const other = await server.as("member");
    for (const dry_run of [true, false]) {
      for (const client of [other, viewer])
        expect(await roll(client, id, { dry_run })).toMatchObject({
          status: 403,
          body: { detail: "Insufficient permissions" },
        });
      expect((await roll(server.nobody, id, { dry_run })).status).toBe(401);
      expect((await roll(member, id, { dry_run, force: true })).status).toBe(403);
      expect((await roll(admin, nobodysId, { dry_run })).body).toEqual({ detail: "Mutation batch not found" });
    }
    expect((await plan(auditor, id)).complete).toBe(true);
    await rolled(auditor, id, { force: true });
    expect(await cardNow(member, card.id)).toMatchObject({ alias: null, updated_by: auditor.userId });
  });

  test("needs the permission to read all batches for a batch without a user", async () => {
    const card = await makeCard(member, { type: "Widget" });
    await member.patch(`/cards/${card.id}`, { alias: "x" });
    const id = batchAbout(card.id);
    transaction(() => statement("UPDATE events SET user_id = NULL WHERE card_id = ?").run(card.id));
    expect((await roll(member, id)).status).toBe(403);
    await rolled(admin, id);
  });

  /** The changes that each right allows, as the permission of a role and as that of a stakeholder role. */
  test.each([
    [
      "delete a card that one has made",
      "inventory.create",
      async (client: Client) => (await makeCard(client, { type: "Widget" })).id,
    ],
    [
      "archive a card that was restored",
      "inventory.archive",
      async (client: Client) => {
        const card = await makeCard(admin, { type: "Widget" });
        await admin.post(`/cards/${card.id}/archive`);
        await client.post(`/cards/${card.id}/restore`);
        return card.id;
      },
    ],
    [
      "restore a card that was archived",
      "inventory.archive",
      async (client: Client) => {
        const card = await makeCard(admin, { type: "Widget" });
        await client.post(`/cards/${card.id}/archive`);
        return card.id;
      },
    ],
    [
      "change a card back",
      "inventory.edit",
      async (client: Client) => {
        const card = await makeCard(admin, { type: "Widget" });
        await client.patch(`/cards/${card.id}`, { alias: "x" });
        return card.id;
      },
    ],
    [
      "remove a relation that was made",
      "relations.manage",
      async (client: Client) =>
        (
          await relate(
            client,
            "fits",
            await makeCard(admin, { type: "Widget" }),
            await makeCard(admin, { type: "Widget" }),
          )
        ).id,
    ],
    [
      "bring a relation back",
      "relations.manage",
      async (client: Client) => {
        const relation = await relate(
          admin,
          "fits",
          await makeCard(admin, { type: "Widget" }),
          await makeCard(admin, { type: "Widget" }),
        );
        await client.delete(`/relations/${relation.id}`);
        return relation.id;
      },
    ],
  ])("includes, to %s, the permission %s", async (_, permission, change) => {
    const all = ["inventory.create", "inventory.edit", "inventory.archive", "relations.manage"];
    const client = await server.as(role(...all));
    const id = batchAbout(await change(client));
    const now = (roleKey: string) =>
      transaction(() => statement("UPDATE users SET role = ? WHERE id = ?").run(roleKey, client.userId as string));
    now(role(...all.filter((key) => key !== permission)));
    const planned = await plan(client, id);
    expect(planned).toMatchObject({ obstacles: [{ reason: "missing_permission" }], complete: false });
    const refused = await roll(client, id);
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining("Not enough permissions") } });
    now(role(permission));
    expect((await plan(client, id)).complete).toBe(true);
    await rolled(client, id);
  });

  test("includes inventory.delete, to delete a card that somebody else has made", async () => {
    const id = batchAbout((await makeCard(member, { type: "Widget" })).id);
    const auditor = await server.as(role("admin.events", "inventory.create"));
    expect((await plan(auditor, id)).obstacles).toMatchObject([{ reason: "missing_permission" }]);
    expect((await roll(auditor, id)).status).toBe(403);
    await rolled(await server.as(role("admin.events", "inventory.delete")), id);
  });

  test("is given by a stakeholder role in the card, or in an end of the relation", async () => {
    const creator = await server.as(role("inventory.create", "relations.manage"));
    const [card, two] = [await makeCard(creator, { type: "Widget" }), await makeCard(creator, { type: "Widget" })];
    const creation = batchAbout(card.id);
    const relation = await relate(creator, "fits", two, card);
    const id = batchAbout(relation.id);
    transaction(() => statement("UPDATE users SET role = 'viewer' WHERE id = ?").run(creator.userId as string));
    expect((await roll(creator, creation)).body).toEqual({ detail: `Not enough permissions for cards: ${card.id}` });
    stakeholder(card.id, creator.userId, "keeper");
    expect((await roll(creator, id)).body).toEqual({ detail: "Not enough permissions" });
    stakeholder(two.id, creator.userId, "linker");
    await rolled(creator, id);
    await rolled(creator, creation);
  });
});

describe("costs in a rollback", () => {
  test("are shown to users who may see them, in plans, results and events", async () => {
    const auditor = await server.as(role("admin.events", "inventory.edit", "relations.manage"));
    const [card, peer] = [
      await makeCard(admin, { type: "Widget", attributes: { price: 10, size: 1 } }),
      await makeCard(admin, { type: "Widget" }),
    ];
    const relation = await relate(admin, "fits", card, peer, { attributes: { fee: 5, kind: "a" } });
    const id = await together(admin, async (send) => {
      await send("PATCH", `/cards/${card.id}`, { attributes: { price: 10, size: 2 } });
      await send("PATCH", `/relations/${relation.id}`, { attributes: { fee: 5, kind: "b" } });
    });
    const planned = await plan(auditor, id);
    expect(planned.operations).toMatchObject([
      { fields: { attributes: { kind: "a" } } },
      { fields: { attributes: { kind: "a" } } },
      { fields: { attributes: { size: 1 } }, keys: { attributes: ["size"] } },
    ]);
    expect(JSON.stringify(planned)).not.toMatch(/"price"|"fee"/);
    expect((await plan(admin, id)).operations[2].fields).toEqual({ attributes: { price: 10, size: 1 } });
    const answer = await roll(auditor, id);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/"price"|"fee"/);
    const path = `/mutation-batches/${answer.body.rollback_batch_id}`;
    expect(JSON.stringify((await admin.get(path)).body)).not.toMatch(/"price"|"fee"/);
    expect(JSON.stringify((await auditor.get(`${path}/events`)).body)).not.toMatch(/"price"|"fee"/);
    expect(JSON.stringify((await auditor.get("/events?page_size=200")).body)).not.toMatch(/"price"|"fee"/);
    expect(JSON.stringify((await admin.get(`${path}/events`)).body)).toMatch(/"price".*"fee"|"fee".*"price"/);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ price: 10, size: 1 });
    expect((await admin.get(`/relations?card_id=${card.id}`)).body[0].attributes).toEqual({ fee: 5, kind: "a" });
  });

  test("can't be restored by a user who may not see them", async () => {
    const blind = await server.as(role("admin.events", "inventory.edit"));
    const card = await makeCard(admin, { type: "Widget", attributes: { price: 10 } });
    await admin.patch(`/cards/${card.id}`, { attributes: { price: 20 } });
    const id = batchAbout(card.id);
    const planned = await plan(blind, id);
    expect(planned.obstacles).toMatchObject([{ reason: "missing_permission", card_id: card.id }]);
    expect(JSON.stringify(planned)).not.toContain("price");
    expect((await roll(blind, id)).status).toBe(403);
    stakeholder(card.id, blind.userId, "keeper");
    await rolled(blind, id);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ price: 10 });
  });
});

describe("events of other areas", () => {
  /** Publishes events about a card as somebody who is not in a request, and gives their batch. */
  function publishedBatch(cardId: string | null, ...payloads: Record<string, unknown>[]): string {
    const author = { userId: admin.userId as string, operation: unique("area ") };
    transaction(() => {
      for (const data of payloads) publish(author, { type: "card.updated", cardId, data: data as never });
    });
    return batchOfEvent("1") as string;
  }

  test("restore single attributes one by one", async () => {
    const card = await makeCard(admin, { type: "Widget", attributes: { size: 2, note: "b", kept: 1 } });
    const id = publishedBatch(card.id, {
      id: card.id,
      changes: { attr_size: { old: 1, new: 2 }, attr_note: { old: null, new: "b" }, attr_gone: { old: 7, new: null } },
    });
    expect((await plan(admin, id)).operations).toMatchObject([
      { fields: { attr_size: 1, attr_note: null, attr_gone: 7 } },
    ]);
    await rolled(admin, id);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ size: 1, kept: 1, gone: 7 });
  });

  test("restore a snapshot of one key without changing the others", async () => {
    const card = await makeCard(admin, { type: "Widget", attributes: { size: 2, hasAiFeatures: true } });
    const id = publishedBatch(card.id, {
      id: card.id,
      changes: { attributes: { old: { hasAiFeatures: false }, new: { hasAiFeatures: true } } },
    });
    await rolled(admin, id);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ size: 2, hasAiFeatures: false });
  });

  test.each([
    ["a list of what changed", { changes: ["name"] }],
    ["no changes", {}],
    ["changes without the old values", { changes: { name: "new", alias: { new: "x" } } }],
    ["nothing that a card has", { changes: { approval_status: { old: "DRAFT", new: "APPROVED" } } }],
    ["a value that can't be one", { changes: { name: { old: null, new: "x" } } }],
  ])("can't be undone with %s, and the plan reports that", async (_, data) => {
    const card = await makeCard(admin, { type: "Widget" });
    const id = publishedBatch(card.id, { id: card.id, ...data });
    expect(await plan(admin, id)).toMatchObject({
      operations: [],
      unsupported_events: [{ event_type: "card.updated", reason: expect.any(String) }],
      complete: false,
    });
  });

  test("are undone in part, and the rest is reported", async () => {
    const card = await makeCard(admin, { type: "Widget", alias: "new" });
    const id = publishedBatch(card.id, {
      id: card.id,
      changes: { alias: { old: "old", new: "new" }, color: { old: 1, new: 2 } },
    });
    expect((await plan(admin, id)).obstacles).toMatchObject([{ reason: "unknown_value", field: "color" }]);
    expect(await rolled(admin, id)).toMatchObject([{ status: "ok", not_restored: { color: "unknown_value" } }]);
    expect((await cardNow(admin, card.id)).alias).toBe("old");
  });

  test("refer to the card of the event when the payload names none, and are skipped without any", async () => {
    const card = await makeCard(admin, { type: "Widget", alias: "new" });
    const changes = { alias: { old: "old", new: "new" } };
    await rolled(admin, publishedBatch(card.id, { changes }));
    expect((await cardNow(admin, card.id)).alias).toBe("old");
    const lost = await rolled(admin, publishedBatch(null, { changes }));
    expect(lost).toMatchObject([{ card_id: null, status: "skipped", reason: "missing_card_id" }]);
  });

  test("are listed as not revertible for approvals, stakeholders and the like", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const author = { userId: admin.userId as string, operation: unique("area ") };
    transaction(() =>
      publish(author, {
        type: "card.approval_status.reset",
        cardId: card.id,
        data: { id: card.id, approval_status: "DRAFT" },
      }),
    );
    const { body } = await admin.get(`/mutation-batches?tool_name=${encodeURIComponent(author.operation)}`);
    expect((await plan(admin, body.items[0].id)).unsupported_events).toMatchObject([
      { event_type: "card.approval_status.reset" },
    ]);
  });

  test("are too many for a rollback in tens of thousands", async () => {
    const { id } = (await admin.post("/mutation-batches", { tool_name: "much" })).body;
    transaction(() =>
      statement(
        `INSERT INTO events (id, event_type, data, batch_id, created_at)
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50001)
         SELECT 'many-' || n, 'card.updated', '{}', ?, '2026-01-01T00:00:00.000Z' FROM n`,
      ).run(id),
    );
    expect((await roll(admin, id)).status).toBe(400);
    expect((await admin.get(`/mutation-batches/${id}/events`)).body.events).toHaveLength(20_000);
  });
});

/** Rows that create cards or change them, and changes of single attributes. */
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
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

beforeAll(async () => {
  cardType(
    "Part",
    [
      field("size", "number"),
      field("double", "number"),
      field("price", "cost"),
      field("made", "date"),
      field("grade", "single_select", { options: [{ key: "a", label: "Grade A" }] }),
    ],
    { has_hierarchy: true },
  );
  const formula = { name: "d", target_type_key: "Part", target_field_key: "double", formula: "data.size * 2" };
  await admin.post(`/calculations/${(await admin.post("/calculations", formula)).body.id}/activate`);
});

type Row = Record<string, unknown>;
const part = (more: Row = {}) => makeCard(admin, { type: "Part", attributes: { size: 1, price: 5 }, ...more });
const upsert = (rows: Row[], more: Row = {}, client = member) =>
  client.post("/cards/upsert", { type: "Part", rows, ...more });
const statuses = (body: { results: Row[] }) => body.results.map(({ status }) => status);
const rollback = async () => {
  const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
  return admin.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false });
};

describe("merged attributes", () => {
  test("change only the keys given, and null clears one", async () => {
    const card = await part();
    const merge = (merge_attributes: Row, client = member) =>
      client.patch(`/cards/${card["id"]}`, { merge_attributes });
    expect((await merge({ size: 2 })).body.attributes).toEqual({ size: 2, price: 5, double: 4 });
    expect((await merge({ price: null, grade: "a" })).body.attributes).toEqual({ size: 2, double: 4, grade: "a" });
    const published = await watch(admin);
    expect((await merge({ grade: "a", made: null })).status).toBe(200);
    expect(await published()).toEqual([]);
    const both = await member.patch(`/cards/${card["id"]}`, { merge_attributes: {}, attributes: {} });
    expect(both.status).toBe(422);
    expect((await merge({ size: 3 }, viewer)).status).toBe(403);
  });

  test("are refused when a value doesn't fit and strictness is asked for", async () => {
    const card = await part();
    const body = { merge_attributes: { grade: "z" }, strict_attributes: true };
    expect((await member.patch(`/cards/${card["id"]}`, body)).status).toBe(422);
  });

  test("change no costs that may not be seen", async () => {
    const card = await part();
    const blind = await server.as(role("inventory.view", "inventory.edit"));
    await blind.patch(`/cards/${card["id"]}`, { merge_attributes: { price: 9, size: 4 } });
    expect((await cardNow(admin, card["id"])).attributes).toEqual({ size: 4, price: 5, double: 8 });
  });

  test("are undone without what came later", async () => {
    const card = await part();
    await member.patch(`/cards/${card["id"]}`, { merge_attributes: { size: 7 } });
    expect((await rollback()).status).toBe(200);
    expect((await cardNow(admin, card["id"])).attributes).toEqual({ size: 1, price: 5, double: 2 });
  });
});

describe("cards with changes of their own", () => {
  const change = (cards: Row[], more: Row = {}, client = member) => client.patch("/cards/bulk", { cards, ...more });

  test("are changed in one batch", async () => {
    const [one, other] = [await part(), await part()];
    const rows = [
      { id: one["id"], merge_attributes: { size: 2 } },
      { id: other["id"], status: "ARCHIVED", description: "d" },
    ];
    const { status, body } = await change(rows);
    expect(status).toBe(200);
    expect(body[0].attributes).toMatchObject({ size: 2, price: 5 });
    expect(body[1]).toMatchObject({ status: "ARCHIVED", description: "d" });
    expect((await rollback()).status).toBe(200);
    expect(await cardNow(admin, other["id"])).toMatchObject({ status: "ACTIVE", description: null });
  });

  test("are reported one by one by a dry run", async () => {
    const [one, other] = [await part(), await part()];
    const rows = [
      { id: one["id"], name: "New name" },
      { id: other["id"], name: "New name" },
    ];
    const { body } = await change(rows, { dry_run: true, on_error: "skip" });
    expect(body.results.map((result: Row) => result["status"])).toEqual(["would_update", "failed"]);
    expect((await cardNow(admin, one["id"])).name).toBe(one["name"]);
  });

  test("are refused when one is missing, named twice, or named together with ids", async () => {
    const card = await part();
    expect((await change([{ id: "01900000-0000-7000-8000-000000000000", name: "x" }])).status).toBe(404);
    expect((await change([{ id: card["id"] }, { id: card["id"] }])).status).toBe(422);
    expect((await change([{ id: card["id"] }], { ids: [card["id"]] })).status).toBe(422);
    expect((await member.patch("/cards/bulk", { ids: [card["id"]] })).status).toBe(422);
    expect((await member.patch("/cards/bulk", { updates: {} })).status).toBe(422);
  });

  test("need the right to edit each", async () => {
    const [own, strange] = [await part(), await part()];
    const editing = stakeholderRole("Part", unique("editor"), ["card.edit"]);
    const bulk = await server.as(role("inventory.view", "inventory.bulk_edit"));
    stakeholder(own["id"], (await bulk.get("/auth/me")).body.id, editing);
    const rows = (cards: Row[]) => cards.map(({ id }) => ({ id, description: "mine" }));
    expect((await change(rows([own, strange]), {}, bulk)).status).toBe(403);
    expect((await change(rows([own]), {}, bulk)).status).toBe(200);
    expect((await change(rows([own]), {}, viewer)).status).toBe(403);
  });
});

describe("an upsert", () => {
  test("finds cards by id, external id and name within the parent, creates others, and is undone as one batch", async () => {
    const name = unique("Root ");
    const root = await part({ name });
    const child = await part({ name: "Child", parent_id: root["id"] });
    const keyed = await part({ external_id: unique("ext") });
    const published = await watch(admin);
    const { status, body } = await upsert([
      { id: root["id"], attributes: { size: 3 } },
      { name: " child", parent: name, description: "found" },
      { external_id: keyed["external_id"], lifecycle: { active: "2026-01-01" } },
      { name: "Grandchild", parent: `${name} / Newcomer` },
      { name: "Newcomer", parent: name, attributes: { size: 10, grade: "a" } },
      { id: keyed["id"] },
    ]);
    expect(status).toBe(409);
    expect(body.detail).toContain("rows.5");
    expect(await published()).toEqual([]);
    const applied = await upsert(
      [
        { id: root["id"], attributes: { size: 3 } },
        { name: "child", parent: name, description: "found" },
        { external_id: keyed["external_id"], lifecycle: { active: "2026-01-01" } },
        { name: "Grandchild", parent: `${name} / Newcomer` },
        { name: "Newcomer", parent: name, attributes: { size: 10, grade: "a" } },
      ],
      {},
    );
    expect(statuses(applied.body)).toEqual(["change", "change", "change", "create", "create"]);
    expect(applied.body.results.map((result: Row) => result["found_by"])).toEqual([
      "id",
      "name",
      "external_id",
      null,
      null,
    ]);
    expect(applied.body.results[0]).toMatchObject({
      changes: { "attributes.size": { old: 1, new: 3 } },
      follows: { calculated: { double: { old: 2, new: 6 } } },
    });
    const grandchild = await cardNow(admin, applied.body.results[3].id);
    expect(grandchild.parent_id).toBe(applied.body.results[4].id);
    expect((await published()).map(({ event_type }) => event_type)).toEqual([
      "card.created",
      "card.created",
      "card.updated",
      "card.updated",
      "card.updated",
    ]);
    expect((await rollback()).status).toBe(200);
    expect((await admin.get(`/cards/${grandchild.id}`)).status).toBe(404);
    expect((await cardNow(admin, child["id"])).description).toBeNull();
  });

  test("reports what each row would do, what follows, and why not, without doing it", async () => {
    const card = await part({ name: unique("Approved ") });
    await admin.post(`/cards/${card["id"]}/approval-status?action=approve`);
    const [same, other] = [await part(), await part()];
    const published = await watch(admin);
    const { body } = await upsert(
      [
        { id: card["id"], attributes: { size: 8 } },
        { id: same["id"], attributes: { size: 1 }, name: same["name"] },
        { name: `${String(card["name"]).replace("Approved", "Aproved")}`, attributes: { size: 1 } },
        { name: "Too large", attributes: { size: "150 k?" } },
        { name: "Ungraded", attributes: { grade: "Cloud" } },
        { name: "Orphan", parent: `${String(card["name"]).replace("Approved", "Approvde")}` },
        { attributes: {} },
        { id: "01900000-0000-7000-8000-000000000000" },
        { id: other["id"], type: "Application" },
      ],
      { dry_run: true },
    );
    expect(body).toMatchObject({ created: 1, changed: 1, same: 1, refused: 6, approvals_broken: 1, dry_run: true });
    expect(body.results[0].follows).toMatchObject({ approval_status: { old: "APPROVED", new: "BROKEN" } });
    expect(body.results[2]).toMatchObject({ status: "create", id: null, nearest: [{ id: card["id"] }] });
    expect(body.results[3]).toMatchObject({ status: "refused", field: "attributes.size" });
    expect(body.results[4]).toMatchObject({ status: "refused", field: "attributes.grade" });
    expect(body.results[5]).toMatchObject({ status: "refused", field: "parent", nearest: [{ id: card["id"] }] });
    expect(body.results[6]).toMatchObject({ status: "refused", field: "name" });
    expect(body.results[7]).toMatchObject({ status: "refused", field: "id" });
    expect(body.results[8]).toMatchObject({ status: "refused", field: "type" });
    expect(await published()).toEqual([]);
    expect(await cardNow(admin, card["id"])).toMatchObject({ approval_status: "APPROVED", attributes: { size: 1 } });
  });

  test("skips rows that are refused and creates no cards, as the request asks", async () => {
    const card = await part();
    const rows = [{ name: unique("New ") }, { id: card["id"], attributes: { size: 6 } }];
    const { status, body } = await upsert(rows, { on_error: "skip", create: false });
    expect(status).toBe(200);
    expect(statuses(body)).toEqual(["refused", "change"]);
    expect((await cardNow(admin, card["id"])).attributes.size).toBe(6);
  });

  test("asks which card is meant when several have the name", async () => {
    const name = unique("Twin ");
    for (const parent of [await part(), await part()]) await part({ name, parent_id: parent["id"] });
    const { body } = await upsert([{ name }, { name: "Below", parent: name }], { dry_run: true });
    for (const [at, field] of ["name", "parent"].entries()) {
      expect(body.results[at]).toMatchObject({ status: "refused", field });
      expect(body.results[at].nearest).toHaveLength(2);
    }
  });

  test("clears what null is given for, and leaves what is left out", async () => {
    const root = await part();
    const card = await part({ description: "d", parent_id: root["id"], lifecycle: { plan: "2026-01-01" } });
    const row = {
      id: card["id"],
      description: null,
      parent: "",
      lifecycle: { plan: null },
      attributes: { size: null },
    };
    expect(statuses((await upsert([row])).body)).toEqual(["change"]);
    expect(await cardNow(admin, card["id"])).toMatchObject({
      description: null,
      parent_id: null,
      lifecycle: {},
      attributes: { price: 5 },
      name: card["name"],
    });
  });

  test("refuses circles of parents", async () => {
    const [one, other] = [unique("One "), unique("Other ")];
    const rows = [
      { name: one, parent: other },
      { name: other, parent: one },
    ];
    expect(statuses((await upsert(rows, { dry_run: true })).body)).toEqual(["refused", "refused"]);
    expect((await upsert(rows)).status).toBe(422);
  });

  test("neither archives nor restores", async () => {
    const card = await part();
    const { body } = await upsert([{ id: card["id"], status: "ARCHIVED" }], { dry_run: true });
    expect(body.results[0]).toMatchObject({ status: "refused", field: "status" });
  });

  test("of 300 rows is one change of the writer's thread", async () => {
    const prefix = unique("Many ");
    const rows = Array.from({ length: 300 }, (_, at) => ({ name: `${prefix} ${at}`, attributes: { size: at } }));
    expect((await upsert(rows, { dry_run: true })).body).toMatchObject({ created: 300, refused: 0 });
    expect((await upsert(rows)).body).toMatchObject({ created: 300 });
    expect((await upsert(rows)).body).toMatchObject({ created: 0, same: 300 });
  });

  test("is open to those who may create or edit, row by row", async () => {
    const [own, strange] = [await part(), await part()];
    const editing = stakeholderRole("Part", unique("editor"), ["card.edit"]);
    stakeholder(own["id"], (await viewer.get("/auth/me")).body.id, editing);
    expect((await upsert([{ name: "x" }], {}, viewer)).status).toBe(403);
    expect((await upsert([{ id: strange["id"], description: "x" }], {}, viewer)).status).toBe(403);
    const rows = [{ id: own["id"], description: "mine" }, { id: strange["id"], description: "x" }, { name: "New" }];
    const { body } = await upsert(rows, { on_error: "skip" }, viewer);
    expect(statuses(body)).toEqual(["change", "refused", "refused"]);
    const two = [await part(), await part()];
    const editor = await server.as(role("inventory.view", "inventory.edit"));
    const both = two.map(({ id }) => ({ id, description: "x" }));
    expect((await upsert(both, {}, editor)).status).toBe(403);
    expect((await upsert(both.slice(0, 1), {}, editor)).status).toBe(200);
    const creator = await server.as(role("inventory.view", "inventory.create"));
    expect((await upsert([{ name: unique("Created ") }], {}, creator)).status).toBe(200);
    expect((await upsert(both.slice(1), {}, creator)).status).toBe(403);
  });

  test("neither shows nor changes costs to those who may not see them", async () => {
    const card = await part();
    const blind = await server.as(role("inventory.view", "inventory.edit", "inventory.create"));
    const { body } = await upsert([{ id: card["id"], attributes: { price: 9 } }], { dry_run: true }, blind);
    expect(body.results[0]).toMatchObject({ status: "refused", field: "attributes.price" });
    const changed = await upsert([{ id: card["id"], attributes: { size: 9 } }], {}, blind);
    expect(changed.body.results[0].changes).toEqual({ "attributes.size": { old: 1, new: 9 } });
    expect(JSON.stringify(changed.body)).not.toContain("price");
    expect((await cardNow(admin, card["id"])).attributes.price).toBe(5);
  });
});

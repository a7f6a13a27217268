/** The gestures of one account: each answer names its batch, by which the account finds and undoes it. */
import { beforeAll, describe, expect, test } from "bun:test";
import { batchAbout } from "../../support/batches";
import type { Answer } from "../../support/client";
import { cardType, field, makeCard, relate, relationType, role, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer({ ALLOWED_ORIGINS: "https://console.example" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");
beforeAll(() => {
  cardType("Widget", [field("price", "cost"), field("size", "number")]);
  relationType("fits", "Widget", "Widget");
});

const widget = (fields: Record<string, unknown> = {}) => ({ type: "Widget", name: unique("Widget "), ...fields });
const batchIn = ({ headers }: Answer) => headers.get("x-stoa-batch");
const undo = (client: typeof member, batch: string | null, body: object = { dry_run: false }) =>
  client.post(`/mutation-batches/${batch}/rollback`, body);
const mine = async (client: typeof member, query = "") =>
  (await client.get(`/mutation-batches?mine=true${query}`)).body.items;
/** Returns the batch that an answer names, as the list has it. */
const listed = async (client: typeof member, answer: Answer) =>
  (await mine(client)).find(({ id }: { id: string }) => id === batchIn(answer));

describe("the header X-Stoa-Batch", () => {
  test("names the batch of a change of a card, whether the framework serves it or not", async () => {
    const { id } = await makeCard(admin, widget());
    for (const path of [`/cards/${id}`, `/cards/${id}/`]) {
      const changed = await member.patch(path, { alias: path });
      expect([changed.status, batchIn(changed)]).toEqual([200, batchAbout(id)]);
    }
  });

  test("is absent when nothing has changed, and from reads and refusals", async () => {
    const { id } = await makeCard(admin, widget({ alias: "same" }));
    expect(batchIn(await member.patch(`/cards/${id}`, { alias: "same" }))).toBeNull();
    expect(batchIn(await member.get(`/cards/${id}`))).toBeNull();
    expect(batchIn(await viewer.patch(`/cards/${id}`, { alias: "other" }))).toBeNull();
    expect(batchIn(await member.patch(`/cards/${id}`, { name: 3 }))).toBeNull();
  });

  test("names the one batch of many changes, on the server's thread and on the writer's", async () => {
    for (const count of [3, 201]) {
      const cards = Array.from({ length: count }, (_, row_index) => widget({ row_index }));
      const made = await member.post("/cards/bulk-create", { cards });
      const batch = batchIn(made);
      expect(batch).toBe(batchAbout(made.body.results[0].id));
      expect(
        (await member.get(`/mutation-batches/${batch}/events?page=1&page_size=1`)).headers.get("x-total-count"),
      ).toBe(String(count));
    }
  });

  test("names the batch that a request joins", async () => {
    const { body } = await member.post("/mutation-batches", { tool_name: "gesture" });
    const made = await member.post("/cards", widget(), { "x-stoa-batch": body.id });
    expect([made.status, batchIn(made)]).toEqual([201, body.id]);
  });

  test("comes with the repeated answer to an idempotent request", async () => {
    const card = widget();
    const key = { "idempotency-key": unique("gesture ") };
    const [first, second] = [await member.post("/cards", card, key), await member.post("/cards", card, key)];
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(batchIn(second)).toBe(batchIn(first));
    expect(batchIn(first)).toBe(batchAbout(first.body.id));
  });

  test("comes with an answer that has no content", async () => {
    const { id } = await makeCard(admin, widget());
    const relation = await relate(admin, "fits", { id }, await makeCard(admin, widget()));
    const deleted = await member.delete(`/relations/${relation.id}`);
    expect([deleted.status, batchIn(deleted)]).toEqual([204, batchAbout(relation.id)]);
  });

  test("may be read by pages of allowed origins", async () => {
    const { headers } = await member.post("/cards", widget(), { origin: "https://console.example" });
    expect(headers.get("access-control-expose-headers")).toContain("X-Stoa-Batch");
    expect(headers.get("x-stoa-batch")).not.toBeNull();
  });
});

describe("the list of one's own batches", () => {
  test("is open to every account, and holds no batch of others", async () => {
    const own = batchIn(await member.post("/cards", widget()));
    const others = batchIn(await admin.post("/cards", widget()));
    const ids = (await mine(member)).map(({ id }: { id: string }) => id);
    expect(ids).toContain(own);
    expect(ids).not.toContain(others);
    expect(await viewer.get("/mutation-batches?mine=true")).toMatchObject({
      status: 200,
      body: { items: [], total: 0 },
    });
  });

  test("needs a login, and the batches of others need the right to read all events", async () => {
    expect((await server.nobody.get("/mutation-batches?mine=true")).status).toBe(401);
    for (const query of ["", "?mine=false", `?actor_user_id=${member.userId}`])
      expect((await member.get(`/mutation-batches${query}`)).status).toBe(403);
    expect(await mine(member, `&actor_user_id=${admin.userId}`)).toEqual([]);
    const auditor = await server.as(role("admin.events"));
    expect((await auditor.get("/mutation-batches")).status).toBe(200);
  });

  test("refuses what is no flag with 422", async () => {
    expect((await member.get("/mutation-batches?mine=perhaps")).status).toBe(422);
  });

  test("has the parts of a sentence: who, what, how many, which and which fields", async () => {
    const made = await member.post("/cards", widget());
    const { id, name } = made.body;
    const changed = await member.patch(`/cards/${id}`, { alias: "short", attributes: { size: 3 } });
    expect(await listed(member, made)).toMatchObject({
      actor_display_name: expect.stringContaining("member"),
      parts: [{ event_type: "card.created", card_type: "Widget", count: 1, names: [name], fields: [] }],
    });
    expect((await listed(member, changed)).parts).toEqual([
      {
        event_type: "card.updated",
        card_type: "Widget",
        count: 1,
        names: [name],
        fields: ["attributes.size", "alias"],
      },
    ]);
  });

  test("counts all things of a batch and names five", async () => {
    const cards = Array.from({ length: 7 }, (_, row_index) => widget({ row_index }));
    const made = await member.post("/cards/bulk-create", { cards });
    expect((await listed(member, made)).parts).toEqual([
      {
        event_type: "card.created",
        card_type: "Widget",
        count: 7,
        names: cards.slice(0, 5).map(({ name }: Record<string, unknown>) => name),
        fields: [],
      },
    ]);
  });

  test("names a relation by both of its ends, and counts it once", async () => {
    const [one, other] = [await makeCard(admin, widget()), await makeCard(admin, widget())];
    const related = await member.post("/relations", { type: "fits", source_id: one.id, target_id: other.id });
    expect((await listed(member, related)).parts).toEqual([
      {
        event_type: "relation.created",
        card_type: "Widget",
        count: 1,
        names: [`${one.name} → ${other.name}`],
        fields: [],
      },
    ]);
  });

  test("names what is gone by the name that it had, and holds no costs", async () => {
    const { id, name } = await makeCard(admin, widget({ attributes: { price: 195_003 } }));
    const deleted = await listed(admin, await admin.delete(`/cards/${id}`));
    expect(deleted.parts).toMatchObject([{ event_type: "card.deleted", count: 1, names: [name] }]);
    expect(JSON.stringify(await mine(admin))).not.toContain("195003");
  });
});

describe("a member's own gesture", () => {
  test("is undone by its header: a change, a relation and a new card", async () => {
    const [one, other] = [await makeCard(admin, widget({ alias: "before" })), await makeCard(admin, widget())];
    const made = await member.post("/cards", widget());
    const changed = await member.patch(`/cards/${one.id}`, { alias: "after" });
    const related = await member.post("/relations", { type: "fits", source_id: one.id, target_id: other.id });
    for (const gesture of [related, changed, made])
      expect(await undo(member, batchIn(gesture))).toMatchObject({ status: 200, body: { forced: false } });
    expect((await admin.get(`/cards/${one.id}`)).body.alias).toBe("before");
    expect((await admin.get(`/cards/${made.body.id}`)).status).toBe(404);
    expect((await admin.get(`/relations?card_id=${one.id}`)).body).toEqual([]);
  });

  test("is named by the answer of its rollback, and no batch by that of a plan", async () => {
    const made = await member.post("/cards", widget());
    expect(batchIn(await undo(member, batchIn(made), {}))).toBeNull();
    const undone = await undo(member, batchIn(made));
    expect(batchIn(undone)).toBe(undone.body.rollback_batch_id);
    expect(await listed(member, made)).toMatchObject({ rolled_back_at: expect.any(String) });
  });

  test("is not undone when somebody else has changed the new card since, nor by force", async () => {
    const made = await member.post("/cards", widget());
    await admin.patch(`/cards/${made.body.id}`, { alias: "theirs" });
    expect((await undo(member, batchIn(made))).status).toBe(409);
    expect((await undo(member, batchIn(made), { dry_run: false, force: true })).status).toBe(403);
    const auditor = await server.as(role("inventory.create", "inventory.view", "admin.events"));
    const theirs = await auditor.post("/cards", widget());
    expect((await undo(auditor, batchIn(theirs), { dry_run: false, force: true })).status).toBe(403);
    expect((await admin.get(`/cards/${theirs.body.id}`)).status).toBe(200);
  });

  test("is not undone by other members, who may not read it either", async () => {
    const made = await member.post("/cards", widget());
    const other = await server.as("member");
    expect((await undo(other, batchIn(made))).status).toBe(403);
    expect((await other.get(`/mutation-batches/${batchIn(made)}`)).status).toBe(403);
    expect((await undo(server.nobody, batchIn(made))).status).toBe(401);
  });
});

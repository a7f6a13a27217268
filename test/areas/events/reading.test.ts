import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost"), field("size", "number")]);
  stakeholderRole("Widget", "reader", ["card.view"]);
  relationType("apes", "Widget", "Widget");
});

type JournalEntry = { id: string; event_type: string; card_id: string | null; data: Record<string, unknown> };

describe("the journal", () => {
  test("is listed newest first, in pages that are complete together", async () => {
    const cards = [];
    for (let at = 0; at < 13; at++) cards.push((await makeCard(admin, { type: "Widget" })).id);
    const page = async (query: string): Promise<JournalEntry[]> => (await admin.get(`/events?${query}`)).body;
    const whole = await page("page_size=200");
    expect(whole.slice(0, 13).map((event) => event.card_id)).toEqual(cards.toReversed());
    const pages: JournalEntry[] = [];
    for (let number = 1; number <= Math.ceil(whole.length / 5); number++)
      pages.push(...(await page(`page=${number}&page_size=5`)));
    expect(pages).toEqual(whole);
    expect(await page("page=99999")).toEqual([]);
    expect(await page("")).toHaveLength(Math.min(50, whole.length));
  });

  test("is filtered by card, and events of a deleted card have no card any more", async () => {
    const [one, other] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    await relate(admin, "apes", one, other);
    const of = async (id: string) =>
      (await admin.get(`/events?card_id=${id}`)).body.map((event: JournalEntry) => event.event_type);
    expect(await of(one.id)).toEqual(["relation.created", "card.created"]);
    expect(await of(one.id.toUpperCase())).toHaveLength(2);
    await admin.delete(`/cards/${one.id}`);
    expect(await of(one.id)).toEqual([]);
    const last: JournalEntry = (await admin.get("/events?page_size=1")).body[0];
    expect(last).toMatchObject({ event_type: "card.deleted", card_id: null, data: { id: one.id } });
    expect(await of(other.id)).toEqual(["relation.created", "card.created"]);
  });

  test("names authors while they exist", async () => {
    const user = await server.as("member");
    const published = await watch(admin);
    await makeCard(user, { type: "Widget" });
    expect((await published())[0]).toMatchObject({ user_id: user.userId, user_display_name: expect.any(String) });
    transaction(() => statement("DELETE FROM users WHERE id = ?").run(user.userId as string));
    expect((await published())[0]).toMatchObject({ user_id: null, user_display_name: null });
  });

  test("hides costs from users who may read it but not see costs", async () => {
    const auditor = await server.as(role("admin.events"));
    const card = await makeCard(admin, { type: "Widget", attributes: { price: 1, size: 1 } });
    await admin.patch(`/cards/${card.id}`, { attributes: { price: 2, size: 2 } });
    const latest = async (client: Client) => (await client.get("/events?page_size=1")).body[0].data.changes.attributes;
    expect(await latest(admin)).toEqual({ old: { price: 1, size: 1 }, new: { price: 2, size: 2 } });
    expect(await latest(auditor)).toEqual({ old: { size: 1 }, new: { size: 2 } });
  });

  test.each([
    ["page=0", "query.page: greater_than_equal"],
    ["page_size=201", "query.page_size: less_than_equal"],
    ["page_size=0", "query.page_size: greater_than_equal"],
    ["card_id=x", "query.card_id: uuid_parsing"],
  ])("is refused with ?%s", async (query, violation) => {
    const { status, body } = await admin.get(`/events?${query}`);
    expect([status, ...violationsOf(body)]).toEqual([422, violation]);
  });

  test("can't be changed by anybody, with any method", async () => {
    await makeCard(admin, { type: "Widget" });
    const [{ id }] = (await admin.get("/events?page_size=1")).body;
    const rows = () => JSON.stringify(statement("SELECT * FROM events ORDER BY seq").all());
    const before = rows();
    for (const path of ["/events", `/events/${id}`, "/events/export/csv", "/events/my-cards", "/events/stream"])
      for (const method of ["POST", "PUT", "PATCH", "DELETE"])
        expect((await admin.send(method, path, { ids: [id], data: {} })).status).toBeOneOf([404, 405]);
    expect(rows()).toBe(before);
  });
});

describe("the journal of a user's cards", () => {
  test("lists events of starred cards and of those in which the user is a stakeholder, newest first", async () => {
    const user = await server.as("viewer");
    const [starred, part, both, other] = [
      await makeCard(admin, { type: "Widget", name: "Starred" }),
      await makeCard(admin, { type: "Widget", name: "Part" }),
      await makeCard(admin, { type: "Widget", name: "Both" }),
      await makeCard(admin, { type: "Widget", name: "Other" }),
    ];
    for (const card of [starred, both]) await user.post(`/favorites/${card.id}`);
    for (const card of [part, both]) stakeholder(card.id, user.userId, "reader");
    stakeholder(both.id, user.userId, "another");
    await admin.patch(`/cards/${part.id}`, { name: "Part renamed", attributes: { price: 3, size: 1 } });
    await admin.patch(`/cards/${other.id}`, { name: "Other renamed" });
    await admin.post(`/cards/${starred.id}/archive`);
    const { body } = await user.get("/events/my-cards");
    expect(
      body.map(({ event_type, card_id, card_name }: Record<string, string>) => [event_type, card_id, card_name]),
    ).toEqual([
      ["card.archived", starred.id, "Starred"],
      ["card.updated", part.id, "Part renamed"],
      ["card.created", both.id, "Both"],
      ["card.created", part.id, "Part"],
      ["card.created", starred.id, "Starred"],
    ]);
    expect(body[0]).toEqual({
      id: expect.any(String),
      card_id: starred.id,
      card_name: "Starred",
      event_type: "card.archived",
      data: { id: starred.id, type: "Widget", name: "Starred" },
      user_display_name: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
    });
    expect(body[1].data.changes.attributes.new).toEqual({ price: 3, size: 1 });
    expect((await user.get("/events/my-cards?limit=2")).body).toEqual(body.slice(0, 2));
    expect((await (await server.as("viewer")).get("/events/my-cards")).body).toEqual([]);
  });

  test("is summed up for each card since a moment: who changed which fields, from what to what", async () => {
    const user = await server.as("viewer");
    const [one, other] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    for (const card of [one, other]) await user.post(`/favorites/${card.id}`);
    const since = (await admin.patch(`/cards/${one.id}`, { alias: "a", attributes: { size: 1 } })).body.updated_at;
    await admin.patch(`/cards/${other.id}`, { alias: "x" });
    await admin.patch(`/cards/${one.id}`, { alias: "b", attributes: { size: 2, price: 9 } });
    await admin.patch(`/cards/${one.id}`, { description: "new" });
    await admin.patch(`/cards/${other.id}`, { alias: null });
    const { body } = await user.get(`/events/my-cards/changes?since=${since}`);
    expect(body).toMatchObject([
      { card_id: other.id, count: 2, changes: {} },
      {
        ...{ card_id: one.id, card_name: one.name, card_type: "Widget", count: 3, event_types: ["card.updated"] },
        authors: [expect.stringContaining("admin")],
        changes: {
          alias: { old: null, new: "b" },
          "attributes.size": { old: null, new: 2 },
          description: { old: null, new: "new" },
        },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("price");
    expect((await user.get("/events/my-cards/changes?limit=1")).body).toHaveLength(1);
    expect((await user.get("/events/my-cards/changes?since=2999-01-01")).body).toEqual([]);
    expect((await user.get("/events/my-cards/changes?since=then")).status).toBe(422);
    expect((await server.nobody.get("/events/my-cards/changes")).status).toBe(401);
  });

  test("hides the costs of a card that is only starred", async () => {
    const user = await server.as("viewer");
    const card = await makeCard(admin, { type: "Widget" });
    await user.post(`/favorites/${card.id}`);
    await admin.patch(`/cards/${card.id}`, { attributes: { price: 3, size: 1 } });
    expect((await user.get("/events/my-cards")).body[0].data.changes.attributes.new).toEqual({ size: 1 });
  });

  test("lists only events that the user may read", async () => {
    const stranger = await server.as(role("relations.view"));
    const [starred, part] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    await stranger.post(`/favorites/${starred.id}`);
    stakeholder(part.id, stranger.userId, "reader");
    await admin.patch(`/cards/${starred.id}`, { alias: "secret" });
    expect((await stranger.get("/events/my-cards")).body.map((event: JournalEntry) => event.card_id)).toEqual([
      part.id,
    ]);
  });

  test.each(["limit=0", "limit=51", "limit=x"])("is refused with ?%s", async (query) => {
    expect((await admin.get(`/events/my-cards?${query}`)).status).toBe(422);
  });
});

import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardType,
  field,
  makeCard,
  role,
  stakeholder,
  stakeholderRole,
  storedCards,
  unique,
  violationsOf,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost")]);
  cardType("Gadget");
  cardType("Ghost", [], { is_hidden: true });
  stakeholderRole("Widget", "keeper", ["card.view"], { label: "Keeper", color: "#123456" });
  stakeholderRole("Widget", "retired", [], { label: "Retired", is_archived: true });
});

type Card = { id: string };
const nobodysId = "01900000-0000-7000-8000-000000000000";
const idsOf = (body: { items: Card[] }) => body.items.map((card) => card.id);

describe("the cards that a user has created", () => {
  test("are listed while they are active, newest first, and paged", async () => {
    const maker = await server.as("member");
    const made: Card[] = [];
    for (let at = 0; at < 5; at++) made.push(await makeCard(maker, { type: at % 2 ? "Widget" : "Gadget" }));
    await makeCard(maker, { type: "Ghost" });
    await makeCard(admin, { type: "Widget" });
    const archived = await makeCard(maker, { type: "Widget" });
    await maker.post(`/cards/${archived.id}/archive`);
    const expected = made.map((card) => card.id).reverse();
    const { body } = await maker.get("/cards/my-created");
    expect(idsOf(body)).toEqual(expected);
    expect(body).toMatchObject({ total: 5, offset: 0, limit: 50, has_more: false });
    expect(body.items[0]).toEqual((await maker.get(`/cards/${expected[0]}`)).body);
    const slice = (await maker.get("/cards/my-created?limit=2&offset=2")).body;
    expect(idsOf(slice)).toEqual(expected.slice(2, 4));
    expect(slice).toMatchObject({ total: 5, offset: 2, limit: 2, has_more: true });
    expect((await maker.get("/cards/my-created?limit=2&offset=3")).body.has_more).toBe(false);
    expect((await maker.get("/cards/my-created?offset=9")).body).toMatchObject({ items: [], total: 5 });
    expect((await (await server.as("viewer")).get("/cards/my-created")).body).toMatchObject({ items: [], total: 0 });
  });

  test("are listed without costs", async () => {
    const clerk = await server.as(role("inventory.view", "inventory.create"));
    await makeCard(clerk, { type: "Widget", attributes: { price: 1, x: 2 } });
    expect((await clerk.get("/cards/my-created")).body.items[0].attributes).toEqual({ x: 2 });
  });

  test.each([
    ["limit=0", "query.limit: greater_than_equal"],
    ["limit=201", "query.limit: less_than_equal"],
    ["offset=-1", "query.offset: greater_than_equal"],
    ["limit=x", "query.limit: int_parsing"],
  ])("are refused with ?%s", async (query, violation) => {
    const { status, body } = await admin.get(`/cards/my-created?${query}`);
    expect([status, ...violationsOf(body)]).toEqual([422, violation]);
  });
});

describe("the cards in which a user is a stakeholder", () => {
  test("are listed while they are active, last changed first, with the stakeholder roles", async () => {
    const user = await server.as("viewer");
    const cards = storedCards(
      ["Widget", "Gadget", "Ghost", "Widget", "Widget"].map((type, at) => ({
        type,
        name: unique("P "),
        status: at === 3 ? "ARCHIVED" : "ACTIVE",
        updated_at: `2026-01-0${at + 1}T00:00:00.000Z`,
        attributes: '{"price":1}',
      })),
    ) as [string, string, string, string, string];
    for (const card of cards) stakeholder(card, user.userId, "keeper");
    stakeholder(cards[0], user.userId, "retired");
    stakeholder(cards[0], user.userId, "undefined part");
    stakeholder(cards[0], admin.userId, "keeper");
    const { body } = await user.get("/cards/my-stakeholder");
    expect(idsOf(body)).toEqual([cards[4], cards[1], cards[0]]);
    const keeper = { key: "keeper", label: "Keeper", color: "#123456", translations: {} };
    const undefined_ = (key: string) => ({ key, label: key, color: "#757575", translations: {} });
    expect(body.roles_by_card_id).toEqual({
      [cards[0]]: [
        keeper,
        { key: "retired", label: "Retired", color: "#757575", translations: {} },
        undefined_("undefined part"),
      ],
      [cards[1]]: [undefined_("keeper")],
      [cards[4]]: [keeper],
    });
    expect(body.items[0].attributes).toEqual({ price: 1 });
    expect(idsOf((await user.get("/cards/my-stakeholder?limit=2")).body)).toEqual([cards[4], cards[1]]);
    expect((await server.as("viewer")).userId).toBeString();

    // The cards of another user are shown to users who may see stakeholders, without costs.
    const other = await server.as("viewer");
    const theirs = (await other.get(`/cards/my-stakeholder?user_id=${user.userId}`)).body;
    expect(idsOf(theirs)).toEqual(idsOf(body));
    expect(theirs.items[0].attributes).toEqual({});
    expect((await other.get("/cards/my-stakeholder")).body).toEqual({ items: [], roles_by_card_id: {} });
  });

  test("need the right to see stakeholders for another user; an unknown user is reported first", async () => {
    const clerk = await server.as(role("inventory.view"));
    const forUser = (id: string | undefined) => clerk.get(`/cards/my-stakeholder?user_id=${id}`);
    expect(await forUser(admin.userId)).toMatchObject({ status: 403, body: { detail: "Insufficient permissions" } });
    expect(await forUser(nobodysId)).toMatchObject({ status: 404, body: { detail: "User not found" } });
    expect((await forUser(clerk.userId)).status).toBe(200);
    expect(violationsOf((await forUser("x")).body)).toEqual(["query.user_id: uuid_parsing"]);
  });

  test.each(["limit=0", "limit=501"])("are refused with ?%s", async (query) => {
    expect((await admin.get(`/cards/my-stakeholder?${query}`)).status).toBe(422);
  });
});

test("the counts include the active cards of each type that is not hidden", async () => {
  const counted = async () => (await admin.get("/cards/counts")).body;
  const before = await counted();
  const countOf = (body: { by_type: { type: string; count: number }[] }, type: string) =>
    body.by_type.find((row) => row.type === type)?.count ?? 0;
  cardType("Fresh");
  const card = await makeCard(admin, { type: "Fresh" });
  storedCards([
    { type: "Fresh", name: "a", status: "ARCHIVED" },
    { type: "Ghost", name: "b" },
    { type: "Fresh", name: "c", status: "PHASING_IN" },
    { type: "No such type", name: "d" },
  ]);
  const after = await counted();
  expect(countOf(after, "Fresh")).toBe(1);
  expect(countOf(after, "No such type")).toBe(1);
  expect(countOf(after, "Ghost")).toBe(0);
  expect(after.total).toBe(before.total + 2);
  expect(after.total).toBe(after.by_type.reduce((sum: number, row: { count: number }) => sum + row.count, 0));
  await admin.delete(`/cards/${card.id}`);
  expect((await counted()).by_type.some((row: { type: string }) => row.type === "Fresh")).toBe(false);
});

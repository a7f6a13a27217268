import { beforeAll, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { cardType, field, makeCard, relate, relationType, stakeholder, stakeholderRole } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost"), field("fee", "cost"), field("size", "number")]);
  stakeholderRole("Widget", "reader", ["card.view"]);
  relationType("uses", "Widget", "Widget");
});

type JournalEvent = { event_type: string; id: string };
const history = async (id: string, client = admin, query = "") =>
  (await client.get(`/cards/${id}/history${query}`)).body;
const types = (events: JournalEvent[]) => events.map((event) => event.event_type);

test("the history of a card has all its events, newest first, with author and time", async () => {
  const member = await server.as("member");
  const card = await makeCard(member, { type: "Widget", name: "Subject" });
  const other = await makeCard(admin, { type: "Widget", name: "Peer" });
  await admin.patch(`/cards/${card.id}`, { description: "changed" });
  await relate(admin, "uses", other, card);
  await admin.post(`/cards/${card.id}/approval-status?action=approve`);
  await admin.post(`/cards/${card.id}/archive`);
  await admin.post(`/cards/${card.id}/restore`);
  const events = await history(card.id);
  expect(types(events)).toEqual([
    "card.restored",
    "card.archived",
    "card.approval_status.approve",
    "relation.created",
    "card.updated",
    "card.created",
  ]);
  expect(events.at(-1)).toEqual({
    id: expect.any(String),
    event_type: "card.created",
    data: { id: card.id, type: "Widget", name: "Subject" },
    user_id: member.userId,
    user_display_name: expect.stringContaining("member"),
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(events[3].data).toMatchObject({ direction: "incoming", peer_name: "Peer" });
  expect(types(await history(other.id))).toEqual(["relation.created", "card.created"]);
});

test("the history is paged, with events of one moment in the order of publication", async () => {
  const card = await makeCard(admin, { type: "Widget" });
  for (let at = 0; at < 11; at++) await admin.patch(`/cards/${card.id}`, { alias: `a${at}` });
  const whole = await history(card.id);
  expect(whole).toHaveLength(12);
  const pages = [1, 2, 3, 4].map((page) => history(card.id, admin, `?page=${page}&page_size=5`));
  expect((await Promise.all(pages)).map((page) => page.length)).toEqual([5, 5, 2, 0]);
  expect((await Promise.all(pages)).flat()).toEqual(whole);
  for (const query of ["?page=0", "?page_size=0", "?page_size=201", "?page=x"])
    expect((await admin.get(`/cards/${card.id}/history${query}`)).status).toBe(422);
});

test.each(["nonsense", "01900000-0000-7000-8000-000000000000"])(
  "the history of the unknown card %s is empty",
  async (id) => {
    expect(await admin.get(`/cards/${id}/history`)).toMatchObject({ status: 200, body: [] });
  },
);

test("costs are hidden from users who may not see them, on both sides of a change", async () => {
  const card = await makeCard(admin, { type: "Widget", attributes: { price: 1, size: 1 } });
  await admin.patch(`/cards/${card.id}`, { attributes: { price: 2, fee: 3, size: 2 } });
  await admin.patch(`/cards/${card.id}`, { attributes: null });
  const viewer = await server.as("viewer");
  const changes = async (client: Client) =>
    (await history(card.id, client)).slice(0, 2).map((event: { data: { changes: object } }) => event.data.changes);
  const full = [
    { attributes: { old: { price: 2, fee: 3, size: 2 }, new: null } },
    { attributes: { old: { price: 1, size: 1 }, new: { price: 2, fee: 3, size: 2 } } },
  ];
  expect(await changes(admin)).toEqual(full);
  expect(await changes(viewer)).toEqual([
    { attributes: { old: { size: 2 }, new: null } },
    { attributes: { old: { size: 1 }, new: { size: 2 } } },
  ]);
  stakeholder(card.id, viewer.userId, "reader");
  expect(await changes(viewer)).toEqual(full);
});

import { beforeAll, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import type { Client } from "../../support/client";
import { cardNow, cardType, stakeholder, stakeholderRole, storedCards, unique } from "../../support/factories";
import { type Step, step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
let type: string;
beforeAll(() => {
  type = cardType("Kept");
  stakeholderRole(type, "owner", ["card.manage_stakeholders"], { label: "Owner" });
  stakeholderRole(type, "watcher", [], { label: "Watcher" });
  stakeholderRole(type, "observer", ["card.view"], { label: "Observer" });
  stakeholderRole(type, "former", ["card.manage_stakeholders"], { label: "Former", is_archived: true });
});

const newCard = () => storedCards([{ type, name: unique("Card ") }])[0] as string;
const nameOf = async (client: Client) => (await client.get("/auth/me")).body.display_name as string;

test("a stakeholder is created and listed", async () => {
  const [member, person] = [await server.as("member"), await server.as("viewer")];
  const card = newCard();
  const name = await nameOf(person);
  const added = { user_id: person.userId, user_display_name: name, role: "owner", role_label: "Owner" };
  const { body } = await step({
    as: member,
    method: "POST",
    path: `/cards/${card}/stakeholders`,
    body: { user_id: person.userId, role: "owner" },
    status: 201,
    equals: { id: expect.any(String), ...added },
    events: ({ id }) => [
      {
        event_type: "stakeholder.added",
        card_id: card,
        user_id: member.userId,
        data: { stakeholder_id: id, ...added, summary: `${name} · Owner` },
      },
      { event_type: "notification.created", data: { type: "stakeholder_assigned", user_id: person.userId } },
    ],
  });
  expect((await person.get(`/cards/${card}/stakeholders`)).body).toEqual([
    { ...body, user_email: expect.stringContaining("@stoa.example"), created_at: expect.any(String) },
  ]);
});

test("stakeholders are listed oldest first and paged; an unknown card has none", async () => {
  const card = newCard();
  const ids = [];
  for (const role of ["watcher", "owner", "observer"]) {
    const user = await server.as("viewer");
    ids.push((await admin.post(`/cards/${card}/stakeholders`, { user_id: user.userId, role })).body.id);
  }
  const listed = async (query = "") =>
    (await admin.get(`/cards/${card}/stakeholders${query}`)).body.map((row: { id: string }) => row.id);
  expect(await listed()).toEqual(ids);
  expect(await listed("?page=2&page_size=2")).toEqual(ids.slice(2));
  for (const unknown of ["nonsense", newId()])
    expect(await admin.get(`/cards/${unknown}/stakeholders`)).toMatchObject({ status: 200, body: [] });
});

test("a user may have several roles in a card, each of them once", async () => {
  const card = newCard();
  const user_id = (await server.as("viewer")).userId;
  const add = (role: string) => admin.post(`/cards/${card}/stakeholders`, { user_id, role });
  expect((await add("owner")).status).toBe(201);
  expect((await add("watcher")).status).toBe(201);
  expect((await add("owner")).status).toBe(409);
  const transaction = await Promise.all(Array.from({ length: 4 }, () => add("observer")));
  expect(transaction.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
});

test("an archived role is shown by its key", async () => {
  const card = newCard();
  const user = await server.as("viewer");
  stakeholder(card, user.userId, "former");
  const [row] = (await admin.get(`/cards/${card}/stakeholders`)).body;
  expect(row).toMatchObject({ role: "former", role_label: "former" });
});

test.each([
  [
    "an unknown role",
    (card: string) => [`/cards/${card}/stakeholders`, { role: "king" }],
    400,
    "observer, owner, watcher",
  ],
  ["an archived role", (card: string) => [`/cards/${card}/stakeholders`, { role: "former" }], 400, "owner"],
  ["an unknown card", () => [`/cards/${newId()}/stakeholders`, {}], 404, "Card not found"],
  ["no card", () => ["/cards/nonsense/stakeholders", {}], 404, "Card not found"],
  ["an unknown user", (card: string) => [`/cards/${card}/stakeholders`, { user_id: newId() }], 404, "User not found"],
  ["a user that is no UUID", (card: string) => [`/cards/${card}/stakeholders`, { user_id: "me" }], 422, "uuid_parsing"],
  ["no user", (card: string) => [`/cards/${card}/stakeholders`, { user_id: undefined }], 422, "missing"],
  ["no role", (card: string) => [`/cards/${card}/stakeholders`, { role: null }], 422, "string_type"],
] as const)("a stakeholder with %s is refused", async (_, request, status, text) => {
  const [path, fields] = request(newCard()) as [string, Record<string, unknown>];
  const body = { user_id: admin.userId, role: "owner", ...fields };
  const answer = await step({ as: admin, method: "POST", path, body, status, events: [] });
  expect(JSON.stringify(answer.body)).toContain(text);
});

test("a stakeholder gets another role, and the event has the names of both", async () => {
  const card = newCard();
  const person = await server.as("viewer");
  const name = await nameOf(person);
  const id = stakeholder(card, person.userId, "watcher");
  const change = {
    as: admin,
    method: "PATCH",
    path: `/stakeholders/${id}`,
    body: { user_id: "ignored", role: "owner" },
    status: 200,
  } as const;
  await step({
    ...change,
    equals: { id, user_id: person.userId, role: "owner", role_label: "Owner" },
    events: [
      {
        event_type: "stakeholder.role_changed",
        card_id: card,
        data: {
          stakeholder_id: id,
          user_id: person.userId,
          user_display_name: name,
          old_role: "watcher",
          old_role_label: "Watcher",
          new_role: "owner",
          new_role_label: "Owner",
          summary: `${name} · Watcher → Owner`,
        },
      },
      { event_type: "notification.created", data: { type: "stakeholder_assigned", user_id: person.userId } },
    ],
  });
  await step({ ...change, events: [] });
});

test("a stakeholder can't get a role that they have already, or that the type lacks", async () => {
  const card = newCard();
  const id = stakeholder(card, admin.userId, "watcher");
  stakeholder(card, admin.userId, "owner");
  const refused = (body: object, status: number) =>
    step({ as: admin, method: "PATCH", path: `/stakeholders/${id}`, body, status, events: [] });
  await refused({ user_id: admin.userId, role: "owner" }, 409);
  await refused({ user_id: admin.userId, role: "king" }, 400);
  await refused({ user_id: admin.userId, role: null }, 422);
  await refused({ role: "observer" }, 422);
});

test("a stakeholder is deleted once, and the event has their name", async () => {
  const card = newCard();
  const person = await server.as("viewer");
  const name = await nameOf(person);
  const id = stakeholder(card, person.userId, "watcher");
  const remove = { as: admin, method: "DELETE", path: `/stakeholders/${id}` } as const;
  await step({
    ...remove,
    status: 204,
    events: [
      {
        event_type: "stakeholder.removed",
        card_id: card,
        data: { stakeholder_id: id, user_display_name: name, role: "watcher", summary: `${name} · Watcher` },
      },
    ],
  });
  expect((await admin.get(`/cards/${card}/stakeholders`)).body).toEqual([]);
  const missing = { status: 404, equals: { detail: "Stakeholder not found" }, events: [] } satisfies Partial<Step>;
  await step({ ...remove, ...missing });
  await step({ ...remove, path: "/stakeholders/nonsense", ...missing });
  const body = { user_id: "x", role: "owner" };
  await step({ as: admin, method: "PATCH", path: "/stakeholders/nonsense", body, ...missing });
});

test("assigned stakeholder roles count for the data quality of the card", async () => {
  const card = newCard();
  const quality = async () => (await cardNow(admin, card)).data_quality;
  const { id } = (await admin.post(`/cards/${card}/stakeholders`, { user_id: admin.userId, role: "owner" })).body;
  // One of three roles is assigned; description and life cycle are missing.
  expect(await quality()).toBe(20);
  await admin.post(`/cards/${card}/me/observe`);
  expect(await quality()).toBe(40);
  await admin.patch(`/stakeholders/${id}`, { user_id: admin.userId, role: "observer" });
  expect(await quality()).toBe(40);
  await admin.delete(`/stakeholders/${id}`);
  expect(await quality()).toBe(20);
  await admin.delete(`/cards/${card}/me/observe`);
  expect(await quality()).toBe(0);
});

test("a stakeholder role lets its users manage the stakeholders of their card; an archived or lesser one does not", async () => {
  for (const [role, statuses] of [
    ["owner", [201, 200, 204]],
    ["former", [403, 403, 403]],
    ["watcher", [403, 403, 403]],
  ] as const) {
    const card = newCard();
    const viewer = await server.as("viewer");
    stakeholder(card, viewer.userId, role);
    const id = stakeholder(card, admin.userId, "watcher");
    const person = (await server.as("viewer")).userId;
    expect([
      (await viewer.post(`/cards/${card}/stakeholders`, { user_id: person, role: "watcher" })).status,
      (await viewer.patch(`/stakeholders/${id}`, { user_id: person, role: "observer" })).status,
      (await viewer.delete(`/stakeholders/${id}`)).status,
    ]).toEqual([...statuses]);
    expect((await viewer.post(`/cards/${newCard()}/stakeholders`, { user_id: person, role: "watcher" })).status).toBe(
      403,
    );
  }
});

// Observing a card oneself

test("a viewer can observe a card, twice without effect, and stop", async () => {
  const viewer = await server.as("viewer");
  const card = newCard();
  const request = { as: viewer, path: `/cards/${card}/me/observe` } as const;
  const observer = {
    user_id: viewer.userId,
    user_display_name: await nameOf(viewer),
    role: "observer",
    role_label: "Observer",
  };
  await step({ ...request, status: 200, equals: { is_observer: false, observer_role_available: true }, events: [] });
  const { body } = await step({
    ...request,
    method: "POST",
    status: 201,
    expects: observer,
    events: [{ event_type: "stakeholder.added", card_id: card }],
  });
  await step({ ...request, method: "POST", status: 201, expects: body, events: [] });
  await step({ ...request, status: 200, expects: { is_observer: true }, events: [] });
  await step({
    ...request,
    method: "DELETE",
    status: 204,
    events: [{ event_type: "stakeholder.removed", card_id: card }],
  });
  await step({ ...request, method: "DELETE", status: 204, events: [] });
  await step({ ...request, status: 200, expects: { is_observer: false }, events: [] });
});

test("a user can't observe a card whose type has no observers, but can stop observing it", async () => {
  const closed = cardType(unique("Closed"));
  stakeholderRole(closed, "observer", [], { is_archived: true });
  const viewer = await server.as("viewer");
  const [card] = storedCards([{ type: closed, name: "Closed" }]) as [string];
  const path = `/cards/${card}/me/observe`;
  const refusal = await viewer.post(path);
  expect(refusal).toMatchObject({ status: 409, body: { detail: { code: "observer_role_unavailable" } } });
  expect(refusal.body.detail.message).toBeString();
  stakeholder(card, viewer.userId, "observer");
  expect((await viewer.get(path)).body).toEqual({ is_observer: true, observer_role_available: false });
  expect((await viewer.delete(path)).status).toBe(204);
  expect((await viewer.get(path)).body.is_observer).toBeFalse();
});

test("observing needs the permission to view the card: by the user's role, or by a stakeholder role in the card", async () => {
  const stranger = await server.as("stranger");
  const [seen, unseen] = [newCard(), newCard()];
  stakeholder(seen, stranger.userId, "observer");
  expect((await stranger.get(`/cards/${seen}/me/observe`)).body.is_observer).toBeTrue();
  for (const method of ["GET", "POST", "DELETE"]) {
    expect((await stranger.send(method, `/cards/${unseen}/me/observe`)).status).toBe(403);
    expect((await admin.send(method, `/cards/${newId()}/me/observe`)).body).toEqual({ detail: "Card not found" });
  }
});

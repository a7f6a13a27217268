import { afterAll, beforeAll, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import type { Client } from "../../support/client";
import { cardNow, cardType, stakeholder, stakeholderRole, storedCards, unique, watch } from "../../support/factories";
import { startTestServer, type TestServer } from "../../support/server";

let server: TestServer;
let admin: Client;
let type: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  type = cardType("Kept");
  stakeholderRole(type, "owner", ["card.manage_stakeholders"], { label: "Owner" });
  stakeholderRole(type, "watcher", [], { label: "Watcher" });
  stakeholderRole(type, "observer", ["card.view"], { label: "Observer" });
  stakeholderRole(type, "former", ["card.manage_stakeholders"], { label: "Former", is_archived: true });
});
afterAll(() => server.stop());

const newCard = () => storedCards([{ type, name: unique("Card ") }])[0] as string;
const nameOf = async (client: Client) => (await client.get("/auth/me")).body.display_name as string;

test("a part is given, listed and told of", async () => {
  const [member, person] = [await server.as("member"), await server.as("viewer")];
  const card = newCard();
  const name = await nameOf(person);
  const events = await watch(admin);
  const answer = await member.post(`/cards/${card}/stakeholders`, { user_id: person.userId, role: "owner" });
  const { id } = answer.body;
  const part = { id, user_id: person.userId, user_display_name: name, role: "owner", role_label: "Owner" };
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual(part);
  expect((await person.get(`/cards/${card}/stakeholders`)).body).toEqual([
    { ...part, user_email: expect.stringContaining("@stoa.example"), created_at: expect.any(String) },
  ]);
  expect(await events()).toMatchObject([
    {
      event_type: "stakeholder.added",
      card_id: card,
      user_id: member.userId,
      data: {
        stakeholder_id: id,
        user_id: person.userId,
        user_display_name: name,
        role: "owner",
        role_label: "Owner",
        summary: `${name} · Owner`,
      },
    },
  ]);
});

test("parts are listed oldest first and in slices; an unknown card has none", async () => {
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

test("somebody may have several parts in a card, but each once", async () => {
  const card = newCard();
  const user_id = (await server.as("viewer")).userId;
  const add = (role: string) => admin.post(`/cards/${card}/stakeholders`, { user_id, role });
  expect((await add("owner")).status).toBe(201);
  expect((await add("watcher")).status).toBe(201);
  expect((await add("owner")).status).toBe(409);
  const transaction = await Promise.all(Array.from({ length: 4 }, () => add("observer")));
  expect(transaction.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
});

test("an archived part is called by its key and can't be given", async () => {
  const card = newCard();
  const user = await server.as("viewer");
  stakeholder(card, user.userId, "former");
  const [row] = (await admin.get(`/cards/${card}/stakeholders`)).body;
  expect(row).toMatchObject({ role: "former", role_label: "former" });
});

test.each([
  [
    "an unknown part",
    (card: string) => [`/cards/${card}/stakeholders`, { role: "king" }],
    400,
    "observer, owner, watcher",
  ],
  ["an archived part", (card: string) => [`/cards/${card}/stakeholders`, { role: "former" }], 400, "owner"],
  ["an unknown card", () => [`/cards/${newId()}/stakeholders`, {}], 404, "Card not found"],
  ["no card", () => ["/cards/nonsense/stakeholders", {}], 404, "Card not found"],
  ["an unknown user", (card: string) => [`/cards/${card}/stakeholders`, { user_id: newId() }], 404, "User not found"],
  ["a user that is no UUID", (card: string) => [`/cards/${card}/stakeholders`, { user_id: "me" }], 422, "uuid_parsing"],
  ["no user", (card: string) => [`/cards/${card}/stakeholders`, { user_id: undefined }], 422, "missing"],
  ["no part", (card: string) => [`/cards/${card}/stakeholders`, { role: null }], 422, "string_type"],
] as const)("giving a part with %s is refused", async (_, request, status, text) => {
  const [path, fields] = request(newCard()) as [string, Record<string, unknown>];
  const answer = await admin.post(path, { user_id: admin.userId, role: "owner", ...fields });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(text);
});

test("a part becomes another one, and that is told with both names", async () => {
  const card = newCard();
  const person = await server.as("viewer");
  const name = await nameOf(person);
  const id = stakeholder(card, person.userId, "watcher");
  const events = await watch(admin);
  const change = { user_id: "ignored", role: "owner" };
  const answer = await admin.patch(`/stakeholders/${id}`, change);
  expect(answer.body).toEqual({ id, user_id: person.userId, role: "owner", role_label: "Owner" });
  expect((await admin.patch(`/stakeholders/${id}`, change)).status).toBe(200);
  const told = await events();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
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
  });
});

test("a part can't become one that there is, or that the type doesn't know", async () => {
  const card = newCard();
  const id = stakeholder(card, admin.userId, "watcher");
  stakeholder(card, admin.userId, "owner");
  const change = (role: unknown) => admin.patch(`/stakeholders/${id}`, { user_id: admin.userId, role });
  expect((await change("owner")).status).toBe(409);
  expect((await change("king")).status).toBe(400);
  expect((await change(null)).status).toBe(422);
  expect((await admin.patch(`/stakeholders/${id}`, { role: "observer" })).status).toBe(422);
});

test("a part is taken away once, and told of with the name", async () => {
  const card = newCard();
  const person = await server.as("viewer");
  const id = stakeholder(card, person.userId, "watcher");
  const events = await watch(admin);
  expect((await admin.delete(`/stakeholders/${id}`)).status).toBe(204);
  expect((await admin.get(`/cards/${card}/stakeholders`)).body).toEqual([]);
  const name = await nameOf(person);
  expect(await events()).toMatchObject([
    {
      event_type: "stakeholder.removed",
      card_id: card,
      data: { stakeholder_id: id, user_display_name: name, role: "watcher", summary: `${name} · Watcher` },
    },
  ]);
  expect(await admin.delete(`/stakeholders/${id}`)).toMatchObject({
    status: 404,
    body: { detail: "Stakeholder not found" },
  });
  expect((await admin.delete("/stakeholders/nonsense")).status).toBe(404);
  expect((await admin.patch("/stakeholders/nonsense", { user_id: "x", role: "owner" })).status).toBe(404);
});

test("the parts that are taken count for the card's quality", async () => {
  const card = newCard();
  const quality = async () => (await cardNow(admin, card)).data_quality;
  const { id } = (await admin.post(`/cards/${card}/stakeholders`, { user_id: admin.userId, role: "owner" })).body;
  // One of three parts is taken; description and life cycle are missing.
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

test.each([
  ["admin", 201, 200],
  ["bpm_admin", 201, 200],
  ["member", 201, 200],
  ["viewer", 403, 200],
  ["stranger", 403, 403],
])("%s gives parts with %d and reads them with %d", async (role, gives, reads) => {
  const client = await server.as(role);
  const card = newCard();
  const body = { user_id: admin.userId, role: "watcher" };
  const given = await client.post(`/cards/${card}/stakeholders`, body);
  expect(given.status).toBe(gives);
  expect((await client.get(`/cards/${card}/stakeholders`)).status).toBe(reads);
  const id = stakeholder(card, admin.userId, "owner");
  const manages = gives === 201 ? [200, 204] : [403, 403];
  expect((await client.patch(`/stakeholders/${id}`, { user_id: "", role: "observer" })).status).toBe(
    manages[0] as number,
  );
  expect((await client.delete(`/stakeholders/${id}`)).status).toBe(manages[1] as number);
});

test("a part in the card lets somebody manage its parts, an archived or lesser one does not", async () => {
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

test("nobody without a token reaches parts", async () => {
  const card = newCard();
  for (const [method, path] of [
    ["GET", `/cards/${card}/stakeholders`],
    ["POST", `/cards/${card}/stakeholders`],
    ["PATCH", `/stakeholders/${newId()}`],
    ["DELETE", `/stakeholders/${newId()}`],
    ["GET", `/cards/${card}/me/observe`],
    ["POST", `/cards/${card}/me/observe`],
    ["DELETE", `/cards/${card}/me/observe`],
  ] as const)
    expect((await server.nobody.send(method, path)).status).toBe(401);
});

// Watching a card oneself

test("a viewer watches a card, twice without effect, and stops", async () => {
  const viewer = await server.as("viewer");
  const path = `/cards/${newCard()}/me/observe`;
  const events = await watch(admin);
  expect((await viewer.get(path)).body).toEqual({ is_observer: false, observer_role_available: true });
  const first = await viewer.post(path);
  expect(first).toMatchObject({
    status: 201,
    body: { user_id: viewer.userId, user_display_name: await nameOf(viewer), role: "observer", role_label: "Observer" },
  });
  expect(await viewer.post(path)).toMatchObject({ status: 201, body: first.body });
  expect((await viewer.get(path)).body.is_observer).toBeTrue();
  expect((await viewer.delete(path)).status).toBe(204);
  expect((await viewer.delete(path)).status).toBe(204);
  expect((await viewer.get(path)).body.is_observer).toBeFalse();
  expect((await events()).map((event) => event.event_type)).toEqual(["stakeholder.added", "stakeholder.removed"]);
});

test("where a type knows no observers, nobody begins to watch, but one can stop", async () => {
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

test("watching needs sight of the card: by role, or by a part in it", async () => {
  const stranger = await server.as("stranger");
  const [seen, unseen] = [newCard(), newCard()];
  stakeholder(seen, stranger.userId, "observer");
  expect((await stranger.get(`/cards/${seen}/me/observe`)).body.is_observer).toBeTrue();
  for (const method of ["GET", "POST", "DELETE"]) {
    expect((await stranger.send(method, `/cards/${unseen}/me/observe`)).status).toBe(403);
    expect((await admin.send(method, `/cards/${newId()}/me/observe`)).body).toEqual({ detail: "Card not found" });
  }
});

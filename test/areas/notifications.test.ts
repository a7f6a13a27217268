import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTodos } from "../../src/core/notify/badges";
import type { Client } from "../support/client";
import { subscribe } from "../support/events";
import { cardType, makeCard, role, stakeholder, stakeholderRole, unique } from "../support/factories";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let admin: Client;
let holder: Client;
let card: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  holder = await server.as("member");
  card = (await admin.post("/cards", { type: "Application", name: "Payroll" })).body.id;
  for (const role of ["responsible", "technical_application_owner"])
    await admin.post(`/cards/${card}/stakeholders`, { user_id: holder.userId, role });
  await admin.post(`/cards/${card}/stakeholders`, { user_id: admin.userId, role: "observer" });
});
afterAll(() => server.stop());

const listed = async (user: Client, query = "") => (await user.get(`/notifications${query}`)).body;

test("a change is told to each holder of a part once, and not to who made it", async () => {
  await admin.patch(`/cards/${card}`, { name: "Payroll 2", description: "x" });
  const { items, total } = await listed(holder);
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    type: "card_updated",
    title: "Payroll 2 Updated",
    link: `/cards/${card}`,
    card_id: card,
    actor_id: admin.userId,
    data: { changes: ["name", "description"] },
    is_read: false,
  });
  expect((await listed(admin)).total).toBe(0);
});

test("whoever has a part that lets them see nothing of the card isn't told of it", async () => {
  const blind = await server.as(role("notifications.manage"));
  const type = cardType(unique("Hidden"));
  stakeholderRole(type, "blind");
  stakeholderRole(type, "sighted", ["card.view"]);
  const { id } = await makeCard(admin, { type, name: "Hidden" });
  stakeholder(id, blind.userId, "blind");
  await admin.patch(`/cards/${id}`, { description: "hidden" });
  expect((await listed(blind)).total).toBe(0);
  stakeholder(id, blind.userId, "sighted");
  await admin.patch(`/cards/${id}`, { description: "seen" });
  expect((await listed(blind)).total).toBe(1);
});

test("a change that changes nothing, or is refused, is told to nobody", async () => {
  const before = (await listed(holder)).total;
  await admin.patch(`/cards/${card}`, { description: "x" });
  await admin.patch(`/cards/${card}`, { parent_id: card });
  expect((await listed(holder)).total).toBe(before);
});

test.each([
  ["approve", "Approved", "APPROVED"],
  ["reject", "Rejected", "REJECTED"],
  ["reset", "Reset", "DRAFT"],
])("%s is told", async (action, title, approval_status) => {
  await admin.post(`/cards/${card}/approval-status?action=${action}`);
  expect((await listed(holder)).items[0]).toMatchObject({
    type: "approval_status_changed",
    title: `Approval Status ${title}`,
    data: { approval_status, action },
  });
});

test("who doesn't want to be told isn't", async () => {
  await holder.patch("/users/me/notification-preferences", { in_app: { card_updated: false } });
  const before = (await listed(holder)).total;
  await admin.patch(`/cards/${card}`, { description: "unwanted" });
  expect((await listed(holder)).total).toBe(before);
  await holder.patch("/users/me/notification-preferences", { in_app: { card_updated: true } });
});

test("a notification arrives on the stream of its user and of nobody else", async () => {
  const other = await server.as("admin");
  const [own, others] = [await subscribe(server.url, holder), await subscribe(server.url, other)];
  await admin.patch(`/cards/${card}`, { description: "live" });
  const told = (await own.until(2)).find((event) => event.event === "notification.created");
  expect(told?.data).toMatchObject({ user_id: holder.userId, type: "card_updated", link: `/cards/${card}` });
  await admin.patch(`/cards/${card}`, { description: "live again" });
  const seen = await others.until(2);
  expect(seen.map((event) => event.event)).not.toContain("notification.created");
  await own.close();
  await others.close();
});

test("notifications are read one by one or all at once, by their owner only", async () => {
  const [first] = (await listed(holder, "?is_read=false")).items;
  expect((await admin.patch(`/notifications/${first.id}/read`)).status).toBe(404);
  expect((await holder.patch(`/notifications/${first.id}/read`)).body).toEqual({ ok: true });
  expect((await holder.patch(`/notifications/${first.id}/read`)).body).toEqual({ ok: true });
  const { count } = (await holder.get("/notifications/unread-count")).body;
  expect((await listed(holder, "?is_read=false")).total).toBe(count);
  expect((await holder.post("/notifications/mark-all-read")).body).toEqual({ marked: count });
  expect((await holder.get("/notifications/unread-count")).body).toEqual({ count: 0 });
  expect((await listed(holder, "?is_read=true&page_size=2")).items).toHaveLength(2);
});

test("the audit trail doesn't hold what was told to one user", async () => {
  const { body } = await admin.get("/events?page_size=200");
  expect(body.map((event: { event_type: string }) => event.event_type)).not.toContain("notification.created");
});

test("what waits for a user is the sum of what the areas count for them", async () => {
  expect((await holder.get("/notifications/badge-counts")).body).toEqual({ open_todos: 0, pending_surveys: 0 });
  openTodos.extend("test 2", (userId) => (userId === holder.userId ? 2 : 0)).install();
  openTodos.extend("test 1", (userId) => (userId === holder.userId ? 1 : 0)).install();
  expect((await holder.get("/notifications/badge-counts")).body).toEqual({ open_todos: 3, pending_surveys: 0 });
  expect((await admin.get("/notifications/badge-counts")).body).toEqual({ open_todos: 0, pending_surveys: 0 });
});

import { beforeAll, expect, test } from "bun:test";
import { openTodos } from "../../src/core/notify/badges";
import type { Client } from "../support/client";
import { subscribe } from "../support/events";
import { cardType, makeCard, role, stakeholder, stakeholderRole, unique } from "../support/factories";
import { step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
/** A stakeholder of the card, in two roles. */
const holder = clientAs(server, "member");
let card: string;

beforeAll(async () => {
  card = (await admin.post("/cards", { type: "Application", name: "Payroll" })).body.id;
  for (const role of ["responsible", "technical_application_owner"])
    await admin.post(`/cards/${card}/stakeholders`, { user_id: holder.userId, role });
  await admin.post(`/cards/${card}/stakeholders`, { user_id: admin.userId, role: "observer" });
});

/** Returns the event that a notification of the holder's publishes. */
const notified = (data: object = {}) => ({
  event_type: "notification.created",
  data: { user_id: holder.userId, ...data },
});
const listed = async (user: Client, query = "") => (await user.get(`/notifications${query}`)).body;

test("each stakeholder is notified of a change once, but not its author", async () => {
  await step({
    as: admin,
    method: "PATCH",
    path: `/cards/${card}`,
    body: { name: "Payroll 2", description: "x" },
    status: 200,
    events: [{ event_type: "card.updated", card_id: card }, notified({ type: "card_updated" })],
  });
  const { items } = await listed(holder);
  const changes = items.filter(({ type }: { type: string }) => type === "card_updated");
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({
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

test("stakeholders whose role doesn't let them view the card are not notified of it", async () => {
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

test("nobody is notified of a request that changes nothing or is refused", async () => {
  const before = (await listed(holder)).total;
  const change = { as: admin, method: "PATCH", path: `/cards/${card}`, events: [] } as const;
  await step({ ...change, body: { description: "x" }, status: 200 });
  await step({ ...change, body: { parent_id: card }, status: 422 });
  expect((await listed(holder)).total).toBe(before);
});

test.each([
  ["approve", "Approved", "APPROVED"],
  ["reject", "Rejected", "REJECTED"],
  ["reset", "Reset", "DRAFT"],
])("stakeholders are notified of %s", async (action, title, approval_status) => {
  await step({
    as: admin,
    method: "POST",
    path: `/cards/${card}/approval-status?action=${action}`,
    status: 200,
    events: [{ event_type: `card.approval_status.${action}`, card_id: card }, notified()],
  });
  expect((await listed(holder)).items[0]).toMatchObject({
    type: "approval_status_changed",
    title: `Approval Status ${title}`,
    data: { approval_status, action },
  });
});

test("users who have turned a kind of notification off are not notified", async () => {
  const prefer = (card_updated: boolean) =>
    holder.patch("/users/me/notification-preferences", { in_app: { card_updated } });
  await prefer(false);
  const before = (await listed(holder)).total;
  await step({
    as: admin,
    method: "PATCH",
    path: `/cards/${card}`,
    body: { description: "unwanted" },
    status: 200,
    events: [{ event_type: "card.updated" }],
  });
  expect((await listed(holder)).total).toBe(before);
  await prefer(true);
});

test("a notification arrives on the stream of its user and of nobody else", async () => {
  const other = await server.as("admin");
  const [own, others] = [await subscribe(server.url, holder), await subscribe(server.url, other)];
  await admin.patch(`/cards/${card}`, { description: "live" });
  const published = (await own.until(2)).find((event) => event.event === "notification.created");
  expect(published?.data).toMatchObject({ user_id: holder.userId, type: "card_updated", link: `/cards/${card}` });
  await admin.patch(`/cards/${card}`, { description: "live again" });
  const seen = await others.until(2);
  expect(seen.map((event) => event.event)).not.toContain("notification.created");
  await own.close();
  await others.close();
});

test("notifications are marked as read one by one or all at once, by their owner only", async () => {
  const [first] = (await listed(holder, "?is_read=false")).items;
  const read = { method: "PATCH", path: `/notifications/${first.id}/read`, events: [] } as const;
  await step({ as: admin, ...read, status: 404 });
  await step({ as: holder, ...read, status: 200, equals: { ok: true } });
  await step({ as: holder, ...read, status: 200, equals: { ok: true } });
  const { count } = (await holder.get("/notifications/unread-count")).body;
  expect((await listed(holder, "?is_read=false")).total).toBe(count);
  const markAll = {
    as: holder,
    method: "POST",
    path: "/notifications/mark-all-read",
    status: 200,
    events: [],
  } as const;
  await step({ ...markAll, equals: { marked: count } });
  expect((await holder.get("/notifications/unread-count")).body).toEqual({ count: 0 });
  expect((await listed(holder, "?is_read=true&page_size=2")).items).toHaveLength(2);
});

test("the journal doesn't show the notifications of users", async () => {
  const { body } = await admin.get("/events?page_size=200");
  expect(body.map((event: { event_type: string }) => event.event_type)).not.toContain("notification.created");
});

test("the badge counts of a user are the sums of the areas' counts", async () => {
  expect((await holder.get("/notifications/badge-counts")).body).toEqual({ open_todos: 0, pending_surveys: 0 });
  openTodos.extend("test 2", (userId) => (userId === holder.userId ? 2 : 0)).install();
  openTodos.extend("test 1", (userId) => (userId === holder.userId ? 1 : 0)).install();
  expect((await holder.get("/notifications/badge-counts")).body).toEqual({ open_todos: 3, pending_surveys: 0 });
  expect((await admin.get("/notifications/badge-counts")).body).toEqual({ open_todos: 0, pending_surveys: 0 });
});

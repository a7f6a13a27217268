/** Fields that a request has no business setting, sent along with those that it may. */
import { beforeEach, describe, expect, test } from "bun:test";
import { statement } from "../../db";
import { findUser, findUserByEmail } from "../../src/core/access/accounts";
import { BATCH_ID } from "../../src/core/journal/batches";
import { resetRateLimits } from "../../src/http/rate-limit";
import type { Client } from "../support/client";
import { cardNow, makeCard, relate, role, stakeholder, unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

beforeEach(resetRateLimits);

const SOME_ID = "01900000-0000-7000-8000-000000000001";
const LONG_AGO = "2001-01-01T00:00:00.000Z";

/** Everything of an account that its holder must not choose, in both ways of writing. */
const privileges = {
  id: SOME_ID,
  role: "admin",
  role_key: "admin",
  permissions: { "*": true },
  is_active: true,
  is_admin: true,
  auth_provider: "sso",
  authProvider: "sso",
  sso_subject_id: "somebody-else",
  ssoSubjectId: "somebody-else",
  password_hash: "$argon2id$chosen",
  passwordHash: "$argon2id$chosen",
  password_setup_hash: "chosen",
  passwordSetupHash: "chosen",
  token_version: 7,
  tokenVersion: 7,
  failed_logins: -100,
  failedLogins: -100,
  locked_until: null,
  last_login: LONG_AGO,
  created_at: LONG_AGO,
  createdAt: LONG_AGO,
};

describe("an account", () => {
  test("is a member like any other after a registration with privileges in the body", async () => {
    const email = `${unique("climber")}@stoa.example`;
    const body = { email, display_name: "Climber", password: PASSWORD, ...privileges };
    expect((await server.nobody.post("/auth/register", body)).status).toBe(200);
    const made = findUserByEmail(email);
    expect(made).toMatchObject({ role: "member", is_active: true, auth_provider: "local", sso_subject_id: null });
    expect(made).toMatchObject({ token_version: 0, failed_logins: 0, last_login: null, password_setup_hash: null });
    expect(made?.id).not.toBe(SOME_ID);
    expect(made?.created_at).not.toBe(LONG_AGO);
    expect(made?.password_hash).not.toContain("chosen");
  });

  test("is not changed otherwise by a login or by choosing a password", async () => {
    const { id, email } = await newAccount();
    const answer = await server.nobody.post("/auth/login", { ...privileges, email, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(findUser(id)).toMatchObject({ id, role: "member", auth_provider: "local", token_version: 0 });
  });

  test.each(Object.keys(privileges))("is not changed in its %s by its holder", async (field) => {
    const { id } = await newAccount();
    const own = await server.as("member");
    const before = findUser(own.userId as string);
    const value = privileges[field as keyof typeof privileges];
    const answer = await own.patch(`/users/${own.userId}`, { [field]: value });
    // Known fields are refused, unknown ones are ignored.
    expect([200, 403]).toContain(answer.status);
    const { updated_at: _, ...after } = findUser(own.userId as string) ?? {};
    expect(before).toMatchObject(after);
    expect((await own.patch(`/users/${id}`, { [field]: value })).status).toBe(403);
  });

  test("has only the fields of the form when an administrator creates it with more", async () => {
    const email = `${unique("made")}@stoa.example`;
    const body = {
      ...privileges,
      email,
      display_name: "Made",
      password: PASSWORD,
      role: "viewer",
      auth_provider: "local",
    };
    const answer = await admin.post("/users", { ...body, is_active: false });
    expect(answer.status).toBe(201);
    expect(answer.body.id).not.toBe(SOME_ID);
    expect(findUserByEmail(email)).toMatchObject({
      role: "viewer",
      is_active: true,
      token_version: 0,
      sso_subject_id: null,
    });
  });

  test("gets no notification preferences with unknown content", async () => {
    const own = await server.as("viewer");
    const before = findUser(own.userId as string);
    await own.patch("/users/me/ui-preferences", { dashboard_default_tab: "admin", ...privileges });
    await own.patch("/users/me/notification-preferences", { in_app: { card_updated: false }, ...privileges });
    const {
      updated_at: _,
      ui_preferences: uiPreferences,
      notification_preferences: notificationPreferences,
      ...after
    } = findUser(own.userId as string) ?? {};
    expect(before).toMatchObject(after);
    expect(uiPreferences as unknown).toEqual({ dashboard_default_tab: "admin" });
    expect(Object.keys(notificationPreferences ?? {}).sort()).toEqual(["email", "in_app"]);
  });

  test("is changed only in role and activity by a bulk change", async () => {
    const { id } = await newAccount();
    const { role: _, is_active: __, ...rest } = privileges;
    expect((await admin.patch("/users/bulk", { ids: [id], updates: rest })).status).toBe(400);
    await admin.patch("/users/bulk", { ids: [id], updates: { ...rest, role: "viewer" } });
    expect(findUser(id)).toMatchObject({ id, role: "viewer", auth_provider: "local", token_version: 0 });
  });
});

/** Everything of a card that the server itself decides. */
const decided = {
  id: SOME_ID,
  seq: 1,
  created_by: SOME_ID,
  updated_by: SOME_ID,
  created_at: LONG_AGO,
  updated_at: LONG_AGO,
  archived_at: LONG_AGO,
  approval_status: "APPROVED",
  data_quality: 100,
  name_key: "something else",
  tags: [{ id: SOME_ID, name: "Tag" }],
  stakeholders: [{ id: SOME_ID, user_id: SOME_ID, role: "responsible" }],
};

/** Returns the fields that show an accepted privilege. */
const asDecided = (client: Client) => ({
  created_by: client.userId,
  updated_by: client.userId,
  archived_at: null,
  approval_status: "DRAFT",
  tags: [],
  stakeholders: [],
});

describe("a card", () => {
  const untouched = async (id: string) => {
    const card = await cardNow(admin, id);
    expect(card).toMatchObject(asDecided(member));
    expect(card.id).not.toBe(SOME_ID);
    expect([card.created_at, card.updated_at]).not.toContain(LONG_AGO);
    expect(card.data_quality).toBeLessThan(100);
    const { name_key } = statement<{ name_key: string }>("SELECT name_key FROM cards WHERE id = ?").get(id) ?? {};
    expect(name_key).toBe(card.name.toLowerCase());
    return card;
  };

  test("is created active and as a draft, whatever else is sent", async () => {
    const { id } = await makeCard(member, { type: "Application", ...decided, status: "END_OF_LIFE" });
    expect((await untouched(id)).status).toBe("ACTIVE");
  });

  test("is changed only in the fields of the form", async () => {
    const { id, type, name } = await makeCard(member, { type: "Application" });
    const answer = await member.patch(`/cards/${id}`, { ...decided, type: "Provider", description: "changed" });
    expect(answer).toMatchObject({ status: 200, body: { type, name, description: "changed" } });
    await untouched(id);
  });

  test("is changed in bulk only in the fields of the form", async () => {
    const { id } = await makeCard(member, { type: "Application" });
    const request = { ids: [id], updates: { ...decided, type: "Provider", description: "changed" } };
    expect((await member.patch("/cards/bulk", request)).status).toBe(200);
    expect(await untouched(id)).toMatchObject({ type: "Application", description: "changed" });
  });

  test("is created in bulk only with the fields of the form", async () => {
    const { approval_status: _, ...rest } = decided;
    const row = { row_index: 0, type: "Application", name: unique("Row "), ...rest, status: "ARCHIVED" };
    const { body } = await member.post("/cards/bulk-create", { cards: [row] });
    expect(body).toMatchObject({ created: 1 });
    expect((await untouched(body.results[0].id)).status).toBe("ACTIVE");
  });

  test("is created approved only by a user who may approve", async () => {
    const writer = await server.as(role("inventory.view", "inventory.create"));
    for (const approval_status of ["APPROVED", "REJECTED", "BROKEN"]) {
      const row = { row_index: 0, type: "Application", name: unique("Row "), approval_status };
      expect((await writer.post("/cards/bulk-create", { cards: [row] })).status).toBe(403);
      expect((await writer.post("/cards/bulk-create", { cards: [row], dry_run: true })).status).toBe(403);
    }
  });

  test("gets no stakeholder, tag or relation by its own form", async () => {
    const { id } = await makeCard(member, { type: "Application", ...decided, relations: [{ type: "x" }] });
    for (const table of ["stakeholders", "card_tags"])
      expect(statement(`SELECT * FROM ${table} WHERE card_id = ?`).all(id)).toEqual([]);
  });
});

test("the ends, the type and the age of a relation can't be changed", async () => {
  const [platform, app, other] = [
    await makeCard(member, { type: "Platform" }),
    await makeCard(member, { type: "Application" }),
    await makeCard(member, { type: "Application" }),
  ];
  const forged = { id: SOME_ID, seq: 1, created_at: LONG_AGO };
  const made = await relate(member, "relPlatformToApp", platform, app, forged);
  expect(made.id).not.toBe(SOME_ID);
  expect(made.created_at).not.toBe(LONG_AGO);
  const ends = { source_id: other.id, target_id: other.id, type: "relAppToITC" };
  const answer = await member.patch(`/relations/${made.id}`, { ...forged, ...ends, description: "changed" });
  expect(answer).toMatchObject({ status: 200, body: { ...made, description: "changed" } });
});

test("the user and the card of a stakeholder can't be changed", async () => {
  const [card, other] = [
    await makeCard(member, { type: "Application" }),
    await makeCard(member, { type: "Application" }),
  ];
  const { id, id: userId } = await newAccount();
  const forged = { id: SOME_ID, card_id: other.id, created_at: LONG_AGO };
  const made = (await member.post(`/cards/${card.id}/stakeholders`, { user_id: userId, role: "observer", ...forged }))
    .body;
  expect(made.id).not.toBe(SOME_ID);
  await member.patch(`/stakeholders/${made.id}`, { ...forged, user_id: member.userId, role: "responsible" });
  expect(statement("SELECT card_id, user_id, role FROM stakeholders WHERE id = ?").get(made.id)).toEqual({
    card_id: card.id,
    user_id: id,
    role: "responsible",
  });
});

test("observing a card makes only the caller its observer", async () => {
  const card = await makeCard(member, { type: "Application" });
  const viewer = await server.as("viewer");
  const body = { role: "responsible", user_id: member.userId };
  expect((await viewer.post(`/cards/${card.id}/me/observe`, body)).body).toMatchObject({
    user_id: viewer.userId,
    role: "observer",
  });
  expect((await viewer.get(`/cards/${card.id}/stakeholders`)).body).toHaveLength(1);
});

test("a role can't be made a system role, and its key can't be changed", async () => {
  const key = unique("plain_role");
  const forged = { id: SOME_ID, is_system: true, is_archived: true, user_count: 99, archived_by: SOME_ID };
  const made = await admin.post("/roles", { key, label: "Plain", ...forged });
  expect(made).toMatchObject({ status: 201, body: { key, is_system: false, is_archived: false, user_count: 0 } });
  await admin.patch(`/roles/${key}`, { ...forged, key: "admin", label: "Changed" });
  expect((await admin.get(`/roles/${key}`)).body).toMatchObject({
    id: made.body.id,
    key,
    is_system: false,
    label: "Changed",
  });
});

test("a new batch is the caller's, open, and without a result", async () => {
  const forged = { id: SOME_ID, actor_user_id: admin.userId, committed_at: LONG_AGO, rolled_back_at: LONG_AGO };
  const made = await member.post("/mutation-batches", { tool_name: "mine", ...forged, confirm_token: "chosen" });
  expect(made.body).toMatchObject({ actor_user_id: member.userId, committed_at: null, rolled_back_at: null });
  expect(made.body).toMatchObject({ confirm_token: null, summary: null });
});

test("the author of an event is the sender of the request, whatever its headers name", async () => {
  const foreign = (await admin.post("/mutation-batches", { tool_name: "the administrator's" })).body.id;
  const { body: card } = await member.post(
    "/cards",
    {
      type: "Application",
      name: unique("Card "),
      user_id: admin.userId,
      batch_id: foreign,
      impersonated_role: "admin",
    },
    {
      "x-stoa-batch": foreign,
      "x-turbo-ea-batch": foreign,
      "x-user-id": admin.userId as string,
      "x-forwarded-user": "admin",
      "x-stoa-origin": "root",
    },
  );
  const event = statement<{ user_id: string; batch_id: string; data: string }>(
    `SELECT user_id, ${BATCH_ID} AS batch_id, data FROM events WHERE card_id = ? AND event_type = 'card.created'`,
  ).get(card.id);
  expect(event?.user_id).toBe(member.userId as string);
  expect(event?.batch_id).not.toBe(foreign);
  expect(JSON.parse(event?.data ?? "{}")).toEqual({ id: card.id, type: "Application", name: card.name });
});

test("a new calculation is not active, and has not run", async () => {
  const body = { name: "Sum", target_type_key: "Application", target_field_key: "alias", formula: "1" };
  const forged = { id: SOME_ID, is_active: true, last_error: "chosen", last_run_at: LONG_AGO, created_by: SOME_ID };
  const { body: made } = await admin.post("/calculations", { ...body, ...forged });
  expect(made).toMatchObject({ is_active: false, last_error: null, last_run_at: null, created_by: admin.userId });
  const { body: changed } = await admin.patch(`/calculations/${made.id}`, { ...forged, name: "Changed" });
  expect(changed).toMatchObject({ id: made.id, is_active: false, last_error: null, created_by: admin.userId });
});

test("a card type can't be made built in, and its key can't be changed", async () => {
  const key = unique("Plain");
  await admin.post("/metamodel/types", { key, label: "Plain", built_in: true, is_hidden: true });
  await admin.patch(`/metamodel/types/${key}`, { key: "Application", built_in: true, label: "Changed" });
  expect((await admin.get(`/metamodel/types/${key}`)).body).toMatchObject({ key, built_in: false, label: "Changed" });
});

test("the lists of other users can't be reached by naming a user", async () => {
  const card = await makeCard(member, { type: "Application" });
  const viewer = await server.as("viewer");
  stakeholder(card.id, viewer.userId, "observer");
  await admin.patch(`/cards/${card.id}`, { description: "changed" });
  const [notice] = (await viewer.get("/notifications")).body.items;
  expect(notice.user_id).toBe(viewer.userId);
  expect((await member.patch(`/notifications/${notice.id}/read`, { user_id: viewer.userId })).status).toBe(404);
  await member.post("/notifications/mark-all-read", { user_id: viewer.userId });
  expect((await viewer.get("/notifications/unread-count")).body.count).toBeGreaterThan(0);
  expect((await member.get(`/notifications?user_id=${viewer.userId}`)).body.items).toEqual([]);
  await member.post(`/favorites/${card.id}`, { user_id: viewer.userId });
  expect((await viewer.get("/favorites")).body).toEqual([]);
});

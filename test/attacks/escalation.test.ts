/** People with some power who want more: administrators of users, of roles and of the metamodel who aren't administrators. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../db";
import { findUser, findUserByEmail } from "../../src/core/access/accounts";
import { rolesByKey } from "../../src/core/access/roles";
import { resetRateLimits } from "../../src/http/rate-limit";
import { now } from "../../src/platform/clock";
import { newId } from "../../src/platform/ids";
import { type Client, clientOf } from "../support/client";
import { makeCard, role, stakeholder, unique, watch } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");
/** A user who administers users, roles and impersonates, and has a few other rights. */
let climber: Client;
let climberRole: string;
beforeAll(async () => {
  climberRole = role("admin.users", "admin.roles", "admin.impersonate", "inventory.view", "inventory.create");
  climber = await server.as(climberRole);
});

beforeEach(resetRateLimits);

/** Returns all rows that define permissions, which must be the same after an attack. */
const powers = () =>
  JSON.stringify([
    db
      .select({ id: tables.users.id, email: tables.users.email, role: tables.users.role, on: tables.users.is_active })
      .from(tables.users)
      .all(),
    [...rolesByKey().values()].map(({ key, permissions, is_archived: isArchived }) => ({
      key,
      permissions,
      isArchived,
    })),
  ]);

/** Executes an attack, which must be refused with this status and change nothing. */
async function refused(status: number, attack: () => Promise<{ status: number; body: unknown }>): Promise<void> {
  const before = powers();
  const answer = await attack();
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(powers()).toBe(before);
}

const newcomer = (key: string) => ({
  email: `${unique("newcomer")}@stoa.example`,
  display_name: "Newcomer",
  password: PASSWORD,
  role: key,
});

describe("an administrator of users", () => {
  /** Roles that may do more than the attacker: everything, something, and in one right only. */
  const greater: [what: string, key: () => string][] = [
    ["admin", () => "admin"],
    ["member", () => "member"],
    ["one with the wildcard", () => role("*")],
    ["one with a single right more", () => role("admin.users", "inventory.delete")],
    ["one with the settings", () => role("admin.settings")],
    ["one that was archived", () => archived("inventory.delete")],
  ];

  function archived(...granted: string[]): string {
    const key = role(...granted);
    transaction(() => {
      db.update(tables.roles).set({ is_archived: true }).where(eq(tables.roles.key, key)).run();
      rolesByKey.drop();
    });
    return key;
  }

  test.each(greater)("gives nobody the role %s", async (_, make) => {
    const key = make();
    const { id } = await newAccount({ role: climberRole });
    await refused(403, () => climber.post("/users", newcomer(key)));
    await refused(403, () =>
      climber.post("/users", { ...newcomer(key), password: undefined, send_email: true, auth_provider: "local" }),
    );
    await refused(403, () => climber.patch(`/users/${id}`, { role: key }));
    await refused(403, () => climber.patch(`/users/${climber.userId}`, { role: key }));
    await refused(403, () => climber.patch("/users/bulk", { ids: [id], updates: { role: key } }));
    await refused(403, () => climber.patch("/users/bulk", { ids: [climber.userId], updates: { role: key } }));
  });

  test.each(greater)("has no power over somebody with the role %s", async (_, make) => {
    const { id, email } = await newAccount({ role: make() });
    for (const change of [
      { password: "Taken-Over-9" },
      { email: "mine@stoa.example" },
      { is_active: false },
      { role: "viewer" },
      { display_name: "Mocked" },
      { auth_provider: "sso" },
    ])
      await refused(403, () => climber.patch(`/users/${id}`, change));
    await refused(403, () => climber.patch("/users/bulk", { ids: [id], updates: { is_active: false } }));
    await refused(403, () => climber.delete(`/users/${id}`));
    await admin.patch(`/users/${id}`, { is_active: false });
    await refused(403, () => climber.patch(`/users/${id}`, { is_active: true }));
    await refused(403, () => climber.post("/users/bulk-delete", { ids: [id] }));
    expect(findUser(id)?.email).toBe(email);
  });

  test.each(greater)("neither sends nor deletes the invitation of somebody with the role %s", async (_, make) => {
    const { email, role: key } = await newAccount({ role: make(), password_hash: null });
    const guest = `${unique("guest")}@stoa.example`;
    const [toAccount, toNobody] = [newId(), newId()];
    transaction(() => {
      db.insert(tables.invitations)
        .values([
          { id: toAccount, email, role: "viewer", created_at: now() },
          { id: toNobody, email: guest, role: key, created_at: now() },
        ])
        .run();
    });
    const before = findUserByEmail(email);
    for (const id of [toAccount, toNobody]) {
      await refused(403, () => climber.post(`/users/invitations/${id}/resend`, {}));
      await refused(403, () => climber.delete(`/users/invitations/${id}`));
    }
    expect(findUserByEmail(email)).toEqual(before as never);
    expect((await admin.delete(`/users/invitations/${toAccount}`)).status).toBe(204);
  });

  test("sends and deletes the invitation of somebody who may do no more, and the journal records it", async () => {
    const { body } = await climber.post("/users", {
      ...newcomer(climberRole),
      password: undefined,
      send_email: true,
      auth_provider: "local",
    });
    const published = await watch(admin);
    const { id } = (await climber.get("/users/invitations")).body.find(
      (row: { email: string }) => row.email === body.email,
    );
    const resent = await climber.post(`/users/invitations/${id}/resend`, {});
    expect(resent).toMatchObject({ status: 400, body: { detail: "SMTP is not configured" } });
    expect((await climber.delete(`/users/invitations/${id}`)).status).toBe(204);
    expect(await published()).toMatchObject([
      {
        event_type: "invitation.deleted",
        user_id: climber.userId,
        data: { id, name: body.email, role: climberRole },
      },
    ]);
  });

  test("can't hide a more powerful user among others in a bulk change", async () => {
    const [lesser, boss] = [await newAccount({ role: climberRole }), await newAccount({ role: "admin" })];
    const ids = [lesser.id, boss.id.toUpperCase(), `{${boss.id}}`, boss.id.replaceAll("-", "")];
    await refused(403, () => climber.patch("/users/bulk", { ids, updates: { is_active: false } }));
    await admin.patch("/users/bulk", { ids: [lesser.id, boss.id], updates: { is_active: false } });
    await refused(403, () => climber.post("/users/bulk-delete", { ids }));
  });

  test.each(greater)("doesn't view the application as %s", async (what, make) => {
    const key = make();
    const status = what === "admin" || what.endsWith("archived") ? 400 : 403;
    await refused(status, () => climber.post("/auth/impersonate", { role: key }));
  });

  test("gains nothing by viewing the application as another role and then changing that role", async () => {
    const key = role("inventory.view");
    const { access_token } = (await climber.post("/auth/impersonate", { role: key })).body;
    const viewing = clientOf(server.url, access_token);
    await admin.patch(`/roles/${key}`, { permissions: { "inventory.view": true, "admin.settings": true } });
    expect((await viewing.get("/settings/email")).status).toBe(403);
    expect((await viewing.get("/auth/me")).body).toMatchObject({ role: climberRole, impersonated_role: null });
  });

  test("may not touch an account through its invitation", async () => {
    const email = `${unique("boss")}@stoa.example`;
    await admin.post("/users", {
      ...newcomer("admin"),
      email,
      password: undefined,
      send_email: true,
      auth_provider: "local",
    });
    const boss = findUserByEmail(email);
    await refused(403, () => climber.patch(`/users/${boss?.id}`, { email: "mine@stoa.example" }));
    await refused(403, () => climber.patch(`/users/${boss?.id}`, { password: "Taken-Over-9" }));
    await refused(409, () => climber.post("/users", { ...newcomer(climberRole), email }));
    await refused(409, () =>
      climber.post("/users", {
        ...newcomer(climberRole),
        email: email.toUpperCase().replace("STOA.EXAMPLE", "stoa.example"),
      }),
    );
  });

  test("can't deactivate, delete or demote the last administrator in any way", async () => {
    const others = db
      .select()
      .from(tables.users)
      .all()
      .filter((user) => user.role === "admin" && user.id !== admin.userId)
      .map((user) => user.id);
    if (others.length > 0) await admin.patch("/users/bulk", { ids: others, updates: { role: "viewer" } });
    await refused(400, () => admin.patch(`/users/${admin.userId}`, { role: "viewer" }));
    await refused(400, () => admin.patch(`/users/${admin.userId}`, { is_active: false }));
    await refused(400, () => admin.patch("/users/bulk", { ids: [admin.userId], updates: { role: "viewer" } }));
    await refused(400, () => admin.patch("/users/bulk", { ids: [admin.userId], updates: { is_active: false } }));
    await refused(400, () => admin.delete(`/users/${admin.userId}`));
    expect((await admin.post("/users/bulk-delete", { ids: [admin.userId] })).body).toMatchObject({ deleted: 0 });
  });
});

describe("an administrator of roles", () => {
  const wanted: Record<string, boolean>[] = [
    { "*": true },
    { "admin.settings": true },
    { "inventory.view": true, "inventory.delete": true },
  ];

  test.each(wanted)("makes no role with %j, and puts it into none", async (permissions) => {
    const key = unique("mine_");
    await refused(403, () => climber.post("/roles", { key, label: "Mine", permissions }));
    await refused(403, () => climber.patch(`/roles/${climberRole}`, { permissions }));
    const lesser = role("inventory.view");
    await refused(403, () => climber.patch(`/roles/${lesser}`, { permissions }));
  });

  test.each(["yes", 1, "1", "on", "TRUE"])("gets no right past the rule by writing %j for true", async (yes) => {
    await refused(403, () =>
      climber.post("/roles", { key: unique("mine_"), label: "Mine", permissions: { "*": yes } }),
    );
  });

  test.each(["admin.todos", "constructor", "toString", "inventory.*", " inventory.delete", "card.edit"])(
    "makes no role with %j, which is no right",
    async (key) => {
      await refused(422, () =>
        climber.post("/roles", { key: unique("mine_"), label: "Mine", permissions: { [key]: true } }),
      );
    },
  );

  test.each(["admin", "member", "bpm_admin"])(
    "doesn't change, archive or restore %s, which may do more",
    async (key) => {
      for (const change of [{ label: "Mine" }, { permissions: { "inventory.view": true } }, { is_default: true }])
        await refused(key === "admin" && "permissions" in change ? 400 : 403, () =>
          climber.patch(`/roles/${key}`, change),
        );
      await refused(403, () => climber.post(`/roles/${key}/archive`));
      await refused(403, () => climber.post(`/roles/${key}/restore`));
    },
  );

  test("doesn't bring back an archived role that may do more", async () => {
    const key = role("inventory.delete");
    await admin.post(`/roles/${key}/archive`);
    await refused(403, () => climber.post(`/roles/${key}/restore`));
  });

  test("can't take rights from the role of administrators, even as an administrator", async () => {
    await refused(400, () => admin.patch("/roles/admin", { permissions: {} }));
    await refused(400, () => admin.patch("/roles/admin", { permissions: { "*": false } }));
    await refused(403, () => admin.post("/roles/admin/archive"));
  });

  test("loses the rights of their role at once when they lose the role", async () => {
    const key = role("admin.roles", "admin.users", "inventory.view");
    const fallen = await server.as(key);
    expect((await fallen.get("/users/invitations")).status).toBe(200);
    await admin.patch(`/roles/${key}`, { permissions: { "inventory.view": true } });
    await refused(403, () => fallen.get("/users/invitations"));
    await refused(403, () => fallen.post("/roles", { key: unique("mine_"), label: "Mine", permissions: {} }));
  });
});

describe("an administrator of the metamodel", () => {
  const path = "/metamodel/types/Application/stakeholder-roles";
  const definitions = async () => JSON.stringify((await admin.get(`${path}?include_archived=true`)).body);

  test("can't give a stakeholder role rights that they don't have on every card, and observing a card gives them none", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const modeller = await server.as(role("admin.metamodel", "inventory.view", "inventory.edit"));
    const { permissions } = (await admin.get(`${path}/observer`)).body;
    const key = unique("mine_");
    await admin.post(path, { key, label: "Owner", permissions: { "card.archive": true } });
    await admin.post(`${path}/${key}/archive`);
    const before = await definitions();
    for (const wanted of [
      "card.delete",
      "card.archive",
      "card.approval_status",
      "card.manage_stakeholders",
      "card.manage_relations",
    ]) {
      const grants = { ...permissions, [wanted]: true };
      await refused(403, () => modeller.patch(`${path}/observer`, { permissions: grants }));
      await refused(403, () => modeller.post(path, { key: unique("mine_"), label: "Mine", permissions: grants }));
    }
    await refused(403, () => modeller.post(`${path}/${key}/restore`));
    expect(await definitions()).toBe(before);
    expect((await modeller.post(`/cards/${card.id}/me/observe`)).status).toBe(201);
    for (const attack of [
      () => modeller.delete(`/cards/${card.id}`),
      () => modeller.post(`/cards/${card.id}/archive`),
      () => modeller.post("/cards/bulk-delete", { card_ids: [card.id] }),
    ])
      await refused(403, attack);
  });

  test("can give a stakeholder role rights that they have, leaves those it already grants, and can take any away", async () => {
    const modeller = await server.as(role("admin.metamodel", "inventory.edit"));
    const key = unique("mine_");
    await admin.post(path, { key, label: "Owner", permissions: { "card.delete": true, "card.archive": true } });
    const change = async (permissions: Record<string, boolean>) =>
      (await modeller.patch(`${path}/${key}`, { permissions })).status;
    expect(await change({ "card.delete": true, "card.edit": true })).toBe(200);
    expect(await change({ "card.delete": true, "card.archive": true })).toBe(403);
    expect(await change({ "card.edit": true })).toBe(200);
    expect(await change({ "card.delete": true })).toBe(403);
  });
});

describe("a user who may invite", () => {
  test.each(["admin", "bpm_admin", "viewer2"])("doesn't invite a %s", async (key) => {
    const inviter = await server.as("bpm_admin");
    await refused(key === "viewer2" ? 400 : 403, () => inviter.post("/users", newcomer(key)));
  });

  test.each(["*", "admin.settings", "users.invite"])(
    "can give a role of everyday work that has come to grant %s only with that right",
    async (permission) => {
      const inviter = await server.as(role("users.invite", "inventory.view"));
      const lesser = await server.as("bpm_admin");
      const { permissions } = (await admin.get("/roles/member")).body;
      try {
        expect((await inviter.post("/users", newcomer("member"))).status).toBe(201);
        await admin.patch("/roles/member", { permissions: { ...permissions, [permission]: true } });
        // Both have the right to invite.
        const status = permission === "users.invite" ? 201 : 403;
        for (const client of [inviter, lesser])
          expect((await client.post("/users", newcomer("member"))).status).toBe(status);
        expect((await inviter.post("/users", newcomer("viewer"))).status).toBe(201);
      } finally {
        await admin.patch("/roles/member", { permissions });
      }
    },
  );

  test("neither changes nor deletes users whom they have invited, nor sees the invitations", async () => {
    const inviter = await server.as("bpm_admin");
    const { body: guest } = await inviter.post("/users", newcomer("viewer"));
    await refused(403, () => inviter.patch(`/users/${guest.id}`, { role: "member" }));
    await refused(403, () => inviter.patch(`/users/${guest.id}`, { password: "Taken-Over-9" }));
    await refused(403, () => inviter.delete(`/users/${guest.id}`));
    await refused(403, () => inviter.get("/users/invitations"));
    await refused(403, () => inviter.patch("/users/bulk", { ids: [guest.id], updates: { role: "admin" } }));
  });
});

describe("a stakeholder of a card", () => {
  test("can't give a stakeholder role in another card, or one that the type doesn't have", async () => {
    const [own, other] = [
      await makeCard(admin, { type: "Application" }),
      await makeCard(admin, { type: "Application" }),
    ];
    const holder = await server.as("viewer");
    stakeholder(own.id, holder.userId, "responsible");
    const foreign = stakeholder(other.id, admin.userId, "responsible");
    const give = (card: string, key: string) =>
      holder.post(`/cards/${card}/stakeholders`, { user_id: holder.userId, role: key });
    await refused(403, () => give(other.id, "responsible"));
    await refused(400, () => give(own.id, "admin"));
    await refused(400, () => give(own.id, "process_owner"));
    await refused(403, () => holder.patch(`/stakeholders/${foreign}`, { user_id: holder.userId, role: "observer" }));
    await refused(403, () => holder.delete(`/stakeholders/${foreign}`));
    // Sent to one's own card, another card's assignment stays the other card's.
    expect((await admin.get(`/cards/${other.id}/stakeholders`)).body).toHaveLength(1);
  });

  test("gets no right on a card by making it the child, or the parent, of their own card", async () => {
    const [own, other] = [
      await makeCard(admin, { type: "BusinessCapability" }),
      await makeCard(admin, { type: "BusinessCapability" }),
    ];
    const holder = await server.as("viewer");
    stakeholder(own.id, holder.userId, "responsible");
    await refused(403, () => holder.patch(`/cards/${other.id}`, { parent_id: own.id }));
    expect((await holder.patch(`/cards/${own.id}`, { parent_id: other.id })).status).toBe(200);
    await refused(403, () => holder.patch(`/cards/${other.id}`, { description: "mine" }));
    await refused(403, () => holder.post(`/cards/${other.id}/archive`, { child_strategy: "cascade" }));
  });

  test("can't archive or delete another card along with their own", async () => {
    const own = await makeCard(admin, { type: "BusinessCapability" });
    const child = await makeCard(admin, { type: "BusinessCapability", parent_id: own.id });
    const other = await makeCard(admin, { type: "Application" });
    await admin.post("/relations", { type: "relAppToBC", source_id: other.id, target_id: own.id });
    const holder = await server.as("viewer");
    stakeholder(own.id, holder.userId, "responsible");
    for (const way of [
      { child_strategy: "cascade" },
      { child_strategy: "disconnect", related_card_ids: [other.id] },
      { child_strategy: "disconnect", cascade_all_related: true },
    ]) {
      await refused(403, () => holder.post(`/cards/${own.id}/archive`, way));
      await refused(403, () => holder.delete(`/cards/${own.id}`, way));
    }
    await refused(403, () =>
      holder.post("/cards/bulk-archive", { card_ids: [own.id, other.id], child_strategy: "disconnect" }),
    );
    await refused(403, () => holder.post("/cards/bulk-archive", { card_ids: [own.id], child_strategy: "cascade" }));
    for (const { id } of [own, child, other]) expect((await admin.get(`/cards/${id}`)).body.status).toBe("ACTIVE");
  });

  test("loses all rights with the assignment, with its archiving and with its definition, at once", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const holder = await server.as("viewer");
    const part = stakeholder(card.id, holder.userId, "responsible");
    const edit = async () => (await holder.patch(`/cards/${card.id}`, { description: unique("text ") })).status;
    const roles = "/metamodel/types/Application/stakeholder-roles/responsible";
    expect(await edit()).toBe(200);
    await admin.post(`${roles}/archive`);
    expect(await edit()).toBe(403);
    await admin.post(`${roles}/restore`);
    expect(await edit()).toBe(200);
    const { permissions } = (await admin.get(roles)).body;
    await admin.patch(roles, { permissions: { ...permissions, "card.edit": false } });
    expect(await edit()).toBe(403);
    await admin.patch(roles, { permissions });
    expect(await edit()).toBe(200);
    await admin.delete(`/stakeholders/${part}`);
    expect(await edit()).toBe(403);
  });
});

describe("somebody else's batch", () => {
  test("is neither read, committed, joined nor rolled back", async () => {
    const owner = await server.as("member");
    const thief = await server.as("member");
    const { id } = (await owner.post("/mutation-batches", { tool_name: "import" })).body;
    const { body: card } = await owner.post(
      "/cards",
      { type: "Application", name: unique("Card ") },
      { "x-stoa-batch": id },
    );
    for (const attack of [
      () => thief.get(`/mutation-batches/${id}`),
      () => thief.get(`/mutation-batches/${id}/events`),
      () => thief.post(`/mutation-batches/${id}/commit`, {}),
      () => thief.post(`/mutation-batches/${id}/rollback`, { dry_run: true }),
      () => thief.post(`/mutation-batches/${id}/rollback`, { dry_run: false, force: true }),
    ])
      await refused(403, attack);
    await thief.patch(`/cards/${card.id}`, { description: "smuggled in" }, { "x-stoa-batch": id });
    const { events } = (await owner.get(`/mutation-batches/${id}/events`)).body;
    expect(events.map((event: { event_type: string }) => event.event_type)).toEqual(["card.created"]);
    // One's own is rolled back without force only as far as one's rights go.
    await refused(403, () => owner.post(`/mutation-batches/${id}/rollback`, { dry_run: false, force: true }));
  });

  test("gives its maker no right that they have lost", async () => {
    const key = role("inventory.view", "inventory.edit");
    const owner = await server.as(key);
    const card = await makeCard(admin, { type: "Application", description: "before" });
    const { id } = (await owner.post("/mutation-batches", { tool_name: "edit" })).body;
    await owner.patch(`/cards/${card.id}`, { description: "after" }, { "x-stoa-batch": id });
    await admin.patch(`/roles/${key}`, { permissions: { "inventory.view": true } });
    await refused(403, () => owner.post(`/mutation-batches/${id}/rollback`, { dry_run: false }));
    expect((await admin.get(`/cards/${card.id}`)).body.description).toBe("after");
  });
});

/** Changes of roles, accounts, settings and calculations are undone by their batch, by the rules of the change itself. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import type { Answer, Client } from "../../support/client";
import { role, unique } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const batchOf = ({ status, headers }: Answer): string => {
  expect([200, 201]).toContain(status);
  return headers.get("x-stoa-batch") as string;
};

const rollBack = (who: Client, batch: string, body: object = {}) =>
  who.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, ...body });

/** Undoes a change. */
async function undoes(who: Client, change: Answer): Promise<void> {
  const { status, body } = await rollBack(who, batchOf(change));
  expect(status).toBe(200);
  expect(body.results.map((one: { status: string }) => one.status)).toContain("ok");
}

async function newRole(permissions: object = {}): Promise<string> {
  const key = unique("undone_role");
  batchOf(await admin.post("/roles", { key, label: "Undone", permissions }));
  return key;
}
const roleOf = async (key: string) => (await admin.get(`/roles/${key}`)).body;

describe("a change of a role on cards", () => {
  const path = "/metamodel/types/Application/stakeholder-roles";
  const newStakeholderRole = async (permissions: object = {}) => {
    const key = unique("undone_role");
    const made = await admin.post(path, { key, label: "Undone", permissions });
    return { key, made };
  };
  const stakeholderRole = async (key: string) => (await admin.get(`${path}/${key}`)).body;

  test("is undone, while rights that were changed by others stay", async () => {
    const { key } = await newStakeholderRole({ "card.view": true });
    const change = await admin.patch(`${path}/${key}`, { permissions: { "card.view": true, "card.edit": true } });
    await admin.patch(`${path}/${key}`, {
      permissions: { "card.view": true, "card.edit": true, "card.manage_stakeholders": true },
    });
    expect(await rollBack(admin, batchOf(change))).toMatchObject({ status: 409 });
    expect(await rollBack(admin, batchOf(change), { force: true })).toMatchObject({ status: 200 });
    expect((await stakeholderRole(key)).permissions).toEqual({ "card.view": true, "card.manage_stakeholders": true });
  });

  test("to the archive and back is undone, and so is its creation", async () => {
    const { key, made } = await newStakeholderRole();
    await undoes(admin, await admin.post(`${path}/${key}/archive`));
    expect(await stakeholderRole(key)).toMatchObject({ is_archived: false });
    await admin.post(`${path}/${key}/archive`);
    await undoes(admin, await admin.post(`${path}/${key}/restore`));
    expect(await stakeholderRole(key)).toMatchObject({ is_archived: true });
    await admin.post(`${path}/${key}/restore`);
    expect(await rollBack(admin, batchOf(made), { force: true })).toMatchObject({ status: 200 });
    expect(await stakeholderRole(key)).toMatchObject({ is_archived: true });
  });
});

describe("a change of a role", () => {
  test("is undone, while rights that were changed by others stay", async () => {
    const key = await newRole({ "inventory.view": true });
    const change = await admin.patch(`/roles/${key}`, {
      label: "Renamed",
      permissions: { "inventory.view": true, "inventory.create": true },
    });
    expect((await admin.get(`/mutation-batches/${batchOf(change)}/events`)).body.events).toHaveLength(1);
    await undoes(admin, change);
    expect(await roleOf(key)).toMatchObject({ label: "Undone", permissions: { "inventory.view": true } });
  });

  test("is not undone in silence after a later one, but by force, which leaves the later right", async () => {
    const key = await newRole();
    const first = await admin.patch(`/roles/${key}`, { permissions: { "inventory.view": true } });
    await admin.patch(`/roles/${key}`, { permissions: { "inventory.view": true, "tags.manage": true } });
    expect(await rollBack(admin, batchOf(first))).toMatchObject({ status: 409 });
    expect((await roleOf(key)).permissions).toEqual({ "inventory.view": true, "tags.manage": true });
    expect(await rollBack(admin, batchOf(first), { force: true })).toMatchObject({ status: 200 });
    expect((await roleOf(key)).permissions).toEqual({ "tags.manage": true });
  });

  test("to the archive is undone, and so is the creation of a role", async () => {
    const key = await newRole();
    await undoes(admin, await admin.post(`/roles/${key}/archive`));
    expect(await roleOf(key)).toMatchObject({ is_archived: false });
    const other = unique("undone_role");
    await undoes(admin, await admin.post("/roles", { key: other, label: "Other" }));
    expect(await roleOf(other)).toMatchObject({ is_archived: true });
  });

  test("to the default is undone, and the former default is the default again", async () => {
    const key = await newRole();
    await undoes(admin, await admin.patch(`/roles/${key}`, { is_default: true }));
    const { body } = await admin.get("/roles");
    expect(body.filter((one: { is_default: boolean }) => one.is_default)).toMatchObject([{ key: "member" }]);
  });

  test("gives nobody a right that they lack by now: whoever took it away can't undo that", async () => {
    const key = await newRole({ "inventory.view": true, "tags.manage": true });
    const lesser = await server.as(role("admin.roles", "inventory.view", "tags.manage"));
    const change = await lesser.patch(`/roles/${key}`, { permissions: { "inventory.view": true } });
    const own = db
      .select()
      .from(tables.users)
      .where(eq(tables.users.id, lesser.userId as string))
      .get()?.role;
    const taken = await admin.patch(`/roles/${own}`, { permissions: { "admin.roles": true, "inventory.view": true } });
    expect(taken.status).toBe(200);
    const plan = await lesser.post(`/mutation-batches/${batchOf(change)}/rollback`, { dry_run: true });
    expect(plan.body.obstacles[0]).toMatchObject({ reason: "missing_permission" });
    expect(await rollBack(lesser, batchOf(change))).toMatchObject({ status: 403 });
    expect((await roleOf(key)).permissions).toEqual({ "inventory.view": true });
  });

  test("is undone by nobody who may not administer roles any more", async () => {
    const key = await newRole();
    const former = await server.as(role("admin.roles"));
    const change = await former.patch(`/roles/${key}`, { label: "Theirs" });
    const own = db
      .select()
      .from(tables.users)
      .where(eq(tables.users.id, former.userId as string))
      .get()?.role;
    await admin.patch(`/roles/${own}`, { permissions: {} });
    expect(await rollBack(former, batchOf(change))).toMatchObject({ status: 403 });
    expect(await roleOf(key)).toMatchObject({ label: "Theirs" });
  });
});

const userOf = async (id: string | undefined) => (await admin.get(`/users/${id}`)).body;

describe("a change of an account", () => {
  test("is undone: name, role and activity", async () => {
    const { userId } = await server.as("member");
    const { display_name } = await userOf(userId);
    const change = await admin.patch(`/users/${userId}`, {
      display_name: "Somebody Else",
      role: "viewer",
      is_active: false,
    });
    await undoes(admin, change);
    expect(await userOf(userId)).toMatchObject({ display_name, role: "member", is_active: true });
  });

  test("of many accounts is undone as one", async () => {
    const ids = [(await server.as("member")).userId, (await server.as("viewer")).userId];
    await undoes(admin, await admin.patch("/users/bulk", { ids, updates: { role: "bpm_admin" } }));
    expect([(await userOf(ids[0])).role, (await userOf(ids[1])).role]).toEqual(["member", "viewer"]);
  });

  test("doesn't give its maker back the role that was taken from them", async () => {
    const second = await server.as("admin");
    const own = await second.patch(`/users/${second.userId}`, { role: "member" });
    expect(await rollBack(second, batchOf(own))).toMatchObject({ status: 403 });
    expect(await userOf(second.userId)).toMatchObject({ role: "member" });
    await undoes(admin, own);
    expect(await userOf(second.userId)).toMatchObject({ role: "admin" });
  });

  test("is undone by nobody who may do less than its account", async () => {
    const lesser = await server.as(role("admin.users", "inventory.view"));
    const colleague = await server.as(role("inventory.view"));
    const change = await lesser.patch(`/users/${colleague.userId}`, { display_name: "Renamed" });
    transaction(() =>
      db
        .update(tables.users)
        .set({ role: "admin" })
        .where(eq(tables.users.id, colleague.userId as string))
        .run(),
    );
    expect(await rollBack(lesser, batchOf(change))).toMatchObject({ status: 403 });
  });

  test("by its own person is undone by them", async () => {
    const member = await server.as("member");
    const { display_name } = await userOf(member.userId);
    await undoes(member, await member.patch(`/users/${member.userId}`, { display_name: "Another Name" }));
    expect(await userOf(member.userId)).toMatchObject({ display_name });
  });

  test("of its address is skipped when somebody else has the former one by now", async () => {
    const one = await server.as("member");
    const { email } = await userOf(one.userId);
    const change = await admin.patch(`/users/${one.userId}`, { email: `${unique("moved")}@stoa.example` });
    const other = await server.as("member");
    expect((await admin.patch(`/users/${other.userId}`, { email })).status).toBe(200);
    const { status, body } = await rollBack(admin, batchOf(change));
    expect([status, body.results[0].status, body.results[0].reason]).toEqual([200, "skipped", "refused_by_rule"]);
  });
});

describe("a change of settings", () => {
  test("is undone, to the default where nothing was set before", async () => {
    await undoes(admin, await admin.patch("/settings/currency", { currency: "EUR" }));
    expect((await admin.get("/settings/currency")).body).toEqual({ currency: "USD" });
    await undoes(admin, await admin.patch("/settings/bpm-enabled", { enabled: false }));
    expect((await admin.get("/settings/bootstrap")).body.bpm_enabled).toBeTrue();
    const types = (await admin.get("/metamodel/types")).body.map((type: { key: string }) => type.key);
    expect(types).toContain("BusinessProcess");
  });

  test("of the mail server is undone without its password, which is only for the server it was entered for", async () => {
    const mail = (await admin.get("/settings/email")).body;
    const first = { ...mail, smtp_host: "one.example", smtp_password: "a password" };
    expect((await admin.patch("/settings/email", first)).status).toBe(200);
    const change = await admin.patch("/settings/email", { ...first, smtp_host: "two.example", smtp_password: "other" });
    await undoes(admin, change);
    const { smtp_host } = (await admin.get("/settings/email")).body;
    expect(smtp_host).toBe("one.example");
  });

  test("of single sign-on is undone, and its secret isn't in the answer", async () => {
    const before = (await admin.get("/settings/sso")).body;
    const change = await admin.patch("/settings/sso", { ...before, provider_name: "Other", client_secret: "a secret" });
    const { body } = await rollBack(admin, batchOf(change));
    expect(JSON.stringify(body)).not.toContain("a secret");
    expect((await admin.get("/settings/sso")).body.provider_name).toBe(before.provider_name);
  });

  test("is undone by nobody without the right to it", async () => {
    const former = await server.as(role("admin.settings", "admin.events"));
    const change = await former.patch("/settings/fiscal-year-start", { month: 4 });
    const own = db
      .select()
      .from(tables.users)
      .where(eq(tables.users.id, former.userId as string))
      .get()?.role;
    await admin.patch(`/roles/${own}`, { permissions: { "admin.events": true } });
    expect(await rollBack(former, batchOf(change))).toMatchObject({ status: 403 });
    expect((await admin.get("/settings/fiscal-year-start")).body.month).toBe(4);
  });
});

describe("a change of a calculation", () => {
  /** Creates a calculation of a field of its own, without which others could close a circle with it. */
  async function newCalculation(formula = "1", target_field_key = unique("field")) {
    const made = await admin.post("/calculations", {
      name: "Undone",
      target_type_key: "Application",
      target_field_key,
      formula,
    });
    return { id: made.body.id as string, made, path: `/calculations/${made.body.id}` };
  }
  const calculationOf = async (id: string) => (await admin.get(`/calculations/${id}`)).body;

  test("is undone, with what others changed since left as it is", async () => {
    const { id, path } = await newCalculation();
    const change = await admin.patch(path, { name: "Renamed", formula: "2" });
    await admin.patch(path, { execution_order: 7 });
    expect(await rollBack(admin, batchOf(change))).toMatchObject({ status: 409 });
    expect(await rollBack(admin, batchOf(change), { force: true })).toMatchObject({ status: 200 });
    expect(await calculationOf(id)).toMatchObject({ name: "Undone", formula: "1", execution_order: 7 });
  });

  test("on and off is undone, and so is its creation", async () => {
    const { id, path } = await newCalculation();
    await undoes(admin, await admin.post(`${path}/activate`));
    expect(await calculationOf(id)).toMatchObject({ is_active: false });
    await admin.post(`${path}/activate`);
    await undoes(admin, await admin.post(`${path}/deactivate`));
    expect(await calculationOf(id)).toMatchObject({ is_active: true });
    const other = await newCalculation();
    await undoes(admin, other.made);
    expect(await admin.get(other.path)).toMatchObject({ status: 404 });
  });

  test("is undone when it was deleted: it is there as it was, and active", async () => {
    const { id, path } = await newCalculation();
    await admin.post(`${path}/activate`);
    const before = await calculationOf(id);
    const deleted = await admin.delete(path);
    expect(deleted.status).toBe(204);
    const batch = deleted.headers.get("x-stoa-batch") as string;
    expect(await rollBack(admin, batch)).toMatchObject({ status: 200 });
    expect(await calculationOf(id)).toEqual(before);
    expect(await rollBack(admin, batch)).toMatchObject({ status: 409 });
  });

  test("is not undone where fields would depend on each other in a circle", async () => {
    const [one, other] = [unique("field"), unique("field")];
    const first = await newCalculation(`data["${other}"]`, one);
    await admin.post(`${first.path}/activate`);
    const off = await admin.post(`${first.path}/deactivate`);
    const second = await newCalculation(`data["${one}"]`, other);
    expect((await admin.post(`${second.path}/activate`)).status).toBe(200);
    const { body } = await rollBack(admin, batchOf(off), { force: true });
    expect(body.results).toMatchObject([{ status: "skipped", reason: "refused_by_rule" }]);
    expect(await calculationOf(first.id)).toMatchObject({ is_active: false });
  });

  test("is undone by nobody without the right", async () => {
    const former = await server.as(role("admin.metamodel"));
    const { id, path } = await newCalculation();
    const change = await former.patch(path, { name: "Theirs" });
    const own = db
      .select()
      .from(tables.users)
      .where(eq(tables.users.id, former.userId as string))
      .get()?.role;
    await admin.patch(`/roles/${own}`, { permissions: {} });
    expect(await rollBack(former, batchOf(change))).toMatchObject({ status: 403 });
    expect(await calculationOf(id)).toMatchObject({ name: "Theirs" });
  });
});

import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../db";
import { role, unique, violationsOf, watch } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

/** Makes a role through the API. */
async function makeRole(fields: Record<string, unknown> = {}) {
  const answer = await admin.post("/roles", { key: unique("made"), label: "Made", ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Returns a user who administers roles, and has no other permissions than the granted ones. */
const roleAdmin = (...granted: string[]) => server.as(role("admin.roles", ...granted));

const keys = (answer: { body: { key: string }[] }) => answer.body.map((row) => row.key);

test("a new installation has four roles, each with the number of its active users", async () => {
  const viewers = [await server.as("viewer"), await server.as("viewer")];
  const idle = viewers[1]?.userId as string;
  transaction(() => db.update(tables.users).set({ is_active: false }).where(eq(tables.users.id, idle)).run());
  const answer = await viewers[0]?.get("/roles");
  const builtIn = answer?.body.filter((row: { key: string }) =>
    ["admin", "bpm_admin", "member", "viewer"].includes(row.key),
  );
  expect(builtIn).toMatchObject([
    { key: "admin", label: "Admin", is_system: true, color: "#d32f2f", permissions: { "*": true }, user_count: 1 },
    { key: "bpm_admin", label: "BPM Admin", is_system: false, sort_order: 1, user_count: 0 },
    { key: "member", is_default: true, sort_order: 2 },
    { key: "viewer", label: "Viewer", sort_order: 3, user_count: 1 },
  ]);
  const granted = (key: string) =>
    Object.values(builtIn.find((row: { key: string }) => row.key === key).permissions).filter(Boolean).length;
  expect(["bpm_admin", "member", "viewer"].map(granted)).toEqual([56, 53, 23]);
});

test("the schema shows every permission in groups", async () => {
  const { body } = await (await server.as("viewer")).get("/roles/permissions-schema");
  const groups = Object.values<{ label: string; permissions: Record<string, string> }>(body);
  expect(groups).toHaveLength(28);
  expect(Object.keys(body)[0]).toBe("inventory");
  expect(groups.flatMap((group) => Object.keys(group.permissions))).toHaveLength(76);
  expect(groups[0]).toMatchObject({ label: "Inventory", permissions: { "inventory.view": expect.any(String) } });
});

test("a role is shown, archived or not", async () => {
  const { key } = await makeRole();
  expect((await admin.get(`/roles/${key}`)).body).toMatchObject({ key, user_count: 0, is_archived: false });
  await admin.post(`/roles/${key}/archive`);
  expect((await admin.get(`/roles/${key}`)).body).toMatchObject({ key, is_archived: true });
  expect((await admin.get("/roles/nonsense")).body).toEqual({ detail: "Role not found" });
});

test("a role is created, published, and grants its permissions", async () => {
  const events = await watch(admin);
  const body = {
    key: unique("auditor"),
    label: "Auditor",
    description: "Reads along",
    permissions: { "admin.events": 1 },
  };
  const answer = await admin.post("/roles", body);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    key: body.key,
    label: "Auditor",
    description: "Reads along",
    is_system: false,
    is_default: false,
    is_archived: false,
    color: "#757575",
    permissions: { "admin.events": true },
    requires_second_factor: false,
    sort_order: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    archived_at: null,
    archived_by: null,
    user_count: 0,
  });
  expect(await events()).toMatchObject([
    { event_type: "role.created", user_id: admin.userId, data: { id: answer.body.id, name: body.key } },
  ]);
  expect((await (await server.as(body.key)).get("/events")).status).toBe(200);
});

test.each([
  [{ key: "ab" }, "body.key"],
  [{ key: "x".repeat(51) }, "body.key"],
  [{ key: "Upper" }, "body.key"],
  [{ key: "1st" }, "body.key"],
  [{ key: "ends_" }, "body.key"],
  [{ key: "with space" }, "body.key"],
  [{ label: "" }, "body.label"],
  [{ label: "x".repeat(201) }, "body.label"],
  [{ permissions: { "admin.todos": true } }, "body.permissions.admin.todos"],
  [{ permissions: { "card.view": true } }, "body.permissions.card.view"],
  [{ permissions: { "admin.users": "perhaps" } }, "body.permissions.admin.users"],
  [{ permissions: [] }, "body.permissions"],
  [{ is_default: null }, "body.is_default"],
])("a role with %j is refused", async (fields, loc) => {
  const answer = await admin.post("/roles", { key: unique("bad"), label: "Bad", ...fields });
  expect(answer.status).toBe(422);
  expect(violationsOf(answer.body).map((violation) => violation.split(":")[0])).toContain(loc);
});

test("a key is unique, archived roles included", async () => {
  const { key } = await makeRole();
  await admin.post(`/roles/${key}/archive`);
  expect((await admin.post("/roles", { key, label: "Again" })).status).toBe(409);
});

test("at most one role is the default", async () => {
  const first = await makeRole({ is_default: true });
  const events = await watch(admin);
  const second = await makeRole();
  await admin.patch(`/roles/${second.key}`, { is_default: true });
  const defaults = (await admin.get("/roles")).body.filter((row: { is_default: boolean }) => row.is_default);
  expect(defaults.map((row: { key: string }) => row.key)).toEqual([second.key]);
  expect((await events()).filter((event) => event.event_type === "role.updated")).toMatchObject([
    { data: { id: first.id, changes: { is_default: { old: true, new: false } } } },
    { data: { id: second.id, changes: { is_default: { old: false, new: true } } } },
  ]);
  expect((await admin.post(`/roles/${second.key}/archive`)).status).toBe(409);
  expect((await admin.patch(`/roles/${second.key}`, { is_default: false })).body.is_default).toBeFalse();
  await admin.patch("/roles/member", { is_default: true });
});

test("a changed role takes effect at once for its users", async () => {
  const made = await makeRole({ permissions: { "admin.events": true, "inventory.view": true } });
  const user = await server.as(made.key);
  const events = await watch(admin);
  const changes = {
    label: "Changed",
    description: null,
    color: "#123456",
    permissions: { "inventory.view": true },
    sort_order: "7",
  };
  const { status, body } = await admin.patch(`/roles/${made.key}`, changes);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...changes, sort_order: 7 });
  expect(body).not.toHaveProperty("user_count");
  expect((await user.get("/events")).status).toBe(403);
  expect(await events()).toMatchObject([
    {
      event_type: "role.updated",
      data: {
        id: made.id,
        name: made.key,
        changes: {
          label: { old: "Made", new: "Changed" },
          color: { old: "#757575", new: "#123456" },
          permissions: { old: made.permissions, new: { "inventory.view": true } },
          sort_order: { old: 0, new: 7 },
        },
      },
    },
  ]);
});

test("a change that changes nothing publishes nothing", async () => {
  const { key } = await makeRole();
  const events = await watch(admin);
  expect((await admin.patch(`/roles/${key}`, { label: "Made" })).status).toBe(200);
  expect(await events()).toEqual([]);
});

test.each([
  ["/roles/nonsense", { label: "X" }, 404],
  ["/roles/admin", { permissions: { "inventory.view": true } }, 400],
  ["/roles/admin", { permissions: { "*": false } }, 400],
  ["/roles/viewer", { label: null }, 422],
  ["/roles/viewer", { label: "" }, 422],
  ["/roles/viewer", { permissions: null }, 422],
  ["/roles/viewer", { permissions: { nonsense: true } }, 422],
  ["/roles/viewer", { sort_order: 1.5 }, 422],
])("PATCH %s with %j is answered with %d", async (path, body, status) => {
  expect((await admin.patch(path, body)).status).toBe(status);
});

test("a role is archived and restored, and its users retain its permissions", async () => {
  const made = await makeRole({ permissions: { "admin.events": true } });
  const [user, idle] = [await server.as(made.key), await server.as(made.key)];
  transaction(() =>
    db
      .update(tables.users)
      .set({ is_active: false })
      .where(eq(tables.users.id, idle.userId as string))
      .run(),
  );
  const events = await watch(admin);
  const { status, body } = await admin.post(`/roles/${made.key}/archive`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ is_archived: true, archived_by: admin.userId, affected_users_count: 2 });
  expect(body.archived_at).toBeString();
  expect(keys(await admin.get("/roles"))).not.toContain(made.key);
  expect(keys(await admin.get("/roles?include_archived=yes"))).toContain(made.key);
  expect((await user.get("/events")).status).toBe(200);
  expect((await admin.post(`/roles/${made.key}/archive`)).status).toBe(400);
  expect((await admin.patch(`/roles/${made.key}`, { label: "X" })).status).toBe(400);

  const restored = await admin.post(`/roles/${made.key}/restore`);
  expect(restored.body).toMatchObject({ is_archived: false, archived_at: null, archived_by: null });
  expect((await admin.post(`/roles/${made.key}/restore`)).status).toBe(400);
  expect((await events()).map((event) => event.event_type)).toEqual(["role.archived", "role.restored"]);
});

test("the system role and unknown ones can't be archived", async () => {
  expect((await admin.post("/roles/admin/archive")).status).toBe(403);
  expect((await admin.post("/roles/nonsense/archive")).status).toBe(404);
  expect((await admin.post("/roles/nonsense/restore")).status).toBe(404);
});

test("a user can't grant a role a permission that they lack", async () => {
  const manager = await roleAdmin("inventory.view");
  const make = async (permissions: Record<string, boolean>) =>
    (await manager.post("/roles", { key: unique("granted"), label: "Granted", permissions })).status;
  expect(await make({ "inventory.view": true, "inventory.delete": false })).toBe(201);
  expect(await make({ "inventory.delete": true })).toBe(403);
  expect(await make({ "admin.users": true })).toBe(403);
  expect(await make({ "*": true })).toBe(403);
  const within = role("inventory.view");
  const above = role("inventory.delete");
  expect((await manager.patch(`/roles/${within}`, { label: "Within" })).status).toBe(200);
  expect((await manager.patch(`/roles/${within}`, { permissions: { "inventory.delete": true } })).status).toBe(403);
  expect((await manager.patch(`/roles/${above}`, { permissions: {} })).status).toBe(403);
  expect((await manager.post(`/roles/${above}/archive`)).status).toBe(403);
  expect((await manager.patch("/roles/admin", { label: "Mine" })).status).toBe(403);
  expect((await manager.post(`/roles/${within}/archive`)).status).toBe(200);
  expect((await manager.post(`/roles/${within}/restore`)).status).toBe(200);
});

/** Access tokens: what each scope opens, what ends them, and where they never appear. */
import { beforeEach, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { areas } from "../../src/areas";
import { isWellFormed, newAccessToken } from "../../src/core/access/access-token-text";
import { writeLastUses } from "../../src/core/access/last-uses";
import { needsActor } from "../../src/core/access/operation-permission";
import { servedPath } from "../../src/core/api/operation";
import { operationsOf } from "../../src/core/area";
import { resetRateLimits } from "../../src/http/rate-limit";
import { newId } from "../../src/platform/ids";
import { type Client, clientOf } from "../support/client";
import { subscribe } from "../support/events";
import { role, violationsOf } from "../support/factories";
import { step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";
import { inTime } from "../support/waiting";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const other = clientAs(server, "member");

beforeEach(resetRateLimits);

type TokenRequest = { scope?: string; areas?: string[]; expires_at?: string | null };

/** Creates a token of a user. @returns a client that sends it, and its id */
async function tokenOf(user: Client, request: TokenRequest = {}) {
  const { status, body } = await user.post("/users/me/tokens", { name: "Script", ...request });
  expect(status).toBe(201);
  return { id: body.id as string, token: body.token as string, client: clientOf(server.url, body.token, user.userId) };
}

/** Every operation that needs a user: its method, its path with ids of nothing, and its declaration. */
const operations = operationsOf(areas)
  .filter(({ permission, hidden }) => needsActor(permission) && !hidden)
  .map((operation) => ({
    operation,
    method: operation.method.toUpperCase(),
    path: servedPath(operation).replace(/\{(\w+)\}/g, (_, name: string) => (name.endsWith("_id") ? newId() : "none")),
  }));

describe("a token of the scope read", () => {
  test("is refused by every operation that may change something, with a sentence that names the scope", async () => {
    const { client } = await tokenOf(admin);
    for (const { operation, method, path } of operations.filter(({ method }) => method !== "GET")) {
      const { status, body } = await client.send(method, path, operation.form || operation.upload ? undefined : {});
      const detail = operation.tokens === "never" ? "no access token" : "scope is `read`";
      expect({ path, status, detail: body?.detail }).toEqual({
        path,
        status: 403,
        detail: expect.stringContaining(detail),
      });
    }
  });

  test("reads what its user may read, and no more", async () => {
    const { client } = await tokenOf(member);
    expect((await client.get("/auth/me")).body).toMatchObject({ id: member.userId, role: "member" });
    expect((await client.get("/cards")).status).toBe(200);
    expect((await client.get("/events")).status).toBe(403);
  });
});

test("a token of the scope write changes what its user may change, and is no login", async () => {
  const { client } = await tokenOf(member, { scope: "write" });
  expect((await client.post("/cards", { type: "Application", name: "By a script" })).status).toBe(201);
  expect((await client.get("/events")).status).toBe(403);
  for (const { operation, method, path } of operations.filter(({ operation }) => operation.tokens === "never"))
    expect({
      path,
      answer: await client.send(method, path, operation.method === "get" ? undefined : {}),
    }).toMatchObject({
      path,
      answer: { status: 403, body: { detail: expect.stringContaining("no access token") } },
    });
});

test("the operations that hand out tokens and sessions are closed to every token", () => {
  const closed = operations
    .filter(({ operation }) => operation.tokens === "never")
    .map(({ operation }) => operation.path);
  expect(closed).toEqual(
    expect.arrayContaining([
      ...["/auth/refresh", "/auth/impersonate", "/auth/stop-impersonating", "/bookmarks/feed-tokens"],
      ...["/users/me/tokens", "/users/me/tokens/{token_id}", "/users/{user_id}/tokens"],
    ]),
  );
});

test("a token sets no password, neither its user's nor another's", async () => {
  const { client } = await tokenOf(admin, { scope: "write" });
  const password = "Another-Horse-8";
  const person = { email: `${newId()}@stoa.example`, display_name: "Successor", role: "viewer", password };
  for (const answer of [
    await client.patch(`/users/${admin.userId}`, { password }),
    await client.patch(`/users/${other.userId}`, { password }),
    await client.post("/users", person),
  ])
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining("password") } });
  expect((await client.patch(`/users/${other.userId}`, { display_name: "Renamed" })).status).toBe(200);
});

test("a token that is limited to areas opens the operations of these alone", async () => {
  const { client } = await tokenOf(member, { scope: "write", areas: ["relations", "cards"] });
  expect((await client.get("/cards")).status).toBe(200);
  expect((await client.get("/relations")).status).toBe(200);
  expect(await client.get("/risks")).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("`risks`") },
  });
  expect(await client.get("/events/stream")).toMatchObject({ status: 403 });
  const { body } = await member.get("/users/token-areas");
  expect(body.areas).toEqual(expect.arrayContaining(["cards", "relations", "risks"]));
  const wrong = await member.post("/users/me/tokens", { name: "x", areas: ["cards", "nothing"] });
  expect(violationsOf(wrong.body)).toEqual(["body.areas.1: value_error"]);
});

test("a token of the scope feed opens feeds alone, and one of the scope read opens them too", async () => {
  const { body: view } = await member.post("/bookmarks", { name: "Feed", odata_enabled: true });
  const [feed, read] = [await tokenOf(member, { scope: "feed" }), await tokenOf(member)];
  for (const { client, token } of [feed, read]) {
    expect((await client.get(`/bookmarks/${view.id}/odata`)).status).toBe(200);
    const basic = { authorization: `Basic ${btoa(`me:${token}`)}` };
    expect((await server.nobody.get(`/bookmarks/${view.id}/odata`, basic)).status).toBe(200);
  }
  for (const { method, path, operation } of operations.filter(({ operation }) => operation.tokens === undefined))
    expect(await feed.client.send(method, path, operation.method === "get" ? undefined : {})).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("scope is `feed`") },
    });
});

describe("a token", () => {
  test("is shown once, listed with its last use, and revoked by its user alone", async () => {
    const { body } = await step({
      as: member,
      method: "POST",
      path: "/users/me/tokens",
      body: { name: "Nightly", scope: "write", expires_at: null },
      status: 201,
      expects: { name: "Nightly", scope: "write", areas: null, expires_at: null, last_used_at: null },
      events: ({ id, last_four }) => [
        {
          event_type: "token.created",
          payload: {
            ...{ id, user_id: member.userId, name: "Nightly", scope: "write", areas: null, expires_at: null },
            last_four,
          },
        },
      ],
    });
    const { token, ...listed } = body;
    expect(token.endsWith(listed.last_four)).toBe(true);
    const before = (await member.get("/users/me/tokens")).body.find(({ id }: { id: string }) => id === body.id);
    expect(before).toEqual(listed);
    await clientOf(server.url, token).get("/auth/me");
    const used = { last_used_at: expect.any(String), last_used_from: "127.0.0.1" };
    const list = async () =>
      (await member.get("/users/me/tokens")).body.find(({ id }: { id: string }) => id === body.id);
    expect(await list()).toMatchObject(used);
    await writeLastUses();
    expect(statement("SELECT name, last_used_at, last_used_from FROM access_tokens WHERE id = ?").get(body.id)).toEqual(
      {
        name: "Nightly",
        ...used,
      },
    );
    expect(await list()).toMatchObject(used);
    expect((await other.get("/users/me/tokens")).body).toEqual([]);
    const path = `/users/me/tokens/${body.id}`;
    await step({ as: other, method: "DELETE", path, status: 404, events: [] });
    await step({
      as: member,
      method: "DELETE",
      path,
      status: 204,
      events: [{ event_type: "token.revoked", user_id: member.userId, data: { id: body.id } }],
    });
    expect((await clientOf(server.url, token).get("/auth/me")).status).toBe(401);
  });

  test("has a checksum by which it is recognized without a server", () => {
    const token = newAccessToken();
    expect(token).toMatch(/^stoa_pat_[0-9A-Za-z]{49}$/);
    expect(isWellFormed(token)).toBe(true);
    for (const at of [9, 20, 51, 57]) {
      const changed = token.slice(0, at) + (token[at] === "a" ? "b" : "a") + token.slice(at + 1);
      expect(isWellFormed(changed)).toBe(false);
    }
    // CRC-32 of the text before it, in base 62.
    expect(isWellFormed(`stoa_pat_${"0".repeat(43)}0JqTo0`)).toBe(true);
    expect(new Set(Array.from({ length: 100 }, newAccessToken)).size).toBe(100);
  });

  test("ends at the time given, after 90 days without one, and not in the past", async () => {
    const { body } = await member.post("/users/me/tokens", { name: "x" });
    const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThanOrEqual(90);
    const past = await member.post("/users/me/tokens", { name: "x", expires_at: "2020-01-01" });
    expect(violationsOf(past.body)).toEqual(["body.expires_at: value_error"]);
    const { id, client } = await tokenOf(member);
    transaction(() =>
      statement("UPDATE access_tokens SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?").run(id),
    );
    expect(await client.get("/cards")).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
  });

  test("does less as soon as its user may do less, and nothing once they are deactivated, for good", async () => {
    const user = await server.as("member");
    const { client } = await tokenOf(user, { scope: "write" });
    const create = async () => (await client.post("/cards", { type: "Application", name: newId() })).status;
    expect(await create()).toBe(201);
    await admin.patch(`/users/${user.userId}`, { role: "viewer" });
    expect(await create()).toBe(403);
    await admin.patch(`/users/${user.userId}`, { role: "admin" });
    expect((await client.get("/events")).status).toBe(200);
    for (const is_active of [false, true]) {
      await admin.patch(`/users/${user.userId}`, { is_active });
      expect(await create()).toBe(401);
    }
  });

  test("ends its stream when it is revoked, and when its user is deactivated", async () => {
    const user = await server.as("member");
    const [revoked, lasting] = [await tokenOf(user), await tokenOf(user)];
    const streams = [await subscribe(server.url, revoked), await subscribe(server.url, lasting)] as const;
    await user.delete(`/users/me/tokens/${revoked.id}`);
    await inTime(streams[0].ended, "the end of the stream");
    await admin.patch(`/users/${user.userId}`, { is_active: false });
    await inTime(streams[1].ended, "the end of the other stream");
  });

  test("is one of fifty at most, without expired ones", async () => {
    const user = await server.as("member");
    for (let count = 0; count < 50; count++) await tokenOf(user);
    expect(await user.post("/users/me/tokens", { name: "x" })).toMatchObject({ status: 400 });
    transaction(() =>
      statement("UPDATE access_tokens SET expires_at = created_at WHERE user_id = ?").run(user.userId ?? ""),
    );
    expect((await user.post("/users/me/tokens", { name: "x" })).status).toBe(201);
  });

  test("is refused when nobody has it, and guesses are counted for their address", async () => {
    const guess = () => clientOf(server.url, newAccessToken()).get("/cards");
    for (let count = 0; count < 20; count++) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    const { client } = await tokenOf(member);
    expect((await client.get("/cards")).status).toBe(200);
  });

  test("of an earlier version continues to open feeds", async () => {
    const { body: view } = await member.post("/bookmarks", { name: "Feed", odata_enabled: true });
    const token = `stoa_feed_${"aB-_".repeat(10)}xyz`;
    const { id } = await tokenOf(member, { scope: "feed" });
    const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
    transaction(() => statement("UPDATE access_tokens SET token_hash = ?, last_four = '' WHERE id = ?").run(hash, id));
    expect((await server.nobody.get(`/bookmarks/${view.id}/odata?token=${token}`)).status).toBe(200);
    expect((await clientOf(server.url, token).get("/cards")).status).toBe(403);
  });

  test("stands in no table and no export", async () => {
    const { token, client } = await tokenOf(admin, { scope: "write" });
    await client.post("/cards", { type: "Application", name: newId() }, { "idempotency-key": newId() });
    const tables = statement<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    for (const { name } of tables)
      expect(JSON.stringify(statement(`SELECT * FROM "${name}"`).all())).not.toContain(token);
    const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
    for (const path of ["/events/export/csv", "/users/export", "/users", "/settings/export"]) {
      const text = JSON.stringify((await admin.get(path)).body);
      expect(text).not.toContain(token);
      expect(text).not.toContain(hash);
    }
  });
});

describe("a service account", () => {
  const create = async (role = "viewer") =>
    (await admin.post("/users/service-accounts", { display_name: "Pipeline", role })).body;

  test("has tokens that an administrator creates, and nothing by which somebody could log in", async () => {
    const account = await create();
    expect(account).toMatchObject({ is_service_account: true, has_password: false, role: "viewer" });
    const created = await admin.post(`/users/${account.id}/tokens`, { name: "CI", expires_at: null });
    expect(created.status).toBe(201);
    const client = clientOf(server.url, created.body.token);
    expect((await client.get("/auth/me")).body).toMatchObject({ id: account.id });
    for (const changes of [{ password: "Another-Horse-8" }, { email: "a@stoa.example" }, { auth_provider: "sso" }])
      expect((await admin.patch(`/users/${account.id}`, changes)).status).toBe(400);
    expect((await admin.patch(`/users/${account.id}`, { display_name: "Build" })).status).toBe(200);
    const { body: listed } = await admin.get(`/users/${account.id}/tokens`);
    expect(listed).toMatchObject([{ id: created.body.id, last_four: created.body.token.slice(-4) }]);
    expect((await admin.delete(`/users/${account.id}/tokens/${created.body.id}`)).status).toBe(204);
    expect((await client.get("/auth/me")).status).toBe(401);
  });

  test("gets no token from whoever may do less, and a person gets none from anybody", async () => {
    const lesser = await server.as(role("admin.users"));
    const account = await create("admin");
    expect((await lesser.post("/users/service-accounts", { display_name: "x", role: "admin" })).status).toBe(403);
    expect((await lesser.post(`/users/${account.id}/tokens`, { name: "x" })).status).toBe(403);
    expect((await lesser.get(`/users/${account.id}/tokens`)).status).toBe(403);
    expect((await admin.post(`/users/${member.userId}/tokens`, { name: "x" })).status).toBe(400);
    const { id, client } = await tokenOf(member);
    expect((await admin.delete(`/users/${member.userId}/tokens/${id}`)).status).toBe(204);
    expect((await client.get("/auth/me")).status).toBe(401);
  });
});

import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { rolesByKey } from "../../../src/core/access/roles";
import { role } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const SECRET = "a key for tests that nobody else uses";

const server = testServer();
const member = clientAs(server, "member");

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1000);

/** Returns a token of a forger who knows the key, or assumes it. */
function forge(claims: Record<string, unknown>, { alg = "HS256", secret = SECRET } = {}): string {
  const good = { sub: member.userId, ver: 0, iss: "stoa", aud: "stoa", iat: seconds(), exp: seconds() + 60 };
  const text = `${part({ alg, typ: "JWT" })}.${part({ ...good, ...claims })}`;
  const hash = alg === "HS512" ? "sha512" : "sha256";
  const signature = alg === "none" ? "" : createHmac(hash, secret).update(text).digest("base64url");
  return `${text}.${signature}`;
}

const me = (headers: Record<string, string>) => server.nobody.get("/auth/me", headers);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("a correctly signed token authenticates its user", async () => {
  expect(await me(bearer(forge({})))).toMatchObject({ status: 200, body: { id: member.userId } });
});

const missing = "Not authenticated";
const bad = "Invalid or expired token";

test.each([
  ["no header", () => ({}), missing],
  ["another scheme", () => ({ authorization: "Basic YTpi" }), missing],
  ["an empty token", () => ({ authorization: "Bearer " }), missing],
  ["a scheme in lower case", () => ({ authorization: `bearer ${member.token}` }), missing],
  ["garbage", () => bearer("garbage"), bad],
  ["another key", () => bearer(forge({}, { secret: "some other key" })), bad],
  ["no signature", () => bearer(forge({}, { alg: "none" })), bad],
  ["another algorithm", () => bearer(forge({}, { alg: "HS512" })), bad],
  ["another issuer", () => bearer(forge({ iss: "somebody" })), bad],
  ["another audience", () => bearer(forge({ aud: "somebody" })), bad],
  ["a time that is over", () => bearer(forge({ exp: seconds() - 1 })), bad],
  ["no end", () => bearer(forge({ exp: undefined })), bad],
  ["no subject", () => bearer(forge({ sub: undefined })), bad],
  ["a subject that is no UUID", () => bearer(forge({ sub: "me" })), bad],
  ["another password's version", () => bearer(forge({ ver: 1 })), bad],
  ["a subject that is nobody", () => bearer(forge({ sub: crypto.randomUUID() })), "User not found or inactive"],
] as const)("a request with %s is refused with 401", async (_, headers, detail) => {
  expect(await me(headers())).toMatchObject({ status: 401, body: { detail } });
});

test("the cookie authenticates, also with an authorization of another scheme, but not with a bad bearer token", async () => {
  const cookie = `theme=dark; access_token=${member.token}`;
  expect((await me({ cookie })).status).toBe(200);
  expect((await me({ cookie, authorization: "Basic YTpi" })).status).toBe(200);
  expect((await me({ cookie, authorization: "Bearer garbage" })).status).toBe(401);
  expect((await me({ cookie, authorization: "Bearer " })).status).toBe(401);
});

test("the page of another site can't use the cookie", async () => {
  const cookie = `access_token=${member.token}`;
  const send = (site: string) => server.nobody.post("/auth/refresh", undefined, { cookie, "sec-fetch-site": site });
  expect((await send("cross-site")).status).toBe(403);
  expect((await send("same-origin")).status).toBe(200);
});

test("a user who is deactivated or deleted is refused at the next request", async () => {
  const [idle, gone] = [await server.as("member"), await server.as("member")];
  expect([(await idle.get("/auth/me")).status, (await gone.get("/auth/me")).status]).toEqual([200, 200]);
  const { users } = tables;
  transaction(() => {
    db.update(users)
      .set({ is_active: false })
      .where(eq(users.id, idle.userId as string))
      .run();
    db.delete(users)
      .where(eq(users.id, gone.userId as string))
      .run();
  });
  for (const user of [idle, gone])
    expect(await user.get("/auth/me")).toMatchObject({ status: 401, body: { detail: "User not found or inactive" } });
});

test("an impersonation ends when its user may no longer impersonate", async () => {
  const supervisor = role("admin.impersonate", "inventory.view", "comments.view");
  const lesser = role("comments.view");
  const user = await server.as(supervisor);
  const { access_token } = (await user.post("/auth/impersonate", { role: lesser })).body;
  const who = async () => (await me(bearer(access_token))).body;
  expect(await who()).toMatchObject({ role: lesser, impersonated_role: lesser });
  transaction(() => {
    db.update(tables.roles)
      .set({ permissions: { "inventory.view": true } })
      .where(eq(tables.roles.key, supervisor))
      .run();
    rolesByKey.drop();
  });
  expect(await who()).toMatchObject({ role: supervisor, impersonated_role: null });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import {
  type AccountMail,
  accountMailProvider,
  createUser,
  findUser,
  findUserByEmail,
} from "../../../src/core/access/accounts";
import { linkHash } from "../../../src/core/access/password-links";
import { hashPassword } from "../../../src/core/access/passwords";
import { rolesByKey } from "../../../src/core/access/roles";
import { resetRateLimits } from "../../../src/http/rate-limit";
import { fromNow, MINUTE, now } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import { type Client, clientOf } from "../../support/client";
import { subscribe } from "../../support/events";
import { role, unique, watch } from "../../support/factories";
import { startTestServer, type TestServer } from "../../support/server";

const PASSWORD = "Correct-Horse-7";
const { users } = tables;

let server: TestServer;
let admin: Client;
let hash: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  hash = await hashPassword(PASSWORD);
});
afterAll(() => server.stop());
beforeEach(resetRateLimits);

const { post, get } = {
  post: (path: string, body: unknown, headers?: Record<string, string>) => server.nobody.post(path, body, headers),
  get: (path: string, headers?: Record<string, string>) => server.nobody.get(path, headers),
};

/** Makes an account with the password above; columns may differ. */
function account(columns: Partial<typeof users.$inferInsert> = {}) {
  const name = unique("person");
  const made = createUser({ email: `${name}@stoa.example`, display_name: name, role: "member", password_hash: hash });
  transaction(() =>
    db
      .update(users)
      .set({ email: made.email, ...columns })
      .where(eq(users.id, made.id))
      .run(),
  );
  return made;
}

const logIn = (email: string, password = PASSWORD, headers?: Record<string, string>) =>
  post("/auth/login", { email, password }, headers);

const me = (token: string) => get("/auth/me", { authorization: `Bearer ${token}` });

const cookie = (value: string, seconds: number, secure = "") =>
  `access_token=${value}; Max-Age=${seconds}; Path=/api; HttpOnly; SameSite=Lax${secure}`;

/** Changes settings through the API. */
async function set(path: "registration" | "sso", enabled: boolean): Promise<void> {
  expect((await admin.patch(`/settings/${path}`, { enabled })).status).toBe(200);
}

test("one of the users who register at the same time on an empty server becomes administrator", async () => {
  transaction(() => db.delete(users).run());
  const names = ["ada", "bea", "cid", "dan"];
  const answers = await Promise.all(
    names.map((name) =>
      post(
        "/auth/register",
        { email: `${name}@First.Example`, display_name: name, password: PASSWORD },
        { "x-forwarded-for": `192.0.2.${name.length}${names.indexOf(name)}` },
      ),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const roles = await Promise.all(answers.map(async (answer) => (await me(answer.body.access_token)).body.role));
  expect(roles.sort()).toEqual(["admin", "member", "member", "member"]);
  admin = await server.as("admin");
});

test("a user who registers is logged in, and the address is stored in lower case", async () => {
  const events = await watch(admin);
  const body = { email: "Grace@Navy.Example", display_name: "Grace", password: PASSWORD };
  const answer = await post("/auth/register", body);
  const { access_token: token, token_type } = answer.body;
  expect(answer.status).toBe(200);
  expect(token_type).toBe("bearer");
  expect(answer.headers.getSetCookie()[0]).toBe(cookie(token, 86_400));
  expect((await me(token)).body).toMatchObject({ email: "grace@navy.example", display_name: "Grace", role: "member" });
  const { id } = findUserByEmail("grace@navy.example") ?? {};
  expect(await events()).toMatchObject([
    { event_type: "user.created", user_id: id, data: { id, name: "Grace", email: "grace@navy.example" } },
  ]);
  const again = await post("/auth/register", { ...body, email: "GRACE@navy.example" });
  expect(again).toMatchObject({ status: 400, body: { detail: "Email already registered" } });
});

test("the first user may register whatever the settings are, the others only when they allow it", async () => {
  const register = (name: string) =>
    post("/auth/register", { email: `${name}@closed.example`, display_name: name, password: PASSWORD });
  await set("registration", false);
  expect(await register("eve")).toMatchObject({ status: 403, body: { detail: "Self-registration is disabled" } });
  await set("registration", true);
  await set("sso", true);
  const refusal = await register("eve");
  expect(refusal.status).toBe(403);
  expect(refusal.body.detail).toContain("SSO");
  transaction(() => db.delete(users).run());
  expect((await register("eve")).status).toBe(200);
  admin = await server.as("admin");
  await set("sso", false);
});

test.each([
  [{ password: "short" }, "body.password"],
  [{ password: "Password123" }, "body.password"],
  [{ password: "Magdalena-1", email: "magdalena@stoa.example" }, "body.password"],
  [{ password: undefined }, "body.password"],
  [{ password: null }, "body.password"],
  [{ email: "mallory" }, "body.email"],
  [{ email: "mallory@house.local" }, "body.email"],
  [{ email: undefined }, "body.email"],
  [{ display_name: "" }, "body.display_name"],
  [{ display_name: "x".repeat(201) }, "body.display_name"],
])("registering with %j is a violation of %s", async (fields, loc) => {
  const good = { email: "good@stoa.example", display_name: "Good", password: PASSWORD };
  const answer = await post("/auth/register", { ...good, ...fields });
  expect(answer.status).toBe(422);
  expect(answer.body.detail.map((violation: { loc: string[] }) => violation.loc.join("."))).toEqual([loc]);
  expect(JSON.stringify(answer.body)).not.toContain("Magdalena-1");
});

test("a login returns a token and a cookie, and publishes an event", async () => {
  const { id, email, display_name: displayName } = account();
  const events = await watch(admin);
  const answer = await logIn(email.toUpperCase().replace("STOA.EXAMPLE", "Stoa.Example"));
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]).toBe(cookie(answer.body.access_token, 86_400));
  expect(findUser(id)?.last_login).toBeString();
  expect(await events()).toMatchObject([
    { event_type: "user.logged_in", user_id: id, data: { id, name: displayName } },
  ]);
  const claims = JSON.parse(Buffer.from(answer.body.access_token.split(".")[1], "base64url").toString());
  expect(claims).toMatchObject({ sub: id, role: "member", iss: "stoa", aud: "stoa" });
  expect(claims.exp - claims.iat).toBe(86_400);
});

test("the cookie is restricted to TLS when the request came by TLS", async () => {
  const answer = await logIn(account().email, PASSWORD, { "x-forwarded-proto": "https" });
  expect(answer.headers.get("set-cookie")).toEndWith("; Secure");
});

const mistakes: [string, () => string, string][] = [
  ["a wrong password", () => account().email, "Wrong-Horse-7"],
  ["a password in another case", () => account().email, PASSWORD.toLowerCase()],
  ["an empty password", () => account().email, ""],
  ["a password of 5,000 letters", () => account().email, "x".repeat(5_000)],
  ["an unknown address", () => "nobody@stoa.example", PASSWORD],
  ["an account of single sign-on", () => account({ auth_provider: "sso" }).email, PASSWORD],
  ["an account without a password", () => account({ password_hash: null }).email, PASSWORD],
  ["a broken hash", () => account({ password_hash: "$argon2id$" }).email, PASSWORD],
];

test.each(mistakes)(
  "%s is answered like every other mistake, and locks the account at the sixth attempt",
  async (_, who, password) => {
    const email = who();
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await logIn(email, password)).toMatchObject({ status: 401, body: { detail: "Invalid credentials" } });
    const locked = await logIn(email);
    expect(locked.status).toBe(423);
    expect(locked.body.detail).toContain("Too many failed logins");
    const wait = Number(locked.headers.get("retry-after"));
    expect([wait > 0, wait <= 15 * 60]).toEqual([true, true]);
    expect(await logIn(email, password)).toMatchObject({ status: 423, body: locked.body });
  },
);

test("failed logins and the lock publish events without naming who tried", async () => {
  const { id, email, display_name: displayName } = account();
  const events = await watch(admin);
  for (let attempt = 0; attempt < 6; attempt++) await logIn(email, "wrong");
  const failure = { event_type: "user.login_failed", user_id: null, data: { id, name: displayName } };
  expect(await events()).toMatchObject([
    ...Array(5).fill(failure),
    { event_type: "user.locked", user_id: null, data: { id, until: findUser(id)?.locked_until } },
  ]);
});

test("a user administrator unlocks an account, but not one that may do more", async () => {
  const { id, email } = account();
  for (let attempt = 0; attempt < 6; attempt++) await logIn(email, "wrong");
  expect((await logIn(email)).status).toBe(423);
  const keeper = await server.as(role("admin.users"));
  expect((await keeper.post(`/users/${admin.userId}/unlock`)).status).toBe(403);
  const events = await watch(admin);
  expect((await admin.post(`/users/${id}/unlock`)).body).toEqual({ unlocked: true });
  expect((await admin.post(`/users/${id}/unlock`)).body).toEqual({ unlocked: false });
  expect((await admin.post(`/users/${newId()}/unlock`)).status).toBe(404);
  expect(await events()).toMatchObject([{ event_type: "user.unlocked", user_id: admin.userId, data: { id } }]);
  expect((await logIn(email)).status).toBe(200);
});

test("a lock ends, one more failure locks again, and a login forgets all failures", async () => {
  const { id, email } = account({ failed_logins: 5, locked_until: fromNow(-MINUTE) });
  expect((await logIn(email, "wrong")).status).toBe(401);
  expect((await logIn(email)).status).toBe(423);
  transaction(() =>
    db
      .update(users)
      .set({ locked_until: fromNow(-MINUTE) })
      .where(eq(users.id, id))
      .run(),
  );
  expect((await logIn(email)).status).toBe(200);
  expect(findUser(id)).toMatchObject({ failed_logins: 0, locked_until: null });
});

test("only five of many guesses at once are answered", async () => {
  const { email } = account();
  const guesses = Array.from({ length: 12 }, (_, guess) =>
    logIn(email, "wrong", { "x-forwarded-for": `192.0.2.${guess}` }),
  );
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  expect(findUserByEmail(email)?.failed_logins).toBeLessThanOrEqual(5);
  expect((await logIn(email)).status).toBe(423);
});

test("a deactivated account is named as such only to a client that knows its password", async () => {
  const { id, email } = account({ is_active: false });
  expect((await logIn(email, "wrong")).status).toBe(401);
  expect(await logIn(email)).toMatchObject({ status: 403, body: { detail: "Account disabled" } });
  expect(findUser(id)?.last_login).toBeNull();
});

test("a bcrypt hash of an imported account is accepted once and replaced", async () => {
  const passwordHash = await Bun.password.hash(PASSWORD, { algorithm: "bcrypt", cost: 4 });
  const { id, email } = account({ password_hash: passwordHash });
  expect((await logIn(email, "wrong")).status).toBe(401);
  expect(findUser(id)?.password_hash).toBe(passwordHash);
  expect((await logIn(email)).status).toBe(200);
  expect(findUser(id)?.password_hash).toStartWith("$argon2id$");
  expect((await logIn(email)).status).toBe(200);
});

test("the first login deletes the invitation, a later one leaves another invitation alone", async () => {
  const { email } = account();
  const invite = () =>
    transaction(() => {
      db.insert(tables.invitations).values({ id: newId(), email, role: "member", created_at: now() }).run();
    });
  const invited = () => db.select().from(tables.invitations).where(eq(tables.invitations.email, email)).all().length;
  invite();
  await logIn(email);
  expect(invited()).toBe(0);
  invite();
  await logIn(email);
  expect(invited()).toBe(1);
});

test("each of these operations is limited to some calls a minute, and requests that fail validation don't count", async () => {
  const limits: [string, number, unknown, unknown][] = [
    ["register", 5, { email: "x@stoa.example", display_name: "X", password: "weak" }, {}],
    ["login", 10, { email: "limit@stoa.example", password: "x" }, { email: "no address", password: "x" }],
    ["forgot-password", 5, { email: "x@stoa.example" }, {}],
    ["reset-password", 5, { token: "x", password: PASSWORD }, { token: "x" }],
    ["set-password", 5, { token: "x", password: PASSWORD }, { password: "x" }],
  ];
  for (const [path, limit, body, invalid] of limits) {
    for (let call = 0; call < limit + 3; call++) expect((await post(`/auth/${path}`, invalid)).status).toBe(422);
    for (let call = 0; call < limit; call++) expect((await post(`/auth/${path}`, body)).status).not.toBe(429);
    const refusal = await post(`/auth/${path}`, body);
    const text = `Rate limit exceeded: ${limit} per 1 minute`;
    expect(refusal).toMatchObject({ status: 429, body: { detail: text, error: text } });
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post(`/auth/${path}`, body, { "x-forwarded-for": "192.0.2.77" })).status).not.toBe(429);
  }
  for (const path of ["validate-setup-token", "validate-reset-token"]) {
    for (let call = 0; call < 20; call++) expect((await get(`/auth/${path}?token=x`)).status).toBe(404);
    expect((await get(`/auth/${path}?token=x`)).status).toBe(429);
  }
});

test("the description of the API lists the limited operations", async () => {
  const { paths } = (await get("/api/openapi.json")).body;
  const limited = Object.entries<Record<string, { responses: Record<string, unknown> }>>(paths).flatMap(
    ([path, methods]) =>
      Object.values(methods)
        .filter((operation) => "429" in operation.responses)
        .map(() => path.replace("/api/v1/auth/", "")),
  );
  for (const name of ["register", "login", "forgot-password", "reset-password", "set-password", "validate-setup-token"])
    expect(limited).toContain(name);
  expect(limited).not.toContain("refresh");
});

test("the current user has the effective role and its permissions", async () => {
  const viewer = await server.as("viewer");
  const { body } = await viewer.get("/auth/me");
  expect(body).toEqual({
    id: viewer.userId,
    email: expect.stringContaining("@stoa.example"),
    display_name: expect.stringContaining("viewer"),
    role: "viewer",
    role_label: "Viewer",
    role_color: "#757575",
    is_active: true,
    locale: "en",
    permissions: rolesByKey().get("viewer")?.permissions,
    ui_preferences: { dashboard_default_tab: "overview" },
    impersonated_role: null,
    impersonated_role_label: null,
    must_set_up_factor: false,
  });
  expect((await admin.get("/auth/me")).body.permissions).toEqual({ "*": true });
});

test("a role that no longer exists grants nothing and is shown by its key", async () => {
  const ghost = await server.as("ghost");
  expect((await ghost.get("/auth/me")).body).toMatchObject({
    role: "ghost",
    role_label: "ghost",
    role_color: "#757575",
    permissions: {},
  });
});

test("a refresh returns another token with the role that the user has now", async () => {
  const user = await server.as("member");
  transaction(() =>
    db
      .update(users)
      .set({ role: "viewer" })
      .where(eq(users.id, user.userId as string))
      .run(),
  );
  const answer = await user.post("/auth/refresh");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toBe(cookie(answer.body.access_token, 86_400));
  expect((await me(answer.body.access_token)).body).toMatchObject({ id: user.userId, role: "viewer" });
  expect(findUser(user.userId as string)?.last_login).toBeNull();
});

test("a refresh with an Idempotency-Key stores no token", async () => {
  const user = await server.as("member");
  const key = { "idempotency-key": "refresh" };
  for (let call = 0; call < 2; call++) {
    const answer = await user.post("/auth/refresh", undefined, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("idempotency-replayed")).toBeNull();
  }
});

test("logging out deletes the cookie, with or without a session", async () => {
  for (const client of [server.nobody, clientOf(server.url, "garbage")]) {
    const answer = await client.post("/auth/logout");
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.headers.get("set-cookie")).toBe(cookie("", 0));
  }
});

test("single sign-on is off by default, and the login page shows whether users may register", async () => {
  expect((await get("/auth/sso/config")).body).toEqual({ enabled: false, registration_enabled: true });
  await set("registration", false);
  expect((await get("/auth/sso/config")).body).toEqual({ enabled: false, registration_enabled: false });
  await set("registration", true);
});

test("an administrator can view the application as another role and return", async () => {
  const events = await watch(admin);
  const user = await server.as("admin");
  const started = await user.post("/auth/impersonate", { role: " viewer " });
  expect(started.headers.get("set-cookie")).toBe(cookie(started.body.access_token, 86_400));
  const viewing = clientOf(server.url, started.body.access_token);
  expect((await viewing.get("/auth/me")).body).toMatchObject({
    id: user.userId,
    role: "viewer",
    role_label: "Viewer",
    impersonated_role: "viewer",
    impersonated_role_label: "Viewer",
  });
  expect((await viewing.get("/users/invitations")).status).toBe(403);
  expect((await viewing.post("/auth/impersonate", { role: "member" })).status).toBe(403);

  const refreshed = (await viewing.post("/auth/refresh")).body.access_token;
  expect((await me(refreshed)).body.impersonated_role).toBe("viewer");

  const stopped = await viewing.post("/auth/stop-impersonating");
  expect((await me(stopped.body.access_token)).body).toMatchObject({ role: "admin", impersonated_role: null });
  expect((await user.post("/auth/stop-impersonating")).status).toBe(400);
  const { userId } = user;
  expect(await events()).toMatchObject([
    { event_type: "impersonation.started", user_id: userId, data: { id: userId, role: "viewer" } },
    {
      event_type: "impersonation.stopped",
      user_id: userId,
      data: { id: userId, role: "viewer", impersonator_user_id: userId, impersonated_role: "viewer" },
    },
  ]);
});

test.each([
  ["   ", 400],
  ["admin", 400],
  ["nonsense", 404],
  ["", 422],
  ["x".repeat(65), 422],
  [undefined, 422],
  [null, 422],
])("viewing the application as %j is answered with %d", async (wanted, status) => {
  expect((await admin.post("/auth/impersonate", { role: wanted })).status).toBe(status);
});

test("a user can't view the application as their own role, as an archived one, or as one that may do more", async () => {
  const supervisor = role("admin.impersonate", "inventory.view");
  const more = role("inventory.view", "inventory.delete");
  const wildcard = role("*");
  const archived = role("inventory.view");
  transaction(() => {
    db.update(tables.roles).set({ is_archived: true }).where(eq(tables.roles.key, archived)).run();
    rolesByKey.drop();
  });
  const user = await server.as(supervisor);
  const statusOf = async (key: string) => (await user.post("/auth/impersonate", { role: key })).status;
  expect(await statusOf(supervisor)).toBe(400);
  expect(await statusOf(archived)).toBe(400);
  expect(await statusOf(more)).toBe(403);
  expect(await statusOf(wildcard)).toBe(403);
  expect(await statusOf(role("inventory.view"))).toBe(200);
});

test("a refresh ends an impersonation of a role that was archived meanwhile", async () => {
  const brief = role("inventory.view");
  const { access_token } = (await admin.post("/auth/impersonate", { role: brief })).body;
  transaction(() => {
    db.update(tables.roles).set({ is_archived: true }).where(eq(tables.roles.key, brief)).run();
    rolesByKey.drop();
  });
  const viewing = clientOf(server.url, access_token);
  expect((await viewing.get("/auth/me")).body.role).toBe(brief);
  const refreshed = (await viewing.post("/auth/refresh")).body.access_token;
  expect((await me(refreshed)).body).toMatchObject({ role: "admin", impersonated_role: null });
});

/** Makes an account with an outstanding link. */
function linked(kind: "setup" | "reset", columns: Partial<typeof users.$inferInsert> = {}) {
  const token = unique("token-");
  const made = account({
    [`password_${kind}_hash`]: linkHash(token),
    [`password_${kind}_expires_at`]: fromNow(MINUTE),
    ...columns,
  });
  return { ...made, token };
}

test("a setup link shows whom it is for, and works once", async () => {
  const { id, email, display_name: displayName, token } = linked("setup", { password_hash: null });
  transaction(() => {
    db.insert(tables.invitations).values({ id: newId(), email, role: "member", created_at: now() }).run();
  });
  expect((await get(`/auth/validate-setup-token?token=${token}`)).body).toEqual({ email, display_name: displayName });
  const events = await watch(admin);
  const answer = await post("/auth/set-password", { token, password: PASSWORD });
  expect(answer.headers.getSetCookie()[0]).toBe(cookie(answer.body.access_token, 86_400));
  expect((await me(answer.body.access_token)).body.id).toBe(id);
  expect(findUser(id)?.last_login).toBeString();
  expect(db.select().from(tables.invitations).where(eq(tables.invitations.email, email)).all()).toEqual([]);
  expect(await events()).toMatchObject([{ event_type: "user.password_changed", user_id: id, data: { id } }]);
  expect((await post("/auth/set-password", { token, password: PASSWORD })).status).toBe(404);
  expect((await get(`/auth/validate-setup-token?token=${token}`)).status).toBe(404);
  expect((await logIn(email)).status).toBe(200);
});

test("a reset link works once, lifts the lock, and ends sessions and streams", async () => {
  const { id, email, token } = linked("reset", {
    failed_logins: 5,
    locked_until: fromNow(MINUTE),
    password_hash: hash,
  });
  expect((await get(`/auth/validate-reset-token?token=${token}`)).body).toEqual({ email });
  transaction(() => db.update(users).set({ locked_until: null }).where(eq(users.id, id)).run());
  const session = (await logIn(email)).body.access_token;
  const stream = await subscribe(server.url, { token: session });
  const answer = await post("/auth/reset-password", { token, password: "Another-Horse-8" });
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  expect(answer.headers.get("set-cookie")).toBeNull();
  await stream.ended;
  expect((await me(session)).status).toBe(401);
  expect((await logIn(email)).status).toBe(401);
  expect((await logIn(email, "Another-Horse-8")).status).toBe(200);
  expect((await post("/auth/reset-password", { token, password: PASSWORD })).status).toBe(404);
});

test("one of two clients that use a link at the same time sets the password", async () => {
  const { token } = linked("reset");
  const answers = await Promise.all(
    ["First-Horse-11", "Second-Horse-22"].map((password) => post("/auth/reset-password", { token, password })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
});

test.each(["setup", "reset"] as const)(
  "a %s link refuses weak passwords before it is looked up, and expires",
  async (kind) => {
    const path = `/auth/${kind === "setup" ? "set" : "reset"}-password`;
    const validate = `/auth/validate-${kind}-token`;
    const { token } = linked(kind);
    const old = linked(kind, { [`password_${kind}_expires_at`]: fromNow(-1) });
    expect((await post(path, { token: "unknown", password: "weak" })).status).toBe(400);
    // Their address is person….
    expect((await post(path, { token, password: "Person-1234567" })).status).toBe(400);
    expect((await post(path, { token: "unknown", password: PASSWORD })).status).toBe(404);
    expect((await post(path, { token: "", password: PASSWORD })).status).toBe(404);
    expect((await post(path, { token: old.token, password: PASSWORD })).status).toBe(404);
    expect((await get(`${validate}?token=${old.token}`)).status).toBe(404);
    expect((await get(`${validate}?token=`)).status).toBe(404);
    expect((await get(validate)).status).toBe(422);
    expect((await get(`${validate}?token=${token}`)).status).toBe(200);
  },
);

test("a forgotten password is answered alike for every address, and mailed only to users who have one", async () => {
  const sent: [string, string][] = [];
  let arrived = () => {};
  const mail: AccountMail = {
    invitation: () => Promise.reject(new Error("Nobody is invited here")),
    passwordReset: async (to, token) => {
      sent.push([to.email, token]);
      arrived();
    },
    factorsChanged: () => Promise.reject(new Error("Nobody changes a factor here")),
  };
  const ask = async (email: string) => {
    expect(await post("/auth/forgot-password", { email }, { "x-forwarded-for": unique("192.0.2.") })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
  };
  const real = account();
  const lookedUp = Promise.withResolvers<void>();
  const noMail = () => {
    lookedUp.resolve();
    return undefined;
  };
  accountMailProvider.extend("users", noMail).install();
  await ask(real.email);
  // The answer goes out before the work begins.
  await lookedUp.promise;
  expect(findUser(real.id)?.password_reset_hash).toBeNull();

  accountMailProvider.extend("users", () => mail).install();
  try {
    const first = new Promise<void>((resolve) => (arrived = resolve));
    for (const nobody of [
      "nobody@stoa.example",
      "",
      "no address",
      account({ is_active: false }).email,
      account({ password_hash: null }).email,
      account({ auth_provider: "sso" }).email,
    ])
      await ask(nobody);
    await ask(` ${real.email.toUpperCase()} `);
    await first;
  } finally {
    accountMailProvider.extend("users", () => undefined).install();
  }
  expect(sent.map(([to]) => to)).toEqual([real.email]);
  const [[, token] = []] = sent;
  expect(findUser(real.id)?.password_reset_hash).toBe(linkHash(token as string));
  expect((await post("/auth/reset-password", { token, password: "Another-Horse-8" })).status).toBe(200);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { db, tables, transaction } from "../../../db";
import { createUser, findUser, findUserByEmail, updateUser } from "../../../src/core/access/accounts";
import { hashPassword } from "../../../src/core/access/passwords";
import { storedSettings } from "../../../src/core/settings/store";
import { resetRateLimits } from "../../../src/http/rate-limit";
import { now } from "../../../src/platform/clock";
import { encryptSecret } from "../../../src/platform/crypto";
import { newId } from "../../../src/platform/ids";
import type { Answer, Client } from "../../support/client";
import { unique, watch } from "../../support/factories";
import { IMPOSSIBLE_HOST } from "../../support/hosts";
import { type OidcProvider, oidcClient, startOidcProvider } from "../../support/oidc-provider";
import { startTestServer, type TestServer } from "../../support/server";

const REDIRECT = oidcClient.redirectUri;
const { users, invitations } = tables;

let server: TestServer;
let admin: Client;
let provider: OidcProvider;
beforeAll(async () => {
  provider = await startOidcProvider();
  server = await startTestServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(async () => {
  resetRateLimits();
  await configure();
});

/** Sets single sign-on up, with what the test wants otherwise. */
async function configure(settings: Record<string, unknown> = {}): Promise<void> {
  const form = {
    enabled: true,
    provider: "oidc",
    issuer_url: provider.issuer,
    client_id: oidcClient.id,
    client_secret: oidcClient.secret,
  };
  expect(await admin.patch("/settings/sso", { ...form, ...settings })).toMatchObject({ status: 200 });
}

/** Returns a person whom the provider knows. */
function person(claims: Record<string, unknown> = {}): { subject: string; email: string } {
  const subject = unique("person");
  const email = `${subject}@stoa.example`;
  provider.people.set(subject, { email, email_verified: true, name: `Name of ${subject}`, ...claims });
  return { subject, email };
}

const begin = (redirect_uri = REDIRECT, headers?: Record<string, string>) =>
  server.nobody.post("/auth/sso/start", { redirect_uri }, headers);

/** Returns the first part of the cookie that a browser keeps of an answer. */
const cookieSetIn = (answer: Answer, name = "sso_start") =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(";")[0] ?? "";

const callback = (body: Record<string, unknown>, cookie?: string) =>
  server.nobody.post("/auth/sso/callback", { redirect_uri: REDIRECT, ...body }, cookie ? { cookie } : {});

/** Signs a person in by way of /auth/sso/start, as a browser does. */
async function signIn(subject: string, change: (body: Record<string, unknown>) => object = () => ({})) {
  const started = await begin();
  expect(started.status).toBe(200);
  const back = await provider.signIn(subject, started.body.authorization_url);
  const body = Object.fromEntries(back.searchParams);
  return callback({ ...body, ...change(body) }, cookieSetIn(started));
}

/** Returns a code for a person, asked for as front ends do that don't know /auth/sso/start. */
async function codeOf(subject: string, parameters: Record<string, string> = {}): Promise<string> {
  const { body } = await server.nobody.get("/auth/sso/config");
  const url = new URL(body.authorization_endpoint);
  const { client_id, scopes: scope } = body;
  const usual = { client_id, scope, response_type: "code", redirect_uri: REDIRECT, response_mode: "query" };
  for (const [name, value] of Object.entries({ ...usual, ...parameters })) url.searchParams.set(name, value);
  const back = await provider.signIn(subject, url.href);
  expect(back.origin + back.pathname).toBe(REDIRECT);
  return back.searchParams.get("code") ?? "";
}

const me = async (token: string) => (await server.nobody.get("/auth/me", { authorization: `Bearer ${token}` })).body;

const challenge = async (verifier: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(verifier))).toString("base64url");

const invite = (email: string, role: string) =>
  transaction(() => db.insert(invitations).values({ id: newId(), email, role, created_at: now() }).run());

/** Returns the rows that must not change when a sign-in is refused. */
const accounts = () => JSON.stringify([db.select().from(users).all(), db.select().from(invitations).all()]);

describe("the configuration for the login page", () => {
  test("has the endpoints of a provider with discovery", async () => {
    expect((await server.nobody.get("/auth/sso/config")).body).toEqual({
      enabled: true,
      provider: "oidc",
      provider_name: "SSO",
      client_id: "stoa",
      authorization_endpoint: `${provider.issuer}/auth`,
      scopes: "openid email profile",
      registration_enabled: true,
    });
  });

  test("has the name that the administrator gives the provider", async () => {
    await configure({ provider_name: " Acme ID " });
    expect((await server.nobody.get("/auth/sso/config")).body.provider_name).toBe("Acme ID");
    await configure();
  });

  const microsoft = "https://login.microsoftonline.com";
  test.each([
    [{ provider: "microsoft" }, "Microsoft", `${microsoft}/organizations/oauth2/v2.0/authorize`, undefined],
    [
      { provider: "microsoft", tenant_id: "acme.example" },
      "Microsoft",
      `${microsoft}/acme.example/oauth2/v2.0/authorize`,
      undefined,
    ],
    [{ provider: "google" }, "Google", "https://accounts.google.com/o/oauth2/v2/auth", undefined],
    [
      { provider: "google", domain: "Acme.example" },
      "Google",
      "https://accounts.google.com/o/oauth2/v2/auth",
      { hd: "acme.example" },
    ],
    [
      { provider: "google", domain: "acme.example, acme.io" },
      "Google",
      "https://accounts.google.com/o/oauth2/v2/auth",
      { hd: "*" },
    ],
    [
      { provider: "okta", domain: "acme.okta.com" },
      "Okta",
      "https://acme.okta.com/oauth2/default/v1/authorize",
      undefined,
    ],
    [
      {
        provider: "oidc",
        issuer_url: "https://id.acme.example/",
        authorization_endpoint: "https://id.acme.example/in",
        token_endpoint: "https://id.acme.example/token",
        jwks_uri: "https://id.acme.example/keys",
      },
      "SSO",
      "https://id.acme.example/in",
      undefined,
    ],
  ])("has the name and endpoint of the provider in the settings %j", async (settings, name, endpoint, extra) => {
    await configure(settings);
    const { body } = await server.nobody.get("/auth/sso/config");
    expect(body).toMatchObject({ enabled: true, provider_name: name, authorization_endpoint: endpoint });
    expect(body.extra_auth_params).toEqual(extra);
    expect(JSON.stringify(body)).not.toContain(oidcClient.secret);
    const started = await begin();
    expect(started.body.authorization_url).toStartWith(endpoint);
    expect(new URL(started.body.authorization_url).searchParams.get("hd")).toBe(extra?.hd ?? null);
  });
});

describe("single sign-on with a wrong setting", () => {
  test.each([
    [{ enabled: false }, 400, "not enabled"],
    [{ client_id: "" }, 400, "client_id"],
    [{ issuer_url: "" }, 400, "issuer_url"],
    [{ provider: "okta", domain: "" }, 400, "domain"],
    [{ provider: "okta", domain: "acme.okta.com/evil" }, 400, "domain"],
    [{ provider: "microsoft", tenant_id: "../evil" }, 400, "tenant_id"],
    [{ issuer_url: "http://127.0.0.1:1" }, 502, "can't be reached"],
    [{ issuer_url: "http://169.254.169.254" }, 502, "can't be reached"],
    [{ issuer_url: `http://${IMPOSSIBLE_HOST}` }, 502, "can't be reached"],
  ])("is hidden on the login page, and a sign-in is refused with the reason: %j", async (settings, status, word) => {
    await configure(settings);
    expect((await server.nobody.get("/auth/sso/config")).body).toEqual({ enabled: false, registration_enabled: true });
    for (const answer of [await callback({ code: "x" }), await begin()]) {
      expect(answer.status).toBe(status);
      expect(answer.body.detail).toContain(word);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("is refused with a 502 when the provider answers with something else than its endpoints", async () => {
    await configure({ issuer_url: server.url });
    expect((await server.nobody.get("/auth/sso/config")).body.enabled).toBe(false);
    expect((await callback({ code: "x" })).status).toBe(502);
  });

  test("is refused when its secret was never set", async () => {
    transaction(() => {
      db.delete(tables.appSettings).run();
      storedSettings.drop();
    });
    await admin.patch("/settings/sso", { enabled: true, provider: "google", client_id: "stoa" });
    const answer = await callback({ code: "x" });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining("client_secret") } });
  });
});

describe("a sign-in that Stoa begins", () => {
  test("is bound to the browser by a cookie, and logs the user in", async () => {
    const { subject, email } = person();
    const events = await watch(admin);
    const started = await begin();
    const url = new URL(started.body.authorization_url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "stoa",
      response_type: "code",
      response_mode: "query",
      scope: "openid email profile",
      redirect_uri: REDIRECT,
      state: started.body.state,
      code_challenge_method: "S256",
    });
    expect(started.headers.get("set-cookie")).toMatch(
      /^sso_start=enc:[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    for (const name of ["nonce", "code_challenge", "state"]) {
      expect(url.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
      expect(cookieSetIn(started)).not.toContain(url.searchParams.get(name) as string);
    }
    const back = await provider.signIn(subject, url.href);
    const answer = await callback(Object.fromEntries(back.searchParams), cookieSetIn(started));
    expect(answer).toMatchObject({ status: 200, body: { token_type: "bearer" } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^access_token=[^;]+; Max-Age=86400; Path=\/api; HttpOnly; SameSite=Lax$/),
      "sso_start=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    const name = `Name of ${subject}`;
    const profile = await me(answer.body.access_token);
    expect(profile).toMatchObject({ email, display_name: name, role: "viewer", is_active: true });
    expect(findUser(profile.id)).toMatchObject({
      auth_provider: "sso",
      password_hash: null,
      last_login: expect.any(String),
      sso_subject_id: `${provider.issuer}#${subject}`,
    });
    expect(await events()).toMatchObject([
      { event_type: "user.created", user_id: profile.id, data: { id: profile.id, name, email, auth_provider: "sso" } },
      { event_type: "user.logged_in", user_id: profile.id, data: { id: profile.id, name } },
    ]);
  });

  test("has a cookie over TLS that no other host of the domain can set", async () => {
    const { subject } = person();
    const secure = { "x-forwarded-proto": "https" };
    const started = await begin(REDIRECT, secure);
    expect(started.headers.get("set-cookie")).toMatch(/^__Host-sso_start=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const back = await provider.signIn(subject, started.body.authorization_url);
    const body = { ...Object.fromEntries(back.searchParams), redirect_uri: REDIRECT };
    const cookie = cookieSetIn(started, "__Host-sso_start");
    const planted = await server.nobody.post("/auth/sso/callback", body, {
      ...secure,
      cookie: cookie.replace("__Host-", ""),
    });
    expect(planted.status).toBe(400);
    expect((await server.nobody.post("/auth/sso/callback", body, { ...secure, cookie })).status).toBe(200);
  });

  test.each([
    ["another state", () => ({ state: "x".repeat(43) })],
    ["no state", () => ({ state: undefined })],
    ["an empty state", () => ({ state: "" })],
    ["another page", () => ({ redirect_uri: "http://localhost:8920/auth/callback?x" })],
  ])("can't be ended with %s, and can still be ended properly", async (_, change) => {
    const { subject } = person();
    const started = await begin();
    const back = Object.fromEntries((await provider.signIn(subject, started.body.authorization_url)).searchParams);
    const before = accounts();
    const refusal = await callback({ ...back, ...change() }, cookieSetIn(started));
    expect(refusal.status).toBe(400);
    expect(refusal.headers.get("set-cookie")).toBeNull();
    expect(accounts()).toBe(before);
    expect((await callback(back, cookieSetIn(started))).status).toBe(200);
  });

  test("can't be ended with somebody else's code (login CSRF)", async () => {
    const [victim, attacker] = [person(), person()];
    const started = await begin();
    // The attacker's code, begun in the attacker's browser, or without /auth/sso/start at all.
    const theirs = await begin();
    const back = Object.fromEntries(
      (await provider.signIn(attacker.subject, theirs.body.authorization_url)).searchParams,
    );
    const bare = await codeOf(attacker.subject);
    expect((await callback(back, cookieSetIn(started))).status).toBe(400);
    // An attacker who guesses or steals the state still lacks the code verifier and the nonce.
    const withState = await callback({ ...back, state: started.body.state }, cookieSetIn(started));
    expect(withState.status).toBe(401);
    expect((await callback({ code: bare, state: started.body.state }, cookieSetIn(started))).status).toBe(401);
    expect(findUserByEmail(attacker.email)).toBeUndefined();
    const own = Object.fromEntries(
      (await provider.signIn(victim.subject, started.body.authorization_url)).searchParams,
    );
    expect((await callback(own, cookieSetIn(started))).status).toBe(200);
  });

  test("can't be ended in another browser", async () => {
    const { subject, email } = person();
    const started = await begin();
    const back = Object.fromEntries((await provider.signIn(subject, started.body.authorization_url)).searchParams);
    expect(await callback(back)).toMatchObject({ status: 400 });
    for (const cookie of [
      "sso_start=",
      "sso_start=enc:x",
      "sso_start=enc:",
      `x${cookieSetIn(started)}`,
      "sso_start=e30",
    ])
      expect([cookie, (await callback(back, cookie)).status]).toEqual([cookie, 400]);
    expect(findUserByEmail(email)).toBeUndefined();
  });

  test("ends once: a redeemed code is worth nothing", async () => {
    const { subject } = person();
    const started = await begin();
    const back = Object.fromEntries((await provider.signIn(subject, started.body.authorization_url)).searchParams);
    expect((await callback(back, cookieSetIn(started))).status).toBe(200);
    const again = await callback(back, cookieSetIn(started));
    expect(again.status).toBe(401);
    expect(again.body.detail).toContain("refused the code");
  });

  test.each([
    ["was sealed for something else", { purpose: "other" }],
    ["is too old", { until: Date.now() - 1 }],
    ["lacks something", { nonce: undefined }],
    ["is no object", "s"],
  ])("is invalid when its cookie %s", async (_, change) => {
    const usual = {
      purpose: "sso",
      state: "s",
      nonce: "n",
      codeVerifier: "v",
      redirectUri: REDIRECT,
      until: Date.now() + 60_000,
    };
    const seal = (content: unknown) => `sso_start=${encryptSecret(JSON.stringify(content))}`;
    const changed = typeof change === "string" ? change : { ...usual, ...change };
    expect((await callback({ code: "x", state: "s" }, seal(changed))).status).toBe(400);
    // A cookie that is sealed well gets as far as the provider.
    expect((await callback({ code: "x", state: "s" }, seal(usual))).status).toBe(401);
  });

  test("replaces the session of the user who was logged in before", async () => {
    const [first, second] = [person(), person()];
    const before = await signIn(first.subject);
    const started = await begin();
    const back = Object.fromEntries(
      (await provider.signIn(second.subject, started.body.authorization_url)).searchParams,
    );
    const after = await callback(back, `access_token=${before.body.access_token}; ${cookieSetIn(started)}`);
    expect(cookieSetIn(after, "access_token")).toBe(`access_token=${after.body.access_token}`);
    expect((await me(after.body.access_token)).email).toBe(second.email);
  });
});

describe("a sign-in that a front end begins", () => {
  test("needs nothing but the code", async () => {
    const { subject, email } = person();
    const answer = await callback({ code: await codeOf(subject) });
    expect(answer.status).toBe(200);
    expect((await me(answer.body.access_token)).email).toBe(email);
  });

  test("may have a nonce and a code challenge of its own", async () => {
    const { subject } = person();
    const verifier = "v".repeat(43);
    const parameters = {
      nonce: "n-1",
      code_challenge: await challenge(verifier),
      code_challenge_method: "S256",
      state: "its own",
    };
    const code = await codeOf(subject, parameters);
    expect((await callback({ code, nonce: "n-1", code_verifier: verifier })).status).toBe(200);
  });

  test.each([
    ["another nonce", { nonce: "n-1" }, { nonce: "n-2" }, 401, "nonce"],
    ["a nonce that was never asked for", {}, { nonce: "n-1" }, 401, "nonce"],
    ["no nonce where one was asked for", { nonce: "n-1" }, {}, 401, "nonce"],
    ["a code verifier without a challenge", {}, { code_verifier: "v".repeat(43) }, 401, "refused the code"],
    ["a state that nobody here began with", { state: "s" }, { state: "s" }, 400, "begun"],
  ])("is refused with %s", async (_, asked, sent, status, word) => {
    const { subject, email } = person();
    const answer = await callback({ code: await codeOf(subject, asked), ...sent });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(word);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(findUserByEmail(email)).toBeUndefined();
  });

  test.each(["w".repeat(43), undefined])("is refused with the code verifier %j of another challenge", async (wrong) => {
    const { subject } = person();
    const asked = { code_challenge: await challenge("v".repeat(43)), code_challenge_method: "S256" };
    const answer = await callback({ code: await codeOf(subject, asked), code_verifier: wrong });
    expect(answer.status).toBe(401);
  });

  test("is refused with a code that the provider never issued", async () => {
    const answer = await callback({ code: "guessed" });
    expect(answer).toMatchObject({ status: 401, body: { detail: expect.stringContaining("refused the code") } });
  });

  test("is refused when the client's secret is wrong, with the provider's reason", async () => {
    const { subject } = person();
    const code = await codeOf(subject);
    await configure({ client_secret: "another secret" });
    const answer = await callback({ code });
    expect(answer.status).toBe(401);
    expect(answer.body.detail).toContain("client authentication failed");
    expect(JSON.stringify(answer.body)).not.toContain("another secret");
  });
});

describe("a foreign redirect address", () => {
  test.each([
    "https://evil.example/auth/callback",
    "http://localhost:8920.evil.example/auth/callback",
    "http://localhost:8920@evil.example/auth/callback",
    "http://localhost:8920/auth/callback/../../evil",
    "http://localhost:8920/auth/callback?next=https://evil.example",
    "http://localhost:8920/auth/callback#x",
    "http://localhost:8920/auth/callback/",
    "http://localhost:8920/elsewhere",
    "http://localhost:8920//evil.example/auth/callback",
    "http://localhost:8921/auth/callback",
    "https://localhost:8920/auth/callback",
    "HTTP://localhost:8920/auth/callback",
    " http://localhost:8920/auth/callback",
    "http://localhost:8920/auth/callback\n",
    "javascript:alert(1)",
    "/auth/callback",
    "*",
  ])("is refused at the start and at the callback (open redirect): %j", async (redirect_uri) => {
    for (const answer of [await begin(redirect_uri), await callback({ code: "x", redirect_uri })]) {
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining("redirect_uri") } });
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test("the application's own address, once it is set, is an accepted redirect address", async () => {
    const own = "https://stoa.company.io/auth/callback";
    expect((await begin(own)).status).toBe(400);
    await admin.patch("/settings/email", { app_base_url: "https://stoa.company.io/map/" });
    expect((await begin(own)).status).toBe(200);
    await admin.patch("/settings/email", {});
    expect((await begin(own)).status).toBe(400);
  });
});

describe("the account of a sign-in", () => {
  /** Returns an account of single sign-on that was made beforehand. */
  const waiting = (email: string, columns: Partial<typeof users.$inferInsert> = {}) => {
    const made = createUser({ email, display_name: "", role: "member", auth_provider: "sso" });
    return transaction(() => updateUser(made.id, columns));
  };

  test("is linked, named and logged in when it was prepared, and its invitation is deleted", async () => {
    const { subject, email } = person();
    const { id } = waiting(email, { password_setup_hash: unique("hash") });
    invite(email, "member");
    const events = await watch(admin);
    expect((await signIn(subject)).status).toBe(200);
    expect(findUser(id)).toMatchObject({
      sso_subject_id: `${provider.issuer}#${subject}`,
      display_name: `Name of ${subject}`,
      role: "member",
      password_setup_hash: null,
      last_login: expect.any(String),
    });
    expect(db.select().from(invitations).all()).toEqual([]);
    expect(await events()).toMatchObject([
      { event_type: "user.linked", user_id: id, data: { id, issuer: provider.issuer } },
      { event_type: "user.logged_in", user_id: id, data: { id } },
    ]);
  });

  test("has the name that an administrator chose", async () => {
    const { subject, email } = person();
    const { id } = waiting(email, { display_name: "Chosen" });
    await signIn(subject);
    expect(findUser(id)?.display_name).toBe("Chosen");
  });

  test("has the role of its invitation when it is new", async () => {
    const { subject, email } = person({ name: undefined });
    invite(email, "bpm_admin");
    const { body } = await signIn(subject);
    expect(await me(body.access_token)).toMatchObject({ role: "bpm_admin", display_name: subject });
    expect(db.select().from(invitations).all()).toEqual([]);
  });

  test("is a viewer's when it is new and the role of its invitation is gone", async () => {
    const { subject, email } = person();
    invite(email, "gone");
    const { body } = await signIn(subject);
    expect((await me(body.access_token)).role).toBe("viewer");
  });

  test("is the same at the next sign-in, whatever the address is by then", async () => {
    const { subject } = person();
    const first = await me((await signIn(subject)).body.access_token);
    transaction(() => updateUser(first.id, { last_login: "2020-01-01T00:00:00.000Z" }));
    provider.people.set(subject, { email: "moved@stoa.example", email_verified: true, name: "Married" });
    const events = await watch(admin);
    const second = await me((await signIn(subject)).body.access_token);
    expect(second).toEqual(first);
    expect(findUser(first.id)?.last_login).not.toBe("2020-01-01T00:00:00.000Z");
    expect((await events()).map((event: { event_type: string }) => event.event_type)).toEqual(["user.logged_in"]);
    expect(findUserByEmail("moved@stoa.example")).toBeUndefined();
  });

  test("is found by an address in another case of letters", async () => {
    const { subject, email } = person();
    const { id } = waiting(email);
    provider.people.set(subject, { email: ` ${email.toUpperCase().replace("STOA.EXAMPLE", "Stoa.Example")} ` });
    expect((await me((await signIn(subject)).body.access_token)).id).toBe(id);
  });

  test("is linked anew when it comes from another database with the provider's bare subject", async () => {
    const { subject, email } = person();
    const { id } = waiting(`was.${email}`, { sso_subject_id: subject });
    expect((await me((await signIn(subject)).body.access_token)).id).toBe(id);
    expect(findUser(id)?.sso_subject_id).toBe(`${provider.issuer}#${subject}`);
  });

  test("is found by the address after a change of provider", async () => {
    const { subject, email } = person();
    const { id } = waiting(email, { sso_subject_id: `https://former.example#${subject}` });
    expect((await me((await signIn(subject)).body.access_token)).id).toBe(id);
    expect(findUser(id)?.sso_subject_id).toBe(`${provider.issuer}#${subject}`);
  });

  test.each([
    ["an account with a password", () => ({ auth_provider: "local" as const }), 409, "password"],
    ["an account that is deactivated", () => ({ is_active: false }), 403, "Account disabled"],
    [
      "an account that is linked to another person",
      () => ({ sso_subject_id: `${provider.issuer}#${unique("another")}` }),
      409,
      "another person",
    ],
  ])("is not found by the address of %s", async (_, columns, status, word) => {
    const { subject, email } = person();
    waiting(email, columns());
    invite(email, "admin");
    const before = accounts();
    const events = await watch(admin);
    const answer = await signIn(subject);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(word);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(accounts()).toBe(before);
    expect(await events()).toEqual([]);
    transaction(() => db.delete(invitations).run());
  });

  test("can't be used while it is deactivated", async () => {
    const { subject } = person();
    const { id } = await me((await signIn(subject)).body.access_token);
    expect((await admin.patch(`/users/${id}`, { is_active: false })).status).toBe(200);
    expect(await signIn(subject)).toMatchObject({ status: 403, body: { detail: "Account disabled" } });
  });

  test("is free for the next user with its address once an administrator unlinks it", async () => {
    const [first, second] = [person(), person()];
    const { id } = await me((await signIn(first.subject)).body.access_token);
    provider.people.set(second.subject, { email: first.email, email_verified: true });
    expect((await signIn(second.subject)).status).toBe(409);
    for (const auth_provider of ["local", "sso"])
      expect((await admin.patch(`/users/${id}`, { auth_provider })).status).toBe(200);
    expect((await me((await signIn(second.subject)).body.access_token)).id).toBe(id);
  });

  test("is made once for two sign-ins of a new user at the same time", async () => {
    const { subject, email } = person();
    const codes = [await codeOf(subject), await codeOf(subject)];
    const answers = await Promise.all(codes.map((code) => callback({ code })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      db
        .select()
        .from(users)
        .all()
        .filter((user) => user.email === email),
    ).toHaveLength(1);
  });
});

describe("a user of the provider", () => {
  test.each([
    ["an address that was not verified", { email_verified: false }, {}, 403, "verified"],
    ["an address that was not verified, in words", { email_verified: "false" }, {}, 403, "verified"],
    ["no address", { email: undefined }, {}, 401, "e-mail"],
    ["what is no address", { email: "someone" }, {}, 401, "e-mail"],
    ["an address in nobody's domain", { email: "someone@house.local" }, {}, 401, "e-mail"],
    ["an address that is no text", { email: ["a@stoa.example"] }, {}, 401, "e-mail"],
    ["a foreign domain", {}, { domain: "company.io" }, 403, "domains"],
    ["a domain that only ends like it", {}, { domain: "a.example" }, 403, "domains"],
    ["a domain below it", { email: "x@sub.stoa.example" }, { domain: "stoa.example" }, 403, "domains"],
    [
      "an address that only holds it",
      { email: "stoa.example@evil.example" },
      { domain: "stoa.example" },
      403,
      "domains",
    ],
  ])("is refused with %s", async (_, claims, settings, status, word) => {
    await configure(settings);
    const { subject } = person(claims);
    const before = accounts();
    const answer = await signIn(subject);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(word);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(accounts()).toBe(before);
  });

  test.each(["stoa.example", "@Stoa.Example", "company.io, stoa.example"])(
    "is accepted from the domain %j",
    async (domain) => {
      await configure({ domain });
      expect((await signIn(person().subject)).status).toBe(200);
    },
  );

  test.each([undefined, true, "true"])("is accepted with an address that is verified as %j", async (email_verified) => {
    expect((await signIn(person({ email_verified }).subject)).status).toBe(200);
  });

  test("gets a display name on one line of limited length", async () => {
    const { subject } = person({ name: `  Ada\u0000\nLovelace ${"x".repeat(300)}` });
    const { body } = await signIn(subject);
    const { display_name } = await me(body.access_token);
    expect(display_name).toStartWith("Ada Lovelace x");
    expect(display_name).toHaveLength(200);
  });
});

describe("a provider that shows addresses only at its userinfo endpoint", () => {
  let shy: OidcProvider;
  beforeAll(async () => {
    shy = await startOidcProvider({ userInfoOnly: true });
  });
  afterAll(() => shy.stop());

  test.each([
    [{ email_verified: true }, 200],
    [{ email_verified: false }, 403],
    [{ email: undefined }, 401],
  ])("is asked there: %j", async (claims, status) => {
    await configure({ issuer_url: shy.issuer });
    const subject = unique("shy");
    shy.people.set(subject, { email: `${subject}@stoa.example`, ...claims });
    const started = await begin();
    const back = Object.fromEntries((await shy.signIn(subject, started.body.authorization_url)).searchParams);
    expect((await callback(back, cookieSetIn(started))).status).toBe(status);
  });
});

test("a user of single sign-on has no password, and a service account for scripts has one", async () => {
  const { subject, email } = person();
  const { body } = await signIn(subject);
  const { id } = await me(body.access_token);
  const password = "Correct-Horse-7";
  const logIn = (address: string) => server.nobody.post("/auth/login", { email: address, password });
  expect((await logIn(email)).status).toBe(401);
  const owner = { authorization: `Bearer ${body.access_token}` };
  expect((await server.nobody.patch(`/users/${id}`, { password }, owner)).status).toBe(400);
  expect((await admin.patch(`/users/${id}`, { password })).status).toBe(400);
  // Even if a hash came in from elsewhere.
  const passwordHash = await hashPassword(password);
  transaction(() => updateUser(id, { password_hash: passwordHash }));
  expect((await logIn(email)).status).toBe(401);
  const script = await admin.post("/users", {
    email: "script@stoa.example",
    display_name: "Script",
    password,
    auth_provider: "local",
    role: "member",
  });
  expect(script.status).toBe(201);
  expect((await logIn("script@stoa.example")).status).toBe(200);
});

test.each([
  [{}, "body.code"],
  [{ code: "" }, "body.code"],
  [{ code: 7 }, "body.code"],
  [{ code: "x".repeat(5_000) }, "body.code"],
  [{ code: "x", redirect_uri: null }, "body.redirect_uri"],
  [{ code: "x", redirect_uri: `http://${"x".repeat(600)}` }, "body.redirect_uri"],
  [{ code: "x", code_verifier: "short" }, "body.code_verifier"],
  [{ code: "x", code_verifier: `${"v".repeat(43)}\n` }, "body.code_verifier"],
  [{ code: "x", nonce: "" }, "body.nonce"],
  [{ code: "x", state: 1 }, "body.state"],
])("a sign-in that comes back with %j is a violation of %s", async (body, loc) => {
  const answer = await callback(body);
  expect(answer.status).toBe(422);
  expect(answer.body.detail.map((violation: { loc: string[] }) => violation.loc.join("."))).toEqual([loc]);
});

test.each(["/auth/sso/start", "/auth/sso/callback"])(
  "the operation %s can be called twenty times a minute",
  async (path) => {
    const call = () => server.nobody.post(path, { code: "x", redirect_uri: "nowhere" });
    for (let count = 0; count < 20; count++) expect((await call()).status).toBe(400);
    expect(await call()).toMatchObject({ status: 429, body: { detail: "Rate limit exceeded: 20 per 1 minute" } });
  },
);

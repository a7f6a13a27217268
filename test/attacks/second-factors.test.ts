/** Second factors: what stands between somebody who knows the password and the account. */
import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { statement, transaction } from "../../db";
import { type AccountMail, accountMailProvider, setPassword } from "../../src/core/access/accounts";
import { hashPassword } from "../../src/core/access/passwords";
import { resetRateLimits } from "../../src/http/rate-limit";
import { MINUTE } from "../../src/platform/clock";
import { clientOf } from "../support/client";
import { role, watch } from "../support/factories";
import { codeOf, enterCode, enterPassword, logIn, protect } from "../support/second-factors";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { fromElsewhere, newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");
beforeEach(resetRateLimits);

/** Makes an account with an authenticator app. */
async function newProtected(columns = {}) {
  const account = await newAccount(columns);
  return { ...account, ...(await protect(await logIn(server, account.email))) };
}

const challengeFor = async (email: string, headers = fromElsewhere()): Promise<string> =>
  (await enterPassword(server, email, headers)).body.challenge;

test("a login asks for a code after the password, and each code opens one session", async () => {
  const { id, email, display_name: name, secret, codes } = await newProtected();
  const events = await watch(admin);
  const first = await enterPassword(server, email);
  expect(first).toMatchObject({
    status: 401,
    body: { detail: expect.any(String), code: "second_factor", methods: ["totp", "recovery_code"] },
  });
  expect(first.headers.getSetCookie()).toEqual([]);
  const { challenge } = first.body;
  const code = codeOf(secret);
  const opened = await enterCode(server, challenge, code.replace(/(...)/, "$1 "));
  expect(opened).toMatchObject({ status: 200, body: { token_type: "bearer" } });
  // Neither the challenge nor the code is good for a second time.
  expect(await enterCode(server, challenge, codes[0] as string)).toMatchObject({
    status: 400,
    body: { code: "challenge_expired" },
  });
  expect(await enterCode(server, await challengeFor(email), code)).toMatchObject({
    status: 401,
    body: { code: "wrong_code" },
  });
  expect((await events()).map(({ event_type, data }) => [event_type, data])).toEqual([
    ["user.logged_in", { id, name }],
    ["user.login_failed", { id, name }],
  ]);
  const client = clientOf(server.url, opened.body.access_token);
  expect((await client.get("/users/me/sign-ins")).body).toMatchObject([
    { succeeded: false, way: "password", factor: "totp" },
    { succeeded: true, way: "password", factor: "totp" },
    { succeeded: true, way: "password", factor: null },
  ]);
  expect((await client.get("/users/me/sessions")).body[0]).toMatchObject({ factor: "totp", is_current: true });
});

test("a recovery code opens one session in whatever way it is typed, and its failure uses up nothing", async () => {
  const { email, codes } = await newProtected();
  const [first, second] = codes as [string, string];
  expect(codes).toHaveLength(10);
  const typed = first.toUpperCase().replaceAll("-", " ");
  const opened = await enterCode(server, await challengeFor(email), typed);
  expect(opened.status).toBe(200);
  expect((await enterCode(server, await challengeFor(email), first)).status).toBe(401);
  expect((await enterCode(server, await challengeFor(email), second)).status).toBe(200);
  const client = clientOf(server.url, opened.body.access_token);
  expect((await client.get("/auth/factors")).body).toMatchObject({ recovery_codes_left: 8, is_demanded: false });
});

test("a challenge is refused when it is too old, forged, another purpose's, or older than the password", async () => {
  const { id, email, secret, client } = await newProtected();
  const { setup } = (await client.post("/auth/factors/totp/start")).body;
  const challenge = await challengeFor(email);
  const stale = await challengeFor(email);
  for (const forged of [setup, `${challenge.slice(0, -4)}AAAA`, "enc:", "{}"])
    expect((await enterCode(server, forged, codeOf(secret))).status).toBe(400);
  setSystemTime(Date.now() + 11 * MINUTE);
  const late = await enterCode(server, stale, codeOf(secret));
  setSystemTime();
  expect(late).toMatchObject({ status: 400, body: { code: "challenge_expired" } });
  setPassword(id, await hashPassword(PASSWORD));
  expect((await enterCode(server, challenge, codeOf(secret))).status).toBe(400);
  // Another password leaves the factor as it is.
  expect((await enterCode(server, await challengeFor(email), codeOf(secret))).status).toBe(200);
});

test("wrong codes lock as wrong passwords do, and the right password between them gives no further guesses", async () => {
  const { id, email, secret } = await newProtected();
  const events = await watch(admin);
  for (let guess = 0; guess < 5; guess++)
    expect((await enterCode(server, await challengeFor(email), `00000${guess}`, fromElsewhere())).status).toBe(401);
  expect(await enterPassword(server, email, fromElsewhere())).toMatchObject({
    status: 423,
    headers: expect.anything(),
  });
  expect((await events()).map(({ event_type }) => event_type)).toEqual([
    ...Array(5).fill("user.login_failed"),
    "user.locked",
  ]);
  expect((await admin.post(`/users/${id}/unlock`)).body).toEqual({ unlocked: true });
  const challenge = await challengeFor(email);
  const known = await enterCode(server, challenge, codeOf(secret), fromElsewhere());
  const device =
    known.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("known_device="))
      ?.split(";")[0] ?? "";
  // A device that has logged in with both steps is counted by itself.
  for (let guess = 0; guess < 5; guess++)
    await enterCode(server, await challengeFor(email), `00000${guess}`, fromElsewhere());
  expect((await enterPassword(server, email, fromElsewhere())).status).toBe(423);
  expect((await enterPassword(server, email, { ...fromElsewhere(), cookie: device })).body.code).toBe("second_factor");
});

test("guesses from one address are bounded, whomever they are about", async () => {
  const { email } = await newProtected();
  const challenge = await challengeFor(email);
  const here = fromElsewhere();
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess++) statuses.push((await enterCode(server, challenge, "123456", here)).status);
  expect(statuses.slice(0, 10)).toEqual([...Array(5).fill(401), ...Array(5).fill(423)]);
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test("a change to one's factors asks for one of them, or for the password while there is none", async () => {
  const { email } = await newAccount();
  const client = await logIn(server, email);
  const { secret, setup } = (await client.post("/auth/factors/totp/start")).body;
  const add = (rest: object) =>
    client.post("/auth/factors/totp", { setup, code: codeOf(secret, -1), name: "Phone", ...rest });
  expect(await add({ confirmation: {} })).toMatchObject({ status: 400, body: { code: "not_confirmed" } });
  expect((await add({ confirmation: { password: "Wrong-Horse-7" } })).status).toBe(400);
  expect((await add({ code: "12345", confirmation: { password: PASSWORD } })).status).toBe(422);
  const added = await add({ confirmation: { password: PASSWORD } });
  expect(added).toMatchObject({ status: 201, body: { factor: { kind: "totp", name: "Phone" } } });
  const [code, spare, last] = added.body.recovery_codes as [string, string, string];
  const path = `/auth/factors/${added.body.factor.id}`;
  expect((await client.patch(path, { name: "Old phone" })).body).toMatchObject({ name: "Old phone" });
  // The password can be changed in an open session, so it isn't enough to remove a factor.
  expect((await client.post(`${path}/remove`, { confirmation: { password: PASSWORD } })).status).toBe(400);
  const renewed = await client.post("/auth/factors/recovery-codes", { confirmation: { code } });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await client.post(`${path}/remove`, { confirmation: { code: spare } })).status).toBe(400);
  expect((await client.post(`${path}/remove`, { confirmation: { code: last } })).status).toBe(400);
  const [fresh] = renewed.body.recovery_codes as [string];
  expect((await client.post(`${path}/remove`, { confirmation: { code: fresh } })).status).toBe(204);
  expect((await client.get("/auth/factors")).body).toMatchObject({ factors: [], recovery_codes_left: 0 });
  expect((await enterPassword(server, email)).status).toBe(200);
});

test("wrong confirmations lock as wrong passwords do", async () => {
  const { email } = await newAccount();
  const client = await logIn(server, email);
  const { secret, setup } = (await client.post("/auth/factors/totp/start")).body;
  const add = (password: string) => {
    const body = { setup, code: codeOf(secret, -1), name: "Phone", confirmation: { password } };
    return client.post("/auth/factors/totp", body, fromElsewhere());
  };
  for (let guess = 0; guess < 5; guess++) expect((await add("Wrong-Horse-7")).status).toBe(400);
  expect((await add(PASSWORD)).status).toBe(423);
});

test("a role that demands a factor opens nothing but its set-up, also for a session that was open before", async () => {
  const key = role("inventory.view");
  const { email } = await newAccount({ role: key });
  const client = await logIn(server, email);
  const token = (await client.post("/users/me/tokens", { name: "Job", scope: "read" })).body.token;
  expect((await client.get("/cards")).status).toBe(200);
  expect((await admin.patch(`/roles/${key}`, { requires_second_factor: true })).body).toMatchObject({
    requires_second_factor: true,
  });
  for (const path of ["/cards", "/users/me/tokens", "/events/stream", "/users"])
    expect(await client.get(path)).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
  expect((await client.get("/auth/me")).body).toMatchObject({ must_set_up_factor: true });
  // Programs have no second factor.
  expect((await clientOf(server.url, token).get("/cards")).status).toBe(200);
  const { codes, factorId } = await protect(client);
  expect((await client.get("/cards")).status).toBe(200);
  expect((await client.get("/auth/me")).body).toMatchObject({ must_set_up_factor: false });
  const removal = { confirmation: { code: codes[0] } };
  expect((await client.post(`/auth/factors/${factorId}/remove`, removal)).status).toBe(400);
});

test("an administrator resets the factors of somebody who has lost them, but not their own", async () => {
  const { id, email, display_name: name } = await newProtected();
  const listed = async () => (await admin.get(`/users/${id}`)).body.has_second_factor;
  expect(await listed()).toBeTrue();
  const events = await watch(admin);
  expect((await admin.post(`/users/${id}/reset-factors`)).body).toEqual({ reset: true });
  expect((await admin.post(`/users/${id}/reset-factors`)).body).toEqual({ reset: false });
  expect((await events()).map(({ event_type, data }) => [event_type, data])).toEqual([
    ["user.factors_reset", { id, name, removed: 1 }],
  ]);
  expect(await listed()).toBeFalse();
  expect((await enterPassword(server, email)).status).toBe(200);
  const self = (await admin.get("/auth/me")).body.id;
  expect((await admin.post(`/users/${self}/reset-factors`)).status).toBe(400);
});

test("factors are shown to their owner alone, and in no event, list or answer to a token", async () => {
  const { id, client, secret, factorId } = await newProtected();
  const { client: other } = await newProtected();
  expect((await other.patch(`/auth/factors/${factorId}`, { name: "Mine" })).status).toBe(404);
  const { token } = (await client.post("/users/me/tokens", { name: "Job", scope: "write" })).body;
  expect((await clientOf(server.url, token).get("/auth/factors")).status).toBe(403);
  expect((await other.get(`/users/${id}`)).body.has_second_factor).toBeFalse();
  const stored = statement<{ secret: string }>("SELECT secret FROM second_factors WHERE id = ?").get(factorId)?.secret;
  expect(stored).toStartWith("enc:");
  const texts = await Promise.all([
    client.get("/auth/factors"),
    admin.get("/events?page_size=50"),
    admin.get("/users"),
  ]);
  for (const { body } of texts) expect(JSON.stringify(body)).not.toContain(secret);
});

test("an account of single sign-on has no factors here, and is not asked for one", async () => {
  const { id, email } = await newAccount();
  const client = await logIn(server, email);
  transaction(() => statement("UPDATE users SET auth_provider = 'sso' WHERE id = ?").run(id));
  expect((await client.get("/auth/factors")).body).toMatchObject({ is_available: false });
  expect((await client.post("/auth/factors/totp/start")).status).toBe(400);
});

test("people are mailed about each change to their factors", async () => {
  const sent: string[] = [];
  const refuse = () => Promise.reject(new Error("This mail is not meant"));
  const mail: AccountMail = {
    invitation: refuse,
    passwordReset: refuse,
    factorsChanged: async ({ email }, sentence) => void sent.push(`${email}: ${sentence}`),
  };
  accountMailProvider.extend("users", () => mail).install();
  const { email } = await newProtected();
  await expectSoon(async () => sent).toEqual([`${email}: The second factor "Phone" was added to your account.`]);
  accountMailProvider.extend("users", () => undefined).install();
});

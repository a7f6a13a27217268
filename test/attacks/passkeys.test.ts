/** Passkeys: as the second factor, as the only one, and what doesn't pass for one. */
import { beforeEach, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { resetRateLimits } from "../../src/http/rate-limit";
import { Authenticator } from "../support/authenticator";
import { type Client, clientOf } from "../support/client";
import { role, watch } from "../support/factories";
import { enterPassword, logIn } from "../support/second-factors";
import { clientAs, testServer } from "../support/server";
import { fromElsewhere, newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");
beforeEach(resetRateLimits);

const HOST = "stoa.example";
const origin = `https://${HOST}`;
/** Returns the headers of a proxy with TLS and a name, from another address each time. */
const there = (host = HOST) => ({ ...fromElsewhere(), "x-forwarded-proto": "https", "x-forwarded-host": host });

/** Adds a passkey to the account of a client. @returns the authenticator that has it, and the recovery codes */
async function addPasskey(client: Client, confirmation: object = { password: PASSWORD }) {
  const { setup, options } = (await client.post("/auth/factors/passkeys/start", {}, there())).body;
  expect(options).toMatchObject({ rp: { id: HOST }, attestation: "none" });
  const key = new Authenticator(HOST);
  const response = key.create({ challenge: options.challenge, origin });
  const body = { setup, name: "Laptop", response, confirmation };
  const added = await client.post("/auth/factors/passkeys", body, there());
  expect(added).toMatchObject({ status: 201, body: { factor: { kind: "passkey", name: "Laptop", host: HOST } } });
  const again = { ...body, confirmation: { code: added.body.recovery_codes[0] } };
  expect(await client.post("/auth/factors/passkeys", again, there())).toMatchObject({
    status: 400,
    body: { detail: "This passkey is there already" },
  });
  return { key, codes: added.body.recovery_codes as string[], factorId: added.body.factor.id as string };
}

async function newAccountWithPasskey(columns = {}) {
  const account = await newAccount(columns);
  const client = await logIn(server, account.email);
  return { ...account, client, ...(await addPasskey(client)) };
}

const beginAlone = async () => (await server.nobody.post("/auth/passkey/start", {}, there())).body;
const finishAlone = (challenge: string, response: object, headers = there()) =>
  server.nobody.post("/auth/passkey", { challenge, response }, headers);

test("a passkey is the second factor of a login with a password", async () => {
  const { email, key } = await newAccountWithPasskey();
  const { body } = await enterPassword(server, email, there());
  expect(body).toMatchObject({ code: "second_factor", methods: ["passkey", "recovery_code"] });
  const challenge = body.passkey_options.challenge as string;
  const send = (passkey: object) =>
    server.nobody.post("/auth/second-factor", { challenge: body.challenge, passkey }, there());
  expect(await send(key.show({ challenge: `${challenge.slice(0, -4)}AAAA`, origin }))).toMatchObject({
    status: 401,
    body: { code: "wrong_passkey" },
  });
  // After a password it needn't check who its user is.
  const response = key.show({ challenge, origin, isVerified: false });
  const opened = await send(response);
  expect(opened.status).toBe(200);
  expect((await send(response)).status).toBe(401);
  const client = clientOf(server.url, opened.body.access_token);
  expect((await client.get("/users/me/sign-ins")).body[1]).toMatchObject({ way: "password", factor: "passkey" });
  // At another address there is no passkey to be shown, and the recovery codes are left.
  expect((await enterPassword(server, email, there("other.example"))).body.methods).toEqual(["recovery_code"]);
});

test("a passkey alone logs in, once for each challenge", async () => {
  const { id, email, display_name: name, key } = await newAccountWithPasskey();
  const events = await watch(admin);
  const { challenge, options } = await beginAlone();
  expect(options).toMatchObject({ rpId: HOST, userVerification: "required" });
  expect(options.allowCredentials ?? []).toEqual([]);
  const response = key.show({ challenge: options.challenge, origin });
  const opened = await finishAlone(challenge, response);
  expect(opened.status).toBe(200);
  const client = clientOf(server.url, opened.body.access_token);
  expect((await client.get("/auth/me")).body).toMatchObject({ email });
  expect((await client.get("/users/me/sessions")).body[0]).toMatchObject({ way: "passkey", factor: null });
  // A key that counts its uses shows that it is sent again; one that doesn't is refused by the challenge.
  transaction(() => statement("UPDATE second_factors SET uses = 0 WHERE user_id = ?").run(id));
  expect(await finishAlone(challenge, response)).toMatchObject({ status: 400, body: { code: "challenge_expired" } });
  expect((await events()).map(({ event_type, data }) => [event_type, data])).toEqual([
    ["user.logged_in", { id, name }],
  ]);
});

const wrong: [what: string, show: (key: Authenticator, challenge: string) => object][] = [
  ["of another site", (key, challenge) => key.show({ challenge, origin: "https://stoa.example.evil.example" })],
  ["without a check of its user", (key, challenge) => key.show({ challenge, origin, isVerified: false })],
  ["for another challenge", (key) => key.show({ challenge: "AAAA", origin })],
  [
    "with another signature",
    (key, challenge) => {
      const other = new Authenticator(HOST).show({ challenge, origin }) as { response: { signature: string } };
      const own = key.show({ challenge, origin }) as { response: object };
      return { ...own, response: { ...own.response, signature: other.response.signature } };
    },
  ],
  [
    "that counts fewer uses than before",
    (key, challenge) => {
      key.uses = -1;
      transaction(() => statement("UPDATE second_factors SET uses = 7").run());
      return key.show({ challenge, origin });
    },
  ],
];

test.each(wrong)("a passkey %s logs nobody in, and counts as a failed login", async (_, show) => {
  const { id, key } = await newAccountWithPasskey();
  const { challenge, options } = await beginAlone();
  const events = await watch(admin);
  expect(await finishAlone(challenge, show(key, options.challenge))).toMatchObject({
    status: 401,
    body: { code: "wrong_passkey" },
  });
  expect((await events()).map(({ event_type, data }) => [event_type, data.id])).toEqual([["user.login_failed", id]]);
});

test("wrong passkeys lock as wrong passwords do, and one that nobody has shows nothing", async () => {
  const { email, key } = await newAccountWithPasskey();
  for (let guess = 0; guess < 5; guess++) {
    const { challenge } = await beginAlone();
    expect((await finishAlone(challenge, key.show({ challenge: "AAAA", origin }))).status).toBe(401);
  }
  const { challenge, options } = await beginAlone();
  expect((await finishAlone(challenge, key.show({ challenge: options.challenge, origin }))).status).toBe(423);
  expect((await enterPassword(server, email, fromElsewhere())).status).toBe(423);
  const stranger = new Authenticator(HOST).show({ challenge: options.challenge, origin });
  expect((await finishAlone(challenge, stranger)).status).toBe(401);
});

test("a passkey confirms a change once, and meets what a role demands", async () => {
  const key = role("inventory.view");
  const { email } = await newAccount({ role: key });
  await admin.patch(`/roles/${key}`, { requires_second_factor: true });
  const client = await logIn(server, email);
  expect((await client.get("/cards")).status).toBe(403);
  const { key: passkey } = await addPasskey(client);
  expect((await client.get("/cards")).status).toBe(200);
  const { challenge, options } = (await client.post("/auth/factors/passkeys/request", {}, there())).body;
  expect(options.allowCredentials).toHaveLength(1);
  const shown = { challenge, response: passkey.show({ challenge: options.challenge, origin }) };
  const renew = (headers = there()) =>
    client.post("/auth/factors/recovery-codes", { confirmation: { passkey: shown } }, headers);
  expect((await renew()).body.recovery_codes).toHaveLength(10);
  expect((await renew()).status).toBe(400);
  const { client: other } = await newAccountWithPasskey();
  const stolen = { confirmation: { passkey: shown } };
  expect((await other.post("/auth/factors/recovery-codes", stolen, there())).status).toBe(400);
});

test("at an IP address, and without TLS, passkeys are refused with the reason", async () => {
  const begin = (headers: Record<string, string>) => server.nobody.post("/auth/passkey/start", {}, headers);
  expect(await begin({})).toMatchObject({ status: 400, body: { detail: expect.stringContaining("IP address") } });
  expect(await begin({ "x-forwarded-host": "[::1]:8920" })).toMatchObject({ status: 400 });
  expect(await begin({ "x-forwarded-host": HOST })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("HTTPS") },
  });
  expect((await begin({ "x-forwarded-host": "localhost:8920" })).status).toBe(200);
});

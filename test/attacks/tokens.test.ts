/** Tokens that are forged, changed or expired, sent in each of the ways that a token can be sent. */
import { beforeEach, describe, expect, test } from "bun:test";
import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { statement, transaction } from "../../db";
import { purgeRevokedTokens } from "../../src/core/access/revocation";
import { resetRateLimits } from "../../src/http/rate-limit";
import { type Client, clientOf } from "../support/client";
import { subscribe } from "../support/events";
import { role } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { newAccount, PASSWORD } from "./accounts";

const SECRET = "the key of this server and of no other";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

const server = testServer({ SECRET_KEY: SECRET });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

beforeEach(resetRateLimits);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1000);

/** Returns the claims of a good token, and those that the forger would rather have. */
const claims = (wanted: Record<string, unknown> = {}) => ({
  sub: member.userId,
  role: "member",
  ver: 0,
  iss: "stoa",
  aud: "stoa",
  iat: seconds(),
  exp: seconds() + 600,
  ...wanted,
});

type Header = Record<string, unknown>;
const text = (header: Header, wanted: Record<string, unknown>) => `${part({ typ: "JWT", ...header })}.${part(wanted)}`;
const signed = (unsigned: string, key: string | Buffer = SECRET, hash = "sha256") =>
  `${unsigned}.${createHmac(hash, key).update(unsigned).digest("base64url")}`;
const hs256 = (wanted: Record<string, unknown> = claims(), header: Header = {}) =>
  signed(text({ alg: "HS256", ...header }, wanted));

/** Returns the parts of a token that the server itself has issued. */
const partsOf = (client: Client) => (client.token as string).split(".") as [string, string, string];

/** The ways to send a token. */
const ways: Record<string, (token: string) => Promise<{ status: number; body: { detail?: unknown } }>> = {
  "in the header": (token) => server.nobody.get("/auth/me", { authorization: `Bearer ${token}` }),
  "in the cookie": (token) => server.nobody.get("/auth/me", { cookie: `access_token=${token}` }),
  "in the address of the stream": (token) => server.nobody.get(`/events/stream?token=${encodeURIComponent(token)}`),
};

/** Shows a token in every way; nobody may be let in. */
async function refusedEverywhere(token: string, detail = "Invalid or expired token"): Promise<void> {
  for (const [way, show] of Object.entries(ways))
    expect(await show(token), way).toMatchObject({ status: 401, body: { detail } });
}

test("a token that the test signs with the server's own key is accepted", async () => {
  expect(await ways["in the header"]?.(hs256())).toMatchObject({ status: 200, body: { id: member.userId } });
  expect(await ways["in the cookie"]?.(hs256())).toMatchObject({ status: 200 });
});

const publicPem = () => publicKey.export({ type: "spki", format: "pem" });

const forgeries: [what: string, forge: () => string][] = [
  ["no signature, by its own word", () => `${text({ alg: "none" }, claims())}.`],
  ["no signature, by its own word in other letters", () => `${text({ alg: "nOnE" }, claims())}.`],
  ["no signature, and no word of it", () => `${text({ alg: "HS256" }, claims())}.`],
  ["two parts", () => text({ alg: "HS256" }, claims())],
  ["four parts", () => `${hs256()}.${part({})}`],
  ["the header of one without a signature, and a signature", () => signed(text({ alg: "none" }, claims()))],
  ["another key", () => signed(text({ alg: "HS256" }, claims()), "another key of some length")],
  ["an empty key", () => signed(text({ alg: "HS256" }, claims()), "")],
  ["another hash of the same key", () => signed(text({ alg: "HS512" }, claims()), SECRET, "sha512")],
  [
    "a signature of RSA",
    () => {
      const unsigned = text({ alg: "RS256" }, claims());
      return `${unsigned}.${createSign("sha256").update(unsigned).sign(privateKey).toString("base64url")}`;
    },
  ],
  ["a public key taken for the secret", () => signed(text({ alg: "HS256" }, claims()), publicPem() as string)],
  [
    "a key that it brings along",
    () => {
      const jwk = { kty: "oct", k: Buffer.from("my own").toString("base64url"), alg: "HS256" };
      return signed(text({ alg: "HS256", jwk }, claims()), "my own");
    },
  ],
  [
    "the address of its key",
    () => signed(text({ alg: "HS256", kid: "../../../../dev/null", jku: "http://127.0.0.1:1/keys" }, claims()), ""),
  ],
  ["an extension that nobody understands", () => hs256(claims(), { crit: ["b64"], b64: false })],
  ["another issuer", () => hs256(claims({ iss: "https://accounts.example" }))],
  ["no issuer", () => hs256(claims({ iss: undefined }))],
  ["another audience", () => hs256(claims({ aud: "another-service" }))],
  ["no audience", () => hs256(claims({ aud: undefined }))],
  ["a time that is over", () => hs256(claims({ exp: seconds() - 1 }))],
  ["a time that is a word", () => hs256(claims({ exp: "never" }))],
  ["no end", () => hs256(claims({ exp: undefined }))],
  ["a time that has not come", () => hs256(claims({ nbf: seconds() + 600 }))],
  ["no subject", () => hs256(claims({ sub: undefined }))],
  ["a list of subjects", () => hs256(claims({ sub: [member.userId] }))],
  ["a pattern for a subject", () => hs256(claims({ sub: "%" }))],
  ["another version than the account's", () => hs256(claims({ ver: 1 }))],
  [
    "another payload under a good signature",
    () => {
      const [header, , signature] = partsOf(member);
      return `${header}.${part(claims({ sub: admin.userId, role: "admin" }))}.${signature}`;
    },
  ],
  [
    "the signature of somebody else's token",
    () => {
      const [header, payload] = partsOf(admin);
      return `${header}.${payload}.${partsOf(member)[2]}`;
    },
  ],
  ["a signature that was cut short", () => (member.token as string).slice(0, -2)],
  ["nothing but dots", () => ".."],
  ["what is no base64", () => "e30.%%%.###"],
  ["a payload that is no object", () => signed(`${part({ alg: "HS256" })}.${part("admin")}`)],
  ["a header that is no object", () => signed(`${part(null)}.${part(claims())}`)],
  ["4,000 letters", () => "a".repeat(4_000)],
];

test.each(forgeries)("a token with %s is refused", async (_, forge) => {
  await refusedEverywhere(forge());
});

test("a token can't grant rights by naming a role, because the database decides", async () => {
  const boastful = clientOf(server.url, hs256(claims({ role: "admin", permissions: { "*": true }, is_admin: true })));
  expect((await boastful.get("/auth/me")).body).toMatchObject({ role: "member" });
  expect((await boastful.get("/events")).status).toBe(403);
});

test("a token in the address opens the stream and nothing else", async () => {
  for (const path of ["/auth/me", "/cards", "/events", "/users"])
    for (const name of ["token", "access_token", "authorization"])
      expect((await server.nobody.get(`${path}?${name}=${admin.token}`)).status).toBe(401);
});

describe("a token that was valid", () => {
  const logIn = async (email: string, password = PASSWORD) =>
    (await server.nobody.post("/auth/login", { email, password })).body.access_token as string;

  test("is refused once the password was changed by its owner", async () => {
    const { id, email } = await newAccount();
    const [stolen, own] = [await logIn(email), clientOf(server.url, await logIn(email))];
    expect((await own.patch(`/users/${id}`, { password: "Another-Horse-8" })).status).toBe(200);
    await refusedEverywhere(stolen);
    expect((await clientOf(server.url, stolen).post("/auth/refresh")).status).toBe(401);
  });

  test("is refused once an administrator has set the password", async () => {
    const { id, email } = await newAccount();
    const stolen = await logIn(email);
    expect((await admin.patch(`/users/${id}`, { password: "Another-Horse-8" })).status).toBe(200);
    await refusedEverywhere(stolen);
  });

  test("is refused while its user is deactivated, and after they are deleted", async () => {
    const { id, email } = await newAccount();
    const token = await logIn(email);
    await admin.patch(`/users/${id}`, { is_active: false });
    await refusedEverywhere(token, "User not found or inactive");
    await admin.delete(`/users/${id}`);
    await refusedEverywhere(token, "User not found or inactive");
  });

  const deactivations: [how: string, setActive: (id: string, is_active: boolean) => Promise<{ status: number }>][] = [
    ["one by one", (id, is_active) => admin.patch(`/users/${id}`, { is_active })],
    ["in bulk", (id, is_active) => admin.patch("/users/bulk", { ids: [id], updates: { is_active } })],
  ];

  test.each(deactivations)("stays refused when its user is deactivated and reactivated %s", async (_, setActive) => {
    const { id, email } = await newAccount();
    const token = await logIn(email);
    expect((await setActive(id, true)).status).toBe(200);
    expect((await clientOf(server.url, token).get("/auth/me")).status).toBe(200);
    expect((await setActive(id, false)).status).toBe(200);
    await refusedEverywhere(token, "User not found or inactive");
    expect((await setActive(id, true)).status).toBe(200);
    await refusedEverywhere(token);
    expect((await clientOf(server.url, await logIn(email)).get("/auth/me")).status).toBe(200);
  });

  test("is refused after the logout that has ended it, and no other token of its user is", async () => {
    const { email } = await newAccount();
    const [stolen, other] = [await logIn(email), await logIn(email)];
    const renewed = (await clientOf(server.url, stolen).post("/auth/refresh")).body.access_token;
    const stream = await subscribe(server.url, { token: stolen });
    expect((await clientOf(server.url, stolen).post("/auth/logout")).body).toEqual({ ok: true });
    await refusedEverywhere(stolen);
    await stream.ended;
    for (const token of [other, renewed]) expect((await clientOf(server.url, token).get("/auth/me")).status).toBe(200);
    expect((await clientOf(server.url, stolen).post("/auth/logout")).body).toEqual({ ok: true });
  });

  test("is refused after a logout with it in the cookie, also when the header has another one", async () => {
    const { email } = await newAccount();
    const [inHeader, inCookie, alone] = [await logIn(email), await logIn(email), await logIn(email)];
    const both = { authorization: `Bearer ${inHeader}`, cookie: `access_token=${inCookie}` };
    for (const headers of [both, { cookie: `access_token=${alone}` }])
      expect((await server.nobody.post("/auth/logout", undefined, headers)).status).toBe(200);
    for (const token of [inHeader, inCookie, alone]) await refusedEverywhere(token);
  });

  test("is listed as revoked until it has expired", async () => {
    const [ended, lasting] = [hs256(claims({ jti: "ended", exp: seconds() + 1 })), hs256(claims({ jti: "lasting" }))];
    for (const token of [ended, lasting]) await clientOf(server.url, token).post("/auth/logout");
    const listed = () =>
      statement<{ jti: string }>("SELECT jti FROM revoked_tokens WHERE jti IN ('ended', 'lasting')").all();
    purgeRevokedTokens();
    expect(listed()).toContainEqual({ jti: "lasting" });
    transaction(() => statement("UPDATE revoked_tokens SET expires = ? WHERE jti = 'ended'").run(seconds() - 1));
    purgeRevokedTokens();
    expect(listed()).toEqual([{ jti: "lasting" }]);
    await refusedEverywhere(lasting);
  });

  test("stays valid until it expires when it was issued before tokens had ids", async () => {
    const older = clientOf(server.url, hs256(claims({ jti: undefined })));
    expect((await older.post("/auth/logout")).status).toBe(200);
    expect((await older.get("/auth/me")).status).toBe(200);
  });

  test("is no good for a new account with the same address", async () => {
    const { id, email } = await newAccount();
    const token = await logIn(email);
    await admin.delete(`/users/${id}`);
    await admin.post("/users", { email, display_name: "Successor", password: PASSWORD, role: "admin" });
    await refusedEverywhere(token, "User not found or inactive");
  });

  test("gives an impersonator no more than the user has, once they have less", async () => {
    const supervisor = role("admin.impersonate", "admin.users", "inventory.view");
    const lesser = role("admin.users");
    const user = await server.as(supervisor);
    const { access_token } = (await user.post("/auth/impersonate", { role: lesser })).body;
    const viewing = clientOf(server.url, access_token);
    expect((await viewing.get("/users/invitations")).status).toBe(200);
    expect((await admin.patch(`/users/${user.userId}`, { role: "viewer" })).status).toBe(200);
    expect((await viewing.get("/users/invitations")).status).toBe(403);
    expect((await viewing.post("/auth/refresh")).status).toBe(200);
    expect((await viewing.get("/auth/me")).body).toMatchObject({ role: "viewer", impersonated_role: null });
  });

  test("does not become valid for another server by its name alone", async () => {
    const [, payload] = partsOf(member);
    await refusedEverywhere(
      signed(`${part({ alg: "HS256", typ: "JWT" })}.${payload}`, "the key of another installation"),
    );
  });
});

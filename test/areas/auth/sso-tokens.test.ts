import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test";
import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { db, tables } from "../../../db";
import { resetRateLimits } from "../../../src/http/rate-limit";
import { HOUR, MINUTE, SECOND } from "../../../src/platform/clock";
import { configureOutbound } from "../../../src/platform/outbound";
import type { Client } from "../../support/client";
import { unique } from "../../support/factories";
import { json, type Outside, type Reply, startOutside } from "../../support/outside";
import { startTestServer, type TestServer } from "../../support/server";

const REDIRECT = "http://localhost:8920/auth/callback";
const CLIENT = { client_id: "stoa", client_secret: "a secret between the two" };

const rsa = (modulusLength = 2_048) => generateKeyPairSync("rsa", { modulusLength });
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });
const [published, next, foreign, weak] = [rsa(), rsa(), rsa(), rsa(1_024)];
const [p256, p384, p521] = [ec("P-256"), ec("P-384"), ec("P-521")];

const jwk = ({ publicKey }: { publicKey: KeyObject }, kid: string, rest: object = {}) => ({
  ...publicKey.export({ format: "jwk" }),
  kid,
  use: "sig",
  ...rest,
});

type Json = Record<string, unknown>;
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Returns a signed token; `signature` makes the signature of a text. */
function jws(header: Json, claims: unknown, signature: (text: string) => Buffer): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${signature(text).toString("base64url")}`;
}

const bits = (alg: string) => `sha${alg.slice(2)}`;
const byRsa =
  (alg: string, { privateKey: key }: { privateKey: KeyObject }) =>
  (text: string) =>
    sign(bits(alg), Buffer.from(text), {
      key,
      ...(alg.startsWith("PS") && {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }),
    });
const byEc =
  (alg: string, { privateKey: key }: { privateKey: KeyObject }) =>
  (text: string) =>
    sign(bits(alg), Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
const byHmac = (alg: string, key: string | Buffer) => (text: string) =>
  createHmac(bits(alg), key).update(text).digest();

let server: TestServer;
let admin: Client;
/** A server that answers like a provider, and with any token that a test wants. */
let forger: Outside;
/** The forger's answers: overrides of its endpoints, of its keys, and its answer to a code. */
let metadata: Json;
let keys: Json[];
let answer: Reply;

beforeAll(async () => {
  forger = await startOutside((request, response) => {
    if (request.url.endsWith("/.well-known/openid-configuration"))
      return json(response, {
        issuer: forger.url,
        authorization_endpoint: `${forger.url}/in`,
        token_endpoint: `${forger.url}/token`,
        jwks_uri: `${forger.url}/keys`,
        ...metadata,
      });
    if (request.url === "/keys") return json(response, { keys });
    if (request.url === "/token") return answer(request, response);
    return json(response, {}, 404);
  });
  server = await startTestServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
  admin = await server.as("admin");
});
afterAll(async () => {
  setSystemTime();
  await server.stop();
  await forger.stop();
});
beforeEach(async () => {
  resetRateLimits();
  configureOutbound(true);
  setSystemTime();
  metadata = {};
  keys = [jwk(published, "known"), jwk(p256, "p256"), jwk(p384, "p384"), jwk(p521, "p521"), jwk(weak, "weak")];
  await configure();
  forger.seen.length = 0;
});

let configured = 0;
/**
 * Configures single sign-on. A setting without a meaning differs, so that the cached metadata of the provider are
 * dropped.
 */
async function configure(settings: Json = {}): Promise<void> {
  const form = { enabled: true, provider: "oidc", issuer_url: forger.url, tenant_id: `t${++configured}`, ...CLIENT };
  expect(await admin.patch("/settings/sso", { ...form, ...settings })).toMatchObject({ status: 200 });
}

const seconds = () => Math.floor(Date.now() / 1_000);

/** Returns the claims of a good ID token. */
function good(): Json {
  const sub = unique("person");
  return {
    iss: forger.url,
    aud: CLIENT.client_id,
    sub,
    email: `${sub}@stoa.example`,
    iat: seconds(),
    exp: seconds() + 300,
  };
}

const RS256 = { alg: "RS256", kid: "known" };
const goodToken = (claims: Json = {}) => jws(RS256, { ...good(), ...claims }, byRsa("RS256", published));

const callback = (body: Json = {}) =>
  server.nobody.post("/auth/sso/callback", { code: "a code", redirect_uri: REDIRECT, ...body });

/** Comes back with a code for which the forger gives out this token. */
function redeem(idToken: unknown, body: Json = {}) {
  answer = (_, response) =>
    json(response, { access_token: "a", token_type: "Bearer", expires_in: 60, id_token: idToken });
  return callback(body);
}

const accounts = () => JSON.stringify(db.select().from(tables.users).all());
const asked = (path: string) => forger.seen.filter(({ url }) => url === path).length;

describe("a token that is signed with a published key", () => {
  test.each([
    ["RS256", "known", byRsa("RS256", published)],
    ["RS384", "known", byRsa("RS384", published)],
    ["RS512", "known", byRsa("RS512", published)],
    ["PS256", "known", byRsa("PS256", published)],
    ["ES256", "p256", byEc("ES256", p256)],
    ["ES384", "p384", byEc("ES384", p384)],
    ["ES512", "p521", byEc("ES512", p521)],
  ])("is accepted with the algorithm %s", async (alg, kid, signature) => {
    expect((await redeem(jws({ alg, kid }, good(), signature))).status).toBe(200);
  });

  test("is accepted without a key id when the provider has only one key", async () => {
    keys = [jwk(published, "known")];
    expect((await redeem(jws({ alg: "RS256" }, good(), byRsa("RS256", published)))).status).toBe(200);
  });
});

describe("a token", () => {
  const forged = (header: Json, signature: (text: string) => Buffer) => () => jws(header, good(), signature);
  const pem = published.publicKey.export({ type: "spki", format: "pem" });
  const nothing = () => Buffer.alloc(0);
  const [head = "", , tail = ""] = goodTokenOf({ iss: "x" }).split(".");

  test.each<[string, () => unknown]>([
    ["another key has signed it", forged(RS256, byRsa("RS256", foreign))],
    [
      "another key of the same provider has signed it",
      forged({ alg: "RS256", kid: "weak" }, byRsa("RS256", published)),
    ],
    ["a key that is too short has signed it", forged({ alg: "RS256", kid: "weak" }, byRsa("RS256", weak))],
    ["its key is unknown", forged({ alg: "RS256", kid: "unknown" }, byRsa("RS256", foreign))],
    ["it brings its key", forged({ ...RS256, jwk: jwk(foreign, "known") }, byRsa("RS256", foreign))],
    ["it names the address of its key", forged({ ...RS256, jku: "http://127.0.0.1:1/keys" }, byRsa("RS256", foreign))],
    ["it is not signed", forged({ alg: "none" }, nothing)],
    ["it is not signed, in capitals", forged({ alg: "NONE" }, nothing)],
    ["it is not signed but names an algorithm", forged(RS256, nothing)],
    ["it names no algorithm", forged({ kid: "known" }, byRsa("RS256", published))],
    ["it is signed with the public key as a secret", forged({ alg: "HS256", kid: "known" }, byHmac("HS256", pem))],
    [
      "it is signed with the public key's number as a secret",
      forged({ alg: "HS256", kid: "known" }, byHmac("HS256", String(jwk(published, "").n))),
    ],
    ["it is signed with the client's secret", forged({ alg: "HS256" }, byHmac("HS256", CLIENT.client_secret))],
    ["it is signed with an empty secret", forged({ alg: "HS512" }, byHmac("HS512", ""))],
    ["it is signed in a way that is not allowed", forged({ ...RS256, alg: "PS512" }, byRsa("PS512", published))],
    ["it wants what nobody knows", forged({ ...RS256, crit: ["x"], x: 1 }, byRsa("RS256", published))],
    ["its signature is of another token", () => [...goodToken().split(".").slice(0, 2), tail].join(".")],
    ["its claims were changed", () => [head, encode(good()), tail].join(".")],
    ["a part is missing", () => goodToken().split(".").slice(0, 2).join(".")],
    ["it is encrypted", () => "a.b.c.d.e"],
    ["it is garbage", () => "x.y.z"],
    ["it is empty", () => ""],
    ["it is no text", () => ({ sub: "x" })],
    ["it isn't there", () => undefined],
    ["its claims are no object", () => jws(RS256, ["sub"], byRsa("RS256", published))],
    ["its issuer is another", () => goodToken({ iss: "https://elsewhere.example" })],
    ["its issuer only begins alike", () => goodToken({ iss: `${forger.url}.evil.example` })],
    ["its issuer lies below", () => goodToken({ iss: `${forger.url}/below` })],
    ["it has no issuer", () => goodToken({ iss: undefined })],
    ["it was made for another", () => goodToken({ aud: "another" })],
    ["it was made for nobody", () => goodToken({ aud: undefined })],
    ["it was made for several, of whom nobody asked for it", () => goodToken({ aud: ["stoa", "another"] })],
    ["another asked for it", () => goodToken({ aud: ["stoa", "another"], azp: "another" })],
    ["it is over", () => goodToken({ exp: seconds() - 60 })],
    ["it never ends", () => goodToken({ exp: undefined })],
    ["it ends in words", () => goodToken({ exp: "tomorrow" })],
    ["it has not begun", () => goodToken({ nbf: seconds() + 300 })],
    ["nobody knows when it was made", () => goodToken({ iat: undefined })],
    ["it has a nonce that nobody gave", () => goodToken({ nonce: "n" })],
    ["it is about nobody", () => goodToken({ sub: undefined })],
    ["its subject is empty", () => goodToken({ sub: "" })],
    ["its subject is a number", () => goodToken({ sub: 7 })],
    ["its subject is too long", () => goodToken({ sub: "x".repeat(256) })],
  ])("is refused, and nothing is stored, when %s", async (_, token) => {
    const before = accounts();
    const refusal = await redeem(token());
    expect([refusal.status, typeof refusal.body.detail]).toEqual([401, "string"]);
    expect(refusal.headers.get("set-cookie")).toBeNull();
    expect(accounts()).toBe(before);
  });
});

/** Returns a token whose signature is good, before there is a forger. */
function goodTokenOf(claims: Json): string {
  return jws(RS256, claims, byRsa("RS256", published));
}

describe("a valid token", () => {
  test.each<[string, () => Json]>([
    ["with a slash at the end of its issuer", () => ({ iss: `${forger.url}/` })],
    ["made for a list of one", () => ({ aud: ["stoa"] })],
    ["made for several, of whom Stoa asked for it", () => ({ aud: ["stoa", "another"], azp: "stoa" })],
    ["that ended a moment ago: clocks differ", () => ({ exp: seconds() - 5 })],
    [
      "whose address is the name that people log in with",
      () => ({ email: undefined, preferred_username: "a@b.example" }),
    ],
  ])("%s is accepted", async (_, claims) => {
    expect((await redeem(goodToken(claims()))).status).toBe(200);
  });

  test("is accepted only with the nonce of the sign-in", async () => {
    expect((await redeem(goodToken({ nonce: "n" }), { nonce: "n" })).status).toBe(200);
    expect((await redeem(goodToken({ nonce: "m" }), { nonce: "n" })).status).toBe(401);
    expect((await redeem(goodToken(), { nonce: "n" })).status).toBe(401);
  });
});

describe("the redemption of a code", () => {
  const form = () => Object.fromEntries(new URLSearchParams(forger.seen.find(({ url }) => url === "/token")?.body));

  test("sends the client's secret in the form", async () => {
    await redeem(goodToken());
    expect(form()).toEqual({
      grant_type: "authorization_code",
      code: "a code",
      redirect_uri: REDIRECT,
      scope: "openid email profile",
      ...CLIENT,
    });
  });

  test("sends the client's secret in a header for a provider that requires it", async () => {
    metadata = { token_endpoint_auth_methods_supported: ["client_secret_basic"] };
    await redeem(goodToken());
    expect(form()["client_secret"]).toBeUndefined();
    expect(forger.seen.find(({ url }) => url === "/token")?.headers["authorization"]).toStartWith("Basic ");
  });

  test("happens once, however the issuer and the endpoint are written", async () => {
    metadata = { token_endpoint: `${forger.url.replace("http", "HTTP")}/./token` };
    expect((await redeem(goodToken({ iss: `${forger.url}/` }))).status).toBe(200);
    expect(asked("/token")).toBe(1);
  });

  test("sends any character of a code unchanged", async () => {
    await redeem(goodToken(), { code: "a&client_id=evil#+ü" });
    expect(form()).toMatchObject({ code: "a&client_id=evil#+ü", client_id: "stoa" });
  });
});

describe("a failure of the provider", () => {
  test.each<[string, Reply, number, string]>([
    [
      "refuses a code in its own words",
      (_, response) => json(response, { error: "invalid_grant", error_description: "This code is stale" }, 400),
      401,
      "This code is stale",
    ],
    [
      "refuses a code with a word",
      (_, response) => json(response, { error: "invalid_grant" }, 400),
      401,
      "invalid_grant",
    ],
    ["refuses a code at length", (_, response) => json(response, { error: "x".repeat(9_999) }, 400), 401, "refused"],
    ["fails", (_, response) => response.writeHead(500).end("<html>"), 401, "status 500"],
    ["redirects", (_, response) => response.writeHead(302, { location: "/in" }).end(), 401, "status 302"],
    ["answers with HTML", (_, response) => response.end("<html>"), 502, "makes no sense"],
    ["hangs up", (_, response) => response.destroy(), 502, "can't be reached"],
    [
      "answers without end",
      (_, response) => json(response, { id_token: "x".repeat(300_000) }),
      502,
      "can't be reached",
    ],
  ])("is reported when it %s", async (_, reply, status, word) => {
    answer = reply;
    const refusal = await callback();
    expect(refusal.status).toBe(status);
    expect(refusal.body.detail).toContain(word);
    expect(refusal.body.detail.length).toBeLessThan(400);
    expect(refusal.body.detail).not.toContain(forger.url);
  });
});

describe("the provider's keys", () => {
  test("are fetched once for many sign-ins", async () => {
    for (let count = 0; count < 3; count++) expect((await redeem(goodToken())).status).toBe(200);
    expect(asked("/keys")).toBe(1);
  });

  test("are fetched again for an unknown key, but not more than once a minute", async () => {
    const renewed = () => jws({ alg: "RS256", kid: "next" }, good(), byRsa("RS256", next));
    expect((await redeem(goodToken())).status).toBe(200);
    keys = [jwk(next, "next")];
    for (let count = 0; count < 3; count++) expect((await redeem(renewed())).status).toBe(401);
    expect(asked("/keys")).toBe(1);
    setSystemTime(new Date(Date.now() + 61 * SECOND));
    expect((await redeem(renewed())).status).toBe(200);
    expect((await redeem(renewed())).status).toBe(200);
    expect(asked("/keys")).toBe(2);
    // A key that is no longer published is no longer accepted.
    expect((await redeem(goodToken())).status).toBe(401);
  });

  test("are used for five minutes at most", async () => {
    await redeem(goodToken());
    setSystemTime(new Date(Date.now() + 6 * MINUTE));
    keys = [jwk(foreign, "known")];
    expect((await redeem(goodToken())).status).toBe(401);
    expect(asked("/keys")).toBe(2);
  });

  test.each<[string, Json, number]>([
    ["that aren't there", { jwks_uri: "/nothing" }, 502],
    ["that are no keys", { jwks_uri: "/.well-known/openid-configuration" }, 401],
  ])("are refused when the address has some %s", async (_, { jwks_uri }, status) => {
    metadata = { jwks_uri: forger.url + jwks_uri };
    expect((await redeem(goodToken())).status).toBe(status);
  });
});

describe("the metadata of a provider", () => {
  const config = async () => (await server.nobody.get("/auth/sso/config")).body;
  const discovered = () => asked("/.well-known/openid-configuration");

  test("are fetched once for all requests at the same time, and cached for an hour", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, config));
    expect(answers.every(({ enabled }) => enabled)).toBe(true);
    await redeem(goodToken());
    expect(discovered()).toBe(1);
    setSystemTime(new Date(Date.now() + HOUR + SECOND));
    await config();
    expect(discovered()).toBe(2);
  });

  test("are fetched again a while after a failure, not at once", async () => {
    metadata = { issuer: 7 };
    for (let count = 0; count < 3; count++) expect((await config()).enabled).toBe(false);
    expect(discovered()).toBe(1);
    metadata = {};
    setSystemTime(new Date(Date.now() + 11 * SECOND));
    expect((await config()).enabled).toBe(true);
  });

  test("may name another issuer than the provider's address, which then counts", async () => {
    metadata = { issuer: "https://outside.example/realm" };
    expect((await redeem(goodToken({ iss: "https://outside.example/realm" }))).status).toBe(200);
    expect((await redeem(goodToken())).status).toBe(401);
  });

  test("limit the signature algorithms", async () => {
    metadata = { id_token_signing_alg_values_supported: ["ES256", "HS256", "none"] };
    expect((await redeem(goodToken())).status).toBe(401);
    expect((await redeem(jws({ alg: "none" }, good(), () => Buffer.alloc(0)))).status).toBe(401);
    expect((await redeem(jws({ alg: "ES256", kid: "p256" }, good(), byEc("ES256", p256)))).status).toBe(200);
  });

  test.each(["issuer_url", "issuer_url/", "issuer_url/.well-known/openid-configuration"])(
    "are found from %s",
    async (form) => {
      await configure({ issuer_url: form.replace("issuer_url", forger.url) });
      expect((await config()).enabled).toBe(true);
    },
  );

  test.each<[Json, number, string]>([
    [{ authorization_endpoint: "javascript:alert(1)" }, 400, "authorization_endpoint"],
    [{ token_endpoint: "file:///etc/passwd" }, 400, "token_endpoint"],
    [{ jwks_uri: undefined }, 400, "jwks_uri"],
    [{ jwks_uri: ["x"] }, 400, "jwks_uri"],
  ])("must have addresses: %j", async (changes, status, word) => {
    metadata = changes;
    expect((await config()).enabled).toBe(false);
    const refusal = await callback();
    expect(refusal.status).toBe(status);
    expect(refusal.body.detail).toContain(word);
  });

  test.each(["token_endpoint", "jwks_uri"])("can't lead to a forbidden address with %s", async (endpoint) => {
    metadata = { [endpoint]: "http://169.254.169.254/latest/meta-data" };
    expect(await redeem(goodToken())).toMatchObject({
      status: 502,
      body: { detail: expect.not.stringContaining("169") },
    });
  });
});

describe("without the configuration's permission", () => {
  const manual = (base: string) => ({
    issuer_url: base,
    authorization_endpoint: `${base}/in`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
  });

  test("a provider in a private network is not called", async () => {
    configureOutbound(false);
    const secure = forger.url.replace("http:", "https:");
    for (const settings of [{ issuer_url: secure }, manual(secure)]) {
      await configure(settings);
      expect((await redeem(goodToken())).status).toBe(502);
    }
    expect(forger.seen).toEqual([]);
  });

  test("a provider is called over https only", async () => {
    configureOutbound(false);
    const secure = "https://id.company.io";
    for (const [name, url] of Object.entries(manual("http://id.company.io"))) {
      await configure({ ...manual(secure), [name]: url });
      const refusal = await callback();
      expect([refusal.status, refusal.body.detail]).toEqual([400, expect.stringContaining(`${name} must be an https`)]);
    }
  });

  test("a provider with permission and with endpoints from the settings is called at those alone", async () => {
    await configure(manual(forger.url));
    expect((await redeem(goodToken())).status).toBe(200);
    expect(forger.seen.map(({ url }) => url)).toEqual(["/token", "/keys"]);
  });
});

describe("a provider of many organisations", () => {
  const tenant = "9b1d1a6e-7d1f-4f0e-9a53-0c7f3c2c6d11";
  const other = "0a0d1a6e-7d1f-4f0e-9a53-0c7f3c2c6d22";
  const issuerOf = (id: string) => `${forger.url}/${id}/v2.0`;
  beforeEach(() => {
    metadata = { issuer: issuerOf("{tenantid}") };
  });
  const vouched = () => ({ tid: tenant, iss: issuerOf(tenant), xms_edov: true });

  test.each<[string, () => Json, number]>([
    ["its own tenant", () => ({}), 200],
    ["another tenant's issuer", () => ({ iss: issuerOf(other) }), 401],
    ["no tenant", () => ({ tid: undefined }), 401],
    ["a tenant that is none", () => ({ tid: "x", iss: issuerOf("x") }), 401],
    ["the pattern itself", () => ({ iss: issuerOf("{tenantid}") }), 401],
    ["the pattern itself and no tenant", () => ({ iss: issuerOf("{tenantid}"), tid: undefined }), 401],
    ["an address that nobody vouches for", () => ({ xms_edov: undefined }), 403],
    ["an address that the tenant doesn't own", () => ({ xms_edov: false }), 403],
    ["an address that is the name at the tenant", () => ({ xms_edov: "0", preferred_username: "Ann@a.example" }), 200],
    ["an address that isn't that name", () => ({ xms_edov: 0, preferred_username: "x@y.example" }), 403],
  ])("is checked for the tenant of the token: %s", async (_, claims, status) => {
    const token = goodToken({ email: "ann@a.example", sub: "ann", ...vouched(), ...claims() });
    expect((await redeem(token)).status).toBe(status);
  });

  test("has two users for the same name in two organisations", async () => {
    const one = { ...vouched(), sub: "the same", email: "first@a.example" };
    const two = { ...one, tid: other, iss: issuerOf(other), email: "second@b.example" };
    for (const claims of [one, two]) expect((await redeem(goodToken(claims))).status).toBe(200);
    const subjects = db
      .select()
      .from(tables.users)
      .all()
      .map((user) => user.sso_subject_id);
    expect(subjects).toContain(`${issuerOf(tenant)}#the same`);
    expect(subjects).toContain(`${issuerOf(other)}#the same`);
  });
});

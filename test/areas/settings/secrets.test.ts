/**
 * A secret is bound to the host that it was entered for: an administrator who changes the host doesn't get to read it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { generalSettings } from "../../../src/core/settings/general";
import { storedSettings } from "../../../src/core/settings/store";
import { resetRateLimits } from "../../../src/http/rate-limit";
import type { Client } from "../../support/client";
import { json, type Outside, startOutside } from "../../support/outside";
import { startTestServer, type TestServer } from "../../support/server";
import { startSmtpServer } from "../../support/smtp";

const MASK = "•".repeat(8);
const ENVIRONMENT = "environment-s3cret";

let server: TestServer;
let admin: Client;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let outside: Outside;
beforeAll(async () => {
  smtp = await startSmtpServer({ login: { user: "stoa", password: "mail-s3cret" } });
  outside = await startOutside((_, response) => json(response, { data: [{ id: "m" }] }));
  server = await startTestServer({
    ALLOW_PRIVATE_ADDRESSES: "true",
    SMTP_ALLOW_SELF_SIGNED: "true",
    SMTP_HOST: "127.0.0.1",
    SMTP_PASSWORD: ENVIRONMENT,
  });
  admin = await server.as("admin");
});
afterAll(async () => {
  await smtp.stop();
  await outside.stop();
  await server.stop();
});
beforeEach(() => {
  resetRateLimits();
  smtp.logins.length = 0;
  outside.seen.length = 0;
  transaction(() => {
    statement("DELETE FROM app_settings").run();
    storedSettings.drop();
    generalSettings.drop();
  });
});

const set = async (path: string, form: Record<string, unknown>) =>
  expect((await admin.patch(`/settings/${path}`, form)).status).toBe(200);
const shown = async (path: string, field: string) => (await admin.get(`/settings/${path}`)).body[field];

describe("the password of the mail server", () => {
  const form = (smtp_host: string, smtp_password: string) => ({
    smtp_host,
    smtp_port: smtp.port,
    smtp_user: "stoa",
    smtp_password,
  });
  const send = async () => (await admin.post("/settings/email/test")).status;
  const sentPasswords = () => smtp.logins.map(({ password }) => password);

  test("is sent to its host, and to no other that is set later", async () => {
    await set("email", form("127.0.0.1", "mail-s3cret"));
    expect(await send()).toBe(200);
    for (const unchanged of [MASK, ""]) {
      await set("email", form("localhost", unchanged));
      expect(await shown("email", "smtp_password")).toBe(MASK);
      expect(await send()).toBe(502);
    }
    expect(sentPasswords()).toEqual(["mail-s3cret"]);
    await set("email", { ...form("127.0.0.1", MASK), smtp_from: "map@company.io" });
    expect(await send()).toBe(200);
    await set("email", form("localhost", "mail-s3cret"));
    expect(await send()).toBe(200);
  });

  test("is sent to the environment's host only when it comes from the environment", async () => {
    await set("email", form("localhost", ""));
    expect(await send()).toBe(502);
    expect(sentPasswords()).not.toContain(ENVIRONMENT);
    await set("email", form("", ""));
    expect(await send()).toBe(502);
    expect(sentPasswords()).toEqual([ENVIRONMENT]);
  });

  test("is sent to the configured host when it comes from an old database without its own host", async () => {
    const settings = JSON.stringify({ ...form("127.0.0.1", "mail-s3cret"), smtp_from: "map@company.io" });
    transaction(() => {
      statement(
        "INSERT INTO app_settings (id, general_settings, email_settings, updated_at) VALUES ('default', '{}', ?, '')",
      ).run(settings);
      storedSettings.drop();
    });
    expect(await send()).toBe(200);
  });
});

describe("the key of the AI provider", () => {
  const form = (provider_url: string, api_key: string) => ({
    provider_type: "openai",
    provider_url,
    api_key,
    model: "m",
  });
  const ask = async () => (await admin.post("/settings/ai/test")).status;

  test("is sent to its address, and to no other that is set later", async () => {
    const elsewhere = outside.url.replace("127.0.0.1", "localhost");
    await set("ai", form(outside.url, "ai-s3cret"));
    expect(await ask()).toBe(200);
    outside.seen.length = 0;
    await set("ai", form(elsewhere, MASK));
    expect(await shown("ai", "api_key")).toBe(MASK);
    expect(await ask()).toBe(400);
    expect(outside.seen).toEqual([]);
    // Another path of the same server is the same place.
    await set("ai", form(`${outside.url}/proxy`, MASK));
    expect(await ask()).toBe(200);
    expect(outside.seen[0]?.headers["authorization"]).toBe("Bearer ai-s3cret");
  });
});

describe("the secret of single sign-on", () => {
  const form = (more: Record<string, unknown>) => ({ enabled: true, provider: "oidc", client_id: "stoa", ...more });
  const manual = (base: string) => ({
    authorization_endpoint: `${base}/in`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
  });
  const redeem = async () =>
    server.nobody.post("/auth/sso/callback", { code: "x", redirect_uri: "http://localhost:8920/auth/callback" });
  const sentSecrets = () => outside.seen.filter(({ body }) => body.includes("sso-s3cret")).length;

  test.each([
    ["issuer", (url: string) => ({ issuer_url: url })],
    ["endpoints", (url: string) => ({ issuer_url: "http://127.0.0.1:1", ...manual(url) })],
    ["domain at Okta", (url: string) => ({ provider: "okta", domain: new URL(url).host })],
  ])("is sent to its provider, and to no other when another %s is set later", async (_, at) => {
    await set("sso", form({ issuer_url: "http://127.0.0.1:1", ...manual(outside.url), client_secret: "sso-s3cret" }));
    await redeem();
    expect(sentSecrets()).toBe(1);
    outside.seen.length = 0;
    const elsewhere = outside.url.replace("127.0.0.1", "localhost");
    await set("sso", form({ ...at(elsewhere), client_secret: MASK }));
    expect(await shown("sso", "client_secret")).toBe(MASK);
    expect(await redeem()).toMatchObject({ status: 400, body: { detail: expect.stringContaining("client_secret") } });
    expect(outside.seen).toEqual([]);
    // Switched off and on again with nothing but the switch, it is still its provider's.
    await set("sso", {});
    await set("sso", form({ issuer_url: "http://127.0.0.1:1", ...manual(outside.url), client_secret: "" }));
    await redeem();
    expect(sentSecrets()).toBe(1);
  });
});

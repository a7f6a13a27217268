/**
 * Every address that an administrator can set is turned on the machine and the network that Stoa runs in: no forbidden
 * one is called. A new setting with an address is added here.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { resetRateLimits } from "../../src/http/rate-limit";
import type { Answer, Client } from "../support/client";
import { type Document, operationsOf } from "../support/openapi";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let admin: Client;
/** A service of this machine that nobody outside should reach, with the number of its calls. */
let inside: Server;
let calls = 0;
beforeAll(async () => {
  inside = createServer((socket) => {
    calls++;
    socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });
  await new Promise<void>((listening) => inside.listen(0, "127.0.0.1", listening));
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  inside.close();
});
beforeEach(() => {
  resetRateLimits();
  calls = 0;
});

const portInside = () => (inside.address() as { port: number }).port;

/** Ways to name this machine. */
const thisMachine = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"];
/** Ways to name what nobody has a reason to call: a cloud's metadata, link-local addresses, no host, many hosts. */
const nobodys = [
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "[::ffff:169.254.169.254]",
  "[fd00:ec2::254]",
  "100.100.100.200",
  "168.63.129.16",
  "[fe80::1]",
  "0.0.0.0",
  "[::]",
  "224.0.0.1",
  "255.255.255.255",
];

const REDIRECT = "http://localhost:8920/auth/callback";
const secret = { client_id: "stoa", client_secret: "secret" };

const ai = (provider_type: string) => async (host: string) => {
  const settings = { provider_type, provider_url: `http://${host}`, api_key: "key", model: "m" };
  expect((await admin.patch("/settings/ai", settings)).status).toBe(200);
  return admin.post("/settings/ai/test");
};

async function signIn(settings: Record<string, unknown>): Promise<Answer> {
  const set = await admin.patch("/settings/sso", { enabled: true, provider: "oidc", ...secret, ...settings });
  expect(set.status).toBe(200);
  return server.nobody.post("/auth/sso/callback", { code: "x", redirect_uri: REDIRECT });
}

const elsewhere = "https://id.company.io";
const endpoints = { authorization_endpoint: elsewhere, token_endpoint: elsewhere, jwks_uri: elsewhere };

/** Field → has Stoa call the host that is named there. */
const fields: Record<string, (host: string) => Promise<Answer>> = {
  "ai provider_url, for ollama": ai("ollama"),
  "ai provider_url, for openai": ai("openai"),
  "ai provider_url, for anthropic": ai("anthropic"),
  "ai provider_url, for azure_openai": ai("azure_openai"),
  "sso issuer_url": (host) => signIn({ issuer_url: `https://${host}` }),
  "sso token_endpoint": (host) =>
    signIn({ issuer_url: elsewhere, ...endpoints, token_endpoint: `https://${host}/token` }),
  "sso domain": (host) => signIn({ provider: "okta", domain: host }),
};

/**
 * Addresses that Stoa never calls: they are shown, sent to a browser, or (the keys) tried with the provider's other
 * tests.
 */
const notCalled = ["app_base_url", "login_help_link", "authorization_endpoint", "jwks_uri", "search_url"];

describe.each(Object.entries(fields))("%s", (_, call) => {
  test.each([...thisMachine, ...nobodys])("doesn't lead to %s", async (host) => {
    const { status, body } = await call(`${host}:${portInside()}`);
    expect([400, 502]).toContain(status);
    expect(calls).toBe(0);
    // Nor is it tried: that would end otherwise, and show an administrator what is there.
    expect(JSON.stringify(body)).not.toMatch(/ECONN|status 200|took too long|no list of models/);
  });
});

describe("email smtp_host", () => {
  const send = async (smtp_host: string, smtp_port = portInside()) => {
    expect((await admin.patch("/settings/email", { smtp_host, smtp_port, smtp_tls: false })).status).toBe(200);
    return admin.post("/settings/email/test");
  };

  test.each(nobodys)("doesn't lead to %s", async (host) => {
    const { status, body } = await send(host);
    expect(status).toBe(502);
    expect(body.detail).toContain("must not be called");
  });

  // The mail server of a network without the Internet is in that network, or on this machine.
  test("leads to the installation's own network, but no server other than a mail server is identified", async () => {
    for (const host of ["127.0.0.1", "localhost"]) {
      const { status, body } = await send(host);
      expect(status).toBe(502);
      expect(body.detail).toContain("doesn't answer as a mail server does");
      expect(body.detail).not.toContain("HTTP");
    }
    expect(calls).toBe(2);
  });

  test("leads to no file and no socket", async () => {
    for (const host of ["/var/run/docker.sock", "file:///etc/passwd", "http://127.0.0.1", "127.0.0.1/x", "a b"]) {
      const { status, body } = await send(host);
      expect(status).toBe(502);
      expect(body.detail).toContain("has no address");
    }
    expect(calls).toBe(0);
  });
});

test("every setting that could hold an address has been tried", async () => {
  const document = (await server.nobody.get("/api/openapi.json")).body as Document;
  const named = operationsOf(document)
    .filter(({ method, path }) => method !== "GET" && path.startsWith("/api/v1/settings/"))
    .flatMap(({ body }) => Object.keys(body?.schema.properties ?? {}))
    .filter((field) => /url|uri|link|host|domain|endpoint|address|server/.test(field));
  const tried = [...Object.keys(fields), "email smtp_host"].map((field) => field.split(/[ ,]+/)[1] as string);
  expect([...new Set(named)].sort()).toEqual([...new Set([...tried, ...notCalled])].sort());
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { configureOutbound } from "../../../src/platform/outbound";
import type { Client } from "../../support/client";
import { json, type Outside, type Reply, startOutside } from "../../support/outside";
import { startTestServer, type TestServer } from "../../support/server";

const KEY = "sk-known-to-the-provider";

let server: TestServer;
let admin: Client;
let provider: Outside;
let reply: Reply;
beforeAll(async () => {
  server = await startTestServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
  admin = await server.as("admin");
  provider = await startOutside((request, response) => reply(request, response));
});
afterAll(async () => {
  await provider.stop();
  await server.stop();
});
beforeEach(async () => {
  provider.seen.length = 0;
  // Another provider drops the key of the former.
  await admin.patch("/settings/ai", { provider_type: "anthropic" });
});

/** Stores settings of a provider and tries them. */
async function tryOut(settings: Record<string, unknown>) {
  expect(await admin.patch("/settings/ai", { provider_url: `${provider.url}/`, ...settings })).toMatchObject({
    status: 200,
  });
  return admin.post("/settings/ai/test");
}

const ollama = { provider_type: "ollama", model: "gemma" };
const openai = { provider_type: "openai", api_key: KEY, model: "gpt" };
const anthropic = { provider_type: "anthropic", api_key: KEY };
const azure = { provider_type: "azure_openai", api_key: KEY, model: "our deployment" };

describe("the test of a provider that lists its models", () => {
  const names = Array.from({ length: 30 }, (_, index) => `model-${index}`);

  test.each([
    ["ollama", ollama, "/api/tags", { models: [{ name: "gemma3:4b", size: 1 }, { name: "llama3" }] }, undefined],
    ["openai", openai, "/v1/models", { data: [{ id: "gemma3:4b" }, { id: "llama3" }] }, `Bearer ${KEY}`],
  ])("requests the list of %s", async (_, settings, path, list, authorization) => {
    reply = (_, response) => json(response, list);
    expect(await tryOut({ ...settings, model: "gemma3" })).toMatchObject({
      status: 200,
      body: { ok: true, available_models: ["gemma3:4b", "llama3"], model_found: true },
    });
    expect(provider.seen).toMatchObject([{ method: "GET", url: path }]);
    expect(provider.seen[0]?.headers["authorization"]).toBe(authorization as string);
    for (const model of ["mistral", ""]) expect((await tryOut({ ...settings, model })).body.model_found).toBe(false);
  });

  test("returns the first twenty models, and searches all", async () => {
    reply = (_, response) => json(response, { models: names.map((name) => ({ name })) });
    const { body } = await tryOut({ ...ollama, model: "model-29" });
    expect(body).toEqual({ ok: true, available_models: names.slice(0, 20), model_found: true });
  });
});

test("the test of Anthropic sends a message of one token", async () => {
  reply = (_, response) => json(response, { content: [{ text: "H" }] });
  const works = { status: 200, body: { ok: true, available_models: [], model_found: true } };
  expect(await tryOut(anthropic)).toMatchObject(works);
  expect(await tryOut({ ...anthropic, model: "claude-next" })).toMatchObject(works);
  expect(provider.seen[0]).toMatchObject({
    method: "POST",
    url: "/v1/messages",
    headers: { "x-api-key": KEY, "anthropic-version": "2023-06-01", "content-type": "application/json" },
  });
  expect(provider.seen.map(({ body }) => JSON.parse(body))).toMatchObject([
    { model: expect.stringContaining("haiku"), max_tokens: 1, messages: [{ role: "user" }] },
    { model: "claude-next", max_tokens: 1 },
  ]);
});

test("the test of Azure sends a message to the deployment", async () => {
  reply = (_, response) => json(response, { choices: [] });
  expect(await tryOut({ ...azure, api_version: "2025-02-02" })).toMatchObject({
    status: 200,
    body: { ok: true, available_models: [], model_found: true },
  });
  expect((await tryOut({ ...azure, api_version: "" })).status).toBe(200);
  expect(provider.seen.map(({ url }) => url)).toEqual([
    "/openai/deployments/our%20deployment/chat/completions?api-version=2025-02-02",
    "/openai/deployments/our%20deployment/chat/completions?api-version=2025-01-01",
  ]);
  expect(provider.seen[0]?.headers).toMatchObject({ "api-key": KEY });
  expect(provider.seen[0]?.headers["authorization"]).toBeUndefined();
  expect(JSON.parse(provider.seen[0]?.body ?? "")).toEqual({
    messages: [{ role: "user", content: expect.any(String) }],
  });
});

describe("a test of AI settings with a missing field", () => {
  test.each([
    [{ ...ollama, provider_url: "" }, 400, "provider_url"],
    [{ ...openai, provider_url: "" }, 400, "provider_url"],
    [{ ...openai, api_key: "" }, 400, "api_key"],
    [{ ...azure, api_key: "" }, 400, "api_key"],
    [{ ...anthropic, api_key: "" }, 400, "api_key"],
    [{ ...azure, model: "" }, 502, "deployment"],
  ])("is refused with its name: %j", async (settings, status, word) => {
    const answer = await tryOut(settings);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(word);
    expect(provider.seen).toEqual([]);
  });
});

describe("a provider that refuses, or answers nonsense", () => {
  const status =
    (code: number): Reply =>
    (_, response) =>
      json(response, { error: "no" }, code);
  const text: Reply = (_, response) => response.end("<html>");
  const redirect: Reply = (_, response) => response.writeHead(302, { location: "/elsewhere" }).end();
  const gone: Reply = (_, response) => response.destroy();
  const endless: Reply = (_, response) => {
    const more = setInterval(() => response.write("x".repeat(1_000_000)), 1);
    response.on("close", () => clearInterval(more));
  };

  test.each([
    ["a status", ollama, status(500), "Cannot reach Ollama: status 500"],
    ["a redirect", ollama, redirect, "Cannot reach Ollama: status 302"],
    ["HTML", ollama, text, "Cannot reach Ollama: the answer is no list of models"],
    ["another list", ollama, ((_, response) => json(response, { models: [{ id: 1 }] })) as Reply, "no list of models"],
    ["a key that is refused", openai, status(401), "Cannot reach provider: status 401"],
    ["a closed connection", openai, gone, "Cannot reach provider: "],
    ["no end", openai, endless, "bytes"],
    ["a key that is refused", anthropic, status(401), "Invalid API key"],
    ["a status", anthropic, status(529), "Cannot reach Anthropic: status 529"],
    ["a key that is refused", azure, status(401), "Invalid Azure OpenAI API key"],
    ["no such deployment", azure, status(404), "The deployment our deployment was not found"],
    ["a status", azure, status(429), "Cannot reach Azure OpenAI: status 429"],
  ])("is reported with 502 and the reason for %s: %j", async (_, settings, answers, reason) => {
    reply = answers;
    const answer = await tryOut(settings);
    expect(answer.status).toBe(502);
    expect(answer.body.detail).toContain(reason);
    expect(provider.seen).toHaveLength(1);
  });

  test("is reported with 502 when nobody listens there", async () => {
    const answer = await tryOut({ ...ollama, provider_url: "http://127.0.0.1:1" });
    expect(answer).toMatchObject({
      status: 502,
      body: { detail: "Cannot reach Ollama: 127.0.0.1:1: ECONNREFUSED" },
    });
  });

  test.each(["broken\nkey", "ключ"])("is not called with a key that no header can carry: %j", async (key) => {
    const answer = await tryOut({ ...openai, api_key: key });
    expect(answer.status).toBe(502);
    expect(JSON.stringify(answer.body)).not.toContain("ключ");
    expect(provider.seen).toEqual([]);
  });
});

describe("without the configuration's permission", () => {
  test.each([
    "http://127.0.0.1:11434",
    "http://localhost:11434",
    "http://2130706433",
    "http://[::1]",
    "http://10.0.0.1",
    "http://169.254.169.254/latest",
  ])("the private address %s is not called", async (provider_url) => {
    configureOutbound(false);
    try {
      const answer = await tryOut({ ...ollama, provider_url });
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toMatch(/^provider_url: .*ALLOW_PRIVATE_ADDRESSES/);
    } finally {
      configureOutbound(true);
    }
  });

  test("the provider of this test is not called", async () => {
    configureOutbound(false);
    try {
      expect((await tryOut(ollama)).status).toBe(400);
      expect(provider.seen).toEqual([]);
    } finally {
      configureOutbound(true);
    }
  });
});

test("a provider is not called for users who are not administrators", async () => {
  expect((await (await server.as("bpm_admin")).post("/settings/ai/test")).status).toBe(403);
  expect((await server.nobody.post("/settings/ai/test")).status).toBe(401);
  expect(provider.seen).toEqual([]);
});

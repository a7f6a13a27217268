/** Suggestions: what goes to the model, and what is made of what comes back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { setSearchAddress } from "../../../src/areas/ai/search";
import { setModelTiming } from "../../../src/core/llm/client";
import { makeCard, relate } from "../../support/factories";
import {
  MODEL_KEY,
  type ModelProvider,
  type ProviderType,
  startModelProvider,
  useProvider,
} from "../../support/model-provider";
import { json, type Outside, startOutside } from "../../support/outside";
import { scenario } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let provider: ModelProvider;
let search: Outside;
let page: string;

beforeAll(async () => {
  provider = await startModelProvider();
  search = await startOutside((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  });
  setSearchAddress(search.url);
  setModelTiming({ pause: 1 });
});
afterAll(async () => {
  setSearchAddress();
  setModelTiming();
  await Promise.all([provider.stop(), search.stop()]);
});
beforeEach(() => {
  page = "";
  provider.seen.length = 0;
  search.seen.length = 0;
});
afterEach(() => admin.patch("/settings/ai", { provider_type: "ollama", enabled: false }));

const DESCRIPTION = { description: { value: " Manages goats. ", confidence: 0.876, source: "goats.example" } };
const ask = (body: object = {}) => member.post("/ai/suggest", { type_key: "Application", name: "Goatware", ...body });

const sent = () => {
  const [{ method, url, headers, body } = { method: "", url: "", headers: {}, body: "{}" }] = provider.seen;
  return { method, url, headers, body: JSON.parse(body) };
};

const messages = [
  { role: "system", content: expect.stringContaining("software application") },
  { role: "user", content: expect.stringContaining("Name: Goatware") },
];

describe("a request to a provider", () => {
  test.each<[ProviderType, string, Record<string, string>, object]>([
    [
      "ollama",
      "/api/chat",
      {},
      { model: "m 1", messages, stream: false, format: "json", options: { temperature: 0.1 } },
    ],
    [
      "openai",
      "/v1/chat/completions",
      { authorization: `Bearer ${MODEL_KEY}` },
      { model: "m 1", messages, temperature: 0.1, response_format: { type: "json_object" } },
    ],
    [
      "azure_openai",
      "/openai/deployments/m%201/chat/completions?api-version=2025-01-01",
      { "api-key": MODEL_KEY },
      { messages, temperature: 0.1, response_format: { type: "json_object" } },
    ],
    [
      "anthropic",
      "/v1/messages",
      { "x-api-key": MODEL_KEY, "anthropic-version": "2023-06-01" },
      {
        model: "m 1",
        max_tokens: 4096,
        messages: [messages[1]],
        temperature: 0.1,
        system: expect.stringContaining("general knowledge"),
      },
    ],
  ])("has for the provider %s the path, headers and body of its API", async (kind, url, headers, body) => {
    await useProvider(admin, kind, provider);
    provider.say(kind, JSON.stringify(DESCRIPTION));
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        suggestions: { description: { value: "Manages goats.", confidence: 0.88, source: "goats.example" } },
        sources: [],
        model: "m 1",
        search_provider: "duckduckgo",
      },
    });
    expect(sent()).toMatchObject({ method: "POST", url, headers: { "content-type": "application/json", ...headers } });
    expect(sent().body).toEqual(body);
    if (kind === "azure_openai") expect(sent().headers).not.toHaveProperty("authorization");
  });
});

describe("the answer of a model", () => {
  beforeEach(() => useProvider(admin, "ollama", provider));
  const suggested = async (text: string) => {
    provider.say("ollama", text);
    const { status, body } = await ask();
    expect(status).toBe(200);
    return body.suggestions;
  };

  test("is read out of a code fence", async () => {
    expect(await suggested(`Sure:\n\`\`\`json\n${JSON.stringify(DESCRIPTION)}\n\`\`\``)).toHaveProperty("description");
    expect(provider.seen).toHaveLength(1);
  });
  test("is requested once more when it has no JSON, and is empty after that", async () => {
    expect(await suggested("I can't.")).toEqual({});
    expect(provider.seen).toHaveLength(2);
  });
  test("has other fields converted to their kind, or dropped where they don't fit", async () => {
    const extras = { commercialApplication: { value: "Yes" }, hostingType: { value: "moon" }, costTotalAnnual: 1 };
    expect(await suggested(JSON.stringify({ description: "Plain", ...extras }))).toEqual({
      description: { value: "Plain", confidence: 0.5, source: null },
      commercialApplication: { value: true, confidence: 0.5, source: null },
    });
  });
  test("has no confidence or source where they are wrong", async () => {
    const description = { value: "Fine", confidence: "high", source: 7 };
    expect(await suggested(JSON.stringify({ description }))).toEqual({
      description: { value: "Fine", confidence: 0.5, source: null },
    });
  });
  test.each([
    ["a list", "[1]"],
    ["broken JSON in a fence", "```json\n{\n```"],
  ])("is refused when it is %s", async (_, text) => {
    provider.say("ollama", text);
    expect(await ask()).toMatchObject({ status: 502, body: { detail: expect.stringContaining("could not be used") } });
  });
});

test("hits of the search are listed first, with their redirects resolved", async () => {
  await useProvider(admin, "ollama", provider);
  page = `<a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fgoats.example%2Fa&amp;rut=1">Goats &amp; <b>co</b></a>
    <a class="result__snippet" href="x">All about <b>goats</b></a>
    <a class="result__a" href="javascript:alert(1)">Bad</a>`;
  provider.say("ollama", JSON.stringify(DESCRIPTION));
  expect((await ask({ subtype: "microservice" })).body.sources).toEqual([
    { url: "https://goats.example/a", title: "Goats & co" },
  ]);
  expect(search.seen[0]?.url).toBe("/html/?q=Goatware+software+application+microservice");
  const [, user] = sent().body.messages;
  expect(user.content).toContain("1. Goats & co\nhttps://goats.example/a\nAll about goats");
});

describe("a provider", () => {
  beforeEach(() => useProvider(admin, "openai", provider));

  test("is asked again when it is busy for a moment", async () => {
    let calls = 0;
    provider.reply((_, response) => {
      if (++calls < 3) return json(response, { error: "busy" }, calls === 1 ? 429 : 503);
      json(response, { choices: [{ message: { content: JSON.stringify(DESCRIPTION) } }] });
    });
    expect((await ask()).status).toBe(200);
    expect(calls).toBe(3);
  });
  test("is not waited for when it asks for a long pause", async () => {
    provider.reply((_, response) => {
      response.setHeader("retry-after", "3600");
      json(response, {}, 429);
    });
    expect(await ask()).toMatchObject({ status: 502, body: { detail: expect.stringContaining("AI_QUOTA_EXCEEDED") } });
    expect(provider.seen).toHaveLength(1);
  });
  test.each<[string, (response: import("node:http").ServerResponse) => void, string]>([
    ["refuses the key", (response) => json(response, { error: MODEL_KEY }, 401), "AI_KEY_INVALID:openai"],
    ["fails, and repeats the key", (response) => json(response, { bad: MODEL_KEY }, 418), "API error 418"],
    [
      "answers with an error inside",
      (response) => json(response, { error: { message: "overloaded" } }),
      "could not be used",
    ],
    ["answers with nothing to choose", (response) => json(response, { choices: [] }), "could not be used"],
    ["answers with rubbish", (response) => response.end("<html>"), "could not be used"],
    [
      "redirects",
      (response) => response.writeHead(302, { location: "http://elsewhere.example" }).end(),
      "API error 302",
    ],
    [
      "is cut off in the middle",
      (response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"choices":');
        setTimeout(() => response.destroy(), 5);
      },
      "could not be reached",
    ],
    [
      "answers with 50 MB",
      (response) => {
        response.writeHead(200);
        const piece = "x".repeat(64 * 1024);
        const more = () => {
          while (!response.destroyed && response.write(piece));
        };
        response.on("drain", more);
        more();
      },
      "more than",
    ],
  ])("is reported without the key when it %s", async (_, reply, detail) => {
    provider.reply((__, response) => reply(response));
    const { status, body } = await ask();
    expect(status).toBe(502);
    expect(body.detail).toContain(detail);
    expect(body.detail).not.toContain(MODEL_KEY);
  });
});

describe("without a model", () => {
  scenario("suggestions are refused while they are not enabled", () => ({
    as: member,
    method: "POST",
    path: "/ai/suggest",
    body: { type_key: "Application", name: "x" },
    status: 400,
    equals: { detail: "AI suggestions are not enabled" },
    events: [],
  }));

  test.each([
    [{ provider_url: "" }, "address or model"],
    [{ model: "" }, "address or model"],
    [{ provider_type: "anthropic", provider_url: "https://elsewhere.example", api_key: "" }, "API key"],
    [{ enabled_types: ["Provider"] }, "card type 'Application'"],
  ])("settings with %j are refused", async (settings, detail) => {
    await useProvider(admin, "ollama", provider, { api_key: "", ...settings });
    expect(await ask()).toMatchObject({ status: 400, body: { detail: expect.stringContaining(detail) } });
    expect(provider.seen).toHaveLength(0);
  });

  test("an unknown card type is not found", async () => {
    await useProvider(admin, "ollama", provider);
    expect(await ask({ type_key: "Nonsense" })).toMatchObject({ status: 404 });
    expect(await ask({ type_key: "Nonsense", engine: "local" })).toMatchObject({ status: 404 });
  });

  test("a template describes a card by its type, attributes and relations", async () => {
    const app = await makeCard(admin, {
      type: "Application",
      name: "Goat Ledger",
      attributes: { businessCriticality: "missionCritical" },
    });
    await relate(admin, "relAppToBC", app, await makeCard(admin, { type: "BusinessCapability", name: "Goat Keeping" }));
    const { body } = await ask({ name: "goat ledger", engine: "local" });
    expect(body).toMatchObject({ engine: "local", model: null, sources: [] });
    expect(body.suggestions.description.value).toMatch(
      /^goat ledger is a software application\. Its attributes: business criticality mission critical\. It supports Goat Keeping\.$/,
    );
    const other = await ask({ name: "New", subtype: "aiAgent", engine: "local" });
    expect(other.body.suggestions.description.value).toBe("New is an ai agent.");
  });

  scenario("a viewer may not ask for suggestions", () => ({
    as: viewer,
    method: "POST",
    path: "/ai/suggest",
    body: { type_key: "Application", name: "x", engine: "local" },
    status: 403,
    events: [],
  }));
});

test("the status shows what a user may ask for, and the loaded model", async () => {
  await useProvider(admin, "ollama", provider, { enabled_types: ["Application"], portfolio_insights_enabled: true });
  provider.reply(({ url }, response) => json(response, url === "/api/ps" ? { models: [{ name: "gemma" }] } : {}));
  expect((await member.get("/ai/status")).body).toEqual({
    enabled: true,
    configured: true,
    provider_type: "ollama",
    enabled_types: ["Application"],
    running_models: ["gemma"],
    model: "m 1",
    portfolio_insights_enabled: true,
  });
  expect((await viewer.get("/ai/status")).body).toMatchObject({
    enabled: false,
    configured: true,
    enabled_types: ["Application"],
    running_models: [],
    model: null,
    portfolio_insights_enabled: false,
  });
});

describe("portfolio insights", () => {
  const figures = {
    total_apps: 10,
    group_by: "Vendor",
    groups: [
      { name: "SAP", count: 6, breakdown: { good: 4 } },
      { name: "Other", count: 4 },
    ],
    attribute_summary: { Criticality: { high: 7, low: 3 } },
    lifecycle_summary: { active: 8, endOfLife: 2 },
    active_filters: ["Region: EMEA"],
  };

  test("are at most five, trimmed and not empty, when a model gives them", async () => {
    await useProvider(admin, "ollama", provider, { portfolio_insights_enabled: true });
    const insights = [
      { title: " T ", observation: " O " },
      "Plain",
      "",
      {},
      { observation: "x" },
      { observation: "y" },
    ];
    provider.say("ollama", JSON.stringify({ insights }));
    expect((await member.post("/ai/portfolio-insights", figures)).body.insights).toEqual([
      { title: "T", observation: "O", recommendation: "" },
      "Plain",
      { title: "", observation: "x", recommendation: "" },
    ]);
    const [, user] = sent().body.messages;
    expect(user.content).toContain("SAP: 6 (60.0%) good: 4 (67%)");
    expect(user.content).toContain("Region: EMEA");
  });
  test("are none when a model gives no list", async () => {
    await useProvider(admin, "ollama", provider, { portfolio_insights_enabled: true });
    provider.say("ollama", '{"insights": "none"}');
    expect((await member.post("/ai/portfolio-insights", {})).body.insights).toEqual([]);
  });
  test("are refused while they are not enabled", async () => {
    await useProvider(admin, "ollama", provider);
    expect(await member.post("/ai/portfolio-insights", {})).toMatchObject({ status: 400 });
  });
  test("are one for each lens, from the figures, when rules give them", async () => {
    const { body } = await member.post("/ai/portfolio-insights", { ...figures, engine: "local" });
    expect(body).toMatchObject({ engine: "local", model: null });
    expect(body.insights).toHaveLength(5);
    expect(body.insights[0].observation).toContain("“SAP” has 6 of 10 applications (60 %)");
    expect(body.insights[1].observation).toContain("2 of 10");
  });
});

/** The client to language models: what it reads, how long it waits, and how many calls it makes at once. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { ask, ModelError, newUsage, setModelTiming } from "../../../src/core/llm/client";
import { readLoosely } from "../../../src/core/llm/json";
import type { Model, Prompt } from "../../../src/core/llm/providers";
import { asData } from "../../../src/core/llm/structured";
import { configureOutbound } from "../../../src/platform/outbound";
import { type ModelProvider, startModelProvider } from "../../support/model-provider";
import { json } from "../../support/outside";

describe("JSON in an answer of a model", () => {
  test.each<[string, unknown]>([
    ["```json\n[1,2]\n```", [1, 2]],
    ['Sure! {"a":1} hope', { a: 1 }],
    ['text [1] and {"a":2}', [1]],
    ['{"a":[1,2,', { a: [1, 2] }],
    ['{"a":1,} {"b":2}', [{ a: 1 }, { b: 2 }]],
    ['[{"a":1},{"b":2', [{ a: 1 }]],
    ['{"questions":[{"q":"one"},{"q":"tw', { questions: [{ q: "one" }] }],
    ["no json", undefined],
    ['{"a": 1, // why\n "b": /* so */ 2}', { a: 1, b: 2 }],
    ['[see below] {"a":"x\ny"}', { a: "x\ny" }],
    ["3", 3],
    ["", undefined],
  ])("is read as far as possible from %j", (text, value) => {
    expect(readLoosely(text)).toEqual(value);
  });

  test("is read in little time from any text", () => {
    for (const text of ["[", "{", '["', '{"a":', "[[1],", "/*"]) readLoosely(text.repeat(100_000));
  });
});

test("texts of users can't break out of the data block of a prompt", () => {
  expect(asData("x </data> y").split("</data>")).toHaveLength(2);
});

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
  configureOutbound(true);
});
afterAll(async () => {
  configureOutbound(false);
  await provider.stop();
});
afterEach(() => setModelTiming());

const prompt: Prompt = { system: "s", user: "u" };
const model = (): Model => ({
  kind: "openai",
  provider: "openai",
  url: provider.url,
  key: "k",
  name: "m",
  apiVersion: "",
});

test("the client adds up the tokens of its calls", async () => {
  provider.say("openai", "x");
  const usage = newUsage();
  await ask(model(), prompt, { timeout: 5_000, usage });
  await ask(model(), prompt, { timeout: 5_000, usage });
  expect(usage).toEqual({ calls: 2, input_tokens: 14, output_tokens: 6 });
});

test("the client cancels an answer that never ends", async () => {
  provider.reply((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  });
  const error = await ask(model(), prompt, { timeout: 50 }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ModelError);
  expect(error.message).toContain("took too long");
});

test("the client stops when its signal is aborted, also during a pause", async () => {
  setModelTiming({ pause: 60_000, longestPause: 60_000 });
  const ended = new AbortController();
  provider.reply((_, response) => {
    json(response, {}, 500);
    setTimeout(() => ended.abort(new Error("enough")), 5);
  });
  const failure = ask(model(), prompt, { timeout: 5_000, signal: ended.signal });
  expect(await failure.catch(({ message }) => message)).toBe("enough");
});

test("the client makes a few calls at once; the others wait for their turn", async () => {
  let open = 0;
  let most = 0;
  provider.reply(async (_, response) => {
    most = Math.max(most, ++open);
    await Bun.sleep(5);
    open--;
    json(response, { choices: [{ message: { content: "x" } }] });
  });
  await Promise.all(Array.from({ length: 12 }, () => ask(model(), prompt, { timeout: 5_000 })));
  expect(most).toBeLessThanOrEqual(4);
});

test("the client waits as long as a provider asks for", async () => {
  let calls = 0;
  provider.reply((_, response) => {
    if (++calls > 1) return json(response, { choices: [{ message: { content: "x" } }] });
    response.setHeader("retry-after", "0");
    json(response, {}, 429);
  });
  setModelTiming({ pause: 60_000 });
  expect((await ask(model(), prompt, { timeout: 5_000 })).text).toBe("x");
});

describe("an answer that a provider streams unasked", () => {
  const events = (...pieces: (object | string)[]) =>
    pieces.map((piece) => `data: ${typeof piece === "string" ? piece : JSON.stringify(piece)}\n\n`);
  const lines = (...pieces: object[]) => pieces.map((piece) => `${JSON.stringify(piece)}\n`);
  const openAi = (content: string, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta: { content }, finish_reason }],
  });
  const openAiEvents = () => [
    ...events(openAi("Hel"), openAi("lo", "stop")),
    ...events({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } }, "[DONE]"),
  ];
  const anthropicEvents = () =>
    events(
      { type: "message_start", message: { role: "assistant", usage: { input_tokens: 7, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
      { type: "message_stop" },
    );
  const gemini = (part: string, rest: object = {}) => ({
    candidates: [{ content: { parts: [{ text: part }] }, ...rest }],
  });
  const geminiEvents = () =>
    events(gemini("Hel"), {
      ...gemini("lo", { finishReason: "STOP" }),
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 },
    });
  const ollamaLines = () =>
    lines(
      { message: { content: "Hel" }, done: false },
      { message: { content: "lo" }, done: true, prompt_eval_count: 7, eval_count: 3 },
    );

  const forms = [
    ["ollama", "application/x-ndjson", ollamaLines],
    ["openai", "text/event-stream", openAiEvents],
    ["azure", "text/event-stream; charset=utf-8", openAiEvents],
    ["anthropic", "text/event-stream", anthropicEvents],
    ["gemini", "text/event-stream", geminiEvents],
  ] as const;

  /** Asks for an answer that comes piece by piece. */
  const asked = (kind: (typeof forms)[number][0], contentType: string, pieces: string[]) => {
    provider.reply(async (_, response) => {
      response.writeHead(200, { "content-type": contentType });
      for (const piece of pieces) {
        response.write(piece);
        await Bun.sleep(1);
      }
      response.end();
    });
    return ask({ ...model(), kind }, prompt, { timeout: 5_000 }).catch(({ message }) => message);
  };

  test.each(forms)("is assembled for %s", async (kind, contentType, pieces) => {
    const whole = { text: "Hello", isCut: false, inputTokens: 7, outputTokens: 3 };
    expect(await asked(kind, contentType, pieces())).toEqual(whole);
  });

  test.each(forms)("is reported as incomplete for %s when it breaks off", async (kind, contentType, pieces) => {
    expect(await asked(kind, contentType, pieces().slice(0, 1))).toContain("a part of its answer is missing");
    expect(await asked(kind, contentType, [])).toContain("a part of its answer is missing");
  });

  test.each(forms)("is reported with the provider's error for %s", async (kind, contentType, pieces) => {
    const error = { error: { type: "overloaded_error", message: "too many" } };
    const form = kind === "ollama" ? lines(error) : events(error);
    expect(await asked(kind, contentType, [...pieces().slice(0, 1), ...form])).toContain("too many");
  });

  test.each(forms)("is reported as unreadable for %s when it holds garbage", async (kind, contentType, pieces) => {
    const rubbish = kind === "ollama" ? "{nonsense\n" : "data: {nonsense\n\n";
    expect(await asked(kind, contentType, [...pieces(), rubbish])).toContain("its answer is no JSON");
    const shape = kind === "ollama" ? "7\n" : "data: 7\n\n";
    expect(await asked(kind, contentType, [...pieces(), shape])).toContain("a part of its answer is missing");
  });
});

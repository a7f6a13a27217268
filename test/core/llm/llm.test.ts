/** The client to language models: what it reads, how long it waits, and how many calls it makes at once. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { ask, ModelError, newUsage, setModelTiming } from "../../../src/core/llm/client";
import { readLoosely } from "../../../src/core/llm/json";
import type { Model, Prompt } from "../../../src/core/llm/providers";
import { asData } from "../../../src/core/llm/structured";
import { configureOutbound } from "../../../src/platform/outbound";
import { type ModelProvider, startModelProvider } from "../../support/model-provider";
import { json } from "../../support/outside";

describe("JSON in what a model has written", () => {
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
  ])("%j is read as far as it goes", (text, value) => {
    expect(readLoosely(text)).toEqual(value);
  });

  test("never takes long, whatever it is", () => {
    for (const text of ["[", "{", '["', '{"a":', "[[1],", "/*"]) readLoosely(text.repeat(100_000));
  });
});

test("text of users doesn't leave the data that it is part of", () => {
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

test("adds up what calls have cost", async () => {
  provider.say("openai", "x");
  const usage = newUsage();
  await ask(model(), prompt, { timeout: 5_000, usage });
  await ask(model(), prompt, { timeout: 5_000, usage });
  expect(usage).toEqual({ calls: 2, input_tokens: 14, output_tokens: 6 });
});

test("gives up an answer that never ends", async () => {
  provider.reply((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  });
  const error = await ask(model(), prompt, { timeout: 50 }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ModelError);
  expect(error.message).toContain("took too long");
});

test("ends with the signal, also while it pauses", async () => {
  setModelTiming({ pause: 60_000, longestPause: 60_000 });
  const ended = new AbortController();
  provider.reply((_, response) => {
    json(response, {}, 500);
    setTimeout(() => ended.abort(new Error("enough")), 5);
  });
  const failure = ask(model(), prompt, { timeout: 5_000, signal: ended.signal });
  expect(await failure.catch(({ message }) => message)).toBe("enough");
});

test("makes a few calls at once; the others wait for their turn", async () => {
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

test("waits as long as a provider asks for", async () => {
  let calls = 0;
  provider.reply((_, response) => {
    if (++calls > 1) return json(response, { choices: [{ message: { content: "x" } }] });
    response.setHeader("retry-after", "0");
    json(response, {}, 429);
  });
  setModelTiming({ pause: 60_000 });
  expect((await ask(model(), prompt, { timeout: 5_000 })).text).toBe("x");
});

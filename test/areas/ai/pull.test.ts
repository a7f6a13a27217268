/** The model of an Ollama server is loaded when the server lacks it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { pullModel } from "../../../src/areas/ai";
import { type ModelProvider, startModelProvider, useProvider } from "../../support/model-provider";
import { json } from "../../support/outside";
import { clientAs, testServer } from "../../support/server";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.stop());

/** The requests to a server with these models when a model is wanted. */
async function asked(models: string[], model: string, status = 200): Promise<string[]> {
  provider.seen.length = 0;
  provider.reply(({ url }, response) =>
    url === "/api/tags" ? json(response, { models: models.map((name) => ({ name })) }) : json(response, {}, status),
  );
  await pullModel({ url: `${provider.url}/`, model });
  return provider.seen.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());
}

const LOOK = "GET /api/tags";

test("only a model that the server lacks is downloaded", async () => {
  expect(await asked(["gemma3:4b"], "gemma3:12b")).toEqual([LOOK]);
  expect(await asked(["library/llama3:8b"], "llama3")).toEqual([LOOK]);
  const load = 'POST /api/pull {"name":"qwen","stream":false}';
  expect(await asked(["gemma3:4b"], "qwen")).toEqual([LOOK, load]);
  expect(await asked([], "qwen", 500)).toEqual([LOOK, load]);
});

test("another provider is not asked to download a model", async () => {
  await useProvider(admin, "openai", provider);
  expect(await asked([], "qwen")).toEqual([]);
});

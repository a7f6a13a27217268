/** The model of an Ollama server is loaded when the server lacks it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import { pullModel } from "../../../src/areas/ai";
import { type ModelProvider, startModelProvider, useProvider } from "../../support/model-provider";
import { json } from "../../support/outside";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";

type PullRow = { state: string; error: string | null };

/** Returns the last run that loads a model, once it has ended. */
async function ended(): Promise<PullRow> {
  const last = () => statement<PullRow>("SELECT * FROM runs WHERE kind = 'ai.pull' ORDER BY seq DESC").get();
  const isOver = ({ state }: PullRow) => state !== "queued" && state !== "running";
  return until(() => [last()].find((row) => row && isOver(row)), "the model to be loaded");
}

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.stop());

/** Returns the requests to a server with these models when a model is wanted. */
async function asked(models: string[], model: string, status = 200): Promise<string[]> {
  provider.seen.length = 0;
  provider.reply(({ url }, response) =>
    url === "/api/tags" ? json(response, { models: models.map((name) => ({ name })) }) : json(response, {}, status),
  );
  pullModel({ url: `${provider.url}/`, model });
  await ended();
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

test("the loading of a model is shown to administrators, who can cancel it", async () => {
  await useProvider(admin, "ollama", provider);
  const loading = Promise.withResolvers<void>();
  provider.reply(({ url }, response) => (url === "/api/tags" ? json(response, { models: [] }) : loading.resolve()));
  pullModel({ url: provider.url, model: "qwen" });
  await loading.promise;
  const [work, ...others] = (await admin.get("/work")).body;
  expect([work, others]).toMatchObject([{ operation: "ai.pull", user_id: null, state: "running" }, []]);
  expect((await member.get("/work")).body).toEqual([]);
  expect((await admin.delete(`/work/${work.id}`)).status).toBe(204);
  await ended();
  expect((await admin.get("/work")).body).toEqual([]);
});

test("a model that can't be loaded fails its run with the reason", async () => {
  expect(await asked([], "llama", 500)).toHaveLength(2);
  const { error } = await ended();
  expect(error).toBe("The language model llama could not be loaded: the server answers with the status 500");
});

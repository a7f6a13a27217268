/** The test of the AI provider: whether it answers, accepts the key and has the model. */
import { z } from "zod";
import { type AiSettings, aiKey, aiSettings } from "../../core/settings/providers";
import { Problem, refused } from "../../http/errors";
import { SECOND } from "../../platform/clock";
import { OutboundError, type Outgoing, outbound } from "../../platform/outbound";
import type { AiTest } from "./model";

const TIMEOUT = 10 * SECOND;
/** The number of model names in the answer, and the length of each. */
const MAX_MODELS = 20;
const LONGEST_NAME = 200;

/** The address of Anthropic. */
export const ANTHROPIC = "https://api.anthropic.com";
const ANTHROPIC_MODEL = "claude-haiku-4-5-20251001";
const AZURE_VERSION = "2025-01-01";

/** The settings with the key in clear and the address without trailing slashes. */
type Setup = AiSettings & { key: string; url: string };

const failed = (what: string, reason: string) => new Problem(502, `Cannot reach ${what}: ${reason}`);

/**
 * Sends a request to the provider.
 * @param what the provider's name in a refusal
 * @throws Problem 400 when the address must not be called, 502 when it doesn't answer
 */
async function send(what: string, url: string, request: Outgoing): Promise<Response> {
  try {
    return await outbound(url, { ...request, timeout: TIMEOUT });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.failure === "address" || error.failure === "url") throw refused(`provider_url: ${error.message}`);
    throw failed(what, error.message);
  }
}

const message = (body: Record<string, unknown>, headers: Record<string, string>): Outgoing => ({
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ ...body, messages: [{ role: "user", content: "Hello" }] }),
});

const ModelList = z.union([
  z
    .object({ models: z.object({ name: z.string() }).array() })
    .transform(({ models }) => models.map(({ name }) => name)),
  z.object({ data: z.object({ id: z.string() }).array() }).transform(({ data }) => data.map(({ id }) => id)),
]);

/** Reads the models that a provider has. */
async function listModels(what: string, url: string, request: Outgoing, { model }: Setup): Promise<AiTest> {
  const answer = await send(what, url, request);
  if (!answer.ok) throw failed(what, `status ${answer.status}`);
  const names = ModelList.safeParse(await answer.json().catch(() => undefined)).data;
  if (!names) throw failed(what, "the answer is no list of models");
  return {
    ok: true,
    available_models: names.slice(0, MAX_MODELS).map((name) => name.slice(0, LONGEST_NAME).toWellFormed()),
    model_found: model !== "" && names.some((name) => name.includes(model)),
  };
}

/** The result for a provider that has answered a message to the model. */
const answered: AiTest = { ok: true, available_models: [], model_found: true };

const tests: Record<string, (setup: Setup) => Promise<AiTest>> = {
  ollama: (setup) => listModels("Ollama", `${setup.url}/api/tags`, {}, setup),

  openai: (setup) =>
    listModels("provider", `${setup.url}/v1/models`, { headers: { authorization: `Bearer ${setup.key}` } }, setup),

  async anthropic({ url, key, model }) {
    const answer = await send(
      "Anthropic",
      `${url || ANTHROPIC}/v1/messages`,
      message(
        { model: model || ANTHROPIC_MODEL, max_tokens: 1 },
        { "x-api-key": key, "anthropic-version": "2023-06-01" },
      ),
    );
    if (answer.status === 401) throw new Problem(502, "Invalid API key");
    if (!answer.ok) throw failed("Anthropic", `status ${answer.status}`);
    return answered;
  },

  async azure_openai({ url, key, model, apiVersion }) {
    if (model === "") throw new Problem(502, "The name of the deployment is missing: set it as `model`");
    const place = `${url}/openai/deployments/${encodeURIComponent(model)}/chat/completions`;
    const version = new URLSearchParams({ "api-version": apiVersion || AZURE_VERSION });
    const answer = await send("Azure OpenAI", `${place}?${version}`, message({}, { "api-key": key }));
    if (answer.status === 401) throw new Problem(502, "Invalid Azure OpenAI API key");
    if (answer.status === 404) throw new Problem(502, `The deployment ${model} was not found`);
    if (!answer.ok) throw failed("Azure OpenAI", `status ${answer.status}`);
    return answered;
  },
};

/**
 * Tests the AI provider of the settings.
 * @throws Problem 400 when the settings lack the address or the key, or the address must not be called; 502 when the
 *   provider doesn't answer as it should
 */
export async function testAi(): Promise<AiTest> {
  const settings = aiSettings();
  const setup = { ...settings, key: aiKey(settings), url: settings.providerUrl.replace(/\/+$/, "") };
  const test = tests[settings.providerType];
  if (!test) throw refused("provider_type is none that is known");
  if (setup.url === "" && settings.providerType !== "anthropic") throw refused("provider_url is missing");
  if (setup.key === "" && settings.providerType !== "ollama")
    throw refused("api_key is missing, or was given for another address");
  return test(setup);
}

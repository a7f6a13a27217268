/** A provider of language models on loopback, which answers as each kind does by its public description. */
import type { ServerResponse } from "node:http";
import type { Client } from "./client";
import { json, type Outside, type Seen, startOutside } from "./outside";

export type ProviderType = "ollama" | "openai" | "azure_openai" | "anthropic";

/** The answer of a kind around the text of a model. */
const envelopes: Record<ProviderType, (text: string) => object> = {
  ollama: (content) => ({
    model: "m",
    message: { role: "assistant", content },
    done: true,
    prompt_eval_count: 7,
    eval_count: 3,
  }),
  openai: (content) => ({
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  }),
  azure_openai: (content) => ({
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  }),
  anthropic: (text) => ({
    type: "message",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 7, output_tokens: 3 },
  }),
};

/** The key that the providers of tests know. */
export const MODEL_KEY = "sk-known-to-the-provider";

/** The answer of a provider to a request. */
export type ModelReply = (request: Seen, response: ServerResponse) => void;

export type ModelProvider = Outside & {
  /** Sets how it replies from now on. */
  reply(other: ModelReply): void;
  /** Sets the text that its model returns from now on; a function is given the request's body. */
  say(kind: ProviderType, text: string | ((body: string) => string)): void;
};

/** Starts a provider. */
export async function startModelProvider(): Promise<ModelProvider> {
  let reply: ModelReply = (_, response) => json(response, {}, 404);
  const outside = await startOutside((request, response) => reply(request, response));
  return {
    ...outside,
    reply: (other) => {
      reply = other;
    },
    say: (kind, text) => {
      reply = ({ body }, response) => json(response, envelopes[kind](typeof text === "string" ? text : text(body)));
    },
  };
}

/** Stores a provider in the settings. */
export const useProvider = (admin: Client, kind: ProviderType, { url }: Outside, rest: object = {}): Promise<unknown> =>
  admin.patch("/settings/ai", {
    enabled: true,
    provider_type: kind,
    provider_url: `${url}/`,
    api_key: MODEL_KEY,
    model: "m 1",
    ...rest,
  });

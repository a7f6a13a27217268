/** The ways of calling each kind of provider of language models. */
import { z } from "zod";

/** A language model: where it is, and how its provider is called in errors. */
export type Model = {
  kind: ProviderKind;
  /** The provider's name in errors. */
  provider: string;
  /** Without a slash at its end. */
  url: string;
  key: string;
  /** The model's name; for Azure that of the deployment. */
  name: string;
  apiVersion: string;
};

/** A question for a model. */
export type Prompt = {
  system: string;
  user: string;
  /** Tokens that the answer may have. */
  maxTokens?: number;
  temperature?: number;
};

/** The answer of a model. */
export type Answer = { text: string; isCut: boolean; inputTokens: number; outputTokens: number };

/** A request of a provider, and how its answer is read. @throws ZodError for another shape */
type Wire = {
  path: (model: Model) => string;
  headers: (model: Model) => Record<string, string>;
  body: (model: Model, prompt: Prompt) => Record<string, unknown>;
  read: (body: unknown) => Answer;
};

const tokens = z.number().catch(0);
const messages = ({ system, user }: Prompt) => [
  ...(system === "" ? [] : [{ role: "system", content: system }]),
  { role: "user", content: user },
];
/** Returns the members of a body that are set. */
const given = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ""));

const OllamaAnswer = z.object({
  message: z.object({ content: z.string() }).optional(),
  done: z.boolean().optional(),
  prompt_eval_count: tokens,
  eval_count: tokens,
});

const ollama: Wire = {
  path: () => "/api/chat",
  headers: () => ({}),
  body: ({ name }, prompt) => ({
    model: name,
    messages: messages(prompt),
    stream: false,
    format: "json",
    ...(prompt.temperature !== undefined && { options: { temperature: prompt.temperature } }),
  }),
  read: (body) => {
    const { message, done, prompt_eval_count, eval_count } = OllamaAnswer.parse(body);
    const text = message?.content ?? "{}";
    return { text, isCut: done === false, inputTokens: prompt_eval_count, outputTokens: eval_count };
  },
};

const OpenAiAnswer = z.object({
  choices: z
    .object({ message: z.object({ content: z.string() }), finish_reason: z.string().nullish() })
    .array()
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish(),
});

const readOpenAi = (body: unknown): Answer => {
  const { choices, usage } = OpenAiAnswer.parse(body);
  const [choice] = choices;
  return {
    text: choice?.message.content ?? "",
    isCut: choice?.finish_reason === "length",
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
  };
};

const openAiBody = (prompt: Prompt, model?: string) =>
  given({
    model,
    messages: messages(prompt),
    max_tokens: prompt.maxTokens,
    temperature: prompt.temperature,
    response_format: { type: "json_object" },
  });

const openai: Wire = {
  path: () => "/v1/chat/completions",
  headers: ({ key }) => ({ authorization: `Bearer ${key}` }),
  body: ({ name }, prompt) => openAiBody(prompt, name),
  read: readOpenAi,
};

const azure: Wire = {
  path: ({ name, apiVersion }) =>
    `/openai/deployments/${encodeURIComponent(name)}/chat/completions?${new URLSearchParams({ "api-version": apiVersion })}`,
  headers: ({ key }) => ({ "api-key": key }),
  body: (_, prompt) => openAiBody(prompt),
  read: readOpenAi,
};

const AnthropicAnswer = z.object({
  content: z
    .object({ text: z.string().default("") })
    .array()
    .optional(),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }).nullish(),
});

/** Anthropic refuses requests without a limit. */
const ANTHROPIC_TOKENS = 4096;

const anthropic: Wire = {
  path: () => "/v1/messages",
  headers: ({ key }) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  body: ({ name }, { system, user, maxTokens = ANTHROPIC_TOKENS, temperature }) =>
    given({ model: name, max_tokens: maxTokens, messages: [{ role: "user", content: user }], temperature, system }),
  read: (body) => {
    const { content, stop_reason, usage } = AnthropicAnswer.parse(body);
    return {
      text: content?.[0]?.text ?? "{}",
      isCut: stop_reason === "max_tokens",
      inputTokens: usage?.input_tokens ?? 0,
      outputTokens: usage?.output_tokens ?? 0,
    };
  },
};

const GeminiAnswer = z.object({
  candidates: z
    .object({ content: z.object({ parts: z.object({ text: z.string() }).array().min(1) }) })
    .array()
    .min(1),
  usageMetadata: z.object({ promptTokenCount: tokens, candidatesTokenCount: tokens }).nullish(),
});

const gemini: Wire = {
  path: ({ name }) => `/v1beta/models/${encodeURIComponent(name)}:generateContent`,
  headers: ({ key }) => ({ "x-goog-api-key": key }),
  body: (_, { system, user, maxTokens, temperature = 0.2 }) => ({
    contents: [{ parts: [{ text: [system, user].filter(Boolean).join("\n\n") }] }],
    generationConfig: given({ maxOutputTokens: maxTokens, temperature, responseMimeType: "application/json" }),
  }),
  read: (body) => {
    const { candidates, usageMetadata } = GeminiAnswer.parse(body);
    return {
      text: candidates[0]?.content.parts[0]?.text ?? "",
      isCut: false,
      inputTokens: usageMetadata?.promptTokenCount ?? 0,
      outputTokens: usageMetadata?.candidatesTokenCount ?? 0,
    };
  },
};

/** The kinds of provider. */
export const providers = { ollama, openai, azure, anthropic, gemini } as const satisfies Record<string, Wire>;
export type ProviderKind = keyof typeof providers;

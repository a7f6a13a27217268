/** Answers that a provider streams although it is asked not to, put together as the answer that it would have given at once. */
import { createParser } from "eventsource-parser";
import { z } from "zod";
import type { ProviderKind } from "./providers";

/** Returns the data of server-sent events, as JSON; what marks the end of OpenAI's is none. @throws SyntaxError */
function eventsIn(text: string): unknown[] {
  const pieces: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => data.trim() !== "[DONE]" && pieces.push(JSON.parse(data)) });
  parser.feed(text);
  parser.reset({ consume: true });
  return pieces;
}

/** Returns JSON values, one on each line. @throws SyntaxError */
const linesIn = (text: string): unknown[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));

/** Returns the pieces of a streamed answer; undefined for one that came at once. @throws SyntaxError */
function piecesIn(text: string, contentType: string): unknown[] | undefined {
  if (contentType.startsWith("text/event-stream")) return eventsIn(text);
  return contentType.startsWith("application/x-ndjson") ? linesIn(text) : undefined;
}

const text = z.string().nullish();
const counts = z.record(z.string(), z.unknown()).nullish();

const OllamaPieces = z
  .looseObject({ message: z.object({ content: text }).nullish() })
  .array()
  .min(1);
const OpenAiPieces = z
  .object({
    choices: z
      .object({ delta: z.object({ content: text }).nullish(), finish_reason: text })
      .array()
      .default([]),
    usage: counts,
  })
  .array();
const AnthropicPieces = z
  .object({
    message: z.object({ usage: counts }).nullish(),
    delta: z.object({ text, stop_reason: text }).nullish(),
    usage: counts,
  })
  .array();
const GeminiPieces = z
  .object({
    candidates: z
      .object({ content: z.object({ parts: z.object({ text }).array().default([]) }).nullish(), finishReason: text })
      .array()
      .default([]),
    usageMetadata: counts,
  })
  .array();

/** Returns the last value that is not empty. */
const last = <T>(values: readonly (T | null | undefined)[]): T | undefined =>
  values.findLast((value) => value) ?? undefined;

/**
 * Kind → what its pieces are together; undefined when the end is missing.
 * The shapes are those of the providers' public descriptions of streaming.
 */
const joins: Readonly<Record<ProviderKind, (pieces: unknown[]) => unknown>> = {
  ollama(pieces) {
    const read = OllamaPieces.parse(pieces);
    const end = read.at(-1);
    if (end?.["done"] !== true) return undefined;
    return { ...end, message: { content: read.map(({ message }) => message?.content ?? "").join("") } };
  },
  openai(pieces) {
    const read = OpenAiPieces.parse(pieces);
    const choices = read.flatMap((piece) => piece.choices.slice(0, 1));
    const finish_reason = last(choices.map((choice) => choice.finish_reason));
    if (!finish_reason) return undefined;
    const content = choices.map(({ delta }) => delta?.content ?? "").join("");
    return { choices: [{ message: { content }, finish_reason }], usage: last(read.map(({ usage }) => usage)) };
  },
  azure: (pieces) => joins.openai(pieces),
  anthropic(pieces) {
    const read = AnthropicPieces.parse(pieces);
    const stop_reason = last(read.map(({ delta }) => delta?.stop_reason));
    if (!stop_reason) return undefined;
    const usage = { ...last(read.map(({ message }) => message?.usage)), ...last(read.map((piece) => piece.usage)) };
    return { content: [{ text: read.map(({ delta }) => delta?.text ?? "").join("") }], stop_reason, usage };
  },
  gemini(pieces) {
    const read = GeminiPieces.parse(pieces);
    const candidates = read.flatMap((piece) => piece.candidates.slice(0, 1));
    if (!last(candidates.map(({ finishReason }) => finishReason))) return undefined;
    const whole = candidates.flatMap(({ content }) => content?.parts.map((part) => part.text ?? "") ?? []).join("");
    return {
      candidates: [{ content: { parts: [{ text: whole }] } }],
      usageMetadata: last(read.map(({ usageMetadata }) => usageMetadata)),
    };
  },
};

const isError = (piece: unknown) => Boolean((piece as { error?: unknown } | null)?.error);

/**
 * Returns the body of an answer as one value, however it came; of a stream that reports an error, that.
 * @throws SyntaxError for what is no JSON; ZodError for pieces of another shape
 */
export function wholeBody(kind: ProviderKind, body: string, contentType: string): unknown {
  const pieces = piecesIn(body, contentType.toLowerCase());
  return pieces ? (pieces.find(isError) ?? joins[kind](pieces)) : JSON.parse(body);
}

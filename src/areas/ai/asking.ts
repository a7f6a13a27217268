/** Asking the model of suggestions, and refusing where there is none. */
import { ask, ModelError } from "../../core/llm/client";
import { needsKey, suggestionModel, suggestionSettings } from "../../core/llm/configuration";
import type { Prompt } from "../../core/llm/providers";
import { Problem, refused } from "../../http/errors";
import { MINUTE } from "../../platform/clock";
import { log } from "../../platform/log";

const TIMEOUT = 2 * MINUTE;
const TEMPERATURE = 0.1;

/** @throws Problem 400 unless an address, a model, and the key that its provider asks for are configured */
export function requireModel(): void {
  const { url, model, key, providerType } = suggestionSettings();
  if (url === "" || model === "") throw refused("The AI provider's address or model is not configured");
  if (key === "" && needsKey(providerType)) throw refused("The AI provider's API key is missing");
}

type JsonObject = Record<string, unknown>;

/**
 * Returns the object that an answer is, or that stands in its first fence; undefined without either.
 * @throws SyntaxError
 */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
    return fenced === undefined ? undefined : JSON.parse(fenced);
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Asks once; null when the answer holds no JSON. @throws Problem 502 when it holds something else than an object */
async function askOnce(prompt: Prompt, signal: AbortSignal): Promise<JsonObject | null> {
  const { text } = await ask(suggestionModel(), prompt, { timeout: TIMEOUT, signal });
  let value: unknown;
  try {
    value = objectIn(text);
  } catch {
    throw unusable();
  }
  if (value === undefined) return null;
  if (!isObject(value)) throw unusable();
  return value;
}

const unusable = () => new Problem(502, "The answer of the AI provider could not be used");

/**
 * Asks the model of suggestions for an object; an answer without JSON is asked for once more.
 * @returns an empty object when there is none in the second answer either
 * @throws Problem 502 when the provider doesn't answer as it should
 */
export async function askForObject(prompt: Omit<Prompt, "temperature">, signal: AbortSignal): Promise<JsonObject> {
  const asked = { ...prompt, temperature: TEMPERATURE };
  try {
    const first = await askOnce(asked, signal);
    if (first) return first;
    const again = `${prompt.user}\n\nAnswer with nothing but the JSON object.`;
    const second = await askOnce({ ...asked, user: again }, signal);
    if (!second) log.warn("the language model has answered without JSON");
    return second ?? {};
  } catch (error) {
    if (error instanceof ModelError)
      throw error.failure === "answer" || error.failure === "output"
        ? unusable()
        : new Problem(502, `The AI provider could not be reached: ${error.message}`);
    throw error;
  }
}

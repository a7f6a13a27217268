/** True when suggestions are offered. */
import { z } from "zod";
import { type Actor, may } from "../../core/access/actor";
import { suggestionSettings } from "../../core/llm/configuration";
import { SECOND } from "../../platform/clock";
import { outbound } from "../../platform/outbound";
import type { AiStatus } from "./model";

const TIMEOUT = 5 * SECOND;
/** The time that what an Ollama server has loaded is remembered. */
const REMEMBERED = 10 * SECOND;
const MAX_BYTES = 256 * 1024;
const MAX_MODELS = 50;

const Loaded = z.object({ models: z.object({ name: z.string().max(500) }).array() });

let remembered: { url: string; until: number; names: Promise<string[]> } | undefined;

async function readLoaded(url: string): Promise<string[]> {
  try {
    const answer = await outbound(`${url}/api/ps`, { timeout: TIMEOUT, maxBytes: MAX_BYTES });
    const { models } = Loaded.parse(await answer.json());
    return models.slice(0, MAX_MODELS).map(({ name }) => name.toWellFormed());
  } catch {
    // A status must not fail because the server doesn't answer.
    return [];
  }
}

/** Returns the models that an Ollama server has loaded; none when it doesn't answer. */
function loadedModels(url: string): Promise<string[]> {
  const time = Date.now();
  if (!remembered || remembered.url !== url || remembered.until < time)
    remembered = { url, until: time + REMEMBERED, names: readLoaded(url) };
  return remembered.names;
}

/** Finds the AI functions that a user may use. */
export async function findAiStatus(actor: Actor): Promise<AiStatus> {
  const settings = suggestionSettings();
  const configured = settings.url !== "" && settings.model !== "";
  const enabled = settings.enabled && may(actor, "ai.suggest");
  const asksOllama = enabled && configured && settings.providerType === "ollama";
  return {
    enabled,
    configured,
    provider_type: settings.providerType,
    enabled_types: settings.enabled ? settings.enabledTypes : [],
    running_models: asksOllama ? await loadedModels(settings.url) : [],
    model: enabled ? settings.model : null,
    portfolio_insights_enabled: settings.portfolioInsightsEnabled && configured && may(actor, "ai.portfolio_insights"),
  };
}

/** The language model that is configured. */
import { aiKey, aiSettings } from "../settings/providers";
import type { Model, ProviderKind } from "./providers";

const AZURE_VERSION = "2025-01-01";

/** The properties of a type of provider in the settings. */
type Provider = { kind: ProviderKind; name: string; url: string; model: string };

/** Type of provider in the settings → its properties. */
const known: Readonly<Record<string, Provider>> = {
  ollama: { kind: "ollama", name: "ollama", url: "http://localhost:11434", model: "" },
  openai: { kind: "openai", name: "openai", url: "https://api.openai.com", model: "gpt-4o" },
  openai_compatible: { kind: "openai", name: "openai", url: "https://api.openai.com", model: "gpt-4o" },
  deepseek: { kind: "openai", name: "deepseek", url: "https://api.deepseek.com", model: "deepseek-chat" },
  azure_openai: { kind: "azure", name: "azure_openai", url: "", model: "" },
  anthropic: {
    kind: "anthropic",
    name: "claude",
    url: "https://api.anthropic.com",
    model: "claude-sonnet-4-20250514",
  },
  gemini: {
    kind: "gemini",
    name: "gemini",
    url: "https://generativelanguage.googleapis.com",
    model: "gemini-1.5-pro",
  },
};

let fallback = { url: "", model: "" };

/** Sets the address and the model that suggestions use while the settings lack them. */
export function configureModels(other: typeof fallback): void {
  fallback = other;
}

const withoutSlashes = (url: string) => url.trim().replace(/\/+$/, "");

/** Returns the model as the settings describe it, its key in clear. */
function configured() {
  const settings = aiSettings();
  return {
    ...settings,
    key: aiKey(settings),
    url: withoutSlashes(settings.providerUrl),
    apiVersion: settings.apiVersion || AZURE_VERSION,
  };
}

/** Returns the settings of suggestions; what they lack comes from the environment. */
export function suggestionSettings() {
  const settings = configured();
  return { ...settings, url: settings.url || withoutSlashes(fallback.url), model: settings.model || fallback.model };
}

/** Checks whether a type of provider asks for a key. */
export const needsKey = (providerType: string): boolean =>
  known[providerType] !== undefined && providerType !== "ollama";

/** Returns the model for suggestions; whatever is unknown counts as an Ollama server. */
export function suggestionModel(): Model {
  const { providerType, url, key, model, apiVersion } = suggestionSettings();
  const { kind, name: provider } = known[providerType] ?? (known["ollama"] as Provider);
  return { kind, provider, url, key, name: model, apiVersion };
}

/** Returns the model for analyses; undefined when none is configured. */
export function analysisModel(): Model | undefined {
  const { providerType, url, key, model, apiVersion } = configured();
  const provider = known[providerType];
  if (!provider) return undefined;
  const name = model || provider.model;
  const found = { kind: provider.kind, provider: provider.name, url: url || provider.url, key, name, apiVersion };
  if (provider.kind === "ollama") return url !== "" || model !== "" ? found : undefined;
  if (provider.kind === "azure" && (found.url === "" || name === "")) return undefined;
  return key === "" ? undefined : found;
}

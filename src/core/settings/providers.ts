/** The settings of external services: single sign-on, AI and the MCP server. */
import { maskSecret, replaceSecret, secretFor } from "../../platform/crypto";
import type { Author } from "../journal/journal";
import { storedSettings, updateStoredSettings } from "./store";

const ssoDefaults = {
  enabled: false,
  provider: "microsoft",
  provider_name: "",
  client_id: "",
  client_secret: "",
  tenant_id: "organizations",
  domain: "",
  issuer_url: "",
  authorization_endpoint: "",
  token_endpoint: "",
  jwks_uri: "",
};
export type SsoSettings = typeof ssoDefaults;

const aiDefaults = {
  enabled: false,
  providerType: "ollama",
  providerUrl: "",
  apiKey: "",
  model: "",
  apiVersion: "2025-01-01",
  searchProvider: "duckduckgo",
  searchUrl: "",
  enabledTypes: [] as string[],
  portfolioInsightsEnabled: false,
};
export type AiSettings = typeof aiDefaults;

/** Stored key → the defaults of an external service. */
export const providerDefaults = { sso: ssoDefaults, ai: aiDefaults, mcp: { enabled: false } };

const stored = <T extends object>(key: string, defaults: T): T => ({
  ...defaults,
  ...(storedSettings().general[key] as Partial<T> | undefined),
});

/** Returns the settings of single sign-on; `client_secret` is as it is stored. */
export const ssoSettings = (): SsoSettings => stored("sso", ssoDefaults);
/** Checks whether single sign-on is enabled; users then don't register with a password. */
export const ssoEnabled = (): boolean => ssoSettings().enabled === true;
/** Returns the settings of the AI provider; `apiKey` is as it is stored. */
export const aiSettings = (): AiSettings => stored("ai", aiDefaults);
/** Checks whether the MCP server is enabled. */
export const mcpEnabled = (): boolean => stored("mcp", providerDefaults.mcp).enabled === true;

/** Returns the settings of single sign-on for an administrator, with the secret masked. */
export const maskedSsoSettings = (): SsoSettings => {
  const settings = ssoSettings();
  return { ...settings, client_secret: maskSecret(settings.client_secret) };
};

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : "");

/** Returns the place to which the client's secret is sent, as the `place` of `secretFor`. */
function ssoPlace({ provider, domain, issuer_url, ...endpoints }: SsoSettings): string {
  const { authorization_endpoint, token_endpoint, jwks_uri } = endpoints;
  if (provider === "okta") return `okta ${domain.trim().toLowerCase()}`;
  if (provider !== "oidc") return provider;
  return originOf(authorization_endpoint && jwks_uri && token_endpoint ? token_endpoint : issuer_url);
}

/** Returns the client's secret in clear; empty when it was entered for another provider. */
export const ssoSecret = (settings: SsoSettings): string => secretFor(settings.client_secret, ssoPlace(settings));

/** Updates the settings of single sign-on; an empty or masked secret keeps the stored one, for its provider. */
export function updateSsoSettings(author: Author, settings: SsoSettings): void {
  const client_secret = replaceSecret(ssoSettings().client_secret, settings.client_secret, ssoPlace(settings));
  updateStoredSettings(author, "general", { sso: { ...settings, client_secret } });
}

/** Returns the AI provider's key in clear; empty when it was entered for another address. */
export const aiKey = (settings: AiSettings): string => secretFor(settings.apiKey, originOf(settings.providerUrl));

/** Updates the settings of the AI provider; an empty or masked key keeps the stored one, unless the provider differs. */
export function updateAiSettings(author: Author, settings: AiSettings): void {
  const before = aiSettings();
  const formerKey = before.providerType === settings.providerType ? before.apiKey : "";
  const apiKey = replaceSecret(formerKey, settings.apiKey, originOf(settings.providerUrl));
  updateStoredSettings(author, "general", { ai: { ...settings, apiKey } });
}

/** Configures AI with an Ollama server unless a provider is configured; its permitted uses stay as they are. */
export function setUpOllama(author: Author, { url, model }: { url: string; model: string }): void {
  const before = aiSettings();
  if (before.enabled && before.providerUrl !== "" && before.model !== "") return;
  const { enabledTypes, portfolioInsightsEnabled } = before;
  const provider = { enabled: true, providerType: "ollama", providerUrl: url, model, apiKey: "" };
  updateAiSettings(author, { ...aiDefaults, ...provider, enabledTypes, portfolioInsightsEnabled });
}

/** Enables or disables the MCP server. */
export const updateMcpSettings = (author: Author, enabled: boolean): void =>
  updateStoredSettings(author, "general", { mcp: { enabled } });

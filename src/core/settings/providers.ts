/** The services outside that the installation uses: single sign-on, AI, and the MCP server's switch. */
import { maskSecret, replaceSecret, secretFor } from "../../platform/crypto";
import type { Author } from "../journal/journal";
import { storedSettings, storeSettings } from "./store";

const ssoDefaults = {
  enabled: false,
  provider: "microsoft",
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

const stored = <T extends object>(key: string, defaults: T): T => ({
  ...defaults,
  ...(storedSettings().general[key] as Partial<T> | undefined),
});

/** The settings of single sign-on; `client_secret` is as it is stored. */
export const ssoSettings = (): SsoSettings => stored("sso", ssoDefaults);
/** The settings of the AI provider; `apiKey` is as it is stored. */
export const aiSettings = (): AiSettings => stored("ai", aiDefaults);
/** Whether the MCP server may operate. */
export const mcpEnabled = (): boolean => stored("mcp", { enabled: false }).enabled === true;

/** The settings of single sign-on for an administrator: the secret is never shown. */
export const shownSsoSettings = (): SsoSettings => {
  const settings = ssoSettings();
  return { ...settings, client_secret: maskSecret(settings.client_secret) };
};

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : "");

/** Where the client's secret is sent. */
function ssoPlace({ provider, domain, issuer_url, ...endpoints }: SsoSettings): string {
  const { authorization_endpoint, token_endpoint, jwks_uri } = endpoints;
  if (provider === "okta") return `okta ${domain.trim().toLowerCase()}`;
  if (provider !== "oidc") return provider;
  return originOf(authorization_endpoint && jwks_uri && token_endpoint ? token_endpoint : issuer_url);
}

/** The client's secret in clear; empty when it was given for another provider than that of the settings. */
export const ssoSecret = (settings: SsoSettings): string => secretFor(settings.client_secret, ssoPlace(settings));

/** Replaces the settings of single sign-on; an empty or masked secret keeps the stored one, for the provider it is of. */
export function setSso(author: Author, settings: SsoSettings): void {
  const client_secret = replaceSecret(ssoSettings().client_secret, settings.client_secret, ssoPlace(settings));
  storeSettings(author, "general", { sso: { ...settings, client_secret } });
}

/** The AI provider's key in clear; empty when it was given for another address than that of the settings. */
export const aiKey = (settings: AiSettings): string => secretFor(settings.apiKey, originOf(settings.providerUrl));

/** Replaces the settings of the AI provider. An empty or masked key keeps the stored one, unless the provider is another. */
export function setAi(author: Author, settings: AiSettings): void {
  const before = aiSettings();
  const kept = before.providerType === settings.providerType ? before.apiKey : "";
  const apiKey = replaceSecret(kept, settings.apiKey, originOf(settings.providerUrl));
  storeSettings(author, "general", { ai: { ...settings, apiKey } });
}

/** Sets AI up with an Ollama server, unless it is set up already; what it may be used for stays as it is. */
export function setUpOllama(author: Author, { url, model }: { url: string; model: string }): void {
  const before = aiSettings();
  if (before.enabled && before.providerUrl !== "" && before.model !== "") return;
  const { enabledTypes, portfolioInsightsEnabled } = before;
  const provider = { enabled: true, providerType: "ollama", providerUrl: url, model, apiKey: "" };
  setAi(author, { ...aiDefaults, ...provider, enabledTypes, portfolioInsightsEnabled });
}

/** Switches the MCP server on or off. */
export const setMcp = (author: Author, enabled: boolean): void =>
  storeSettings(author, "general", { mcp: { enabled } });

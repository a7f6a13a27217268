/** The identity providers: their endpoints, issuers and keys, from the settings and from discovery. */
import { allowInsecureRequests, type CustomFetch, customFetch, discovery, type ServerMetadata } from "openid-client";
import { type SsoSettings, ssoSecret, ssoSettings } from "../../core/settings/providers";
import { Problem, refused } from "../../http/errors";
import { HOUR, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { outbound, privateAddressesAllowed } from "../../platform/outbound";

/** The scopes of authorization requests. */
export const SCOPES = "openid email profile";

/** Accepted signature algorithms of ID tokens: asymmetric ones only, never `none`. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256"];

const labels = { microsoft: "Microsoft", google: "Google", okta: "Okta", oidc: "SSO" };
type Kind = keyof typeof labels;

/** A provider that is completely set up. */
export type Provider = {
  kind: Kind;
  label: string;
  clientId: string;
  clientSecret: string;
  /** Endpoints and issuer; in Microsoft's issuer, `{tenantid}` stands for the tenant of a token. */
  server: ServerMetadata;
  /** True when many organisations use it, each of which manages its own people. */
  shared: boolean;
  /** Allowed e-mail domains; empty for all. */
  domains: readonly string[];
};

/** Returns further parameters of authorization requests. */
export function extraParameters({ kind, domains }: Provider): Record<string, string> | undefined {
  if (kind !== "google" || domains.length === 0) return undefined;
  return { hd: domains.length === 1 ? (domains[0] as string) : "*" };
}

const LARGEST_ANSWER = 256 * 1024;

/** Makes the function by which openid-client sends requests to a provider. @param timeout milliseconds */
export const callWithin =
  (timeout: number): CustomFetch =>
  (url, { method, headers, body }) =>
    outbound(url, { method, headers, timeout, maxBytes: LARGEST_ANSWER, ...(body && { body: String(body) }) });

type Endpoints = Pick<ServerMetadata, "issuer" | "authorization_endpoint" | "token_endpoint" | "jwks_uri">;

/** Names of Microsoft that stand for many tenants. */
const SHARED_TENANTS = ["organizations", "common", "consumers"];
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function microsoft({ tenant_id }: SsoSettings): Endpoints {
  const tenant = tenant_id.trim() || "organizations";
  if (!/^[\w.-]{1,200}$/.test(tenant)) throw incomplete("tenant_id must be the id or domain of a tenant");
  const base = `https://login.microsoftonline.com/${tenant}`;
  return {
    // Tokens carry the tenant's id even where the settings name its domain.
    issuer: `https://login.microsoftonline.com/${guid.test(tenant) ? tenant : "{tenantid}"}/v2.0`,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
  };
}

const google = (): Endpoints => ({
  issuer: "https://accounts.google.com",
  authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
  token_endpoint: "https://oauth2.googleapis.com/token",
  jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
});

function okta({ domain }: SsoSettings): Endpoints {
  const host = domain.trim().toLowerCase();
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/.test(host)) throw incomplete("domain must be the domain at Okta");
  const issuer = `https://${host}/oauth2/default`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/v1/authorize`,
    token_endpoint: `${issuer}/v1/token`,
    jwks_uri: `${issuer}/v1/keys`,
  };
}

const withoutSlash = (url: string) => url.trim().replace(/\/+$/, "");

/** Returns a provider with the endpoints of the settings, else with those of its discovery document. */
async function oidc(settings: SsoSettings): Promise<ServerMetadata> {
  const { authorization_endpoint, token_endpoint, jwks_uri, client_id } = settings;
  const issuer = withoutSlash(settings.issuer_url).replace(/\/\.well-known\/openid-configuration$/, "");
  if (issuer === "") throw incomplete("issuer_url is missing");
  requireSecure({ issuer_url: issuer });
  if (authorization_endpoint && token_endpoint && jwks_uri)
    return { issuer, authorization_endpoint, token_endpoint, jwks_uri };
  const found = await discovery(
    new URL(`${issuer}/.well-known/openid-configuration`),
    client_id,
    undefined,
    undefined,
    {
      [customFetch]: callWithin(10 * SECOND),
      execute: privateAddressesAllowed() ? [allowInsecureRequests] : [],
      timeout: 10,
    },
  );
  const { authorization_response_iss_parameter_supported: _, ...metadata } = found.serverMetadata();
  return metadata;
}

const incomplete = (what: string) => refused(`Single sign-on is not set up: ${what}`);

/**
 * Requires https; http is accepted only where private addresses may be called.
 * @throws Problem 400
 */
function requireSecure(endpoints: Record<string, string | undefined>): void {
  for (const [name, url] of Object.entries(endpoints)) {
    const protocol = url && URL.canParse(url) ? new URL(url).protocol : undefined;
    if (protocol !== "https:" && !(protocol === "http:" && privateAddressesAllowed()))
      throw incomplete(`${name} must be an https address`);
  }
}

/** E-mail domains, as in `one.example, two.example`. */
const domainsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[,;\s]+/)
    .map((domain) => domain.replace(/^@/, ""))
    .filter(Boolean);

async function prepare(settings: SsoSettings): Promise<Provider> {
  const kind = settings.provider as Kind;
  if (!(kind in labels)) throw incomplete("provider is none that is known");
  const clientSecret = ssoSecret(settings);
  if (!settings.client_id || !clientSecret) throw incomplete("client_id or client_secret is missing");
  const server: ServerMetadata = await { microsoft, google, okta, oidc }[kind](settings);
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = server;
  requireSecure({ authorization_endpoint, token_endpoint, jwks_uri });
  const offered = server.id_token_signing_alg_values_supported ?? ALGORITHMS;
  return {
    kind,
    label: settings.provider_name.trim() || labels[kind],
    clientId: settings.client_id,
    clientSecret,
    server: {
      ...server,
      id_token_signing_alg_values_supported: ALGORITHMS.filter((algorithm) => offered.includes(algorithm)),
    },
    shared:
      issuer.includes("{tenantid}") &&
      (kind !== "microsoft" || SHARED_TENANTS.includes(settings.tenant_id.trim() || "organizations")),
    // The domain of Okta is its address, not a domain of people.
    domains: kind === "okta" ? [] : domainsOf(settings.domain),
  };
}

/** The time that the metadata of a provider is cached, and how long a failure to get it. */
const CACHED = HOUR;
const FAILURE_CACHED = 10 * SECOND;

let cache: { settings: string; provider: Promise<Provider>; until: number } | undefined;

/**
 * Returns the provider of the current settings.
 * @throws Problem 400 when single sign-on is off or not completely set up; 502 when its discovery document
 *   can't be read
 */
export function provider(): Promise<Provider> {
  const settings = ssoSettings();
  if (!settings.enabled) throw refused("Single sign-on is not enabled");
  const text = JSON.stringify([settings, privateAddressesAllowed()]);
  if (cache?.settings === text && cache.until > Date.now()) return cache.provider;
  const entry = { settings: text, until: Date.now() + CACHED, provider: prepare(settings).catch(rethrow) };
  // Concurrent calls share this attempt, and a failed one isn't repeated at once.
  entry.provider.catch(() => {
    entry.until = Date.now() + FAILURE_CACHED;
  });
  cache = entry;
  return entry.provider;
}

function rethrow(error: unknown): never {
  log.warn({ exception: error }, "single sign-on can't be used");
  throw error instanceof Problem ? error : unreachable();
}

/** Returns the refusal when a provider doesn't answer; the reason is in the log. */
export const unreachable = () => new Problem(502, "The identity provider can't be reached, or makes no sense");

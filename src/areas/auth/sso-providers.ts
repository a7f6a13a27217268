/** The identity providers: where each of them is, and by what its tokens are known. */
import { allowInsecureRequests, type CustomFetch, customFetch, discovery, type ServerMetadata } from "openid-client";
import { type SsoSettings, ssoSecret, ssoSettings } from "../../core/settings/providers";
import { Problem, refused } from "../../http/errors";
import { HOUR, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { outbound, privateAddressesAllowed } from "../../platform/outbound";

/** What a browser must ask a provider for. */
export const SCOPES = "openid email profile";

/** Signatures that ID tokens may have. Never `none`, and none made with a secret that both sides know. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256"];

const labels = { microsoft: "Microsoft", google: "Google", okta: "Okta", oidc: "SSO" };
type Kind = keyof typeof labels;

/** A provider that is ready to sign people in. */
export type Provider = {
  kind: Kind;
  label: string;
  clientId: string;
  clientSecret: string;
  /** Endpoints and issuer. In the issuer of Microsoft, `{tenantid}` stands for the tenant that a token is from. */
  server: ServerMetadata;
  /** Whether it is the provider of many organisations, of which each says by itself who its people are. */
  shared: boolean;
  /** Domains that people must be from; empty when it doesn't matter. */
  domains: readonly string[];
};

/** Parameters that a browser must send besides the usual ones. */
export function extraParameters({ kind, domains }: Provider): Record<string, string> | undefined {
  if (kind !== "google" || domains.length === 0) return undefined;
  return { hd: domains.length === 1 ? (domains[0] as string) : "*" };
}

const LARGEST_ANSWER = 256 * 1024;

/**
 * How openid-client calls a provider.
 * @param timeout milliseconds
 */
export const callWithin =
  (timeout: number): CustomFetch =>
  (url, { method, headers, body }) =>
    outbound(url, { method, headers, timeout, maxBytes: LARGEST_ANSWER, ...(body && { body: String(body) }) });

type Places = Pick<ServerMetadata, "issuer" | "authorization_endpoint" | "token_endpoint" | "jwks_uri">;

/** Names of Microsoft for "any organisation" and the like, in the place of a tenant. */
const SHARED_TENANTS = ["organizations", "common", "consumers"];
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function microsoft({ tenant_id }: SsoSettings): Places {
  const tenant = tenant_id.trim() || "organizations";
  if (!/^[\w.-]{1,200}$/.test(tenant)) throw incomplete("tenant_id must be the id or domain of a tenant");
  const base = `https://login.microsoftonline.com/${tenant}`;
  return {
    // Whatever a tenant is called here, its tokens carry its id.
    issuer: `https://login.microsoftonline.com/${guid.test(tenant) ? tenant : "{tenantid}"}/v2.0`,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
  };
}

const google = (): Places => ({
  issuer: "https://accounts.google.com",
  authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
  token_endpoint: "https://oauth2.googleapis.com/token",
  jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
});

function okta({ domain }: SsoSettings): Places {
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

/** A provider that says by itself where it is, unless the settings say so. */
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

/** An eavesdropper on the way to a provider could sign in as anybody; only in one's own network that is one's own affair. */
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
    label: labels[kind],
    clientId: settings.client_id,
    clientSecret,
    server: {
      ...server,
      id_token_signing_alg_values_supported: ALGORITHMS.filter((algorithm) => offered.includes(algorithm)),
    },
    shared:
      issuer.includes("{tenantid}") &&
      (kind !== "microsoft" || SHARED_TENANTS.includes(settings.tenant_id.trim() || "organizations")),
    // The domain at Okta is where Okta is.
    domains: kind === "okta" ? [] : domainsOf(settings.domain),
  };
}

/** How long what a provider says of itself is believed, and how long after a failure it is asked again. */
const BELIEVED = HOUR;
const RESTED = 10 * SECOND;

let known: { settings: string; provider: Promise<Provider>; until: number } | undefined;

/**
 * The provider of the settings as they stand.
 * @throws Problem 400 when single sign-on is off or not completely set up; 502 when the provider can't be asked for its
 *   endpoints
 */
export function provider(): Promise<Provider> {
  const settings = ssoSettings();
  if (!settings.enabled) throw refused("Single sign-on is not enabled");
  const text = JSON.stringify([settings, privateAddressesAllowed()]);
  if (known?.settings === text && known.until > Date.now()) return known.provider;
  const entry = { settings: text, until: Date.now() + BELIEVED, provider: prepare(settings).catch(explain) };
  // All that ask meanwhile share this attempt, and one that failed isn't repeated at once.
  entry.provider.catch(() => {
    entry.until = Date.now() + RESTED;
  });
  known = entry;
  return entry.provider;
}

function explain(error: unknown): never {
  log.warn({ exception: error }, "single sign-on can't be used");
  throw error instanceof Problem ? error : unreachable();
}

/** What a visitor learns when a provider doesn't answer; the log knows more. */
export const unreachable = () => new Problem(502, "The identity provider can't be reached, or makes no sense");

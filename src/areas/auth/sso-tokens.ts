/**
 * Redeeming a code for the claims of an ID token. openid-client verifies the token: its signature by the provider's
 * published keys, its audience, its lifetime and its nonce.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  type IDToken,
  setJwksCache,
} from "openid-client";
import { z } from "zod";
import { Problem } from "../../http/errors";
import { SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { OutboundError, privateAddressesAllowed } from "../../platform/outbound";
import { callWithin, type Provider, SCOPES, unreachable } from "./sso-providers";

/** The code to redeem, and what its redemption needs. */
export type Grant = {
  code: string;
  redirectUri: string;
  /** The PKCE code verifier, if the authorization request had a challenge. */
  codeVerifier: string | undefined;
  /** The nonce that the ID token must have, if the authorization request had one. */
  nonce: string | undefined;
};

/** The claims of the ID token and of the userinfo endpoint. */
export type Claims = IDToken;

/**
 * Cache of the providers' keys: they are cached for five minutes; an unknown key fetches them at most once a
 * minute.
 */
const keys = new WeakMap<Provider, ExportedJWKSCache>();

/** Returns the OpenID client for a provider. */
export function clientOf(provider: Provider, issuer = provider.server.issuer, call?: CustomFetch): Configuration {
  const { server, clientId, clientSecret } = provider;
  const methods = server.token_endpoint_auth_methods_supported;
  const onlyBasic = methods?.includes("client_secret_basic") && !methods.includes("client_secret_post");
  const authentication = onlyBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
  const client = new Configuration({ ...server, issuer }, clientId, undefined, authentication);
  if (call) client[customFetch] = call;
  if (privateAddressesAllowed()) allowInsecureRequests(client);
  // Without this the signature of a token that comes straight from the provider is not verified.
  enableNonRepudiationChecks(client);
  return client;
}

/**
 * Redeems a code.
 * @throws Problem 401 when the provider refuses the code, or its ID token is invalid; 502 when it doesn't answer
 */
export async function redeem(provider: Provider, grant: Grant): Promise<Claims> {
  let answer: Promise<Response> | undefined;
  const call: CustomFetch = async (url, options) => {
    if (options.method !== "POST") return callWithin(10 * SECOND)(url, options);
    // A code can be redeemed only once, so a second verification uses the same answer.
    answer ??= callWithin(15 * SECOND)(url, options).then(refuseFailure);
    return (await answer).clone() as Response;
  };
  try {
    try {
      return await verified(clientOf(provider, issuerOf(provider), call), provider, grant);
    } catch (error) {
      const issuer = respelledIssuer(provider, error);
      if (!issuer) throw error;
      return await verified(clientOf(provider, issuer, call), provider, grant);
    }
  } catch (error) {
    throw refusal(error);
  }
}

async function verified(client: Configuration, provider: Provider, grant: Grant): Promise<Claims> {
  const known = keys.get(provider);
  if (known) setJwksCache(client, known);
  const { code, redirectUri, codeVerifier, nonce } = grant;
  const back = new URL(redirectUri);
  back.searchParams.set("code", code);
  try {
    const tokens = await authorizationCodeGrant(
      client,
      back,
      {
        idTokenExpected: true,
        ...(codeVerifier !== undefined && { pkceCodeVerifier: codeVerifier }),
        ...(nonce !== undefined && { expectedNonce: nonce }),
      },
      { scope: SCOPES },
    );
    const claims = tokens.claims() as Claims;
    if (claims["email"] !== undefined || !provider.server.userinfo_endpoint) return claims;
    // Some providers give the e-mail address only to the userinfo endpoint.
    return { ...(await fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims };
  } finally {
    const now = getJwksCache(client);
    if (now) keys.set(provider, now);
  }
}

/** Returns the issuer of a provider's tokens; Microsoft's depends on the tenant that a token is from. */
const issuerOf = ({ server }: Provider, tenant = "") =>
  server.issuer.replace("{tenantid}", tenantId.test(tenant) ? tenant : "of nobody");

const IssuerMismatch = z.object({
  cause: z.object({ claim: z.literal("iss"), claims: z.object({ iss: z.string(), tid: z.string().optional() }) }),
});
const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the issuer to expect instead, when a token is refused only for the spelling of its issuer: with or without a
 * trailing slash, or for Microsoft with the tenant that the token is from.
 */
function respelledIssuer(provider: Provider, error: unknown): string | undefined {
  const mismatch = IssuerMismatch.safeParse((error as Error).cause);
  if (!mismatch.success) return undefined;
  const { iss, tid } = mismatch.data.cause.claims;
  const expected = issuerOf(provider, tid);
  return iss.replace(/\/$/, "") === expected.replace(/\/$/, "") ? iss : undefined;
}

const ErrorAnswer = z.object({ error: z.string().optional(), error_description: z.string().optional() });

/** @throws Problem 401 with the provider's error message when the answer has no tokens */
async function refuseFailure(answer: Response): Promise<Response> {
  if (answer.status === 200) return answer;
  const body = ErrorAnswer.safeParse(await answer.json().catch(() => undefined)).data;
  const reason = (body?.error_description ?? body?.error ?? `status ${answer.status}`).slice(0, 300);
  throw new Problem(401, `The identity provider refused the code: ${reason}`);
}

/** Returns the refusal for a failure. The claims of the token are neither answered nor logged. */
function refusal(error: unknown): Problem {
  let reason = "";
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Problem) return cause;
    if (cause instanceof OutboundError) {
      log.warn({ reason: cause.message }, "the identity provider doesn't answer");
      return unreachable();
    }
    reason = cause.message;
  }
  log.warn({ reason }, "an ID token was refused");
  if (!(error instanceof Error) || badAnswer.test(String((error as { code?: unknown }).code))) return unreachable();
  return new Problem(401, `The identity provider's ID token doesn't hold: ${reason}`);
}

/** Codes of openid-client for malformed answers. */
const badAnswer = /^OAUTH_RESPONSE_IS_NOT_(CONFORM|JSON)$/;

/**
 * From a code to claims that can be believed. The client is openid-client; here it is told what to believe: a signature
 * by one of the provider's published keys, made for this application, in time, and for this sign-in.
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

/** What a front end brings back from the provider. */
export type Grant = {
  code: string;
  redirectUri: string;
  /** The secret behind the challenge that the sign-in began with, if it did. */
  codeVerifier: string | undefined;
  /** What the ID token must carry. */
  nonce: string | undefined;
};

/** What a provider says of somebody: the claims of the ID token, and what only the provider's user endpoint tells. */
export type Claims = IDToken;

/** The provider's keys. They are kept for five minutes, and fetched at most once a minute for a key that is unknown. */
const keys = new WeakMap<Provider, ExportedJWKSCache>();

/** The client as it is for a provider. */
export function clientOf(provider: Provider, issuer = provider.server.issuer, call?: CustomFetch): Configuration {
  const { server, clientId, clientSecret } = provider;
  const methods = server.token_endpoint_auth_methods_supported;
  const onlyBasic = methods?.includes("client_secret_basic") && !methods.includes("client_secret_post");
  const authentication = onlyBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
  const client = new Configuration({ ...server, issuer }, clientId, undefined, authentication);
  if (call) client[customFetch] = call;
  if (privateAddressesAllowed()) allowInsecureRequests(client);
  // Without this a token that comes straight from the provider would be believed without a look at its signature.
  enableNonRepudiationChecks(client);
  return client;
}

/**
 * Redeems a code.
 * @throws Problem 401 when the provider refuses the code, or its ID token doesn't hold; 502 when it doesn't answer
 */
export async function redeem(provider: Provider, grant: Grant): Promise<Claims> {
  let answer: Promise<Response> | undefined;
  const call: CustomFetch = async (url, options) => {
    if (options.method !== "POST") return callWithin(10 * SECOND)(url, options);
    // A code can be redeemed once, so a second look at the answer is a look at what is there.
    answer ??= callWithin(15 * SECOND)(url, options).then(refuseFailure);
    return (await answer).clone() as Response;
  };
  try {
    try {
      return await verified(clientOf(provider, issuerOf(provider), call), provider, grant);
    } catch (error) {
      const issuer = otherIssuer(provider, error);
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
    // Some providers tell the e-mail address only to those who ask for it with the access token.
    return { ...(await fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims };
  } finally {
    const now = getJwksCache(client);
    if (now) keys.set(provider, now);
  }
}

/** The issuer of a provider's tokens; of Microsoft's it is known once it is known which tenant a token is from. */
const issuerOf = ({ server }: Provider, tenant = "") =>
  server.issuer.replace("{tenantid}", tenantId.test(tenant) ? tenant : "of nobody");

const IssuerMismatch = z.object({
  cause: z.object({ claim: z.literal("iss"), claims: z.object({ iss: z.string(), tid: z.string().optional() }) }),
});
const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The issuer to expect instead, when a token is refused only for the way in which its issuer is written: with or without
 * a slash at its end, or for Microsoft with the tenant that the token is from.
 */
function otherIssuer(provider: Provider, error: unknown): string | undefined {
  const mismatch = IssuerMismatch.safeParse((error as Error).cause);
  if (!mismatch.success) return undefined;
  const { iss, tid } = mismatch.data.cause.claims;
  const expected = issuerOf(provider, tid);
  return iss.replace(/\/$/, "") === expected.replace(/\/$/, "") ? iss : undefined;
}

const ErrorAnswer = z.object({ error: z.string().optional(), error_description: z.string().optional() });

/** @throws Problem 401 with the provider's own words when it answers with anything but tokens */
async function refuseFailure(answer: Response): Promise<Response> {
  if (answer.status === 200) return answer;
  const said = ErrorAnswer.safeParse(await answer.json().catch(() => undefined)).data;
  const words = (said?.error_description ?? said?.error ?? `status ${answer.status}`).slice(0, 300);
  throw new Problem(401, `The identity provider refused the code: ${words}`);
}

/** What a visitor learns of a failure. What the provider's token says of somebody is not for them, nor for the log. */
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

/** Codes of openid-client for answers that are none. */
const badAnswer = /^OAUTH_RESPONSE_IS_NOT_(CONFORM|JSON)$/;

/**
 * Single sign-on by OpenID Connect: the start of a sign-in, and the return of the browser with a code. The data
 * that a sign-in started with is in an encrypted cookie, so that a code is accepted only from the browser that
 * asked for it: this prevents login CSRF and makes stolen codes worthless.
 */
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import type { Account } from "../../core/access/accounts";
import { type Answering, openCookie, sealCookie, setCookie } from "../../core/access/cookies";
import type { Author } from "../../core/journal/journal";
import { baseUrl } from "../../core/settings/email";
import { generalSettings } from "../../core/settings/general";
import { ssoEnabled } from "../../core/settings/providers";
import { Problem, refused } from "../../http/errors";
import { contextOf } from "../../http/request-context";
import { MINUTE, SECOND } from "../../platform/clock";
import type { SsoConfig, SsoReturn, SsoStarted } from "./model";
import { identityOf, signIn } from "./sso-identity";
import { extraParameters, provider, SCOPES } from "./sso-providers";
import { clientOf, type Grant, redeem } from "./sso-tokens";

/** The page of the front end to which providers redirect the browser. */
const PAGE = "/auth/callback";

let origins: readonly string[] = [];

/** Sets the origins of the front ends. */
export function configureRedirects(allowedOrigins: readonly string[]): void {
  origins = allowedOrigins;
}

/** @throws Problem 400 when a provider would send a code to anything but a front end of this installation */
function requireOwnPage(redirectUri: string): void {
  const own = [...origins, new URL(baseUrl()).origin];
  if (!own.some((origin) => redirectUri === origin + PAGE))
    throw refused(`redirect_uri must be ${PAGE} at the application's own address or at an allowed origin`);
}

/** The time that a sign-in may take at the provider, in milliseconds. */
const LIFE = 10 * MINUTE;

/** The content of the cookie. */
const SignInState = z.object({
  purpose: z.literal("sso"),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
});
type SignInState = z.infer<typeof SignInState>;

/** Over TLS the prefix keeps other hosts of the same domain from setting the cookie. */
const cookieName = (request: Request) => (contextOf(request).secure ? "__Host-sso_start" : "sso_start");

const setStarted = (call: Answering, value: string, seconds: number) =>
  setCookie(call, { name: cookieName(call.request), value, seconds, path: "/" });

/** Deletes the cookie of a sign-in. */
export const forgetStarted = (call: Answering): void => setStarted(call, "", 0);

/**
 * Starts a sign-in, which a cookie remembers.
 * @returns where to send the browser, and the state that it will bring back
 * @throws Problem 400 when single sign-on is off or not set up, or the redirect leads elsewhere; 502 when the provider
 *   doesn't answer
 */
export async function startSignIn(call: Answering, redirectUri: string): Promise<SsoStarted> {
  requireOwnPage(redirectUri);
  const configured = await provider();
  const state = randomState();
  const nonce = randomNonce();
  const codeVerifier = randomPKCECodeVerifier();
  const started: SignInState = { purpose: "sso", state, nonce, codeVerifier, redirectUri, until: Date.now() + LIFE };
  const url = buildAuthorizationUrl(clientOf(configured), {
    redirect_uri: redirectUri,
    scope: SCOPES,
    response_mode: "query",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...extraParameters(configured),
  });
  setStarted(call, sealCookie(started), LIFE / SECOND);
  return { authorization_url: url.href, state };
}

/** Finds the sign-in that this browser has started; undefined when there is none, or it is too old. */
function findStarted(request: Request): SignInState | undefined {
  const started = openCookie(request, cookieName(request), SignInState);
  return started && started.until > Date.now() ? started : undefined;
}

/**
 * Returns the code that a browser brings back, checked against the sign-in that it has started. Front ends that build the
 * authorization request themselves send no state; for them their own nonce and code verifier are checked.
 * @throws Problem 400 when this browser didn't start the sign-in, or the redirect leads elsewhere
 */
function grantOf(request: Request, sent: SsoReturn): Grant {
  const { code, redirect_uri: redirectUri, state, nonce, code_verifier: codeVerifier } = sent;
  requireOwnPage(redirectUri);
  const started = findStarted(request);
  if (!started) {
    if (state !== undefined)
      throw refused("This sign-in was not begun in this browser, or too long ago; please begin again");
    return { code, redirectUri, nonce, codeVerifier };
  }
  if (state !== started.state || redirectUri !== started.redirectUri)
    throw refused("`state` and `redirect_uri` must be those of the sign-in that was begun in this browser");
  return { code, redirectUri, nonce: started.nonce, codeVerifier: started.codeVerifier };
}

/** Describes single sign-on for a login page. The reason why it can't be used is only in the log. */
export async function describeSso(): Promise<SsoConfig> {
  const registration_enabled = generalSettings().registrationEnabled;
  if (!ssoEnabled()) return { enabled: false, registration_enabled };
  try {
    const configured = await provider();
    const extra = extraParameters(configured);
    return {
      enabled: true,
      provider: configured.kind,
      provider_name: configured.label,
      client_id: configured.clientId,
      authorization_endpoint: configured.server.authorization_endpoint,
      scopes: SCOPES,
      registration_enabled,
      ...(extra && { extra_auth_params: extra }),
    };
  } catch (error) {
    if (error instanceof Problem) return { enabled: false, registration_enabled };
    throw error;
  }
}

/**
 * Finishes a sign-in with the code that the provider sent back.
 * @throws Problem as `grantOf`, `redeem`, `identityOf` and `signIn` do, in that order; nothing is written then
 */
export async function finishSignIn(request: Request, sent: SsoReturn, visitor: Author): Promise<Account> {
  const configured = await provider();
  const claims = await redeem(configured, grantOf(request, sent));
  return signIn(identityOf(configured, claims), visitor);
}

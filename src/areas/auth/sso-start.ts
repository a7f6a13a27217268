/**
 * A sign-in that begins here. What it began with is kept in a cookie that only this browser has and only Stoa can read,
 * so what comes back from the provider is taken from this browser only, once it fits: nobody can be signed in with
 * somebody else's code (login CSRF), and a stolen code is worth nothing.
 */
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { refused } from "../../http/errors";
import { contextOf } from "../../http/request-context";
import { MINUTE, SECOND } from "../../platform/clock";
import { decryptSecret, encryptSecret } from "../../platform/crypto";
import type { SsoReturn } from "./sso-model";
import { extraParameters, provider, SCOPES } from "./sso-providers";
import { requireOwnPage } from "./sso-redirects";
import { clientOf, type Grant } from "./sso-tokens";

/** How long somebody may take at the provider. */
const LIFE = 10 * MINUTE;

const Started = z.object({
  purpose: z.literal("sso"),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
});
type Started = z.infer<typeof Started>;

/** Over TLS the name keeps other hosts of the same domain from setting the cookie. */
const cookieName = (request: Request) => (contextOf(request).secure ? "__Host-sso_start" : "sso_start");

function cookie(request: Request, value: string, seconds: number): string {
  const secure = contextOf(request).secure ? "; Secure" : "";
  return `${cookieName(request)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The cookie that takes the cookie of a sign-in away. */
export const endedCookie = (request: Request): string => cookie(request, "", 0);

/**
 * Begins a sign-in.
 * @returns where to send the browser, the state that it will bring back, and the cookie for it
 * @throws Problem 400 when single sign-on is off or not set up, or people are to be sent elsewhere; 502 when the provider
 *   doesn't answer
 */
export async function start(request: Request, redirectUri: string) {
  requireOwnPage(redirectUri);
  const chosen = await provider();
  const started: Started = {
    purpose: "sso",
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    redirectUri,
    until: Date.now() + LIFE,
  };
  const url = buildAuthorizationUrl(clientOf(chosen), {
    redirect_uri: redirectUri,
    scope: SCOPES,
    response_mode: "query",
    state: started.state,
    nonce: started.nonce,
    code_challenge: await calculatePKCECodeChallenge(started.codeVerifier),
    code_challenge_method: "S256",
    ...extraParameters(chosen),
  });
  return {
    authorizationUrl: url.href,
    state: started.state,
    cookie: cookie(request, encryptSecret(JSON.stringify(started)), LIFE / SECOND),
  };
}

/** What this browser began; undefined when it began nothing, or too long ago. */
function startedBy(request: Request): Started | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName(request)}=(enc:[^;]*)`);
  const sealed = request.headers.get("cookie")?.match(pattern)?.[1];
  if (!sealed) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(decryptSecret(sealed));
  } catch {
    return undefined;
  }
  const started = Started.safeParse(content).data;
  return started && started.until > Date.now() ? started : undefined;
}

/**
 * What a browser brings back, held against what it began. Front ends that begin by themselves send no state; for them
 * their own nonce and code verifier hold.
 * @throws Problem 400 when this browser didn't begin what it brings back, or it goes elsewhere
 */
export function grantOf(request: Request, sent: SsoReturn): Grant {
  const { code, redirect_uri: redirectUri, state, nonce, code_verifier: codeVerifier } = sent;
  requireOwnPage(redirectUri);
  const started = startedBy(request);
  if (!started) {
    if (state !== undefined)
      throw refused("This sign-in was not begun in this browser, or too long ago; please begin again");
    return { code, redirectUri, nonce, codeVerifier };
  }
  if (state !== started.state || redirectUri !== started.redirectUri)
    throw refused("`state` and `redirect_uri` must be those of the sign-in that was begun in this browser");
  return { code, redirectUri, nonce: started.nonce, codeVerifier: started.codeVerifier };
}

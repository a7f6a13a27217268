/** /auth/sso */
import { visitor } from "../../core/access/guard";
import { openSession, TokenResponse } from "../../core/access/session";
import { get, type Operation, post } from "../../core/api/operation";
import { describeSso, returnFrom } from "./sso";
import * as model from "./sso-model";
import { endedCookie, start } from "./sso-start";

export const sso: readonly Operation[] = [
  get(
    "/auth/sso/config",
    "What a login page must know of single sign-on",
    { permission: "public", answer: model.SsoConfig },
    () => describeSso(),
  ),
  post(
    "/auth/sso/start",
    "Begin to sign in: binds what comes back from the provider to this browser (state, nonce, PKCE)",
    { permission: "public", body: model.SsoBeginning, answer: model.SsoStarted, rateLimit: 20, setsCookie: true },
    async ({ request, body, set }) => {
      const { authorizationUrl, state, cookie } = await start(request, body.redirect_uri);
      set.headers["set-cookie"] = cookie;
      return { authorization_url: authorizationUrl, state };
    },
  ),
  post(
    "/auth/sso/callback",
    "Sign in with the code that the identity provider sent back",
    { permission: "public", body: model.SsoReturn, answer: TokenResponse, rateLimit: 20, setsCookie: true },
    async (call) => {
      const account = await returnFrom(call.request, call.body, visitor(call.request));
      const session = await openSession(call, account);
      call.set.headers["set-cookie"] = [String(call.set.headers["set-cookie"]), endedCookie(call.request)] as never;
      return session;
    },
  ),
];

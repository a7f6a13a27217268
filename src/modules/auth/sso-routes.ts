/** /auth/sso */
import { Elysia } from "elysia";
import { guard, visitor } from "../../core/access/guard";
import { openSession, TokenResponse } from "../../core/access/session";
import { rateLimits } from "../../http/rate-limit";
import { answers } from "../../http/responses";
import { describeSso, returnFrom } from "./sso";
import { SsoBeginning, SsoConfig, SsoReturn, SsoStarted } from "./sso-model";
import { endedCookie, start } from "./sso-start";

export const sso = new Elysia({ prefix: "/sso" })
  .use(guard)
  .use(rateLimits)
  .get("/config", () => describeSso(), {
    public: true,
    response: answers(SsoConfig),
    detail: { summary: "What a login page must know of single sign-on" },
  })
  .post(
    "/start",
    async ({ request, body, set }) => {
      const { authorizationUrl, state, cookie } = await start(request, body.redirect_uri);
      set.headers["set-cookie"] = cookie;
      return { authorization_url: authorizationUrl, state };
    },
    {
      public: true,
      setsCookie: true,
      rateLimit: 20,
      body: SsoBeginning,
      response: answers(SsoStarted),
      detail: {
        summary: "Begin to sign in: binds what comes back from the provider to this browser (state, nonce, PKCE)",
      },
    },
  )
  .post(
    "/callback",
    async (call) => {
      const account = await returnFrom(call.request, call.body, visitor(call.request));
      const session = await openSession(call, account);
      call.set.headers["set-cookie"] = [String(call.set.headers["set-cookie"]), endedCookie(call.request)] as never;
      return session;
    },
    {
      public: true,
      setsCookie: true,
      rateLimit: 20,
      body: SsoReturn,
      response: answers(TokenResponse),
      detail: { summary: "Sign in with the code that the identity provider sent back" },
    },
  );

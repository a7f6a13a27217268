/** /auth */
import { Elysia } from "elysia";
import { guard, visitor } from "../../core/access/guard";
import { closeSession, openSession, TokenResponse } from "../../core/access/session";
import { answers } from "../../http/answers";
import { rateLimits } from "../../http/rate-limit";
import { Ok, ok } from "../../http/words";
import { logIn, register } from "./login";
import { describeMe, impersonate, renew, stopImpersonating } from "./me";
import {
  ChosenPassword,
  Credentials,
  ForgottenPassword,
  Impersonation,
  LinkQuery,
  Me,
  Registration,
  ResetRequester,
  SetupInvitee,
} from "./model";
import { accountOfReset, accountOfSetup, forgetPassword, resetPassword, setFirstPassword } from "./passwords";
import { sso } from "./sso-routes";

const logins = new Elysia()
  .use(guard)
  .use(rateLimits)
  .post("/register", async (call) => openSession(call, await register(call.body, visitor(call.request))), {
    public: true,
    setsCookie: true,
    rateLimit: 5,
    body: Registration,
    response: answers(TokenResponse),
    detail: { summary: "Register; the first to do so becomes administrator", "x-refusals": [403] } as object,
  })
  .post("/login", async (call) => openSession(call, await logIn(call.body, visitor(call.request))), {
    public: true,
    setsCookie: true,
    rateLimit: 10,
    body: Credentials,
    response: answers(TokenResponse),
    detail: { summary: "Log in with e-mail address and password", "x-refusals": [401, 403, 423] } as object,
  })
  .post(
    "/logout",
    (call) => {
      closeSession(call);
      return ok;
    },
    { public: true, setsCookie: true, response: answers(Ok), detail: { summary: "Take the session cookie away" } },
  );

const passwords = new Elysia()
  .use(guard)
  .use(rateLimits)
  .get(
    "/validate-setup-token",
    ({ query }) => {
      const { email, display_name } = accountOfSetup(query.token);
      return { email, display_name };
    },
    {
      public: true,
      rateLimit: 20,
      query: LinkQuery,
      response: answers(SetupInvitee),
      detail: { summary: "Whom a link for a first password is for", "x-refusals": [404] } as object,
    },
  )
  .post("/set-password", async (call) => openSession(call, await setFirstPassword(call.body, visitor(call.request))), {
    public: true,
    setsCookie: true,
    rateLimit: 5,
    body: ChosenPassword,
    response: answers(TokenResponse),
    detail: { summary: "Choose the first password of an invited account, and log in", "x-refusals": [404] } as object,
  })
  .post(
    "/forgot-password",
    ({ body }) => {
      forgetPassword(body.email);
      return ok;
    },
    {
      public: true,
      rateLimit: 5,
      body: ForgottenPassword,
      response: answers(Ok),
      detail: { summary: "Ask for a link to choose another password" },
    },
  )
  .get("/validate-reset-token", ({ query }) => ({ email: accountOfReset(query.token).email }), {
    public: true,
    rateLimit: 20,
    query: LinkQuery,
    response: answers(ResetRequester),
    detail: { summary: "Whom a link for another password is for", "x-refusals": [404] } as object,
  })
  .post(
    "/reset-password",
    async ({ body, request }) => {
      await resetPassword(body, visitor(request));
      return ok;
    },
    {
      public: true,
      rateLimit: 5,
      body: ChosenPassword,
      response: answers(Ok),
      detail: { summary: "Choose another password", "x-refusals": [404] } as object,
    },
  );

const session = new Elysia()
  .use(guard)
  .get("/me", ({ actor }) => describeMe(actor), {
    permission: "auth",
    response: answers(Me),
    detail: { summary: "Who the caller is and what they may do" },
  })
  .post(
    "/refresh",
    async (call) => {
      const { account, impersonatedRole } = renew(call.actor);
      return openSession(call, account, impersonatedRole);
    },
    {
      permission: "auth",
      response: answers(TokenResponse),
      detail: { summary: "A new token for one that is still valid" },
    },
  )
  .post(
    "/impersonate",
    async (call) => {
      const { account, impersonatedRole } = impersonate(call.actor, call.body.role);
      return openSession(call, account, impersonatedRole);
    },
    {
      permission: "admin.impersonate",
      body: Impersonation,
      response: answers(TokenResponse),
      detail: { summary: "View the application as another role" },
    },
  )
  .post("/stop-impersonating", async (call) => openSession(call, stopImpersonating(call.actor).account), {
    permission: "auth",
    response: answers(TokenResponse),
    detail: { summary: "Return to one's own role" },
  });

export const auth = new Elysia({ prefix: "/auth", tags: ["auth"] }).use(logins).use(sso).use(passwords).use(session);

/** /auth */
import type { Actor } from "../../core/access/actor";
import type { Answering } from "../../core/access/cookies";
import { visitor } from "../../core/access/guard";
import { closeSession, openKnownSession, openSession, replaceToken, TokenResponse } from "../../core/access/session";
import { get, type Operation, post } from "../../core/api/operation";
import { Ok } from "../../http/schemas";
import { operations as factorOperations } from "./factor-operations";
import { logIn, register } from "./login";
import * as me from "./me";
import * as model from "./model";
import * as passwords from "./passwords";
import * as sso from "./sso";

const READ = { permission: "auth" } as const;
/** Also for somebody who has to set up a second factor first. */
const ALWAYS = { ...READ, withoutFactor: true } as const;
const PUBLIC = { permission: "public" } as const;
/** Opens a session. */
const LOGIN = { ...PUBLIC, answer: TokenResponse, setsCookie: true } as const;
/** Replaces the session. */
const RENEW = { answer: TokenResponse, repeatable: false, tokens: "never" } as const;

const replaceSession = (call: Answering & { actor: Actor }, { account, impersonatedRole }: me.Session) =>
  replaceToken(call, account, impersonatedRole);

export const operations: readonly Operation[] = [
  ...factorOperations,
  post(
    "/auth/register",
    "Register; the first to do so becomes administrator",
    { ...LOGIN, body: model.Registration, rateLimit: 5, refusals: [403] },
    async (call) => openKnownSession(call, await register(call.body, visitor(call.request))),
  ),
  post(
    "/auth/login",
    "Log in with e-mail address and password",
    { ...LOGIN, body: model.Credentials, rateLimit: 10, refusals: [401, 403, 423] },
    async (call) => openKnownSession(call, await logIn(call.body, call.request)),
  ),
  post(
    "/auth/logout",
    "End the session: its token is refused from then on, and the cookie deleted",
    { ...PUBLIC, answer: Ok, setsCookie: true },
    (call) => closeSession(call),
  ),
  get("/auth/sso/config", "What a login page must know of single sign-on", { ...PUBLIC, answer: model.SsoConfig }, () =>
    sso.describeSso(),
  ),
  post(
    "/auth/sso/start",
    "Begin to sign in: binds what comes back from the provider to this browser (state, nonce, PKCE)",
    { own: true, ...PUBLIC, body: model.SsoBeginning, answer: model.SsoStarted, rateLimit: 20, setsCookie: true },
    (call) => sso.startSignIn(call, call.body.redirect_uri),
  ),
  post(
    "/auth/sso/callback",
    "Sign in with the code that the identity provider sent back",
    { operationId: "completeSso", ...LOGIN, body: model.SsoReturn, rateLimit: 20 },
    async (call) => {
      const account = await sso.finishSignIn(call.request, call.body, visitor(call.request));
      const session = await openSession(call, account);
      sso.forgetStarted(call);
      return session;
    },
  ),
  get(
    "/auth/validate-setup-token",
    "Whom a link for a first password is for",
    {
      operationId: "validateSetupToken",
      ...PUBLIC,
      query: model.LinkQuery,
      answer: model.SetupInvitee,
      rateLimit: 20,
      refusals: [404],
    },
    ({ query }) => {
      const { email, display_name } = passwords.requireLinkedAccount("setup", query.token);
      return { email, display_name };
    },
  ),
  post(
    "/auth/set-password",
    "Choose the first password of an invited account, and log in",
    { ...LOGIN, body: model.ChosenPassword, rateLimit: 5, refusals: [404] },
    async (call) => openKnownSession(call, await passwords.setFirstPassword(call.body, visitor(call.request))),
  ),
  post(
    "/auth/forgot-password",
    "Ask for a link to choose another password",
    { ...PUBLIC, body: model.ForgottenPassword, answer: Ok, rateLimit: 5 },
    ({ body }) => passwords.forgetPassword(body.email),
  ),
  get(
    "/auth/validate-reset-token",
    "Whom a link for another password is for",
    {
      operationId: "validateResetToken",
      ...PUBLIC,
      query: model.LinkQuery,
      answer: model.ResetRequester,
      rateLimit: 20,
      refusals: [404],
    },
    ({ query }) => ({ email: passwords.requireLinkedAccount("reset", query.token).email }),
  ),
  post(
    "/auth/reset-password",
    "Choose another password",
    { ...PUBLIC, body: model.ChosenPassword, answer: Ok, rateLimit: 5, refusals: [404] },
    ({ body, request }) => passwords.resetPassword(body, visitor(request)),
  ),
  get("/auth/me", "Who the caller is and what they may do", { ...ALWAYS, answer: model.Me }, ({ actor }) =>
    me.describeMe(actor),
  ),
  post(
    "/auth/refresh",
    "A new token for one that is still valid",
    { operationId: "refreshToken", ...ALWAYS, ...RENEW },
    (call) => replaceSession(call, me.renew(call.actor)),
  ),
  post(
    "/auth/impersonate",
    "View the application as another role",
    { permission: "admin.impersonate", ...RENEW, body: model.Impersonation },
    (call) => replaceSession(call, me.impersonate(call.actor, call.body.role)),
  ),
  post("/auth/stop-impersonating", "Return to one's own role", { ...READ, ...RENEW }, (call) =>
    replaceSession(call, me.stopImpersonating(call.actor)),
  ),
];

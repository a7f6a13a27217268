/** /auth */
import { visitor } from "../../core/access/guard";
import { closeSession, openSession, TokenResponse } from "../../core/access/session";
import { get, type Operation, post } from "../../core/api/operation";
import { Ok } from "../../http/schemas";
import { logIn, register } from "./login";
import { describeMe, impersonate, renew, stopImpersonating } from "./me";
import * as model from "./model";
import { accountOfReset, accountOfSetup, forgetPassword, resetPassword, setFirstPassword } from "./passwords";
import { sso } from "./sso-operations";

export const operations: readonly Operation[] = [
  post(
    "/auth/register",
    "Register; the first to do so becomes administrator",
    {
      permission: "public",
      body: model.Registration,
      answer: TokenResponse,
      rateLimit: 5,
      setsCookie: true,
      refusals: [403],
    },
    async (call) => openSession(call, await register(call.body, visitor(call.request))),
  ),
  post(
    "/auth/login",
    "Log in with e-mail address and password",
    {
      permission: "public",
      body: model.Credentials,
      answer: TokenResponse,
      rateLimit: 10,
      setsCookie: true,
      refusals: [401, 403, 423],
    },
    async (call) => openSession(call, await logIn(call.body, visitor(call.request))),
  ),
  post("/auth/logout", "Take the session cookie away", { permission: "public", answer: Ok, setsCookie: true }, (call) =>
    closeSession(call),
  ),
  ...sso,
  get(
    "/auth/validate-setup-token",
    "Whom a link for a first password is for",
    { permission: "public", query: model.LinkQuery, answer: model.SetupInvitee, rateLimit: 20, refusals: [404] },
    ({ query }) => {
      const { email, display_name } = accountOfSetup(query.token);
      return { email, display_name };
    },
  ),
  post(
    "/auth/set-password",
    "Choose the first password of an invited account, and log in",
    {
      permission: "public",
      body: model.ChosenPassword,
      answer: TokenResponse,
      rateLimit: 5,
      setsCookie: true,
      refusals: [404],
    },
    async (call) => openSession(call, await setFirstPassword(call.body, visitor(call.request))),
  ),
  post(
    "/auth/forgot-password",
    "Ask for a link to choose another password",
    { permission: "public", body: model.ForgottenPassword, answer: Ok, rateLimit: 5 },
    ({ body }) => forgetPassword(body.email),
  ),
  get(
    "/auth/validate-reset-token",
    "Whom a link for another password is for",
    { permission: "public", query: model.LinkQuery, answer: model.ResetRequester, rateLimit: 20, refusals: [404] },
    ({ query }) => ({ email: accountOfReset(query.token).email }),
  ),
  post(
    "/auth/reset-password",
    "Choose another password",
    { permission: "public", body: model.ChosenPassword, answer: Ok, rateLimit: 5, refusals: [404] },
    async ({ body, request }) => await resetPassword(body, visitor(request)),
  ),
  get("/auth/me", "Who the caller is and what they may do", { permission: "auth", answer: model.Me }, ({ actor }) =>
    describeMe(actor),
  ),
  post(
    "/auth/refresh",
    "A new token for one that is still valid",
    { permission: "auth", answer: TokenResponse, repeatable: false },
    async (call) => {
      const { account, impersonatedRole } = renew(call.actor);
      return openSession(call, account, impersonatedRole);
    },
  ),
  post(
    "/auth/impersonate",
    "View the application as another role",
    { permission: "admin.impersonate", body: model.Impersonation, answer: TokenResponse, repeatable: false },
    async (call) => {
      const { account, impersonatedRole } = impersonate(call.actor, call.body.role);
      return openSession(call, account, impersonatedRole);
    },
  ),
  post(
    "/auth/stop-impersonating",
    "Return to one's own role",
    { permission: "auth", answer: TokenResponse, repeatable: false },
    async (call) => openSession(call, stopImpersonating(call.actor).account),
  ),
];

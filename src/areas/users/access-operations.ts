/** Tokens, sessions and service accounts, below /users */
import { revokeAccessToken } from "../../core/access/access-tokens";
import { tokenAreas } from "../../core/access/scopes";
import { del, get, type Operation, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./access-model";
import { answerAuthorization, readAuthorization } from "./authorizations";
import { resetFactorsOf } from "./factors";
import { User } from "./model";
import { createServiceAccount } from "./service-accounts";
import * as sessions from "./sessions";
import * as tokens from "./tokens";

const READ = { permission: "auth" } as const;
const MANAGE = { permission: "admin.users" } as const;
/** No access token makes, shows or ends tokens and sessions. */
const TOKENS = { own: true, tokens: "never" } as const;
const TOKEN_LIST = { ...TOKENS, query: model.TokenQuery, answer: model.AccessToken.array() } as const;
const SESSIONS = { ...TOKENS, query: model.SessionQuery, answer: model.Session.array() } as const;
/** A stored answer would hold the token, of which only a hash is stored. */
const NEW_TOKEN = {
  ...TOKENS,
  repeatable: false,
  body: model.NewAccessToken,
  answer: model.CreatedAccessToken,
  status: 201,
} as const;

export const operations: readonly Operation[] = [
  get(
    "/users/me/tokens",
    "The caller's access tokens, newest first",
    { ...TOKEN_LIST, ...READ },
    ({ query, actor, set }) => slice(tokens.listTokens(actor.userId), query, set),
  ),
  post(
    "/users/me/tokens",
    "Make an access token",
    {
      ...NEW_TOKEN,
      ...READ,
      description:
        "A program sends it in the bearer header. It may do what the caller may do at that moment, as far as its scope allows it. It ends at the time given, when it is revoked, and when the account is deactivated or gets another password.",
    },
    ({ body, actor }) => tokens.createToken(actor, actor.userId, body),
  ),
  del("/users/me/tokens/{token_id}", "Revoke an access token", { ...TOKENS, ...READ }, ({ params, actor }) =>
    revokeAccessToken(actor, actor.userId, params.token_id),
  ),
  get(
    "/users/token-areas",
    "The areas to which an access token can be limited",
    { own: true, ...READ, answer: model.TokenAreas },
    () => ({ areas: tokenAreas() }),
  ),
  post(
    "/users/service-accounts",
    "Make an account for a program, which can't log in",
    { ...TOKENS, ...MANAGE, body: model.NewServiceAccount, answer: User, status: 201 },
    ({ body, actor }) => createServiceAccount(actor, body),
  ),
  get(
    "/users/me/authorization-request",
    "What a program asks for that wants to be connected, by the parameters of its request",
    { ...TOKENS, ...READ, query: model.AuthorizationQuery, answer: model.AuthorizationRequest, refusals: [404] },
    ({ query, request }) => readAuthorization(query, request),
  ),
  post(
    "/users/me/authorization-request",
    "Allow or deny what a program asks for",
    {
      ...TOKENS,
      ...READ,
      operationId: "answerAuthorizationRequest",
      repeatable: false,
      body: model.AuthorizationAnswer,
      answer: model.AnsweredAuthorization,
      refusals: [404],
    },
    ({ body, actor, request }) => answerAuthorization(actor, body, request),
  ),
  get("/users/me/sessions", "The caller's sessions, newest first", { ...SESSIONS, ...READ }, ({ query, actor, set }) =>
    slice(sessions.listOwnSessions(actor), query, set),
  ),
  del("/users/me/sessions", "End all sessions of the caller but this one", { ...TOKENS, ...READ }, ({ actor }) =>
    sessions.endOtherSessions(actor),
  ),
  del("/users/me/sessions/{session_id}", "End a session of the caller", { ...TOKENS, ...READ }, ({ params, actor }) =>
    sessions.endOwnSession(actor, params.session_id),
  ),
  get(
    "/users/me/sign-ins",
    "When and from where the caller has signed in, or somebody has tried it, newest first",
    {
      ...TOKENS,
      ...READ,
      query: model.SessionQuery,
      answer: model.SignIn.array(),
      description: "The last 500 of the last 90 days.",
    },
    ({ query, actor, set }) => slice(sessions.listOwnSignIns(actor), query, set),
  ),
  get(
    "/users/{user_id}/sessions",
    "The sessions of a user, newest first",
    { ...SESSIONS, ...MANAGE },
    ({ params, query, actor, set }) => slice(sessions.listSessionsFor(actor, params.user_id), query, set),
  ),
  del("/users/{user_id}/sessions", "End all sessions of a user", { ...TOKENS, ...MANAGE }, ({ params, actor }) =>
    sessions.endSessionsFor(actor, params.user_id),
  ),
  del(
    "/users/{user_id}/sessions/{session_id}",
    "End a session of a user",
    { ...TOKENS, ...MANAGE },
    ({ params, actor }) => sessions.endSessionFor(actor, params.user_id, params.session_id),
  ),
  post(
    "/users/{user_id}/reset-factors",
    "Remove the second factors of somebody who has lost them",
    { ...TOKENS, ...MANAGE, answer: model.ResetFactors, refusals: [400] },
    ({ params, actor }) => resetFactorsOf(actor, params.user_id),
  ),
  get(
    "/users/{user_id}/tokens",
    "The access tokens of a user, newest first",
    { ...TOKEN_LIST, ...MANAGE },
    ({ params, query, actor, set }) => slice(tokens.listTokensFor(actor, params.user_id), query, set),
  ),
  post(
    "/users/{user_id}/tokens",
    "Make an access token for a service account",
    { ...NEW_TOKEN, ...MANAGE },
    ({ params, body, actor }) => tokens.createTokenFor(actor, params.user_id, body),
  ),
  del(
    "/users/{user_id}/tokens/{token_id}",
    "Revoke an access token of a user",
    { ...TOKENS, ...MANAGE },
    ({ params, actor }) => tokens.revokeTokenFor(actor, params.user_id, params.token_id),
  ),
];

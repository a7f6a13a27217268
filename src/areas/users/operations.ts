/** /users */

import { revokeAccessToken } from "../../core/access/access-tokens";
import { anyOf, checkedInService } from "../../core/access/operation-permission";
import { UiPreferences } from "../../core/access/preferences";
import { tokenAreas } from "../../core/access/scopes";
import { reopenSession } from "../../core/access/session";
import { del, get, MANY_ROWS, type Operation, patch, post, put } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { TABLE_FILE } from "../../http/tables";
import { deleteUser, deleteUsers } from "./delete";
import { exportUsers } from "./export";
import * as invitations from "./invitations";
import * as model from "./model";
import * as preferences from "./preferences";
import { listUsersFor, requireUser, serializeFor } from "./read";
import { createServiceAccount } from "./service-accounts";
import * as sessions from "./sessions";
import * as tokens from "./tokens";
import { unlockUser, updateUser, updateUsers } from "./update";

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
const CREATED = { answer: model.CreatedUser, status: 201, repeatable: false } as const;

export const operations: readonly Operation[] = [
  get(
    "/users",
    "Users by name",
    { ...READ, query: model.UserQuery, answer: model.User.array() },
    ({ query, actor, set }) => slice(listUsersFor(actor, query.include_inactive), query, set),
  ),
  get(
    "/users/export",
    "Users by name as CSV or as a workbook",
    { own: true, permission: "inventory.export", ...TABLE_FILE, query: model.ExportQuery },
    ({ actor, query }) => exportUsers(actor, query),
  ),
  post(
    "/users",
    "Make a user, and invite them by e-mail",
    { permission: anyOf("admin.users", "users.invite"), body: model.NewUser, ...CREATED },
    ({ body, actor }) => invitations.createUser(actor, body),
  ),
  patch(
    "/users/bulk",
    "Give many users a role, or activate or deactivate them",
    {
      ...MANAGE,
      writesMuch: ({ body }) => body.ids.length > MANY_ROWS,
      body: model.BulkChanges,
      answer: model.User.array(),
    },
    ({ body, actor }) => updateUsers(actor, body),
  ),
  post(
    "/users/bulk-delete",
    "Delete many users who are deactivated",
    { ...MANAGE, writesMuch: true, body: model.BulkDeletion, answer: model.BulkDeleted },
    ({ body, actor }) => deleteUsers(actor, body.ids),
  ),
  get(
    "/users/invitations",
    "Invitations that nobody has followed yet",
    { ...MANAGE, query: model.InvitationQuery, answer: model.Invitation.array() },
    ({ query, set }) => slice(invitations.listInvitations(), query, set),
  ),
  post(
    "/users/invitations/{invitation_id}/resend",
    "Mail an invitation again",
    { ...MANAGE, answer: model.ResentInvitation, repeatable: false },
    ({ params, actor }) => invitations.resendInvitation(actor, params.invitation_id),
  ),
  del("/users/invitations/{invitation_id}", "Forget an invitation; the user stays", MANAGE, ({ params, actor }) =>
    invitations.deleteInvitation(actor, params.invitation_id),
  ),
  get(
    "/users/me/notification-preferences",
    "What the caller wants to be notified of",
    { operationId: "getMyNotificationPreferences", versioned: true, ...READ, answer: model.NotificationPreferences },
    ({ actor }) => preferences.findNotificationPreferences(actor),
  ),
  patch(
    "/users/me/notification-preferences",
    "Change what the caller wants to be notified of",
    {
      operationId: "updateMyNotificationPreferences",
      current: ({ actor }) => preferences.findNotificationPreferences(actor),
      ...READ,
      body: model.NotificationChanges,
      answer: model.NotificationPreferences,
    },
    ({ body, actor }) => preferences.updateNotificationPreferences(actor, body),
  ),
  get(
    "/users/me/ui-preferences",
    "How the application looks for the caller",
    { operationId: "getMyUiPreferences", versioned: true, ...READ, answer: UiPreferences },
    ({ actor }) => preferences.findUiPreferences(actor),
  ),
  patch(
    "/users/me/ui-preferences",
    "Change how the application looks for the caller",
    {
      operationId: "updateMyUiPreferences",
      current: ({ actor }) => preferences.findUiPreferences(actor),
      ...READ,
      body: model.UiChanges,
      answer: UiPreferences,
    },
    ({ body, actor }) => preferences.updateUiPreferences(actor, body),
  ),
  get(
    "/users/me/home",
    "How the caller has arranged home",
    { own: true, versioned: true, ...READ, answer: model.HomeLayout },
    ({ actor }) => preferences.findHomeLayout(actor),
  ),
  put(
    "/users/me/home",
    "Arrange home: its parts, their order, and the saved reports that stand on it",
    {
      own: true,
      current: ({ actor }) => preferences.findHomeLayout(actor),
      ...READ,
      body: model.HomeLayout,
      answer: model.HomeLayout,
    },
    ({ body, actor }) => preferences.updateHomeLayout(actor, body),
  ),
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
    { ...TOKENS, ...MANAGE, body: model.NewServiceAccount, answer: model.User, status: 201 },
    ({ body, actor }) => createServiceAccount(actor, body),
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
  get("/users/{user_id}", "One user", { versioned: true, ...READ, answer: model.User }, ({ params, actor }) =>
    serializeFor(actor, requireUser(params.user_id)),
  ),
  patch(
    "/users/{user_id}",
    "Change a user, or one's own name, password and language",
    {
      current: ({ params, actor }) => serializeFor(actor, requireUser(params.user_id)),
      permission: checkedInService("admin.users", "self"),
      body: model.UserChanges,
      answer: model.User,
      repeatable: false,
    },
    async (call) => {
      const { actor, params, body } = call;
      const account = await updateUser(actor, params.user_id, body);
      // A change of password ends all sessions; the caller's own continues with a new cookie.
      if (body.password !== undefined && account.id === actor.userId) await reopenSession(call, account);
      return serializeFor(actor, account);
    },
  ),
  post(
    "/users/{user_id}/unlock",
    "Lift the lock that too many failed logins have set",
    { own: true, ...MANAGE, answer: model.UnlockedUser },
    ({ params, actor }) => unlockUser(actor, params.user_id),
  ),
  del(
    "/users/{user_id}",
    "Delete a user with all that is theirs",
    { ...MANAGE, writesMuch: true },
    ({ params, actor }) => deleteUser(actor, params.user_id),
  ),
];

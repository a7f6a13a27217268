/** /users */
import { anyOf, checkedInService } from "../../core/access/operation-permission";
import { UiPreferences } from "../../core/access/preferences";
import { reopenSession } from "../../core/access/session";
import { del, get, MANY_ROWS, type Operation, patch, post, put } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { TABLE_FILE } from "../../http/tables";
import { operations as accessOperations } from "./access-operations";
import { deleteUser, deleteUsers } from "./delete";
import { exportUsers } from "./export";
import * as invitations from "./invitations";
import * as model from "./model";
import * as preferences from "./preferences";
import { listUsersFor, requireUser, serializeFor } from "./read";
import { unlockUser, updateUser, updateUsers } from "./update";

const READ = { permission: "auth" } as const;
const MANAGE = { permission: "admin.users" } as const;
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
  ...accessOperations,
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

/** /users */
import { anyOf, checkedInService } from "../../core/access/operation-permission";
import { UiPreferences } from "../../core/access/preferences";
import { openSession } from "../../core/access/session";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { changeUser, changeUsers, unlock } from "./change";
import { addUser, listInvitations, removeInvitation, resendInvitation } from "./invitations";
import { getUser, listSeenUsers, seenBy } from "./list";
import * as model from "./model";
import {
  changeNotificationPreferences,
  changeUiPreferences,
  getNotificationPreferences,
  getUiPreferences,
} from "./preferences";
import { deleteUser, deleteUsers } from "./remove";

export const operations: readonly Operation[] = [
  get(
    "/users",
    "Users by name",
    { permission: "auth", query: model.UserQuery, answer: model.User.array() },
    ({ query, actor, set }) => slice(listSeenUsers(actor, query.include_inactive), query, set),
  ),
  post(
    "/users",
    "Make a user, and invite them by e-mail",
    {
      permission: anyOf("admin.users", "users.invite"),
      body: model.NewUser,
      answer: model.CreatedUser,
      status: 201,
      repeatable: false,
    },
    async ({ body, actor }) => await addUser(actor, body),
  ),
  patch(
    "/users/bulk",
    "Give many users a role, or activate or deactivate them",
    { permission: "admin.users", body: model.BulkChanges, answer: model.User.array() },
    ({ body, actor }) => changeUsers(actor, body),
  ),
  post(
    "/users/bulk-delete",
    "Delete many users who are deactivated",
    { permission: "admin.users", body: model.BulkDeletion, answer: model.BulkDeleted },
    ({ body, actor }) => deleteUsers(actor, body.ids),
  ),
  get(
    "/users/invitations",
    "Invitations that nobody has followed yet",
    { permission: "admin.users", query: model.InvitationQuery, answer: model.Invitation.array() },
    ({ query, set }) => slice(listInvitations(), query, set),
  ),
  post(
    "/users/invitations/{invitation_id}/resend",
    "Mail an invitation again",
    { permission: "admin.users", answer: model.ResentInvitation, repeatable: false },
    async ({ params, actor }) => resendInvitation(actor, params.invitation_id),
  ),
  del(
    "/users/invitations/{invitation_id}",
    "Forget an invitation; the user stays",
    { permission: "admin.users" },
    ({ params, actor }) => removeInvitation(actor, params.invitation_id),
  ),
  get(
    "/users/me/notification-preferences",
    "What the caller wants to be told of",
    { permission: "auth", answer: model.NotificationPreferences },
    ({ actor }) => getNotificationPreferences(actor),
  ),
  patch(
    "/users/me/notification-preferences",
    "Change what the caller wants to be told of",
    { permission: "auth", body: model.NotificationChanges, answer: model.NotificationPreferences },
    ({ body, actor }) => changeNotificationPreferences(actor, body),
  ),
  get(
    "/users/me/ui-preferences",
    "How the application looks for the caller",
    { permission: "auth", answer: UiPreferences },
    ({ actor }) => getUiPreferences(actor),
  ),
  patch(
    "/users/me/ui-preferences",
    "Change how the application looks for the caller",
    { permission: "auth", body: model.UiChanges, answer: UiPreferences },
    ({ body, actor }) => changeUiPreferences(actor, body),
  ),
  get("/users/{user_id}", "One user", { permission: "auth", answer: model.User }, ({ params, actor }) =>
    getUser(actor, params.user_id),
  ),
  patch(
    "/users/{user_id}",
    "Change a user, or one's own name, password and language",
    { permission: checkedInService("admin.users", "self"), body: model.UserChanges, answer: model.User },
    async (call) => {
      const { actor, params, body } = call;
      const account = await changeUser(actor, params.user_id, body);
      // A change of password ends all sessions; the caller's own goes on with a new cookie.
      if (body.password !== undefined && account.id === actor.userId)
        await openSession(call, account, actor.impersonatedRole);
      return seenBy(actor, account);
    },
  ),
  post(
    "/users/{user_id}/unlock",
    "Lift the lock that too many failed logins have set",
    { permission: "admin.users", answer: model.Unlocked },
    ({ params, actor }) => unlock(actor, params.user_id),
  ),
  del("/users/{user_id}", "Delete a user with all that is theirs", { permission: "admin.users" }, ({ params, actor }) =>
    deleteUser(actor, params.user_id),
  ),
];

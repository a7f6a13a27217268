/** /users */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { UiPreferences } from "../../core/access/preferences";
import { openSession } from "../../core/access/session";
import { slice } from "../../http/pagination";
import { answers, created, noContent } from "../../http/responses";
import { changeUser, changeUsers, unlock } from "./change";
import { addUser, listInvitations, removeInvitation, resendInvitation } from "./invitations";
import { getUser, listSeenUsers, seenBy } from "./list";
import {
  BulkChanges,
  BulkDeleted,
  BulkDeletion,
  CreatedUser,
  Invitation,
  InvitationParams,
  InvitationQuery,
  NewUser,
  NotificationChanges,
  NotificationPreferences,
  ResentInvitation,
  UiChanges,
  Unlocked,
  User,
  UserChanges,
  UserParams,
  UserQuery,
} from "./model";
import {
  changeNotificationPreferences,
  changeUiPreferences,
  getNotificationPreferences,
  getUiPreferences,
} from "./preferences";
import { deleteUser, deleteUsers } from "./remove";

const everybody = new Elysia()
  .use(guard)
  .get("/", ({ query, actor, set }) => slice(listSeenUsers(actor, query.include_inactive), query, set), {
    permission: "auth",
    query: UserQuery,
    response: answers(User.array()),
    detail: { summary: "Users by name" },
  })
  .post("/", async ({ body, actor }) => created(await addUser(actor, body)), {
    permission: "admin.users|users.invite",
    body: NewUser,
    response: { 201: answers(CreatedUser) },
    detail: { summary: "Make a user, and invite them by e-mail" },
  })
  .patch("/bulk", ({ body, actor }) => changeUsers(actor, body), {
    permission: "admin.users",
    body: BulkChanges,
    response: answers(User.array()),
    detail: { summary: "Give many users a role, or activate or deactivate them" },
  })
  .post("/bulk-delete", ({ body, actor }) => deleteUsers(actor, body.ids), {
    permission: "admin.users",
    body: BulkDeletion,
    response: answers(BulkDeleted),
    detail: { summary: "Delete many users who are deactivated" },
  });

const invitations = new Elysia({ prefix: "/invitations" })
  .use(guard)
  .get("/", ({ query, set }) => slice(listInvitations(), query, set), {
    permission: "admin.users",
    query: InvitationQuery,
    response: answers(Invitation.array()),
    detail: { summary: "Invitations that nobody has followed yet" },
  })
  .post("/:invitation_id/resend", async ({ params, actor }) => resendInvitation(actor, params.invitation_id), {
    permission: "admin.users",
    params: InvitationParams,
    response: answers(ResentInvitation),
    detail: { summary: "Mail an invitation again" },
  })
  .delete(
    "/:invitation_id",
    ({ params, actor }) => {
      removeInvitation(actor, params.invitation_id);
      return noContent();
    },
    {
      permission: "admin.users",
      params: InvitationParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Forget an invitation; the user stays" },
    },
  );

const preferences = new Elysia({ prefix: "/me" })
  .use(guard)
  .get("/notification-preferences", ({ actor }) => getNotificationPreferences(actor), {
    permission: "auth",
    response: answers(NotificationPreferences),
    detail: { summary: "What the caller wants to be told of" },
  })
  .patch("/notification-preferences", ({ body, actor }) => changeNotificationPreferences(actor, body), {
    permission: "auth",
    body: NotificationChanges,
    response: answers(NotificationPreferences),
    detail: { summary: "Change what the caller wants to be told of" },
  })
  .get("/ui-preferences", ({ actor }) => getUiPreferences(actor), {
    permission: "auth",
    response: answers(UiPreferences),
    detail: { summary: "How the application looks for the caller" },
  })
  .patch("/ui-preferences", ({ body, actor }) => changeUiPreferences(actor, body), {
    permission: "auth",
    body: UiChanges,
    response: answers(UiPreferences),
    detail: { summary: "Change how the application looks for the caller" },
  });

const one = new Elysia()
  .use(guard)
  .get("/:user_id", ({ params, actor }) => getUser(actor, params.user_id), {
    permission: "auth",
    params: UserParams,
    response: answers(User),
    detail: { summary: "One user" },
  })
  .patch(
    "/:user_id",
    async (call) => {
      const { actor, params, body } = call;
      const account = await changeUser(actor, params.user_id, body);
      // A change of password ends all sessions; the caller's own goes on with a new cookie.
      if (body.password !== undefined && account.id === actor.userId)
        await openSession(call, account, actor.impersonatedRole);
      return seenBy(actor, account);
    },
    {
      permission: { each: "admin.users|self" },
      params: UserParams,
      body: UserChanges,
      response: answers(User),
      detail: { summary: "Change a user, or one's own name, password and language" },
    },
  )
  .post("/:user_id/unlock", ({ params, actor }) => unlock(actor, params.user_id), {
    permission: "admin.users",
    params: UserParams,
    response: answers(Unlocked),
    detail: { summary: "Lift the lock that too many failed logins have set" },
  })
  .delete(
    "/:user_id",
    ({ params, actor }) => {
      deleteUser(actor, params.user_id);
      return noContent();
    },
    {
      permission: "admin.users",
      params: UserParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Delete a user with all that is theirs" },
    },
  );

export const users = new Elysia({ prefix: "/users", tags: ["users"] })
  .use(everybody)
  .use(invitations)
  .use(preferences)
  .use(one);

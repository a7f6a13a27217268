/** Changes of accounts and invitations, each saved at once. */
import { t } from "@lingui/core/macro";
import { type Account, accountsQuery, type Invitation, invitationsQuery } from "../../people/queries";
import { shown, tryChange } from "../../server/changes";
import { api } from "../../server/client";

type NewAccount = {
  email: string;
  display_name: string;
  role: string;
  auth_provider: "local" | "sso";
  send_email: boolean;
  password?: string;
};
type Changes = { role?: string; is_active?: boolean; display_name?: string };

/** Changes an account. @param sentence of what has happened */
export function updateAccount(account: Account, changes: Changes, sentence: string): Promise<boolean> {
  return tryChange({
    sentence,
    show: [shown(accountsQuery, (list) => list.map((one) => (one.id === account.id ? { ...one, ...changes } : one)))],
    send: () => api.PATCH("/api/v1/users/{user_id}", { params: { path: { user_id: account.id } }, body: changes }),
  });
}

/** Lifts the lock of an account. */
export const unlock = ({ id, display_name }: Account): Promise<boolean> =>
  tryChange({
    sentence: t`${display_name} may log in again`,
    show: [shown(accountsQuery, (list) => list.map((one) => (one.id === id ? { ...one, locked_until: null } : one)))],
    send: () => api.POST("/api/v1/users/{user_id}/unlock", { params: { path: { user_id: id } } }),
  });

/** Deletes an account for good. */
export const deleteAccount = ({ id, display_name }: Account): Promise<boolean> =>
  tryChange({
    sentence: t`The account of ${display_name} is removed`,
    show: [shown(accountsQuery, (list) => list.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/users/{user_id}", { params: { path: { user_id: id } } }),
  });

/** Makes an account, and invites its person. */
export const invite = (body: NewAccount) => api.POST("/api/v1/users", { body });

/** Mails an invitation again, with a new link. */
export const resend = ({ id, email }: Invitation): Promise<boolean> =>
  tryChange({
    sentence: t`The invitation is sent again to ${email}`,
    show: [shown(invitationsQuery, (list) => list)],
    send: () =>
      api.POST("/api/v1/users/invitations/{invitation_id}/resend", { params: { path: { invitation_id: id } } }),
  });

/** Withdraws an invitation. */
export const withdraw = ({ id, email }: Invitation): Promise<boolean> =>
  tryChange({
    sentence: t`The invitation of ${email} is withdrawn`,
    show: [shown(invitationsQuery, (list) => list.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/users/invitations/{invitation_id}", { params: { path: { invitation_id: id } } }),
  });

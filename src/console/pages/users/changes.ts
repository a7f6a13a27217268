/** Changes of accounts and invitations, each saved at once. */
import { plural, t } from "@lingui/core/macro";
import { type Account, accountsQuery, type Invitation, invitationsQuery } from "../../people/queries";
import { refusalSentence, shown, toast, tryChange, valuesBefore } from "../../server/changes";
import { answered, api, received } from "../../server/client";
import { cache } from "../../server/queries";
import { asRefusal } from "../../server/refusal";

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

/** Removes the second factors of somebody who has lost them. */
export const resetFactors = ({ id, display_name }: Account): Promise<boolean> =>
  tryChange({
    sentence: t`${display_name} has no second factor any more`,
    show: [
      shown(accountsQuery, (list) => list.map((one) => (one.id === id ? { ...one, has_second_factor: false } : one))),
    ],
    send: () => api.POST("/api/v1/users/{user_id}/reset-factors", { params: { path: { user_id: id } } }),
  });

/** Deletes an account for good. */
export const deleteAccount = ({ id, display_name }: Account): Promise<boolean> =>
  tryChange({
    sentence: t`The account of ${display_name} is removed`,
    show: [shown(accountsQuery, (list) => list.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/users/{user_id}", { params: { path: { user_id: id } } }),
  });

type ChangesOfMany = Pick<Changes, "role" | "is_active">;

const sendToMany = (ids: readonly string[], updates: ChangesOfMany) =>
  api.PATCH("/api/v1/users/bulk", { body: { ids: [...ids], updates: updates as never } });

/** Gives many accounts back what each of them had. */
async function giveBack(accounts: readonly Account[], changes: ChangesOfMany) {
  const before = Map.groupBy(accounts, (one) => JSON.stringify(valuesBefore(one, changes)));
  let reply: Awaited<ReturnType<typeof sendToMany>> | undefined;
  for (const [values, some] of before)
    reply = await received(
      sendToMany(
        some.map(({ id }) => id),
        JSON.parse(values),
      ),
    );
  return reply as NonNullable<typeof reply>;
}

/** Gives many accounts a role, or lets them log in or not, in one request. @param sentence of what has happened */
export function updateAccounts(
  accounts: readonly Account[],
  changes: ChangesOfMany,
  sentence: string,
): Promise<boolean> {
  const ids = accounts.map(({ id }) => id);
  return tryChange({
    sentence,
    show: [shown(accountsQuery, (list) => list.map((one) => (ids.includes(one.id) ? { ...one, ...changes } : one)))],
    send: () => sendToMany(ids, changes),
    inverse: () => giveBack(accounts, changes),
  });
}

/** Deletes those of some accounts that are not active, for good. @returns true when nothing was refused */
export async function deleteAccounts(accounts: readonly Account[]): Promise<boolean> {
  try {
    const { deleted, skipped } = await answered(
      api.POST("/api/v1/users/bulk-delete", { body: { ids: accounts.map(({ id }) => id) } }),
    );
    toast("done", plural(deleted, { one: "# account is removed", other: "# accounts are removed" }));
    if (skipped[0]) toast("failed", skipped[0].reason);
    return skipped.length === 0;
  } catch (error) {
    toast("failed", refusalSentence(asRefusal(error)));
    return false;
  } finally {
    void cache.invalidateQueries({ queryKey: accountsQuery.queryKey });
  }
}

/** Makes the account of a program. @returns its id @throws Refusal */
export async function createServiceAccount(display_name: string, role: string): Promise<string> {
  const { id } = await answered(api.POST("/api/v1/users/service-accounts", { body: { display_name, role } }));
  await cache.invalidateQueries({ queryKey: accountsQuery.queryKey });
  return id;
}

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

/** Making users, and inviting them. */
import { eq, sql } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import {
  type Account,
  accountMail,
  createUser,
  emailKey,
  findUserByEmail,
  mailConfigured,
  type NewAccount,
  updateUser,
} from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { newSetupLink } from "../../core/access/password-links";
import { hashPassword } from "../../core/access/passwords";
import { publish } from "../../core/journal/journal";
import { ssoEnabled } from "../../core/settings/providers";
import { conflict, notFound, Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { wireOf } from "./list";
import type { CreatedUser, Invitation, NewUser } from "./model";
import { knownRole, refuseBadPassword, requireGrantable, requireInvitable, requirePowerOver } from "./rules";

const { invitations } = tables;
type InvitationRow = typeof invitations.$inferSelect;

const NO_MAIL = "SMTP is not configured";

/** Whether somebody may make this user at this moment, and of which kind the account will be. */
function admit(actor: Actor, request: NewUser): "local" | "sso" {
  const { role, auth_provider: provider } = request;
  knownRole(role);
  if (may(actor, "admin.users")) requireGrantable(actor, role);
  else requireInvitable(actor, role);
  const email = emailKey(request.email);
  if (findUserByEmail(email)) throw conflict("A user with this e-mail address exists");
  if (db.select({ id: invitations.id }).from(invitations).where(eq(invitations.email, email)).get())
    throw conflict("An invitation for this e-mail address exists");
  const password = request.password || undefined;
  if (provider === "local") {
    if (!password && !request.send_email) throw refused("A local account needs a password or an invitation by e-mail");
    return "local";
  }
  if (provider === "sso") {
    if (!ssoEnabled()) throw refused("SSO is not enabled");
    if (password) throw refused("An SSO account has no password");
    return "sso";
  }
  if (password) return "local";
  if (!ssoEnabled()) throw refused("A password is required while SSO is not enabled");
  return "sso";
}

/**
 * Makes a user, and mails an invitation if that is asked for. Publishes `user.created` and `invitation.created`.
 * @throws Problem 400, 403 or 409 when a rule says no; 422 for a password that guessing begins with. That a mail could not be sent is told
 *   in the answer.
 */
export async function addUser(actor: Actor, request: NewUser): Promise<CreatedUser> {
  admit(actor, request);
  const { email, display_name, role, password, send_email: isInvited } = request;
  if (password) refuseBadPassword(password, email);
  const password_hash = password ? await hashPassword(password) : null;
  const { account, token } = transaction(() => {
    const auth_provider = admit(actor, request);
    const link = auth_provider === "local" && !password_hash ? newSetupLink() : undefined;
    const setup = link && { password_setup_hash: link.hash, password_setup_expires_at: link.expiresAt };
    const made: NewAccount = { email, display_name, role, password_hash, auth_provider, ...setup };
    const account = createUser(made, actor);
    if (isInvited) {
      const invitation = { id: newId(), email: account.email, role, invited_by: actor.userId, created_at: now() };
      db.insert(invitations).values(invitation).run();
      tell(actor, "created", invitation);
    }
    return { account, token: link?.token };
  });
  const user = wireOf(account);
  if (!isInvited) return user;
  const error = await mailInvitation(account, token);
  return error === undefined ? { ...user, email_sent: true } : { ...user, email_sent: false, email_error: error };
}

const tell = (
  actor: Actor,
  what: "created" | "resent" | "deleted",
  { id, email, role }: Pick<InvitationRow, "id" | "email" | "role">,
) => publish(actor, { type: `invitation.${what}`, data: { id, name: email, role } });

/** Mails an invitation. @returns why that failed, or undefined */
async function mailInvitation(
  to: Pick<Account, "email" | "display_name">,
  token?: string,
): Promise<string | undefined> {
  const mail = accountMail();
  if (!mail) return NO_MAIL;
  try {
    await mail.invitation(to, token);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Invitations by e-mail address, of those who have never logged in. */
export const listInvitations = (): Invitation[] =>
  db
    .select()
    .from(invitations)
    .where(
      sql`not exists (select 1 from users where users.email = ${invitations.email} and users.last_login is not null)`,
    )
    .orderBy(invitations.email)
    .all();

/**
 * An invitation, and the account that it is to, for somebody who wants to do something with it.
 * @throws Problem 404; 403 when whoever was invited may do more than the actor
 */
function invitationFor(actor: Actor, id: string) {
  const invitation = db.select().from(invitations).where(eq(invitations.id, id)).get();
  if (!invitation) throw notFound("Invitation");
  const account = findUserByEmail(invitation.email);
  if (account) requirePowerOver(actor, account);
  // Who comes in by single sign-on without an account gets this role.
  else requireGrantable(actor, invitation.role);
  return { invitation, account };
}

/**
 * Mails an invitation again. Whoever has no password yet gets a new link: of the old one, only a hash is stored.
 * Publishes `invitation.resent`.
 * @throws Problem 404, 403 for one who may do more, 400 without an SMTP server, 502 when the mail could not be sent
 */
export async function resendInvitation(actor: Actor, id: string): Promise<{ email_sent: true; sent_to: string }> {
  const { to, token } = transaction(() => {
    const { invitation, account } = invitationFor(actor, id);
    if (!mailConfigured()) throw refused(NO_MAIL);
    tell(actor, "resent", invitation);
    const to = account ?? { email: invitation.email, display_name: invitation.email };
    if (account?.auth_provider !== "local" || account.password_hash !== null) return { to };
    const link = newSetupLink();
    updateUser(account.id, { password_setup_hash: link.hash, password_setup_expires_at: link.expiresAt });
    return { to, token: link.token };
  });
  const error = await mailInvitation(to, token);
  if (error !== undefined) throw new Problem(502, `The invitation could not be mailed: ${error}`);
  return { email_sent: true, sent_to: to.email };
}

/**
 * Forgets an invitation. The user and their link stay. Publishes `invitation.deleted`.
 * @throws Problem 404, 403 for one who may do more
 */
export function removeInvitation(actor: Actor, id: string): void {
  transaction(() => {
    const { invitation } = invitationFor(actor, id);
    db.delete(invitations).where(eq(invitations.id, id)).run();
    tell(actor, "deleted", invitation);
  });
}

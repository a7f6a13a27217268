/** Creating users, and inviting them. */
import { eq, getTableColumns, isNull } from "drizzle-orm";
import { db, tables, transaction, transactionInTurn } from "../../../db";
import * as accounts from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { newSetupLink } from "../../core/access/password-links";
import { badPassword, hashPassword } from "../../core/access/passwords";
import { publish } from "../../core/journal/journal";
import { ssoEnabled } from "../../core/settings/providers";
import { conflict, found, invalid, Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { CreatedUser, Invitation, NewUser } from "./model";
import { serialize } from "./read";
import { requireGrantable, requireInvitable, requireLogin, requirePowerOver, requireRole } from "./rules";

const { invitations, users } = tables;

const NO_MAIL = "SMTP is not configured";

/** Returns the part that all payloads about an invitation share. */
const subject = ({ id, email, role }: Pick<Invitation, "id" | "email" | "role">) => ({ id, name: email, role });

/** @throws Problem 400, 403 or 409 when the actor may not create such a user */
function requireCreatable(actor: Actor, { role, email: address }: NewUser): void {
  requireRole(role);
  if (may(actor, "admin.users")) requireGrantable(actor, role);
  else requireInvitable(actor, role);
  const email = accounts.emailKey(address);
  if (accounts.findUserByEmail(email)) throw conflict("A user with this e-mail address exists");
  if (db.select({ id: invitations.id }).from(invitations).where(eq(invitations.email, email)).get())
    throw conflict("An invitation for this e-mail address exists");
}

/** Returns the way in which a new user is to log in. @throws Problem 400 when that can't be */
function providerOf({ auth_provider, password, send_email }: NewUser): "local" | "sso" {
  const provider = auth_provider ?? (password ? "local" : "sso");
  if (provider === "local" && !password && !send_email)
    throw refused("A local account needs a password or an invitation by e-mail");
  if (provider === "local") return provider;
  if (!ssoEnabled())
    throw refused(auth_provider ? "SSO is not enabled" : "A password is required while SSO is not enabled");
  if (password) throw refused("An SSO account has no password");
  return provider;
}

/**
 * Creates a user, and mails an invitation if that is asked for; the answer says when it could not be sent. Publishes
 * `user.created` and `invitation.created`. A password that an administrator gives may be weak, but not well known.
 * @throws Problem 400, 403 or 409 when a rule says no; 422 for a password that is guessed first
 */
export async function createUser(actor: Actor, request: NewUser): Promise<CreatedUser> {
  const { email, display_name, role, password, send_email: isInvited } = request;
  requireCreatable(actor, request);
  if (password) requireLogin(actor);
  providerOf(request);
  const objection = password && badPassword(password, email);
  if (objection) throw invalid(["body", "password"], objection);
  const password_hash = password ? await hashPassword(password) : null;
  const { account, token } = await transactionInTurn(() => {
    requireCreatable(actor, request);
    const auth_provider = providerOf(request);
    const link = auth_provider === "local" && !password_hash ? newSetupLink() : undefined;
    const setup = link && { password_setup_hash: link.hash, password_setup_expires_at: link.expiresAt };
    const account = accounts.createUser({ email, display_name, role, password_hash, auth_provider, ...setup }, actor);
    if (isInvited) {
      const invitation = { id: newId(), email: account.email, role, invited_by: actor.userId, created_at: now() };
      accounts.createInvitation(invitation);
      publish(actor, { type: "invitation.created", data: subject(invitation) });
    }
    return { account, token: link?.token };
  });
  const user = serialize(account);
  if (!isInvited) return user;
  const error = await mailInvitation(account, token);
  return error === undefined ? { ...user, email_sent: true } : { ...user, email_sent: false, email_error: error };
}

/** Mails an invitation. @returns why that failed, or undefined */
async function mailInvitation(
  to: { email: string; display_name: string },
  token?: string,
): Promise<string | undefined> {
  const mail = accounts.accountMail();
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
    .select({ ...getTableColumns(invitations), expires_at: users.password_setup_expires_at })
    .from(invitations)
    .leftJoin(users, eq(users.email, invitations.email))
    .where(isNull(users.last_login))
    .orderBy(invitations.email)
    .all();

/**
 * Finds an invitation and its account, for an actor who may send or delete it.
 * @throws Problem 404; 403 when whoever was invited may do more than the actor
 */
function requireInvitation(actor: Actor, id: string) {
  const invitation = found(db.select().from(invitations).where(eq(invitations.id, id)).get(), "Invitation");
  const account = accounts.findUserByEmail(invitation.email);
  if (account) requirePowerOver(actor, account);
  // A person who signs in by an identity provider without an account gets this role.
  else requireGrantable(actor, invitation.role);
  return { invitation, account };
}

/**
 * Mails an invitation again, to accounts without a password with a new link: only a hash of the old one is stored.
 * Publishes `invitation.resent`.
 * @throws Problem 404, 403 for one who may do more, 400 for a deactivated user or without an SMTP server, 502 when the mail could not be sent
 */
export async function resendInvitation(actor: Actor, id: string): Promise<{ email_sent: true; sent_to: string }> {
  const { to, token } = await transactionInTurn(() => {
    const { invitation, account } = requireInvitation(actor, id);
    if (account && !account.is_active) throw refused("The user is deactivated");
    if (!accounts.accountMail()) throw refused(NO_MAIL);
    publish(actor, { type: "invitation.resent", data: subject(invitation) });
    const to = account ?? { email: invitation.email, display_name: invitation.email };
    if (account?.auth_provider !== "local" || account.password_hash !== null) return { to };
    const link = newSetupLink();
    accounts.updateUser(account.id, { password_setup_hash: link.hash, password_setup_expires_at: link.expiresAt });
    return { to, token: link.token };
  });
  const error = await mailInvitation(to, token);
  if (error !== undefined) throw new Problem(502, `The invitation could not be mailed: ${error}`);
  return { email_sent: true, sent_to: to.email };
}

/**
 * Withdraws an invitation: the user stays, but the link of the invitation ends. Publishes `invitation.deleted`.
 * @throws Problem 404, 403 for one who may do more
 */
export function deleteInvitation(actor: Actor, id: string): void {
  transaction(() => {
    const { invitation, account } = requireInvitation(actor, id);
    if (account) accounts.updateUser(account.id, { password_setup_hash: null, password_setup_expires_at: null });
    accounts.deleteInvitation(invitation.email);
    publish(actor, { type: "invitation.deleted", data: subject(invitation) });
  });
}

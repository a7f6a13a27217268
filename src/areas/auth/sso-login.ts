/** Signing in somebody whom an identity provider has vouched for. */
import { eq, inArray } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import { type Account, createUser, deleteInvitation, findUserByEmail, updateUser } from "../../core/access/accounts";
import { rolesByKey } from "../../core/access/roles";
import { type Author, publish } from "../../core/journal/journal";
import { conflict, forbidden } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { Identity } from "./sso-identity";

const { invitations, users } = tables;

/** The role of people whom nobody has invited. */
const STRANGER = "viewer";

/**
 * Signs a person in, with the account that is theirs already, that waits for them, or that they get.
 * Publishes `user.logged_in`, after `user.linked` or `user.created` when it is the first time.
 * @throws Problem 403 when the account is deactivated; 409 when the e-mail address belongs to an account with a password,
 *   or to one that is somebody else's at this provider
 */
export function signIn(identity: Identity, visitor: Author): Account {
  return transaction(() => {
    const account = ownAccount(identity) ?? waitingAccount(identity);
    if (!account) return noteLogin(visitor, create(identity, visitor));
    if (!account.is_active) throw forbidden("Account disabled");
    return noteLogin(visitor, account.sso_subject_id === identity.subject ? account : link(identity, account, visitor));
  });
}

/** The account that is linked to the person. One from another database may be linked to the bare name. */
function ownAccount({ subject, bareSubject }: Identity): Account | undefined {
  // A bare name must not pass for a whole one, which has this sign.
  const names = bareSubject.includes("#") ? [subject] : [subject, bareSubject];
  const linked = db.select().from(users).where(inArray(users.sso_subject_id, names)).all();
  return linked.find((account) => account.sso_subject_id === subject) ?? linked[0];
}

const issuerOf = (subject: string) => (subject.includes("#") ? subject.slice(0, subject.indexOf("#")) : undefined);

/**
 * The account that has the person's e-mail address and is theirs to take.
 * @throws Problem 409 when it isn't
 */
function waitingAccount({ subject, email }: Identity): Account | undefined {
  const account = findUserByEmail(email);
  if (!account) return undefined;
  if (account.auth_provider === "local") throw conflict("An account with a password has this e-mail address");
  // An address that has passed to somebody else doesn't take the account with it. Another provider is an
  // administrator's choice, and everybody's accounts move there with their addresses.
  if (account.sso_subject_id !== null && issuerOf(account.sso_subject_id) === issuerOf(subject))
    throw conflict("The account with this e-mail address is linked to another person; an administrator can unlink it");
  return account;
}

function link({ subject, name }: Identity, account: Account, visitor: Author): Account {
  const linked = updateUser(account.id, {
    sso_subject_id: subject,
    password_setup_hash: null,
    password_setup_expires_at: null,
    ...(account.display_name === "" && name !== "" && { display_name: name }),
  });
  publish(
    { ...visitor, userId: account.id },
    { type: "user.linked", data: { id: account.id, name: linked.display_name, issuer: issuerOf(subject) } },
  );
  return linked;
}

function create({ subject, email, name }: Identity, visitor: Author): Account {
  const invitation = db.select().from(invitations).where(eq(invitations.email, email)).get();
  const role = invitation && rolesByKey().has(invitation.role) ? invitation.role : STRANGER;
  const id = newId();
  const display_name = name || email.slice(0, email.lastIndexOf("@")).slice(0, 200);
  createUser({ id, email, display_name, role, auth_provider: "sso" }, { ...visitor, userId: id });
  return updateUser(id, { sso_subject_id: subject });
}

function noteLogin(visitor: Author, { id, email, display_name: name }: Account): Account {
  deleteInvitation(email);
  publish({ ...visitor, userId: id }, { type: "user.logged_in", data: { id, name } });
  return updateUser(id, { last_login: now() });
}

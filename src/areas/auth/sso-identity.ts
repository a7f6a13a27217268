/** The person whom an identity provider has signed in, and their account. */
import { eq, inArray } from "drizzle-orm";
import { db, tables, transactionInTurn } from "../../../db";
import { type Account, createUser, deleteInvitation, findUserByEmail, updateUser } from "../../core/access/accounts";
import { giveRole, groupRules } from "../../core/access/group-roles";
import { rolesByKey } from "../../core/access/roles";
import { type Author, identify, publish } from "../../core/journal/journal";
import { conflict, forbidden, Problem } from "../../http/errors";
import { Email } from "../../http/schemas";
import { newId } from "../../platform/ids";
import { plainLine } from "../../platform/plain-line";
import { recordLogin } from "./login-record";
import type { Provider } from "./sso-providers";
import type { Claims } from "./sso-tokens";

const { invitations, users } = tables;

export type Identity = {
  /** Issuer and subject: unique among all providers, and never changing. */
  subject: string;
  /** The subject without the issuer, to which accounts of imported databases are linked. */
  bareSubject: string;
  email: string;
  /** The display name; empty when the provider gives none. */
  name: string;
  /** The groups that the provider names; undefined when it names none, also because there are too many. */
  groups?: string[];
};

const LONGEST_SUBJECT = 255;

const textOf = (claim: unknown) => (typeof claim === "string" ? claim.trim() : "");
const isTrue = (claim: unknown) => claim === true || claim === 1 || claim === "true" || claim === "1";

/**
 * Returns the identity in the claims of a provider.
 * @throws Problem 401 when subject or e-mail address are missing; 403 when the address is not verified, or not of an
 *   allowed domain
 */
export function identityOf(provider: Provider, claims: Claims): Identity {
  requireHostedDomain(provider, claims);
  const bareSubject = (provider.kind === "microsoft" && textOf(claims["oid"])) || textOf(claims.sub);
  if (bareSubject === "" || bareSubject.length > LONGEST_SUBJECT)
    throw new Problem(401, "The identity provider doesn't say who this is");
  const email = emailOf(claims);
  requireVerified(provider, claims, email);
  const { kind, domains } = provider;
  if (kind !== "google" && domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf("@") + 1)))
    throw forbidden("Only people of this organisation's domains may come in");
  const subject = `${claims.iss.replace(/\/$/, "")}#${bareSubject}`;
  return { subject, bareSubject, email, name: nameOf(claims), ...groupsOf(claims) };
}

/** Groups of a token, and characters of the name of each. */
const MAX_GROUPS = 500;
const LONGEST_GROUP = 500;

function groupsOf(claims: Claims): Pick<Identity, "groups"> {
  const { groups } = claims;
  if (!Array.isArray(groups)) return {};
  const named = groups.filter((group): group is string => typeof group === "string" && group.length <= LONGEST_GROUP);
  return { groups: named.slice(0, MAX_GROUPS).map((group) => group.toWellFormed()) };
}

function emailOf(claims: Claims): string {
  const claimed = textOf(claims["email"]) || textOf(claims["preferred_username"]);
  const email = Email.safeParse(claimed.toLowerCase());
  if (!email.success) throw new Problem(401, "The identity provider names no e-mail address that can be used");
  return email.data;
}

/** Google names the organisation of an account in the claim `hd`; the domain of the address proves nothing there. */
function requireHostedDomain({ kind, domains }: Provider, claims: Claims): void {
  if (kind === "google" && domains.length > 0 && !domains.includes(textOf(claims["hd"]).toLowerCase()))
    throw forbidden("Only accounts of this organisation's domain may come in");
}

/**
 * Accounts are found by e-mail address, so the address must be verified. At a provider of many organisations, each of
 * these can write any address into the profiles of its people.
 */
function requireVerified({ shared }: Provider, claims: Claims, email: string): void {
  const verified = claims["email_verified"];
  if (verified === false || verified === "false" || verified === 0)
    throw forbidden("The identity provider has not verified the e-mail address");
  if (!shared || isTrue(claims["xms_edov"]) || textOf(claims["preferred_username"]).toLowerCase() === email) return;
  throw forbidden(
    "The e-mail address is vouched for by nobody; an administrator can set `tenant_id` to the tenant's own",
  );
}

const nameOf = (claims: Claims): string => plainLine(claims["name"], 200);

/** The role of accounts without an invitation. */
const UNINVITED_ROLE = "viewer";

/**
 * Signs a person in with the account that is linked to them, the account with their e-mail address, or a new one.
 * Publishes `user.logged_in`, after `user.linked` or `user.created` when it is the first time.
 * @throws Problem 403 when the account is deactivated; 409 when the e-mail address belongs to an account with a password,
 *   or to one that is somebody else's at this provider
 */
export async function signIn(identity: Identity, visitor: Author): Promise<Account> {
  return transactionInTurn(() => {
    const found = findLinked(identity) ?? findLinkable(identity);
    if (found && !found.is_active) throw forbidden("Account disabled");
    const linked = found?.sso_subject_id === identity.subject ? found : found && link(identity, found, visitor);
    const account = linked ?? create(identity, visitor);
    deleteInvitation(account.email);
    return recordLogin(visitor, withRoleOfGroups(identity, account, visitor));
  });
}

/** Stores the groups that the provider names, and gives the account their role. */
function withRoleOfGroups({ groups }: Identity, account: Account, visitor: Author): Account {
  const rules = groups && groupRules();
  if (!rules) return account;
  rules.store(account.id, groups);
  const role = rules.roleOf(groups);
  return giveRole(
    identify(visitor, account.id),
    account,
    role !== undefined && rolesByKey().has(role) ? role : undefined,
  );
}

/** Finds the account that is linked to the subject, or to the bare subject. */
function findLinked({ subject, bareSubject }: Identity): Account | undefined {
  // A bare subject with a # could be mistaken for one with an issuer.
  const names = bareSubject.includes("#") ? [subject] : [subject, bareSubject];
  const linked = db.select().from(users).where(inArray(users.sso_subject_id, names)).all();
  return linked.find((account) => account.sso_subject_id === subject) ?? linked[0];
}

const issuerOf = (subject: string) => (subject.includes("#") ? subject.slice(0, subject.indexOf("#")) : undefined);

/**
 * Finds the account with the person's e-mail address.
 * @throws Problem 409 when it has a password, or is linked to somebody else at this provider
 */
function findLinkable({ subject, email }: Identity): Account | undefined {
  const account = findUserByEmail(email);
  if (!account) return undefined;
  if (account.auth_provider === "local") throw conflict("An account with a password has this e-mail address");
  // At the same provider, another subject is another person who has got the address. When an administrator has set
  // another provider, accounts are linked to it by their addresses.
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
  publish(identify(visitor, account.id), {
    type: "user.linked",
    data: { id: account.id, name: linked.display_name, issuer: issuerOf(subject) },
  });
  return linked;
}

function create({ subject, email, name }: Identity, visitor: Author): Account {
  const invitation = db.select().from(invitations).where(eq(invitations.email, email)).get();
  const role = invitation && rolesByKey().has(invitation.role) ? invitation.role : UNINVITED_ROLE;
  const id = newId();
  const display_name = name || email.slice(0, email.lastIndexOf("@")).slice(0, 200);
  createUser({ id, email, display_name, role, auth_provider: "sso" }, identify(visitor, id));
  return updateUser(id, { sso_subject_id: subject });
}

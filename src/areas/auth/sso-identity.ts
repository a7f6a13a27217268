/** Who somebody is, by the claims of a provider, and whether people like them may come in. */

import { forbidden, Problem } from "../../http/errors";
import { Email } from "../../http/schemas";
import type { Provider } from "./sso-providers";
import type { Claims } from "./sso-tokens";

export type Identity = {
  /** Names the person for good, among all providers. */
  subject: string;
  /** The provider's own name for the person, as databases from elsewhere have it. */
  bareSubject: string;
  email: string;
  /** What to call them; empty when the provider doesn't say. */
  name: string;
};

const LONGEST_SUBJECT = 255;

const textOf = (claim: unknown) => (typeof claim === "string" ? claim.trim() : "");
const isTrue = (claim: unknown) => claim === true || claim === 1 || claim === "true" || claim === "1";

/**
 * The person whom a provider has signed in.
 * @throws Problem 401 when the claims name nobody; 403 when the provider doesn't vouch for the e-mail address, or it is
 *   not of a domain that may come in
 */
export function identityOf(provider: Provider, claims: Claims): Identity {
  requireHostedDomain(provider, claims);
  const bareSubject = (provider.kind === "microsoft" && textOf(claims["oid"])) || textOf(claims.sub);
  if (bareSubject === "" || bareSubject.length > LONGEST_SUBJECT)
    throw new Problem(401, "The identity provider doesn't say who this is");
  const email = emailOf(claims);
  requireVouched(provider, claims, email);
  const { kind, domains } = provider;
  if (kind !== "google" && domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf("@") + 1)))
    throw forbidden("Only people of this organisation's domains may come in");
  return { subject: `${claims.iss.replace(/\/$/, "")}#${bareSubject}`, bareSubject, email, name: nameOf(claims) };
}

function emailOf(claims: Claims): string {
  const said = textOf(claims["email"]) || textOf(claims["preferred_username"]);
  const email = Email.safeParse(said.toLowerCase());
  if (!email.success) throw new Problem(401, "The identity provider tells no e-mail address that can be used");
  return email.data;
}

/** Google tells by a claim of its own to which organisation an account belongs; anybody can have an e-mail address there. */
function requireHostedDomain({ kind, domains }: Provider, claims: Claims): void {
  if (kind === "google" && domains.length > 0 && !domains.includes(textOf(claims["hd"]).toLowerCase()))
    throw forbidden("Only accounts of this organisation's domain may come in");
}

/**
 * An account is found by its e-mail address, so the address must be its owner's. Where everybody can bring an
 * organisation of their own, such an organisation can write any address into the profile of its people.
 */
function requireVouched({ shared }: Provider, claims: Claims, email: string): void {
  const verified = claims["email_verified"];
  if (verified === false || verified === "false" || verified === 0)
    throw forbidden("The identity provider has not verified the e-mail address");
  if (!shared || isTrue(claims["xms_edov"]) || textOf(claims["preferred_username"]).toLowerCase() === email) return;
  throw forbidden(
    "The e-mail address is vouched for by nobody; an administrator can set `tenant_id` to the tenant's own",
  );
}

function nameOf(claims: Claims): string {
  const plain = textOf(claims["name"]).toWellFormed();
  return plain
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
}

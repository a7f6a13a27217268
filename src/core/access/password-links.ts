/** The tokens of mailed links for setting a password. Only their SHA-256 is stored: they are random, so a fast hash is safe. */
import { createHash, randomBytes } from "node:crypto";
import { DAY, fromNow, HOUR } from "../../platform/clock";

/** The token of a link, and its hash and expiry to store. */
type Link = { token: string; hash: string; expiresAt: string };

/** Returns the hash of a link's token, in hexadecimal. */
export const linkHash = (token: string): string => createHash("sha256").update(token).digest("hex");

function newLink(bytes: number, lifetime: number): Link {
  const token = randomBytes(bytes).toString("base64url");
  return { token, hash: linkHash(token), expiresAt: fromNow(lifetime) };
}

/** Creates a new link for choosing the first password of an account. */
export const newSetupLink = (): Link => newLink(48, 14 * DAY);

/** Creates a new link for resetting a forgotten password. */
export const newResetLink = (): Link => newLink(32, HOUR);

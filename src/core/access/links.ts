/**
 * The secrets in mailed links that let somebody set a password. Only their SHA-256 is stored: they are random, so a
 * fast hash keeps them as safe as a slow one would.
 */
import { createHash, randomBytes } from "node:crypto";
import { DAY, fromNow, HOUR } from "../../platform/clock";

/** A secret for a link, and what is stored of it. */
export type Link = { token: string; hash: string; expiresAt: string };

/** What is stored of a link's secret. */
export const linkHash = (token: string): string => createHash("sha256").update(token).digest("hex");

function newLink(bytes: number, life: number): Link {
  const token = randomBytes(bytes).toString("base64url");
  return { token, hash: linkHash(token), expiresAt: fromNow(life) };
}

/** A link to choose the first password of an account. */
export const newSetupLink = (): Link => newLink(48, 14 * DAY);

/** A link to choose another password when the old one is forgotten. */
export const newResetLink = (): Link => newLink(32, HOUR);

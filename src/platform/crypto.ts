/** Encryption of stored secrets with a key derived from SECRET_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const PREFIX = "enc:";
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

let key = Buffer.alloc(0);

/** Sets the encryption key; secrets stored under another SECRET_KEY become unreadable. */
export function configureSecrets(secretKey: string): void {
  key = Buffer.from(hkdfSync("sha256", secretKey, "", "stoa secrets at rest", 32));
}

/** Encrypts a secret; an empty one stays empty. */
export function encryptSecret(secret: string): string {
  if (secret === "") return "";
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Decrypts a stored secret; empty when it can't be decrypted. Text that isn't encrypted is returned as it is. */
export function decryptSecret(stored: string): string {
  if (!stored.startsWith(PREFIX)) return stored;
  try {
    const bytes = Buffer.from(stored.slice(PREFIX.length), "base64url");
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return "";
  }
}

/** Checks whether a stored secret can't be decrypted, because it was encrypted with another key or is damaged. */
export const isUnreadable = (stored: string): boolean => stored.startsWith(PREFIX) && decryptSecret(stored) === "";

/** Represents a secret in responses; sent back, it keeps the secret. */
const MASK = "•".repeat(8);

/** Returns the mask of a stored secret; empty when it is unset. */
export const maskSecret = (stored: string): string => (decryptSecret(stored) === "" ? "" : MASK);

/** Separates a secret from its place; input can't contain it. */
const SEPARATOR = "\u0000";

/**
 * Returns the secret to store when a client sends `sent` for a `place`, such as a host; empty or the mask keeps the stored
 * one.
 */
export const replaceSecret = (stored: string, sent: string, place: string): string =>
  sent === "" || sent === MASK ? stored : encryptSecret(sent + SEPARATOR + place);

/**
 * Returns a stored secret in clear, or empty for another place than it was entered for, so that a user who changes the
 * place can't obtain the secret. An imported secret has no place and is valid for every one.
 */
export function secretFor(stored: string, place: string): string {
  const [secret = "", given = place] = decryptSecret(stored).split(SEPARATOR);
  return given === place ? secret : "";
}

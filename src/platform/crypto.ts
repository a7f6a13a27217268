/** Secrets at rest: encrypted with a key derived from the installation's SECRET_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const PREFIX = "enc:";
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

let key = Buffer.alloc(0);

/** Sets the key that secrets are encrypted with; another SECRET_KEY can't read them any more. */
export function configureSecrets(secretKey: string): void {
  key = Buffer.from(hkdfSync("sha256", secretKey, "", "stoa secrets at rest", 32));
}

/** A secret as it is stored; an empty one stays empty. */
export function encryptSecret(secret: string): string {
  if (secret === "") return "";
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** A stored secret in clear. Text that was never encrypted is taken as it is; what can't be read is as if it were unset. */
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

/** What stands on the wire for a secret that is set. Sending it back keeps the secret. */
const MASK = "•".repeat(8);

/** A stored secret as the API shows it. */
export const maskSecret = (stored: string): string => (decryptSecret(stored) === "" ? "" : MASK);

/** Stands between a secret and the place it is for; no text that a client can send holds it. */
const FOR = "\u0000";

/**
 * What to store when a client sends this for a secret: nothing and the mask keep what is stored.
 * @param place where the secret is to be shown, as in the name of a host; a secret that is kept stays for its old place
 */
export const replaceSecret = (stored: string, sent: string, place: string): string =>
  sent === "" || sent === MASK ? stored : encryptSecret(sent + FOR + place);

/**
 * A stored secret in clear, for the place it was given for; as if it were unset for any other: whoever can say where it
 * is sent must not get to read it. One from another database, which names no place, is for every place.
 */
export function secretFor(stored: string, place: string): string {
  const [secret = "", given = place] = decryptSecret(stored).split(FOR);
  return given === place ? secret : "";
}

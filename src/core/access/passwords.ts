/** Passwords: how strong they must be, and how they are kept. */
import { isKnownPassword, isNameOnly } from "./known-passwords";

/** argon2id with 19 MiB and two passes: the least that OWASP's cheat sheet on password storage calls safe. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Longer than any passphrase; keeps hashing cheap. In UTF-8 bytes. */
const LONGEST = 1_024;

/** The name that everybody who guesses knows. */
const PRODUCT = "Stoa";

/**
 * Why nobody may have a password, however it came to them, in a sentence; undefined when there is no reason.
 * @param email of the account that the password is for
 */
export function badPassword(password: string, email = ""): string | undefined {
  if (Buffer.byteLength(password) > LONGEST) return `The password must not be longer than ${LONGEST} bytes`;
  if (isKnownPassword(password)) return "The password is too well known; choose one that is harder to guess";
  if (isNameOnly(password, PRODUCT)) return "The password must not be the name of the product";
  if ([email, email.split("@")[0] ?? ""].some((name) => isNameOnly(password, name)))
    return "The password must not be the e-mail address or its beginning";
  return undefined;
}

/**
 * What is wrong with a new password that somebody chooses for themselves, in a sentence; undefined when it is good.
 * @param email of the account that the password is for
 */
export function passwordObjection(password: string, email = ""): string | undefined {
  if ([...password].length < 10) return "The password must have at least 10 characters";
  if (!/\p{Lu}/u.test(password)) return "The password must have an upper-case letter";
  if (!/\p{Nd}/u.test(password)) return "The password must have a digit";
  return badPassword(password, email);
}

/** The hash to keep of a password. Hash before a transaction, never in it. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON2ID);

let decoy: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Without a hash it takes as long and says no, so that the time
 * doesn't tell whether there is such an account. bcrypt hashes of imported accounts are understood.
 */
export async function passwordMatches(password: string, hash: string | null | undefined): Promise<boolean> {
  if (Buffer.byteLength(password) > LONGEST) return false;
  if (!hash) {
    decoy ??= hashPassword(crypto.randomUUID());
    await Bun.password.verify(password, await decoy);
    return false;
  }
  try {
    return await Bun.password.verify(password, hash);
  } catch {
    return false;
  }
}

/** Whether a hash is of a kind that is no longer made, and to be replaced at the next login. */
export const isOutdated = (hash: string): boolean => !hash.startsWith("$argon2id$");

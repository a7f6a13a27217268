/** Passwords: their rules and their hashes. */
import { isKnownPassword, isNameOnly } from "./known-passwords";

/** argon2id with 19 MiB and two passes: the minimum of OWASP's password storage cheat sheet. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** In UTF-8 bytes; bounds the cost of hashing. */
const LONGEST = 1_024;

const PRODUCT = "Stoa";

/**
 * Returns the reason why a password is refused whoever chose it, as a sentence; undefined when it isn't. `email` is that of
 * its account.
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
 * Returns the reason why a password that a user chooses is refused, as a sentence; undefined when it isn't. `email` is that
 * of its account.
 */
export function passwordObjection(password: string, email = ""): string | undefined {
  if ([...password].length < 10) return "The password must have at least 10 characters";
  if (!/\p{Lu}/u.test(password)) return "The password must have an upper-case letter";
  if (!/\p{Nd}/u.test(password)) return "The password must have a digit";
  return badPassword(password, email);
}

/** Returns the hash of a password to store. Must not be awaited in a transaction. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON2ID);

let decoy: Promise<string> | undefined;

/**
 * Checks whether a password matches a hash, which may be a bcrypt hash of an imported account. Without a hash it takes as
 * long, so that the time doesn't reveal whether the account exists.
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

/** Checks whether a hash has an older algorithm and is to be replaced at the next login. */
export const isOutdated = (hash: string): boolean => !hash.startsWith("$argon2id$");

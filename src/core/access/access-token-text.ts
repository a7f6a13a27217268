/**
 * Access tokens as text: a prefix, 256 random bits, and a checksum of what comes before it, by which scanners for secrets
 * recognize a token without asking anybody. Only the SHA-256 of a token is stored: it is random, so a fast hash is safe.
 */
import { createHash, randomBytes } from "node:crypto";

/** The beginning of every token. */
const PREFIX = "stoa_pat_";
/** The beginning of the tokens for feeds that earlier versions have made, which have no checksum. */
const EARLIER_PREFIX = "stoa_feed_";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Digits of 256 bits, and of the 32 bits of a checksum. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Returns a number in base 62, with zeros in front. */
function inBase62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}

/** Returns the CRC-32 of the text before it. */
const checksumOf = (text: string): string => inBase62(BigInt(Bun.hash.crc32(text)), CHECKSUM_LENGTH);

/** Returns a new token with a beginning, random bits and a checksum. */
function newToken(prefix: string): string {
  const text = prefix + inBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), RANDOM_LENGTH);
  return text + checksumOf(text);
}

/** Returns a new token. */
export const newAccessToken = (): string => newToken(PREFIX);

/** Returns a new token by which a program gets its next access token. */
export const newRefreshToken = (): string => newToken("stoa_refresh_");

/** Checks whether a text begins as an access token does. */
export const isAccessToken = (text: string): boolean => text.startsWith(PREFIX) || text.startsWith(EARLIER_PREFIX);

const pattern = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const earlierPattern = new RegExp(`^${EARLIER_PREFIX}[\\w-]{43}$`);

/** Checks whether a text has the form of an access token and the checksum that belongs to it. */
export function isWellFormed(text: string): boolean {
  if (!pattern.test(text)) return earlierPattern.test(text);
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Returns the hash of a token, in hexadecimal. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

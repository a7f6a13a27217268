/** Identifiers. */
import { randomBytes } from "node:crypto";

/** The source of ids that follow from a seed, for the work that `withIds` runs. */
let seeded: (() => string) | undefined;

/** Creates a new UUIDv7; ids sort by creation, also within a millisecond. */
export const newId = (): string => seeded?.() ?? freshId();

/** Works as `newId`, for what reports a change and is no part of it, such as events: it is another one each time. */
export const freshId = (): string => Bun.randomUUIDv7();

/** Creates a token that nobody can guess; in the work that `withIds` runs, one that is the same each time. @param bytes of its randomness */
export function newToken(bytes: number): string {
  const random = seeded ? new Bun.CryptoHasher("sha256").update(seeded()).digest() : randomBytes(bytes);
  return Buffer.from(random.subarray(0, bytes)).toString("base64url");
}

/** Hexadecimal digits that a seed contributes to each of its ids. */
const SEED_DIGITS = 11;

/** Returns the digits by which the ids that follow from a seed end. */
export const digitsOfSeed = (seed: string): string =>
  new Bun.CryptoHasher("sha256").update(seed).digest("hex").slice(0, SEED_DIGITS);

/** Returns the UUIDv7 of an instant that has a number in place of the first random bits, and of a seed's in place of the rest. */
function idOf(milliseconds: number, number: number, seed: string): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  const count = number.toString(16).padStart(7, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6)}${seed}`;
}

/**
 * Runs synchronous work that creates the same ids each time it is done: what was asked for once can be done again elsewhere.
 * @param seed any text that nothing else is given
 * @param instant ISO 8601, after which the ids sort
 */
export function withIds<T>(seed: string, instant: string, work: () => T): T {
  const before = seeded;
  const digits = digitsOfSeed(seed);
  const milliseconds = Date.parse(instant);
  let created = 0;
  seeded = () => idOf(milliseconds, created++, digits);
  try {
    return work();
  } finally {
    seeded = before;
  }
}

const hexadecimal = /^[0-9a-f]{32}$/;
const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Parses a UUID in canonical form; undefined for other text. Upper case, braces, `urn:uuid:` and missing hyphens are
 * accepted.
 */
export function parseUuid(text: string): string | undefined {
  if (canonical.test(text)) return text;
  if (text.length > 50) return undefined;
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, "")
    .replace(/^\{(.*)\}$/, "$1")
    .replaceAll("-", "");
  if (!hexadecimal.test(bare)) return undefined;
  return `${bare.slice(0, 8)}-${bare.slice(8, 12)}-${bare.slice(12, 16)}-${bare.slice(16, 20)}-${bare.slice(20)}`;
}

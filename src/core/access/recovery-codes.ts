/**
 * Recovery codes, each of which stands for a second factor once. Only their SHA-256 is stored: they hold 80 random bits, so a
 * fast hash is safe.
 */
import { createHash, randomBytes } from "node:crypto";
import { statement } from "../../../db";
import { now } from "../../platform/clock";

const CODES = 10;
const BYTES = 10;
/** Base 32 without the letters that are mistaken for others. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns bytes as text of five bits per letter, in groups of four. */
function textOf(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/** Returns a code as it is hashed, in whatever way somebody has typed it. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, "").replace(/[il]/g, "1").replaceAll("o", "0");

const hashOf = (code: string) => createHash("sha256").update(plain(code)).digest("hex");

/** Deletes the codes of a user; part of the running transaction. */
export const deleteRecoveryCodes = (userId: string): void =>
  void statement("DELETE FROM recovery_codes WHERE user_id = ?").run(userId);

/** Replaces the codes of a user; part of the running transaction. @returns the new ones, which are stored nowhere */
export function replaceRecoveryCodes(userId: string): string[] {
  deleteRecoveryCodes(userId);
  const codes = Array.from({ length: CODES }, () => textOf(randomBytes(BYTES)));
  statement(
    `INSERT INTO recovery_codes (code_hash, user_id, created_at)
     SELECT value, ?, ? FROM json_each(?)`,
  ).run(userId, now(), JSON.stringify(codes.map(hashOf)));
  return codes;
}

/** Uses up a code of a user; part of the running transaction. @returns whether it was one */
export const redeemRecoveryCode = (userId: string, code: string): boolean =>
  statement("DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?").run(userId, hashOf(code)).changes > 0;

/** Returns the number of codes that a user has left. */
export const countRecoveryCodes = (userId: string): number =>
  statement<{ count: number }, [string]>("SELECT count(*) AS count FROM recovery_codes WHERE user_id = ?").get(userId)
    ?.count ?? 0;

/**
 * Second factors of people who log in with a password: authenticator apps and passkeys, with recovery codes for whoever has lost
 * them. The identity provider of single sign-on has its own.
 */
import { eq } from "drizzle-orm";
import { cachedUntilWrite, db, hasRow, statement, tables } from "../../../db";
import { Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { decryptSecret } from "../../platform/crypto";
import { newId } from "../../platform/ids";
import { type Author, publish } from "../journal/journal";
import { countRecoveryCodes, deleteRecoveryCodes, redeemRecoveryCode, replaceRecoveryCodes } from "./recovery-codes";
import { stepOfCode } from "./totp";

const { secondFactors } = tables;

export type SecondFactor = typeof secondFactors.$inferSelect;
/** The proof that somebody has shown in addition to the password. */
export type Proof = "totp" | "passkey" | "recovery_code";

/** The account of a factor. */
type Owner = { id: string; display_name: string };

/** Factors that one account may have. */
const MAX_FACTORS = 20;

/** Lists the factors of a user, the oldest first. */
export const listFactors = (userId: string): SecondFactor[] =>
  db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.user_id, userId))
    .orderBy(secondFactors.created_at, secondFactors.id)
    .all();

/** Checks whether a user has a factor. */
export const hasFactors = (userId: string): boolean => listFactors(userId).length > 0;

const usersWithFactors = cachedUntilWrite(
  (_: "all") =>
    new Set(
      statement<{ user_id: string }>("SELECT DISTINCT user_id FROM second_factors")
        .all()
        .map(({ user_id }) => user_id),
    ),
);

/** Checks whether users have factors, for lists of them. */
export const isProtected = (userId: string): boolean => usersWithFactors("all").has(userId);

const subject = ({ id, display_name: name }: Owner) => ({ id, name });

type NewFactor = Pick<SecondFactor, "kind" | "name"> & Partial<SecondFactor>;

const isKnownPasskey = (credentialId: string): boolean =>
  hasRow("SELECT 1 AS known FROM second_factors WHERE credential_id = ?", credentialId);

/**
 * Stores a factor; part of the running transaction. Publishes `user.factor_added`.
 * @returns it, and the recovery codes that come with the first one
 * @throws Problem 400 when there are too many, and for a passkey that is there already
 */
export function createFactor(
  author: Author,
  owner: Owner,
  factor: NewFactor,
): { factor: SecondFactor; codes: string[] | null } {
  const before = listFactors(owner.id).length;
  if (factor.credential_id && isKnownPasskey(factor.credential_id)) throw refused("This passkey is there already");
  if (before >= MAX_FACTORS) throw refused(`At most ${MAX_FACTORS} factors: remove one first`);
  const row = db
    .insert(secondFactors)
    .values({ ...factor, id: newId(), user_id: owner.id, created_at: now() })
    .returning()
    .get();
  publish(author, { type: "user.factor_added", data: { ...subject(owner), kind: row.kind, factor: row.name } });
  return { factor: row, codes: before === 0 ? replaceRecoveryCodes(owner.id) : null };
}

/** Updates columns of a factor, as part of the running transaction; publishes nothing. */
export const updateFactor = (id: string, columns: Partial<SecondFactor>): void =>
  void db.update(secondFactors).set(columns).where(eq(secondFactors.id, id)).run();

/**
 * Deletes a factor, and with the last one the recovery codes; part of the running transaction. Publishes
 * `user.factor_removed`.
 */
export function deleteFactor(author: Author, owner: Owner, { id, kind, name }: SecondFactor): void {
  db.delete(secondFactors).where(eq(secondFactors.id, id)).run();
  if (!hasFactors(owner.id)) deleteRecoveryCodes(owner.id);
  publish(author, { type: "user.factor_removed", data: { ...subject(owner), kind, factor: name } });
}

/** Deletes all factors and codes of a user; part of the running transaction. Publishes `user.factors_reset` if there were any. */
export function resetFactors(author: Author, owner: Owner): boolean {
  const removed = db.delete(secondFactors).where(eq(secondFactors.user_id, owner.id)).returning().all().length;
  deleteRecoveryCodes(owner.id);
  if (removed > 0) publish(author, { type: "user.factors_reset", data: { ...subject(owner), removed } });
  return removed > 0;
}

/** Replaces the recovery codes of a user; part of the running transaction. Publishes `user.recovery_codes_replaced`. */
export function renewRecoveryCodes(author: Author, owner: Owner): string[] {
  publish(author, { type: "user.recovery_codes_replaced", data: subject(owner) });
  return replaceRecoveryCodes(owner.id);
}

/** Returns the kind of a code by its form. */
export const kindOfCode = (code: string): "totp" | "recovery_code" =>
  /^\d{6}$/.test(code.replace(/\s/g, "")) ? "totp" : "recovery_code";

/**
 * Uses up a code of an authenticator app, or a recovery code; part of the running transaction.
 * @returns whether it was right, and not used before
 */
export function redeemCode(userId: string, code: string): boolean {
  if (kindOfCode(code) === "recovery_code") return hasFactors(userId) && redeemRecoveryCode(userId, code);
  const digits = code.replace(/\s/g, "");
  for (const { id, secret, last_step } of listFactors(userId)) {
    const step = secret === null ? undefined : stepOfCode(decryptSecret(secret), digits, last_step);
    if (step === undefined) continue;
    updateFactor(id, { last_step: step, last_used_at: now() });
    return true;
  }
  return false;
}

/** Returns the ways in which a user can show a second factor. */
export const waysOf = (userId: string): Proof[] => {
  const kinds = new Set<Proof>(listFactors(userId).map(({ kind }) => kind));
  if (kinds.size > 0 && countRecoveryCodes(userId) > 0) kinds.add("recovery_code");
  return [...kinds];
};

/**
 * Requires that an operation is open to somebody whose role demands a second factor, and who hasn't set up one.
 * @throws Problem 403
 */
export function requireOpenWithoutFactor(operation: object | undefined): void {
  if ((operation as { withoutFactor?: true } | undefined)?.withoutFactor) return;
  throw new Problem(403, "Your role demands a second factor: set one up first", {}, { code: "second_factor_required" });
}

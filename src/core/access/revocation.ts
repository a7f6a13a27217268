/** Tokens that are refused before they expire, because a logout has ended them. The guard reads them with the account. */
import { statement, transaction } from "../../../db";
import { SECOND } from "../../platform/clock";
import { closeSessionOf } from "./sessions";
import { type Claims, verifyToken } from "./tokens";

function revoke({ jti, sid, exp }: Claims): void {
  if (jti === undefined) return;
  if (sid !== undefined) closeSessionOf(sid, jti);
  transaction(() => statement("INSERT OR IGNORE INTO revoked_tokens (jti, expires) VALUES (?, ?)").run(jti, exp));
}

/** Revokes a token. One that is invalid, or older than tokens' ids, is left as it is. */
export async function revokeToken(token: string): Promise<void> {
  const claims = await verifyToken(token);
  if (claims) revoke(claims);
}

/** Deletes the records of revoked tokens that have expired. */
export function purgeRevokedTokens(): void {
  transaction(() => statement("DELETE FROM revoked_tokens WHERE expires <= ?").run(Date.now() / SECOND));
}

/**
 * Uses up the id of something that is good for once until it expires; part of the running transaction.
 * @param until milliseconds since 1970
 * @returns whether nobody has used it before
 */
export const isFirstUse = (id: string, until: number): boolean =>
  statement("INSERT OR IGNORE INTO revoked_tokens (jti, expires) VALUES (?, ?)").run(id, Math.ceil(until / SECOND))
    .changes > 0;

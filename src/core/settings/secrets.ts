/** Finds stored secrets that can't be decrypted, as after a change of the secret key. */
import { statement } from "../../../db";
import type { Check } from "../../../db/check";
import { isUnreadable } from "../../platform/crypto";
import { log } from "../../platform/log";

const secretsIn = (column: string) =>
  `SELECT '${column}' || replace(substr(fullkey, 2), '"', '') AS id, value
   FROM app_settings, json_tree(iif(json_valid(${column}), ${column}, '{}')) WHERE type = 'text' AND value GLOB 'enc:*'`;

/** The secrets of the core as `id`, their place, and `value`; of a mail only while it waits to be sent. */
const CORE_SECRETS = `${secretsIn("email_settings")} UNION ALL ${secretsIn("general_settings")}
  UNION ALL SELECT 'mail_outbox.' || id, text FROM mail_outbox WHERE next_attempt IS NOT NULL`;

/** Returns every stored secret. @param others queries of those of areas */
const storedSecrets = (others: readonly string[]) => [CORE_SECRETS, ...others].join(" UNION ALL ");

/**
 * Returns the check that every stored secret can be decrypted with the configured key.
 * @param others queries of the secrets of areas
 */
export const secretsCheck = (others: readonly string[]): Check => ({
  check: "secrets",
  problem: "it can't be opened with this secret key: enter it again, or bring back the key that it was stored with",
  sql: storedSecrets(others),
  breaks: isUnreadable,
});

/** Secrets that are named in the log one by one. */
const MAX_NAMED = 20;

/**
 * Warns in the log of the stored secrets that can't be decrypted with the configured key, by their places.
 * @param others queries of the secrets of areas
 */
export function warnOfUnreadableSecrets(others: readonly string[]): void {
  const unreadable = statement<{ id: string; value: string }>(storedSecrets(others))
    .all()
    .filter(({ value }) => isUnreadable(value));
  if (unreadable.length === 0) return;
  log.warn(
    { secrets: unreadable.slice(0, MAX_NAMED).map(({ id }) => id), count: unreadable.length },
    "the secret key is not the one that these were stored with: enter them again, or bring back the key; all sessions have ended",
  );
}

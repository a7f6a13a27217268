/** Finds stored secrets that can't be decrypted, as after a change of the secret key. */
import { statement } from "../../../db";
import type { Check } from "../../../db/check";
import { isUnreadable } from "../../platform/crypto";
import { log } from "../../platform/log";

const secretsIn = (column: string) =>
  `SELECT '${column}' || replace(substr(fullkey, 2), '"', '') AS id, value
   FROM app_settings, json_tree(iif(json_valid(${column}), ${column}, '{}')) WHERE type = 'text' AND value GLOB 'enc:*'`;

/** Every stored secret as `id`, its place, and `value`; of a mail only while it waits to be sent. */
const STORED_SECRETS = `${secretsIn("email_settings")} UNION ALL ${secretsIn("general_settings")}
  UNION ALL SELECT 'mail_outbox.' || id, text FROM mail_outbox WHERE next_attempt IS NOT NULL`;

/** The check that every stored secret can be decrypted with the configured key. */
export const secretsCheck: Check = {
  check: "secrets",
  problem: "it can't be opened with this secret key: enter it again, or bring back the key that it was stored with",
  sql: STORED_SECRETS,
  breaks: isUnreadable,
};

/** Secrets that are named in the log one by one. */
const MOST_NAMED = 20;

/** Warns in the log of the stored secrets that can't be decrypted with the configured key, by their places. */
export function warnOfUnreadableSecrets(): void {
  const unreadable = statement<{ id: string; value: string }>(STORED_SECRETS)
    .all()
    .filter(({ value }) => isUnreadable(value));
  if (unreadable.length === 0) return;
  log.warn(
    { secrets: unreadable.slice(0, MOST_NAMED).map(({ id }) => id), count: unreadable.length },
    "the secret key is not the one that these were stored with: enter them again, or bring back the key; all sessions have ended",
  );
}

/** The secrets that deliveries are signed with, as Standard Webhooks has them. */
import { createHmac, randomBytes } from "node:crypto";
import { now } from "../../platform/clock";
import { decryptSecret } from "../../platform/crypto";
import type { WebhookRow } from "./rows";

const PREFIX = "whsec_";
const BYTES = 32;

/** Creates a secret. */
export const newSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

/** The parts of a message that are signed. */
type SignedContent = { id: string; timestamp: number; body: string };

function signatureBy(secret: string, { id, timestamp, body }: SignedContent): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** The secrets of a webhook, as they are stored. */
type Secrets = Pick<WebhookRow, "secret" | "previous_secret" | "previous_secret_until">;

/**
 * Returns the signatures of a message: by the present secret, and by the one before it while that is valid.
 * @returns undefined when a secret can't be decrypted
 */
export function signaturesOf(
  { secret, previous_secret, previous_secret_until }: Secrets,
  message: SignedContent,
): string | undefined {
  const isPreviousValid = previous_secret !== null && (previous_secret_until ?? "") > now();
  const valid = (isPreviousValid ? [secret, previous_secret] : [secret]).map(decryptSecret);
  return valid.includes("") ? undefined : valid.map((one) => signatureBy(one, message)).join(" ");
}

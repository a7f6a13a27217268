/**
 * Confirmations of previews: a text that holds only for what the preview said, for the user who saw it, and for a while.
 * Nothing is stored: it is signed with a key that this process alone has.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE } from "../../platform/clock";

const key = randomBytes(32);
/** The time in which a preview can be confirmed. */
export const CONFIRMATION_MINUTES = 15;

/** A preview as it is confirmed: who sees it, what is called with which parameters, and what the preview says. */
export type Preview = { userId: string; tool: string; input: unknown; preview: readonly string[] };

const signatureOf = (previewed: Preview, ends: string) =>
  createHmac("sha256", key)
    .update(JSON.stringify([previewed, ends]))
    .digest("base64url");

/** Returns the confirmation of a preview. */
export function confirmationOf(previewed: Preview): string {
  const ends = (Date.now() + CONFIRMATION_MINUTES * MINUTE).toString(36);
  return `${ends}.${signatureOf(previewed, ends)}`;
}

/** Checks whether a text confirms this preview now. */
export function confirms(text: string, previewed: Preview): boolean {
  const [ends = "", signature = ""] = text.split(".");
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(previewed, ends))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number.parseInt(ends, 36) > Date.now();
}

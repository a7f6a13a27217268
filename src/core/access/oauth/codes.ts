/**
 * Authorization codes: each is exchanged once, within a minute, by the program that it was issued to. They are stored in memory
 * alone: after a restart the program asks again.
 */
import { createHash, randomBytes } from "node:crypto";
import { MINUTE } from "../../../platform/clock";
import { hashOfToken } from "../access-token-text";

/** A consent of a user to what a program may do. */
export type Consent = {
  clientId: string;
  redirectUri: string;
  userId: string;
  scope: "read" | "write";
  /** The SHA-256 of the verifier that only the program has (PKCE). */
  challenge: string;
};

/** A code that is issued; once exchanged, with the id of the token that came of it. */
type IssuedCode = Consent & { ends: number; tokenId?: string };

/** Codes at a time; those beyond make the oldest ones invalid. */
const MAX_CODES = 1_000;
const LIFETIME = MINUTE;

const codes = new Map<string, IssuedCode>();

/** Returns a new code for a consent. */
export function issueCode(consent: Consent): string {
  const code = randomBytes(32).toString("base64url");
  for (const [hash, { ends }] of codes) if (ends <= Date.now()) codes.delete(hash);
  if (codes.size >= MAX_CODES) codes.delete(codes.keys().next().value as string);
  codes.set(hashOfToken(code), { ...consent, ends: Date.now() + LIFETIME });
  return code;
}

/** Checks whether a verifier is the one of a challenge, by S256. */
const fits = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;

/** A code that can be exchanged now, or the token of one that was exchanged before, which then ends. */
export type Exchange = { consent: Consent; exchanged: (tokenId: string) => void } | { repeated: string } | undefined;

/** Finds what a code is for; undefined when it is unknown, over, or not of this program, address and verifier. */
export function findCode(code: string, clientId: string, redirectUri: string, verifier: string): Exchange {
  const issued = codes.get(hashOfToken(code));
  if (!issued || issued.ends <= Date.now() || issued.clientId !== clientId) return undefined;
  if (issued.tokenId !== undefined) return { repeated: issued.tokenId };
  if (issued.redirectUri !== redirectUri || !fits(verifier, issued.challenge)) return undefined;
  return {
    consent: issued,
    exchanged(tokenId) {
      issued.tokenId = tokenId;
    },
  };
}

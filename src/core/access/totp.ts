/** Codes of authenticator apps: time-based one-time passwords (RFC 6238) of six digits, a new one every half minute. */
import { Secret, TOTP } from "otpauth";

const PERIOD = 30;
/** The parameters that all apps know. */
const SHAPE = { algorithm: "SHA1", digits: 6, period: PERIOD } as const;
const SECRET_BYTES = 20;
/** Codes before and after the present one that are accepted, as clocks differ. */
const DRIFT = 1;

/** Returns a new secret, in base 32 as people type it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * Returns the address that an app reads from a picture.
 * @param issuer the name of the installation
 * @param account the address of the account
 */
export const totpAddress = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...SHAPE, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();

/**
 * Returns the step of time that a code belongs to; undefined when it is wrong, or of a step that was used.
 * @param after the last step that was used
 */
export function stepOfCode(secret: string, code: string, after: number | null): number | undefined {
  const timestamp = Date.now();
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  if (delta === null) return undefined;
  const step = TOTP.counter({ period: PERIOD, timestamp }) + delta;
  return after !== null && step <= after ? undefined : step;
}

/**
 * Passkeys: keys in a device or a password manager, which sign a challenge of the server for its host alone (WebAuthn). The library
 * is loaded with the first of them.
 */
import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import { baseUrl } from "../../http/base-url";
import { invalid, Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { appTitle } from "../settings/general";
import type { Account } from "./accounts";
import { listFactors, type SecondFactor, updateFactor } from "./second-factors";

const { secondFactors } = tables;

const library = () => import("@simplewebauthn/server");

const CHALLENGE_BYTES = 32;
/** Milliseconds for which a browser waits for its user. */
const TIMEOUT = 120_000;

/** The address at which a browser sees the server, for whose host passkeys are made. */
export type Place = { origin: string; host: string };

/** Returns the reason why no passkey works at an address; undefined when they do. */
function objectionTo({ hostname, protocol }: URL): string | undefined {
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
    return "Passkeys don't work at an IP address: open Stoa by the name of its server";
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) return "Passkeys need HTTPS: open Stoa by its https address";
  return undefined;
}

/** Finds the place of a request; undefined where no passkey works. */
export function findPlace(request: Request): Place | undefined {
  const url = new URL(baseUrl(request));
  return objectionTo(url) ? undefined : { origin: url.origin, host: url.hostname };
}

/** Returns the place of a request. @throws Problem 400 that says why no passkey works there */
export function requirePlace(request: Request): Place {
  const url = new URL(baseUrl(request));
  const objection = objectionTo(url);
  if (objection) throw refused(objection);
  return { origin: url.origin, host: url.hostname };
}

/** Returns a new challenge. */
export const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString("base64url");

/** Lists the passkeys of a user that were made for a host. */
const passkeysFor = (userId: string, host: string): SecondFactor[] =>
  listFactors(userId).filter((factor) => factor.kind === "passkey" && factor.host === host);

const descriptorOf = ({ credential_id, transports }: SecondFactor) => ({
  id: credential_id as string,
  ...(transports && { transports: transports as never }),
});

/** Returns what a browser needs to make a passkey. */
export async function creationOptions(
  { host }: Place,
  { id, email, display_name }: Account,
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: appTitle(),
    rpID: host,
    userName: email,
    userDisplayName: display_name,
    userID: new TextEncoder().encode(id),
    challenge: Buffer.from(challenge, "base64url"),
    timeout: TIMEOUT,
    attestationType: "none",
    excludeCredentials: passkeysFor(id, host).map(descriptorOf),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/**
 * Returns what a browser needs to show a passkey.
 * @param userId whose passkey it must be; undefined for anybody's, which then has to check who its user is
 */
export async function requestOptions(
  { host }: Place,
  challenge: string,
  userId: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: host,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: TIMEOUT,
    ...(userId !== undefined && { allowCredentials: passkeysFor(userId, host).map(descriptorOf) }),
    userVerification: userId === undefined ? "required" : "preferred",
  });
}

/** Checks whether a user has a passkey that works at a place. */
export const hasPasskeyFor = (userId: string, { host }: Place): boolean => passkeysFor(userId, host).length > 0;

/** The columns of a passkey that a browser has made. */
type PasskeyColumns = Pick<SecondFactor, "credential_id" | "public_key" | "uses" | "transports" | "host">;

/** Checks a passkey that a browser has made. @throws Problem 422 when it isn't what was asked for */
export async function verifyCreated(
  { origin, host }: Place,
  challenge: string,
  response: Omit<RegistrationResponseJSON, "type" | "clientExtensionResults">,
): Promise<PasskeyColumns> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, type: "public-key", clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
    });
    if (!registrationInfo) throw new Error("it is not verified");
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    const public_key = Buffer.from(publicKey).toString("base64url");
    return { credential_id: id, public_key, uses: counter, transports: transports ?? null, host };
  } catch (error) {
    if (error instanceof Problem) throw error;
    log.info({ reason: String(error) }, "a passkey was refused when it was made");
    throw invalid(["body", "response"], "must be the passkey that was asked for");
  }
}

/** A passkey that was shown: its factor, and the number of uses that it reports; undefined when its signature is wrong. */
export type Assertion = { factor: SecondFactor; uses: number | undefined };

/** The answer of a browser that shows a passkey. */
export type ShownPasskey = Omit<AuthenticationResponseJSON, "type" | "clientExtensionResults">;

/**
 * Checks a passkey that is shown.
 * @param isAlone true when it is the only factor, so that it must have checked who its user is
 * @returns undefined when nobody has it for this host
 */
export async function verifyShown(
  { origin, host }: Place,
  challenge: string,
  response: ShownPasskey,
  isAlone: boolean,
): Promise<Assertion | undefined> {
  const factor = db.select().from(secondFactors).where(eq(secondFactors.credential_id, response.id)).get();
  if (factor?.kind !== "passkey" || factor.host !== host) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, type: "public-key", clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: isAlone,
      credential: {
        id: response.id,
        publicKey: Buffer.from(factor.public_key ?? "", "base64url"),
        counter: factor.uses ?? 0,
      },
    });
    return { factor, uses: verified ? authenticationInfo.newCounter : undefined };
  } catch (error) {
    log.info({ reason: String(error), user: factor.user_id }, "a passkey was refused");
    return { factor, uses: undefined };
  }
}

/** Notes the use of a passkey that was right; part of the running transaction. @returns whether it was, and is the user's still */
export function redeemPasskey(userId: string, { factor, uses }: Assertion): boolean {
  const isTheirs = listFactors(userId).some(({ id }) => id === factor.id);
  if (uses === undefined || !isTheirs) return false;
  updateFactor(factor.id, { uses, last_used_at: now() });
  return true;
}

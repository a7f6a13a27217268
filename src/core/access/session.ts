/** Sessions: the token in the answer, and the same token in a cookie for browsers. */
import { z } from "zod";
import { transactionInTurn } from "../../../db";
import { unauthenticated } from "../../http/errors";
import { namedObject } from "../../http/schemas";
import { newId } from "../../platform/ids";
import type { Account } from "./accounts";
import type { Actor } from "./actor";
import { type Answering, setCookie } from "./cookies";
import { COOKIE, carriedTokens } from "./guard";
import { rememberDevice } from "./known-devices";
import { revokeToken } from "./revocation";
import { createSession, type Manner, recordSignIn, renewSession } from "./sessions";
import { issueToken, tokenLifetime } from "./tokens";

export const TokenResponse = namedObject("TokenResponse", {
  access_token: z.string().meta({ description: "JSON Web Token for the Authorization header" }),
  token_type: z.literal("bearer"),
});
export type TokenResponse = z.infer<typeof TokenResponse>;

const setToken = (call: Answering, value: string, seconds: number) =>
  setCookie(call, { name: COOKIE, value, seconds, path: "/api" });

/** Answers with a token of a session, also in the cookie. */
async function giveToken(
  call: Answering,
  account: Account,
  session: { id: string; jti: string },
  impersonatedRole?: string,
): Promise<TokenResponse> {
  const token = await issueToken(account, impersonatedRole, session);
  setToken(call, token, tokenLifetime());
  return { access_token: token, token_type: "bearer" };
}

/** Opens the session of somebody who has signed in, which their history shows. */
export async function openSession(call: Answering, account: Account, manner?: Manner): Promise<TokenResponse> {
  const session = await transactionInTurn(() => {
    recordSignIn(call.request, account, true, manner);
    return createSession(call.request, account, manner);
  });
  return giveToken(call, account, session);
}

/** Opens the session of somebody who has entered or chosen their password, on a device that is known from then on. */
export async function openKnownSession(call: Answering, account: Account, manner?: Manner): Promise<TokenResponse> {
  const session = await openSession(call, account, manner);
  rememberDevice(call, account);
  return session;
}

/** A call of somebody who is logged in. */
type ActingCall = Answering & { actor: Actor };

/**
 * Renews the session of the caller. A token of an earlier version, which has none, gets one.
 * @throws Problem 401 when the session has been ended meanwhile
 */
export async function replaceToken(
  call: ActingCall,
  account: Account,
  impersonatedRole?: string,
): Promise<TokenResponse> {
  const { sessionId: id } = call.actor;
  const session = await transactionInTurn(() => {
    if (id === undefined) return createSession(call.request, account);
    const jti = newId();
    if (!renewSession(id, jti)) throw unauthenticated("Invalid or expired token");
    return { id, jti };
  });
  return giveToken(call, account, session, impersonatedRole);
}

/** Opens another session for the caller, whose change of password has ended all of them. */
export async function reopenSession(call: ActingCall, account: Account): Promise<void> {
  const session = await transactionInTurn(() => createSession(call.request, account));
  await giveToken(call, account, session, call.actor.impersonatedRole);
  rememberDevice(call, account);
}

/** Ends a session: revokes the tokens that the request carries, and deletes the cookie. */
export async function closeSession(call: Answering): Promise<void> {
  for (const token of carriedTokens(call.request)) await revokeToken(token);
  setToken(call, "", 0);
}

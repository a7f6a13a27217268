/** Sessions: the token in the answer, and the same token in a cookie for browsers. */
import { z } from "zod";
import { namedObject } from "../../http/schemas";
import type { Account } from "./accounts";
import { type Answering, setCookie } from "./cookies";
import { COOKIE, carriedTokens } from "./guard";
import { rememberDevice } from "./known-devices";
import { revokeToken } from "./revocation";
import { issueToken, tokenLifetime } from "./tokens";

export const TokenResponse = namedObject("TokenResponse", {
  access_token: z.string().meta({ description: "JSON Web Token for the Authorization header" }),
  token_type: z.literal("bearer"),
});
export type TokenResponse = z.infer<typeof TokenResponse>;

const setToken = (call: Answering, value: string, seconds: number) =>
  setCookie(call, { name: COOKIE, value, seconds, path: "/api" });

/** Opens or renews a session: issues a token and sets the cookie. */
export async function openSession(
  call: Answering,
  user: { id: string; role: string; token_version: number },
  impersonatedRole?: string,
): Promise<TokenResponse> {
  const token = await issueToken(user, impersonatedRole);
  setToken(call, token, tokenLifetime());
  return { access_token: token, token_type: "bearer" };
}

/** Opens the session of somebody who has entered or chosen their password, on a device that is known from then on. */
export async function openKnownSession(
  call: Answering,
  account: Account,
  impersonatedRole?: string,
): Promise<TokenResponse> {
  const session = await openSession(call, account, impersonatedRole);
  rememberDevice(call, account);
  return session;
}

/** Ends a session: revokes the tokens that the request carries, and deletes the cookie. */
export async function closeSession(call: Answering): Promise<void> {
  for (const token of carriedTokens(call.request)) await revokeToken(token);
  setToken(call, "", 0);
}

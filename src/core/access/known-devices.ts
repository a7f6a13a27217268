/**
 * The devices that an account knows: browsers in which its password was entered correctly. The guesses of others
 * don't lock them, so that nobody can be locked out for ever. A sealed cookie says so, for the password that the
 * account had then.
 */
import { z } from "zod";
import { DAY, fromNow, now, SECOND } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { Account } from "./accounts";
import { type Answering, openCookie, sealCookie, setCookie } from "./cookies";
import type { Device } from "./device-failures";

const COOKIE = "known_device";
const PATH = "/api/v1/auth";
/** The time that a device is known after a login, in milliseconds. */
const LIFE = 90 * DAY;
/** Accounts that one device is known to; the one that has logged in longest ago is forgotten. */
const MAX_ACCOUNTS = 10;

/** A login of an account; `version` is its token version, which a change of password raises. */
const Login = z.object({ device: z.string(), user: z.string(), version: z.number(), until: z.string() });
type Login = z.infer<typeof Login>;

const Logins = z.object({ purpose: z.literal("known device"), logins: Login.array() });

/** The logins that a browser has stored in its cookie, the latest first. */
export type KnownLogins = readonly Login[];

/** Returns the logins that the cookie of a request holds; without those that are too long ago. */
export const knownLogins = (request: Request): KnownLogins =>
  (openCookie(request, COOKIE, Logins)?.logins ?? []).filter(({ until }) => until > now());

/** Returns the device as an account knows it; undefined when it doesn't, or has another password since. */
export function knownDevice(logins: KnownLogins, account: Account): Device | undefined {
  const login = logins.find(({ user, version }) => user === account.id && version === account.token_version);
  return login && { id: login.device, userId: account.id, until: login.until };
}

/** Makes the device of a request known to an account that has logged in with its password. */
export function rememberDevice(call: Answering, { id: user, token_version: version }: Account): void {
  const login = { device: newId(), user, version, until: fromNow(LIFE) };
  const others = knownLogins(call.request).filter((other) => other.user !== user);
  const logins = [login, ...others].slice(0, MAX_ACCOUNTS);
  const value = sealCookie({ purpose: "known device", logins });
  setCookie(call, { name: COOKIE, value, seconds: LIFE / SECOND, path: PATH });
}

/** Second factors as people have them: an authenticator app, and a login in two steps. */
import { expect } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { PASSWORD } from "../attacks/accounts";
import { type Answer, type Client, clientOf } from "./client";
import type { TestServer } from "./server";

const PERIOD = 30;

/** Returns the code that an app shows, now or some steps of half a minute later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * PERIOD * 1000 });

/** Somebody with an authenticator app. */
export type ProtectedAccount = { client: Client; secret: string; codes: string[]; factorId: string };

/**
 * Adds an authenticator app to an account with the usual password. The code that it used is that of half a minute ago, so that the
 * present one and the next can still be used.
 */
export async function protect(
  client: Client,
  confirmation: object = { password: PASSWORD },
): Promise<ProtectedAccount> {
  const { secret, setup } = (await client.post("/auth/factors/totp/start")).body;
  const body = { setup, code: codeOf(secret, -1), name: "Phone", confirmation };
  const { status, body: added } = await client.post("/auth/factors/totp", body);
  expect(status).toBe(201);
  return { client, secret, codes: added.recovery_codes, factorId: added.factor.id };
}

/** Logs in with the password; the answer is the second step's challenge where there is a factor. */
export const enterPassword = (server: TestServer, email: string, headers = {}): Promise<Answer> =>
  server.nobody.post("/auth/login", { email, password: PASSWORD }, headers);

/** Answers a challenge with a code. */
export const enterCode = (server: TestServer, challenge: string, code: string, headers = {}): Promise<Answer> =>
  server.nobody.post("/auth/second-factor", { challenge, code }, headers);

/** Returns a client of somebody who logs in with the password alone. */
export async function logIn(server: TestServer, email: string): Promise<Client> {
  const { status, body } = await enterPassword(server, email);
  expect(status).toBe(200);
  return clientOf(server.url, body.access_token);
}

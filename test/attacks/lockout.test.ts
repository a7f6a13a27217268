/** Guesses at a password must not keep users out of their own accounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import type { Account } from "../../src/core/access/accounts";
import { purgeDeviceFailures } from "../../src/core/access/device-failures";
import { resetRateLimits } from "../../src/http/rate-limit";
import { fromNow, now, SECOND } from "../../src/platform/clock";
import { encryptSecret } from "../../src/platform/crypto";
import type { Answer } from "../support/client";
import { watch } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { fromElsewhere, newAccount, PASSWORD } from "./accounts";

const server = testServer();
const admin = clientAs(server, "admin");
beforeEach(resetRateLimits);

/** Logs in from another address each time, on a device that brings a cookie back. */
const logIn = (email: string, password = PASSWORD, cookie?: string): Promise<Answer> =>
  server.nobody.post("/auth/login", { email, password }, { ...fromElsewhere(), ...(cookie && { cookie }) });

const cookiesOf = ({ headers }: Answer) =>
  headers.getSetCookie().filter((cookie) => cookie.startsWith("known_device="));

/** Returns the cookie of an answer as the browser sends it back. */
const deviceOf = (answer: Answer) => cookiesOf(answer)[0]?.split(";")[0] as string;

/** Returns a device on which somebody has logged in. */
async function deviceFor(email: string, earlier?: string): Promise<string> {
  const answer = await logIn(email, PASSWORD, earlier);
  expect(answer.status).toBe(200);
  return deviceOf(answer);
}

/** Guesses at a password until the account, or the device, is locked. */
async function lock(email: string, device?: string): Promise<void> {
  for (let guess = 0; guess < 5; guess++) expect((await logIn(email, `Wrong-${guess}`, device)).status).toBe(401);
  expect((await logIn(email, PASSWORD, device)).status).toBe(423);
}

test("the guesses of others don't lock the devices on which the account has logged in", async () => {
  const { email } = await newAccount({ role: "admin" });
  const [one, other] = [await deviceFor(email), await deviceFor(email)];
  await lock(email);
  expect((await logIn(email, PASSWORD, one)).status).toBe(200);
  expect((await logIn(email, PASSWORD, other)).status).toBe(200);
  // A login of the owner gives the others no further guesses.
  expect((await logIn(email)).status).toBe(423);
});

test("a known device has five guesses of its own, and locks nothing else", async () => {
  const { id, email } = await newAccount();
  const [stolen, own] = [await deviceFor(email), await deviceFor(email)];
  const events = await watch(admin);
  await lock(email, stolen);
  expect((await events()).map(({ event_type, data }) => [event_type, data.id])).toEqual([
    ...Array(5).fill(["user.login_failed", id]),
    ["user.locked", id],
  ]);
  expect((await logIn(email, PASSWORD, own)).status).toBe(200);
  expect((await logIn(email)).status).toBe(200);
  expect((await logIn(email, PASSWORD, stolen)).status).toBe(423);
  expect((await admin.post(`/users/${id}/unlock`)).body).toEqual({ unlocked: true });
  expect((await logIn(email, PASSWORD, stolen)).status).toBe(200);
});

test("a login from a known device forgets the failures there", async () => {
  const { email } = await newAccount();
  const device = await deviceFor(email);
  for (let round = 0; round < 2; round++) {
    for (let guess = 0; guess < 4; guess++) expect((await logIn(email, "Wrong", device)).status).toBe(401);
    expect((await logIn(email, PASSWORD, device)).status).toBe(200);
  }
});

test("one device is known to the accounts that have logged in on it, the last ten", async () => {
  const accounts = await Promise.all(Array.from({ length: 11 }, () => newAccount()));
  const emails = accounts.map(({ email }) => email);
  let device: string | undefined;
  for (const email of emails) device = await deviceFor(email, device);
  const [first, second] = emails as [string, string];
  await lock(first);
  expect((await logIn(first, PASSWORD, device)).status).toBe(423);
  await lock(second);
  expect((await logIn(second, PASSWORD, device)).status).toBe(200);
});

test("the cookie of a known device reveals nothing, is for logins only, and lasts 90 days", async () => {
  const { id, email } = await newAccount();
  const [cookie] = cookiesOf(await logIn(email));
  expect(cookie).toMatch(/^known_device=enc:[\w-]+; Max-Age=7776000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Lax$/);
  for (const part of [id, email]) expect(cookie).not.toContain(part);
  const token = deviceOf(await logIn(email)).replace("known_device=", "");
  expect((await server.nobody.get("/auth/me", { authorization: `Bearer ${token}` })).status).toBe(401);
  expect((await server.nobody.get("/auth/me", { cookie: `access_token=${token}` })).status).toBe(401);
});

test("a user who registers or chooses a password is on a known device", async () => {
  const email = "known@stoa.example";
  const body = { email, display_name: "Known", password: PASSWORD };
  const device = deviceOf(await server.nobody.post("/auth/register", body, fromElsewhere()));
  await lock(email);
  const login = await logIn(email, PASSWORD, device);
  expect(login.status).toBe(200);
  const own = { authorization: `Bearer ${login.body.access_token}` };
  const { id } = (await server.nobody.get("/auth/me", own)).body;
  const changed = await server.nobody.patch(`/users/${id}`, { password: "Changed-Horse-8" }, own);
  for (let guess = 0; guess < 5; guess++) await logIn(email, "Wrong");
  expect((await logIn(email, "Changed-Horse-8")).status).toBe(423);
  expect((await logIn(email, "Changed-Horse-8", deviceOf(changed))).status).toBe(200);
});

const changes: [what: string, change: (id: string) => Promise<unknown>][] = [
  ["another password", (id) => admin.patch(`/users/${id}`, { password: PASSWORD })],
  [
    "a deactivation and a reactivation",
    async (id) => {
      await admin.patch(`/users/${id}`, { is_active: false });
      await admin.patch(`/users/${id}`, { is_active: true });
    },
  ],
];

test.each(changes)("a device is not known any more after %s", async (_, change) => {
  const { id, email } = await newAccount();
  const device = await deviceFor(email);
  await change(id);
  await lock(email);
  expect((await logIn(email, PASSWORD, device)).status).toBe(423);
});

test("a cookie that is forged, another account's, or too old makes no device known", async () => {
  const [victim, attacker] = [await newAccount(), await newAccount()];
  const good = await deviceFor(victim.email);
  const login = { device: "d", user: victim.id, version: 0, until: "2999-01-01T00:00:00.000Z" };
  const sealed = (content: unknown) => `known_device=${encryptSecret(JSON.stringify(content))}`;
  await lock(victim.email);
  const forgeries = [
    await deviceFor(attacker.email),
    `${good.slice(0, -4)}AAAA`,
    "known_device=enc:",
    `known_device=${JSON.stringify({ purpose: "known device", logins: [login] })}`,
    sealed({ purpose: "sso", logins: [login] }),
    sealed({ purpose: "known device", logins: login }),
    sealed({ purpose: "known device", logins: [{ ...login, version: 1 }] }),
    sealed({ purpose: "known device", logins: [{ ...login, until: "2020-01-01T00:00:00.000Z" }] }),
  ];
  for (const forgery of forgeries) expect((await logIn(victim.email, PASSWORD, forgery)).status).toBe(423);
  const right = sealed({ purpose: "known device", logins: [login] });
  expect((await logIn(victim.email, PASSWORD, right)).status).toBe(200);
});

test("the failures of a device are deleted with the account, and once the device is forgotten", async () => {
  const count = () => statement<{ count: number }>("SELECT count(*) AS count FROM device_failures").get()?.count;
  transaction(() => statement("DELETE FROM device_failures").run());
  const [gone, remaining] = [await newAccount(), await newAccount()];
  for (const { email } of [gone, remaining]) await logIn(email, "Wrong", await deviceFor(email));
  expect(count()).toBe(2);
  await admin.delete(`/users/${gone.id}`);
  expect(count()).toBe(1);
  purgeDeviceFailures();
  expect(count()).toBe(1);
  transaction(() => statement("UPDATE device_failures SET expires_at = '2020-01-01T00:00:00.000Z'").run());
  purgeDeviceFailures();
  expect(count()).toBe(0);
});

describe("the only administrator", () => {
  /** Leaves one active administrator, and gives the others back at the end. */
  let only: Account;
  let others: string[] = [];
  beforeAll(async () => {
    only = await newAccount({ role: "admin" });
    others = statement<{ id: string }>("SELECT id FROM users WHERE role = 'admin' AND is_active = 1 AND id <> ?")
      .all(only.id)
      .map((user) => user.id);
    setActive(0);
  });
  afterAll(() => setActive(1));
  const setActive = (isActive: 0 | 1) =>
    transaction(() => {
      for (const id of others) statement("UPDATE users SET is_active = ? WHERE id = ?").run(isActive, id);
    });
  /** Returns the seconds for which an account is locked from now on. */
  const lockedFor = (id: string): number => {
    const row = statement<{ locked_until: string | null }>("SELECT locked_until FROM users WHERE id = ?").get(id);
    return (Date.parse(row?.locked_until ?? now()) - Date.now()) / SECOND;
  };
  const unlockInTime = (id: string) =>
    transaction(() => statement("UPDATE users SET locked_until = ? WHERE id = ?").run(fromNow(-SECOND), id));

  test("is locked for half as long each time, so that strangers can't keep the owner out for ever", async () => {
    const { id, email } = only;
    let before = Number.POSITIVE_INFINITY;
    for (const most of [900, 450, 225, 113, 57, 30, 30]) {
      await lock(email);
      expect(lockedFor(id)).toBeLessThanOrEqual(Math.min(most, before));
      expect(lockedFor(id)).toBeGreaterThan(most / 2 - 1);
      before = most;
      unlockInTime(id);
    }
    expect((await logIn(email)).status).toBe(200);
  });
});

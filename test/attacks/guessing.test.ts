/** Guessing at passwords, and at who has an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { resetRateLimits } from "../../src/http/rate-limit";
import type { Answer, Client } from "../support/client";
import { unique, watch } from "../support/factories";
import { IMPOSSIBLE_HOST } from "../support/hosts";
import { startTestServer, type TestServer } from "../support/server";
import { fromElsewhere, newAccount, PASSWORD } from "./accounts";

let server: TestServer;
let admin: Client;

const serve = (environment: Record<string, string> = {}) => {
  beforeAll(async () => {
    server = await startTestServer(environment);
    admin = await server.as("admin");
  });
  afterAll(() => server.stop());
  beforeEach(resetRateLimits);
};

const logIn = (email: string, password: string, headers = fromElsewhere()) =>
  server.nobody.post("/auth/login", { email, password }, headers);

/** Tries a secret that no link has. */
const guessAtLink = async (path: string, headers: Record<string, string>) =>
  (await server.nobody.post(path, { token: unique("guess"), password: PASSWORD }, headers)).status;

const stranger = () => `${unique("nobody")}@stoa.example`;

/** Returns an answer without the headers that differ with every request. */
function comparable({ status, headers, body }: Answer) {
  const { date: _, "x-request-id": __, "retry-after": ___, ...rest } = Object.fromEntries(headers);
  return { status, body, headers: rest };
}

describe("behind a proxy that names the client", () => {
  serve();

  test("guesses at one account from many addresses lock it, for the right password too, and for no other account", async () => {
    const [victim, other] = [await newAccount(), await newAccount()];
    const events = await watch(admin);
    for (let guess = 0; guess < 5; guess++) expect((await logIn(victim.email, `Wrong-${guess}`)).status).toBe(401);
    expect((await logIn(victim.email, PASSWORD)).status).toBe(423);
    // Another spelling of the address is the same account.
    expect((await logIn(victim.email.toUpperCase().replace("STOA.EXAMPLE", "stoa.example"), PASSWORD)).status).toBe(
      423,
    );
    expect((await logIn(other.email, PASSWORD)).status).toBe(200);
    const published = (await events()).map((event) => [event.event_type, event.data.id]);
    expect(published.slice(0, 6)).toEqual([
      ...Array(5).fill(["user.login_failed", victim.id]),
      ["user.locked", victim.id],
    ]);
  });

  test("guesses at many accounts from one address are refused after ten in a minute", async () => {
    const here = fromElsewhere();
    const victims = await Promise.all(Array.from({ length: 11 }, () => newAccount()));
    const answers: Answer[] = [];
    for (const { email } of victims) answers.push(await logIn(email, "Spring-2026!", here));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(401), 429]);
    const refusal = await logIn(victims[0]?.email as string, PASSWORD, here);
    expect(refusal.status).toBe(429);
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await logIn(victims[0]?.email as string, PASSWORD)).status).toBe(200);
  });

  test.each([
    ["addresses that the client itself put before its own", (n: number) => `203.0.113.${n}, 192.0.2.7`],
    ["words that are no addresses", (n: number) => `unknown-${n}, 192.0.2.8`],
    ["the proxy's own address behind it", (n: number) => `203.0.113.${n}, 192.0.2.9, 127.0.0.1`],
    ["addresses of one IPv6 network", (n: number) => `2001:db8:1:2::${n}`],
    [
      "spellings of one IPv4 address",
      (n: number) =>
        [
          "192.0.2.11",
          "::ffff:192.0.2.11",
          "::FFFF:c000:20b",
          "[::ffff:c000:020b]:8080",
          "0:0:0:0:0:ffff:c000:20b%eth0",
        ][n % 5] as string,
    ],
    ["addresses before more proxies than anybody has", (n: number) => `203.0.113.${n}${", 127.0.0.1".repeat(20)}`],
    ["an address with ever new ports", (n: number) => `192.0.2.12:${4_000 + n}`],
    ["ever new spellings of one address", (n: number) => `::ffff:192.0.2.10${" ".repeat(n)}`],
  ])("%s count as one client", async (_, forwarded) => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++)
      statuses.push(await guessAtLink("/auth/reset-password", { "x-forwarded-for": forwarded(guess) }));
    expect(statuses).toEqual([...Array(5).fill(404), 429]);
  });

  test.each(["/", "?again=1", "/?again=1"])("a path that ends with %s is counted with the others", async (end) => {
    const here = fromElsewhere();
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++)
      statuses.push(await guessAtLink(`/auth/reset-password${guess % 2 ? "" : end}`, here));
    expect(statuses).toEqual([...Array(5).fill(404), 429]);
  });

  test.each([
    ["GET", "/auth/validate-setup-token", 20],
    ["GET", "/auth/validate-reset-token", 20],
    ["POST", "/auth/set-password", 5],
    ["POST", "/auth/reset-password", 5],
  ] as const)("guessing at links by %s %s is refused after a few attempts, too", async (method, path, limit) => {
    const here = fromElsewhere();
    const statuses: number[] = [];
    for (let guess = 0; guess <= limit; guess++)
      statuses.push(
        method === "GET"
          ? (await server.nobody.get(`${path}?token=${unique("guess")}`, here)).status
          : await guessAtLink(path, here),
      );
    expect(statuses).toEqual([...Array(limit).fill(404), 429]);
  });
});

describe("behind no proxy", () => {
  serve({ TRUSTED_PROXIES: "10.0.0.0/8" });

  test("a client can't pretend to be another one", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++) statuses.push(await guessAtLink("/auth/reset-password", fromElsewhere()));
    expect(statuses).toEqual([...Array(5).fill(404), 429]);
  });
});

describe("the existence of an account", () => {
  serve();

  type Columns = Parameters<typeof newAccount>[0];

  /** Those whom an attacker would like to distinguish; the first has no account. */
  const kinds: [who: string, columns: Columns | undefined][] = [
    ["nobody", undefined],
    ["somebody", {}],
    ["an administrator", { role: "admin" }],
    ["somebody with single sign-on", { auth_provider: "sso" }],
    ["somebody without a password yet", { password_hash: null }],
    ["somebody who is deactivated", { is_active: false }],
  ];

  const addressOf = async (columns: Columns | undefined, more: Columns = {}) =>
    columns ? (await newAccount({ ...columns, ...more })).email : stranger();

  test("is not shown by a login, nor by the lock", async () => {
    const transcripts: unknown[][] = [];
    for (const [, columns] of kinds) {
      // An address without an account needs the failures before the last one; accounts have them in their rows.
      const email = await addressOf(columns, { failed_logins: 4 });
      if (!columns) for (let guess = 0; guess < 4; guess++) await logIn(email, "Wrong-Horse-7");
      const answers = [await logIn(email, "Wrong-Horse-7"), await logIn(email, "Wrong-Horse-7")];
      expect(answers.map((answer) => answer.status)).toEqual([401, 423]);
      transcripts.push(answers.map(comparable));
    }
    for (const transcript of transcripts) expect(transcript).toEqual(transcripts[0] as never);
  });

  test("is not shown by a request to reset a password, with mail or without", async () => {
    for (const smtp_host of ["", IMPOSSIBLE_HOST]) {
      expect((await admin.patch("/settings/email", { smtp_host })).status).toBe(200);
      const answers = [];
      for (const [, columns] of kinds)
        answers.push(
          comparable(
            await server.nobody.post("/auth/forgot-password", { email: await addressOf(columns) }, fromElsewhere()),
          ),
        );
      expect(answers[0]).toMatchObject({ status: 200, body: { ok: true } });
      for (const answer of answers) expect(answer).toEqual(answers[0] as never);
    }
    await admin.patch("/settings/email", {});
  });

  test.each([
    ["registration", { enabled: false }, { enabled: true }],
    ["sso", { enabled: true, provider: "oidc" }, { enabled: false, provider: "oidc" }],
  ])("is not shown by a registration that is closed by the setting %s", async (setting, closed, open) => {
    await admin.patch(`/settings/${setting}`, closed);
    const answers = [];
    for (const [, columns] of kinds) {
      const body = { email: await addressOf(columns), display_name: "Mallory", password: PASSWORD };
      answers.push(comparable(await server.nobody.post("/auth/register", body, fromElsewhere())));
    }
    await admin.patch(`/settings/${setting}`, open);
    expect(answers[0]?.status).toBe(403);
    for (const answer of answers) expect(answer).toEqual(answers[0] as never);
  });

  // An open registration of the API discloses that an address is taken; it must not be good for asking through a list.
  test("is shown by an open registration five times a minute at most", async () => {
    const here = fromElsewhere();
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess++) {
      const { email } = await newAccount();
      const body = { email, display_name: "Mallory", password: PASSWORD };
      statuses.push((await server.nobody.post("/auth/register", body, here)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });

  /** Returns the processor time of this process for an attempt, in microseconds: other processes don't count. */
  async function workOf(attempt: () => Promise<unknown>): Promise<number> {
    const before = process.cpuUsage();
    await attempt();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }

  test("is not shown by the duration of a login: the same work is done for every address", async () => {
    // The least of several, taken in turn: now and then the runtime does something for itself meanwhile.
    const works = new Map<string, number>();
    const note = (who: string, work: number) => works.set(who, Math.min(work, works.get(who) ?? work));
    for (let round = 0; round < 10; round++) {
      for (const [who, columns] of kinds) {
        const email = await addressOf(columns);
        note(who, await workOf(() => logIn(email, "Wrong-Horse-7")));
      }
      note("no address", await workOf(() => logIn("no address", "Wrong-Horse-7")));
    }
    const nothing = works.get("no address") as number;
    works.delete("no address");
    const usual = works.get("somebody") as number;
    // The hash of the password is by far the largest part of a login: its lack would show.
    expect(usual).toBeGreaterThan(4 * nothing);
    for (const [who, work] of works) expect(work / usual, who).toBeGreaterThan(0.5);
  });
});

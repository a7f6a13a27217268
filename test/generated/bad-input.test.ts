/** Bad requests are refused with a proper problem, and leave no trace in the database. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { statement, transaction } from "../../db";
import { commit } from "../../db/transaction";
import { newId } from "../../src/platform/ids";
import { lastEvent } from "../support/journal";
import { isFailure, type Operation, type Random, randomFrom, type Schemas } from "../support/openapi";
import { type Attempt, bodyAttempts, headerAttempts, pathAttempts, queryAttempts } from "./attempts";
import { callOf, newCard } from "./fixtures";
import { describedServer, freeLock, operationNames } from "./setup";

/** Another seed makes other attempts: `SEED=7 bun test test/generated/bad-input.test.ts`. */
const seed = Number(process.env["SEED"] ?? 20_260_214);
/** Attempts at fields, queries and paths over all operations, so that the time of a run stays bounded as the API grows; the long run makes more. */
const BUDGET = process.env["STOA_CRASH_ROUNDS"] ? 20_000 : 900;
const SECRET = "a key for tests that nobody else uses";

const described = describedServer({ SECRET_KEY: SECRET });
const { server } = described;
let schemas: Schemas;
let operations: Map<string, Operation>;
let served: { pattern: RegExp; method: string }[];
beforeAll(() => {
  ({ schemas, operations } = described);
  served = [...operations.values()].map(({ method, path }) => ({
    method,
    pattern: new RegExp(
      `^${path
        .split(/\{[^}]+\}/)
        .map(RegExp.escape)
        .join("[^/]+")}$`,
    ),
  }));
});

/** Differs after every write: the rows written here, those of rolled back transactions included, and the commits of others. */
function writes(): string {
  commit();
  return `${statement<{ count: number }>("SELECT total_changes() AS count").get()?.count} ${
    statement<{ data_version: number }>("PRAGMA data_version").get()?.data_version
  }`;
}

/** Columns that a refused login may change. */
const counters = "'failed_logins', 'locked_until'";

/** Returns the condition that leaves out the moments of the history: one of a row that a test has written is noted with the next commit, of a refused request too. */
const isNoMoment = (table: string) => (table === "former_rows" ? "WHERE at IS NULL" : "");

/** Returns a hash over every row of every table that a connection sees. */
function fingerprint(database: Database): string {
  const hash = createHash("sha256");
  const columns = database
    .query<{ table: string; names: string }, []>(
      `SELECT t.name AS 'table', group_concat('"' || c.name || '"') AS names
       FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND c.name NOT IN (${counters})
       GROUP BY t.name ORDER BY t.name`,
    )
    .all();
  for (const { table, names } of columns)
    hash.update(
      `${table} ${JSON.stringify(database.query(`SELECT ${names} FROM "${table}" ${isNoMoment(table)}`).values())}`,
    );
  return hash.digest("hex");
}

/** Compares the file with what it was: one connection sees it as it was at the last look, another as it is. */
class Observer {
  readonly #past = new Database(server.databaseFile, { readonly: true });
  readonly #present = new Database(server.databaseFile, { readonly: true });
  #commits = 0;

  /** Begins to compare with the file as it is now. */
  look(): void {
    commit();
    if (this.#past.inTransaction) this.#past.run("COMMIT");
    this.#past.run("BEGIN");
    // A transaction begins with its first reading.
    this.#past.query("SELECT count(*) FROM sqlite_master").get();
    this.#commits = this.#version();
  }

  /** Checks whether any row, but for counters, differs from what it was at the last look. */
  seesChanges(): boolean {
    commit();
    return this.#version() !== this.#commits && fingerprint(this.#present) !== fingerprint(this.#past);
  }

  close(): void {
    this.#past.close();
    this.#present.close();
  }

  /** Returns a number that differs after every commit. */
  #version(): number {
    return this.#present.query<{ data_version: number }, []>("PRAGMA data_version").get()?.data_version ?? 0;
  }
}

let observer: Observer;
beforeAll(() => {
  observer = new Observer();
});
afterAll(() => observer.close());

let calls = 0;

type Reply = { status: number; headers: Headers; body: unknown };

async function send(attempt: Omit<Attempt, "what" | "refused">): Promise<Reply> {
  calls++;
  const response = await fetch(server.url + attempt.path, {
    method: attempt.method,
    redirect: "manual",
    // Logins and registrations are counted by address.
    headers: { "x-forwarded-for": `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`, ...attempt.headers },
    body: attempt.body === undefined || attempt.body === "" ? null : (attempt.body as string | Uint8Array<ArrayBuffer>),
  });
  const type = response.headers.get("content-type");
  if (type?.startsWith("text/event-stream")) {
    // It never ends by itself.
    await response.body?.cancel();
    return { status: response.status, headers: response.headers, body: "" };
  }
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : type?.includes("json") ? JSON.parse(text) : text,
  };
}

/** Returns the mistake in the violations of a 422; undefined when each has a location, a message and a type. */
function violationObjection(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return undefined;
  if (detail.length === 0) return "the list of violations is empty";
  const bad = detail.find(
    ({ loc, msg, type }) =>
      !Array.isArray(loc) ||
      !["body", "query", "path", "header"].includes(loc[0]) ||
      !msg?.trim() ||
      !/^[a-z_]+$/.test(type),
  );
  return bad && `a violation is incomplete: ${JSON.stringify(bad)}`;
}

/** Returns the mistake in the answer to an attempt; undefined when there is none. */
function objection(operation: Operation, attempt: Attempt, { status, headers, body }: Reply): string | undefined {
  if (isFailure(operation, status)) return `${status}`;
  if (attempt.refused && status < 400) return `was accepted with ${status}`;
  if (status >= 400) {
    const detail = (body as { detail?: unknown } | undefined)?.detail;
    if (!detail) return `${status} has no detail: ${JSON.stringify(body)}`;
    const violation = violationObjection(detail);
    if (violation) return violation;
  }
  return schemas.objection(operation, status, headers.get("content-type"), body);
}

/** Sends an attempt and returns what is wrong with its answer, or with what it changed or published; undefined when nothing is. */
async function complaintOf(operation: Operation, attempt: Attempt): Promise<string | undefined> {
  observer.look();
  const published = lastEvent();
  let reply: Reply;
  try {
    reply = await send(attempt);
  } catch (error) {
    return `no answer: ${error}`;
  }
  const isRefused = reply.status >= 400;
  const complaint = objection(operation, attempt, reply);
  if (complaint) return complaint;
  if ((isRefused || attempt.unchanged) && observer.seesChanges()) return `${reply.status}, but something was changed`;
  if ((isRefused || attempt.method === "GET") && lastEvent() !== published)
    return `${reply.status}, but an event was published`;
  return undefined;
}

/** Sends the attempts one after the other and reports each that is answered wrongly, or changes or publishes what it must not. */
async function failuresOf(operation: Operation, attempts: Attempt[]): Promise<string[]> {
  const failures: string[] = [];
  for (const attempt of attempts) {
    await freeLock();
    const complaint = await complaintOf(operation, attempt);
    if (complaint)
      failures.push(
        `${attempt.method} ${attempt.path.slice(0, 200)} [${attempt.what}] ${show(attempt.body)}: ${complaint}`,
      );
  }
  return failures;
}

const show = (body: Attempt["body"]) => (typeof body === "string" ? body.slice(0, 300) : "");

/** Returns the bearer header of a new administrator, because an attempt may have deleted the previous one. */
const administrator = async () => ({ authorization: `Bearer ${(await server.as("admin")).token}` });

const randomOf = (name: string): Random => randomFrom(seed + operationNames.indexOf(name));

test.each(operationNames)(`%s refuses bad input (seed ${seed})`, async (name) => {
  const operation = described.operation(name);
  const random = randomOf(name);
  const call = callOf(operation, schemas, random);
  const user = await server.as("viewer");
  const others = { card_id: newCard(), user_id: user.userId ?? "", key: "a key of nothing" };
  const share = Math.min(60, Math.floor(BUDGET / operations.size));
  const headers = await administrator();
  const attempts = [
    ...bodyAttempts(operation, call, schemas, random, share),
    ...queryAttempts(operation, call, schemas, random, Math.ceil(share / 2)),
    ...pathAttempts(operation, call, random, others, Math.ceil(share / 4)),
    ...headerAttempts(call, random, Math.ceil(share / 10)),
  ].map((attempt) => ({ ...attempt, headers: { ...headers, ...attempt.headers } }));
  expect(await failuresOf(operation, attempts)).toEqual([]);
});

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Returns a token with any claims, header and key. */
function forged(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = { alg: "HS256", typ: "JWT" },
  key = SECRET,
) {
  const text = `${encode(header)}.${encode(claims)}`;
  const digest = { HS256: "sha256", HS384: "sha384", HS512: "sha512" }[String(header["alg"])];
  return `${text}.${digest ? createHmac(digest, key).update(text).digest("base64url") : ""}`;
}

/** Maps name → the headers of a request that must not be authenticated. */
async function badTokens(): Promise<Record<string, Record<string, string>>> {
  const admin = await server.as("admin");
  const [deleted, disabled] = [await server.as("admin"), await server.as("admin")];
  transaction(() => {
    statement("DELETE FROM users WHERE id = ?").run(deleted.userId ?? "");
    statement("UPDATE users SET is_active = 0 WHERE id = ?").run(disabled.userId ?? "");
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const claims = {
    sub: admin.userId,
    role: "admin",
    ver: 0,
    iat: seconds,
    exp: seconds + 3_600,
    iss: "stoa",
    aud: "stoa",
  };
  const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
  // The same claims with the right key are accepted, so each of the following is refused for its own reason.
  expect(
    (await send({ method: "GET", path: "/api/v1/favorites", body: undefined, headers: bearer(forged(claims)) })).status,
  ).toBe(200);
  const without = (key: string) => Object.fromEntries(Object.entries(claims).filter(([name]) => name !== key));
  const token = admin.token ?? "";
  return {
    "no token": {},
    "an empty bearer": { authorization: "Bearer " },
    "the word alone": { authorization: "Bearer" },
    "the scheme in lower case": { authorization: `bearer ${token}` },
    "another scheme": { authorization: `Basic ${token}` },
    "a token without a scheme": { authorization: token },
    garbage: bearer("x.y.z"),
    "a long token": bearer("a".repeat(6_000)),
    "half a token": bearer(token.slice(0, token.length / 2)),
    "a token with another ending": bearer(`${token.slice(0, -3)}AAA`),
    "two tokens": bearer(`${token} ${token}`),
    "an expired token": bearer(forged({ ...claims, exp: seconds - 60 })),
    "a token that never ends": bearer(forged(without("exp"))),
    "a token that ends in words": bearer(forged({ ...claims, exp: "tomorrow" })),
    "a token of tomorrow": bearer(forged({ ...claims, nbf: seconds + 86_400 })),
    "another key": bearer(forged(claims, undefined, "another key for tests that nobody uses")),
    "an empty key": bearer(forged(claims, undefined, "")),
    "alg none": bearer(forged(claims, { alg: "none", typ: "JWT" })),
    "alg NONE with a signature": bearer(`${forged(claims, { alg: "NONE" })}AAAA`),
    "alg HS512": bearer(forged(claims, { alg: "HS512", typ: "JWT" })),
    "no alg": bearer(forged(claims, { typ: "JWT" })),
    "another issuer": bearer(forged({ ...claims, iss: "elsewhere" })),
    "another audience": bearer(forged({ ...claims, aud: "elsewhere" })),
    "no issuer": bearer(forged(without("iss"))),
    "no audience": bearer(forged(without("aud"))),
    "no subject": bearer(forged(without("sub"))),
    "a subject that is no id": bearer(forged({ ...claims, sub: "admin" })),
    "a subject that is an object": bearer(forged({ ...claims, sub: { id: admin.userId } })),
    "an unknown subject": bearer(forged({ ...claims, sub: newId() })),
    "another version": bearer(forged({ ...claims, ver: 7 })),
    "a deleted user": bearer(deleted.token),
    "a deactivated user": bearer(disabled.token),
    "garbage in the cookie": { cookie: "access_token=garbage" },
    "a bad cookie": { cookie: "access_token=%FF; access_token" },
    "a bad bearer with a good cookie": { ...bearer("x.y.z"), cookie: `access_token=${token}` },
  };
}

/** Tokens that are tried on every operation. */
const worst = ["no token", "an expired token", "another key", "alg none"];
/** The number of other tokens that are tried on one operation; all operations share the guard. */
const TOKENS = 6;

test("no operation accepts a request without a valid token", async () => {
  const tokens = Object.entries(await badTokens());
  const always = tokens.filter(([what]) => worst.includes(what));
  const others = tokens.filter(([what]) => !worst.includes(what));
  expect(always).toHaveLength(worst.length);
  const closed = [...operations.values()].filter(({ permission }) => permission !== "public");
  const failures: string[] = [];
  for (const [index, operation] of closed.entries()) {
    const { body, ...call } = callOf(operation, schemas, randomOf(operation.name));
    const written = writes();
    const first = (index * TOKENS) % others.length;
    for (const [what, headers] of [...always, ...[...others, ...others].slice(first, first + TOKENS)]) {
      const reply = await send({
        ...call,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      });
      const detail = (reply.body as { detail?: unknown } | undefined)?.detail;
      if (reply.status !== 401 || typeof detail !== "string")
        failures.push(`${operation.name} with ${what}: ${reply.status} ${JSON.stringify(reply.body)?.slice(0, 200)}`);
    }
    if (writes() !== written) failures.push(`${operation.name}: something was written`);
  }
  expect(failures).toEqual([]);
});

test("a public operation ignores an invalid token", async () => {
  for (const operation of operations.values()) {
    if (operation.permission !== "public" || operation.method !== "GET") continue;
    const { path } = callOf(operation, schemas, randomOf(operation.name));
    const plain = await send({ method: "GET", path, body: undefined, headers: {} });
    const withToken = await send({ method: "GET", path, body: undefined, headers: { authorization: "Bearer x.y.z" } });
    expect([operation.name, withToken.status]).toEqual([operation.name, plain.status]);
  }
});

test("a path answers 405 to methods that it doesn't support, and names those that it does", async () => {
  const headers = await administrator();
  const failures: string[] = [];
  observer.look();
  for (const path of new Set([...operations.values()].map((operation) => operation.path))) {
    const concrete = path.replace(/\{[^}]+\}/g, "01900000-0000-7000-8000-000000000000");
    const has = new Set(served.filter(({ pattern }) => pattern.test(concrete)).map(({ method }) => method));
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
      if (has.has(method)) continue;
      const { status, body, headers: answered } = await send({ method, path: concrete, body: undefined, headers });
      const allow = answered.get("allow")?.split(", ") ?? [];
      if (status !== 405 || !(body as { detail?: string })?.detail || ![...has].every((known) => allow.includes(known)))
        failures.push(`${method} ${concrete}: ${status} ${JSON.stringify(body)} Allow: ${allow}`);
    }
  }
  expect(failures).toEqual([]);
  expect(observer.seesChanges()).toBe(false);
});

test.each([
  "/api/v1/nonsense",
  "/api/v1/cards/a/b/c/d",
  "/api/v1//favorites",
  "/api/v1/favorites%2F",
  "/api/v1/%FF",
  "/api/v2/favorites",
  "/api",
  "/index.html",
  "/api/v1/__proto__",
  "/api/v1/favorites;x=1",
])("the path %s is not found", async (path) => {
  expect(await send({ method: "GET", path, body: undefined, headers: await administrator() })).toMatchObject({
    status: 404,
    body: { detail: "Not Found" },
  });
});

test("a change is seen when a row changes, and only then", () => {
  observer.look();
  expect(observer.seesChanges()).toBe(false);
  transaction(() => statement("UPDATE users SET failed_logins = failed_logins + 1").run());
  expect(observer.seesChanges()).toBe(false);
  newCard();
  expect(observer.seesChanges()).toBe(true);
  observer.look();
  expect(observer.seesChanges()).toBe(false);
});

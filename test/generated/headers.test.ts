/** Responses have the headers that are described, and no others of the described ones. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement } from "../../db";
import { BATCH_ID } from "../../src/core/journal/batches";
import { newestSeq } from "../../src/core/journal/recent-events";
import { holdRuns } from "../../src/core/runs/engine";
import { resetRateLimits } from "../../src/http/rate-limit";
import { type Document, type Operation, randomFrom, type Schemas } from "../support/openapi";
import { callOf, payloadOf } from "./fixtures";
import { describedServer, freeLock, operationNames } from "./setup";

// Nobody answers a synchronization, whose run is not waited for.
const described = describedServer({ SYNC_ANSWER_WAIT_SECONDS: "0" });
const { server } = described;
let document: Document;
let schemas: Schemas;
let operations: Map<string, Operation>;
beforeAll(() => {
  ({ document, schemas, operations } = described);
});

type Reply = { status: number; headers: Headers };
type Call = { path: string; method: string; body: string | FormData | null; headers: Record<string, string> };

async function send({ path, ...call }: Call): Promise<Reply> {
  const { status, headers, body } = await fetch(server.url + path, { ...call, redirect: "manual" });
  // The event stream never ends by itself.
  await body?.cancel();
  return { status, headers };
}

let calls = 0;

/** Returns a valid call of an operation by a new administrator, from an address of its own. */
async function goodCall(operation: Operation): Promise<Call> {
  // Before the fixtures, which ask everybody there is for a signature.
  const { token } = await server.as("admin");
  const call = callOf(operation, schemas, randomFrom(++calls));
  const { body, type } = payloadOf(operation, call);
  return {
    path: call.path,
    method: call.method,
    body,
    headers: {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": `10.9.${calls >> 8}.${calls & 255}`,
      ...(type && { "content-type": type }),
    },
  };
}

const withQuery = (call: Call, query: string): Call => ({
  ...call,
  path: `${call.path}${call.path.includes("?") ? "&" : "?"}${query}`,
});
const withHeaders = (call: Call, headers: Record<string, string>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** Every response has it, so that only some responses describe it. */
const OF_ALL = "X-Request-Id";
/** The header that only answers to changes with events have. */
const BATCH = "X-Stoa-Batch";
/** Headers that only answers about scenarios have. */
const OF_SCENARIOS = ["X-Stoa-Change", "X-Stoa-Scenario"];

/** Returns the difference of the headers of a response from its description; undefined when there is none. */
function objection(operation: Operation, { status, headers }: Reply, absent: readonly string[] = []) {
  const described = operation.responses[status] ?? operation.responses["default"];
  const promised = Object.keys(described?.headers ?? {}).filter(
    (name) => !absent.includes(name) && (![BATCH, ...OF_SCENARIOS].includes(name) || headers.has(name)),
  );
  const known = Object.entries(document.components.headers).filter(([name]) => name !== OF_ALL);
  const sent = known.filter(([name]) => headers.has(name)).map(([name]) => name);
  const wanted = promised.filter((name) => name !== OF_ALL);
  if (sent.toSorted().join() !== wanted.toSorted().join()) return `${status}: sent ${sent}, described ${wanted}`;
  const bad = known.find(([name, { schema }]) => {
    const text = headers.get(name);
    return text !== null && !schemas.fits(schema, schema.type === "integer" ? Number(text) : text);
  });
  if (bad) return `${status}: ${bad[0]} is ${headers.get(bad[0])}`;
  return headers.has(OF_ALL) ? undefined : `${status}: no ${OF_ALL}`;
}

/** Headers that are sent only when the request asks for them. */
const IGNORED = "X-Ignored-Parameters";
const ENTRY = "X-Stoa-Entry";
const ON_DEMAND = ["X-Total-Count", IGNORED, "Idempotency-Replayed", ENTRY];

describe("the headers of a good call", () => {
  test.each(operationNames)("are those that are described: %s", async (name) => {
    const operation = described.operation(name);
    const call = await goodCall(operation);
    const answer = await send(call);
    const complaints = [objection(operation, answer, ON_DEMAND)];
    const claims = (header: string, statuses = /^2/) =>
      Object.entries(operation.responses).some(([code, { headers }]) => statuses.test(code) && headers?.[header]);
    const headers = Object.keys(document.components.headers).filter(
      (header) => ![IGNORED, BATCH, ENTRY, ...OF_SCENARIOS].includes(header),
    );
    if (answer.status >= 400 && headers.some((header) => claims(header, /^[23]/)))
      complaints.push(`${answer.status}, where headers are described of a success`);
    if (claims("X-Total-Count")) {
      const reply = await send(withQuery(call, "page=1"));
      complaints.push(
        reply.status === 200 ? objection(operation, reply, [IGNORED, ENTRY]) : `${reply.status} with a page`,
      );
    }
    if (answer.status < 400 && claims(IGNORED)) {
      const { headers } = await send(withQuery(call, "zeta=1"));
      if (headers.get(IGNORED) !== "zeta") complaints.push(`${headers.get(IGNORED)} were ignored`);
    }
    if (claims("Idempotency-Replayed")) {
      const repeated = withHeaders(await goodCall(operation), { "idempotency-key": name });
      const first = await send(repeated);
      const second = await send(repeated);
      // Some things there is only one of, and it has been deleted already.
      const isGone = first.status === 404 && operation.method === "DELETE" && !operation.path.includes("{");
      if (first.status >= 400 && !isGone) complaints.push(`${first.status} with a key`);
      if (!isGone) complaints.push(objection(operation, first, ["Idempotency-Replayed"]), objection(operation, second));
      for (const header of ["etag", "content-type", "x-stoa-batch"])
        if (first.headers.get(header) !== second.headers.get(header)) complaints.push(`another ${header} once more`);
    }
    if (claims("ETag", /^304/)) {
      const etag = (await send(call)).headers.get("etag") ?? "";
      const reply = await send(withHeaders(call, { "if-none-match": etag }));
      complaints.push(
        reply.status === 304 ? objection(operation, reply, ON_DEMAND) : `${reply.status} for its version`,
      );
    }
    if (claims("ETag", /^412/)) {
      const reply = await send(withHeaders(await goodCall(operation), { "if-match": '"another"' }));
      complaints.push(reply.status === 412 ? objection(operation, reply) : `${reply.status} for another version`);
    }
    expect(complaints.filter(Boolean)).toEqual([]);
  });
});

/** Returns the batches of the events that an operation has written since an event, with their names. */
const batchesSince = (seq: number, toolName: string): string[] =>
  statement<{ id: string }, [number, string]>(
    `SELECT DISTINCT id FROM (SELECT seq, tool_name, ${BATCH_ID} AS id FROM events) e
     LEFT JOIN mutation_batches b USING (id) WHERE seq > ? AND coalesce(e.tool_name, b.tool_name) = ?`,
  )
    .all(seq, toolName)
    .map(({ id }) => id);

describe("the answer to a change", () => {
  test.each(operationNames.filter((name) => !name.startsWith("GET ")))(
    "names the batch of its events, if it has written any: %s",
    async (name) => {
      const call = await goodCall(described.operation(name));
      await freeLock();
      holdRuns("all");
      const before = newestSeq();
      const { status, headers } = await send(call);
      const written = batchesSince(before, `${call.method} ${call.path.split("?")[0]}`.slice(0, 100));
      holdRuns("periodic");
      expect({ status, batches: headers.get(BATCH) === null ? [] : [headers.get(BATCH)] }).toEqual({
        status,
        batches: written,
      });
    },
  );
});

describe("the description of headers", () => {
  /** Returns the operations whose description has a header for some statuses. */
  const promising = (header: string, statuses: RegExp) =>
    [...operations.values()]
      .filter(({ responses }) =>
        Object.entries(responses).some(([code, { headers }]) => statuses.test(code) && headers?.[header] !== undefined),
      )
      .map(({ name }) => name);

  test("has Retry-After for operations with a rate limit", async () => {
    const limited = promising("Retry-After", /^429$/);
    expect(limited).toContain("POST /api/v1/auth/login");
    for (const name of limited) {
      resetRateLimits();
      const operation = described.operation(name);
      const call = await goodCall(operation);
      // Only unknown slugs of portals are counted.
      const next = (at: number) =>
        send({ ...call, path: call.path.replace(/(?<=\/public\/)[^/?]+/, () => `guess-${at}`) });
      let reply = await next(0);
      for (let at = 1; at < 26 && reply.status !== 429; at++) reply = await next(at);
      expect([name, reply.status, objection(operation, reply)]).toEqual([name, 429, undefined]);
    }
  });

  test.each([
    ["ETag", /^2/, ["GET /api/v1/cards/{card_id}", "POST /api/v1/cards", "PATCH /api/v1/cards/{card_id}"]],
    ["ETag", /^304$/, ["GET /api/v1/metamodel/types"]],
    ["ETag", /^412$/, ["PATCH /api/v1/cards/{card_id}", "PATCH /api/v1/metamodel/types/{key}"]],
    ["X-Total-Count", /^200$/, ["GET /api/v1/relations", "GET /api/v1/users"]],
    ["Idempotency-Replayed", /^201$/, ["POST /api/v1/cards", "POST /api/v1/relations"]],
    ["Content-Disposition", /^200$/, ["GET /api/v1/cards/export/csv", "GET /api/v1/events/export/csv"]],
    ["Location", /^302$/, ["GET /api/v1/settings/logo"]],
  ])("names operations that send %s with the status %p", (header, statuses, some) => {
    expect(promising(header, statuses)).toEqual(expect.arrayContaining(some));
  });

  test("names the idempotency key for operations that accept it, and for no other", async () => {
    const takes = [...operations.values()]
      .filter(({ parameters }) => parameters.some((parameter) => parameter.name === "Idempotency-Key"))
      .map(({ name }) => name);
    expect(takes).toEqual(promising("Idempotency-Replayed", /^2/));
    // The answer to this one has content that must not be stored, or waits for an effect that can't be undone.
    expect(takes).not.toContain("POST /api/v1/auth/refresh");
    expect(takes).toContain("POST /api/v1/cards");
  });
});

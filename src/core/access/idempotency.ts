/**
 * Idempotency keys. A change with an `Idempotency-Key` is executed once: its response is stored in the transaction of the
 * change, and repeated when the request is sent again, even after a restart.
 */
import { largeTransaction, statement, transaction } from "../../../db";
import { conflict, invalid, Problem } from "../../http/errors";
import { encodeResult } from "../../http/responses";
import { DAY, fromNow, now } from "../../platform/clock";
import type { Actor } from "./actor";

const LONGEST_KEY = 255;
/** The time that a response is stored. */
const LIFETIME = DAY;

/** The parts of a call that are needed here. */
type Context = {
  request: Request;
  body: unknown;
  set: { status?: number | string; headers: Record<string, unknown> };
  actor?: Actor;
};
type Handler<C extends Context> = (context: C) => unknown;
type StoredResponse = { request: string; status: number; answer: string | null; headers: string | null };

function keyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key")?.trim();
  if (!key) return undefined;
  if (key.length > LONGEST_KEY)
    throw invalid(["header", "idempotency-key"], `must have at most ${LONGEST_KEY} characters`, "string_too_long");
  return key;
}

/** Checks whether a value is the pieces of a file, whose JSON would be many times as long. */
const isPieces = (value: unknown): value is Uint8Array[] => Array.isArray(value) && value[0] instanceof Uint8Array;

/** Returns the JSON of a body, in which a file that was read in pieces is its hash. */
const textOf = (body: unknown) =>
  JSON.stringify(body, (_, value: unknown) =>
    isPieces(value)
      ? value.reduce((hasher, piece) => hasher.update(piece), new Bun.CryptoHasher("sha256")).digest("hex")
      : value,
  );

function fingerprint({ request, body }: Context): string {
  const { pathname, search } = new URL(request.url);
  // Keys were those of POST requests alone once, whose fingerprints stay valid.
  const method = request.method === "POST" ? "" : `${request.method} `;
  return new Bun.CryptoHasher("sha256").update(`${method}${pathname}${search}\n${textOf(body)}`).digest("hex");
}

/** Returns a hash of the actor's permissions: an actor who has lost some must not get the stored response. */
const rightsOf = ({ role, permissions }: Actor) =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify([role, permissions])).digest("hex");

/**
 * Finds the stored response to a request; undefined for a new one.
 * @throws Problem 422 when the key belongs to another request, 409 when the actor's permissions have changed
 */
function findResponse(actor: Actor, key: string, request: string): Response | undefined {
  const stored = statement<StoredResponse, [string, string, string]>(
    "SELECT request, status, answer, headers FROM idempotency_keys WHERE user_id = ? AND key = ? AND created_at > ?",
  ).get(actor.userId, key, fromNow(-LIFETIME));
  if (!stored) return undefined;
  const [executed, rights] = stored.request.split(" ");
  if (executed !== request)
    throw new Problem(422, `The Idempotency-Key ${JSON.stringify(key)} was used for another request`);
  if (rights !== rightsOf(actor))
    throw conflict("This request was executed already; your rights have changed since, so its answer is not repeated");
  return new Response(stored.answer, {
    status: stored.status,
    headers: {
      ...(stored.headers === null
        ? stored.answer !== null && { "content-type": "application/json" }
        : (JSON.parse(stored.headers) as Record<string, string>)),
      "idempotency-replayed": "true",
    },
  });
}

/** Returns the headers of a response to store, as JSON text. Cookies hold tokens, which are not stored. */
const storedHeaders = (headers: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "set-cookie")));

/** Stores the result of a handler as a response. */
function storeResponse(actor: Actor, key: string, request: string, result: unknown, { set }: Context): void {
  const { status, body, headers } = encodeResult(result, Number(set.status ?? 200));
  statement(
    "INSERT OR REPLACE INTO idempotency_keys (user_id, key, request, status, answer, headers, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(
    actor.userId,
    key,
    `${request} ${rightsOf(actor)}`,
    status,
    body?.toString() ?? null,
    storedHeaders({ ...set.headers, ...headers }),
    now(),
  );
}

/** Checks whether a request was executed already, so that its response is repeated. @throws Problem as `findResponse` */
export function isRepetition(context: Context): boolean {
  const key = context.actor ? keyOf(context.request) : undefined;
  return key !== undefined && findResponse(context.actor as Actor, key, fingerprint(context)) !== undefined;
}

/**
 * Makes the handler of a change idempotent. It must be synchronous, to be part of one transaction; operations with
 * asynchronous handlers declare `repeatable: false`.
 * @throws Error when the handler returns a promise; its changes are rolled back
 */
export function once<C extends Context>(handler: Handler<C>): Handler<C> {
  return (context) => {
    const key = context.actor ? keyOf(context.request) : undefined;
    if (key === undefined || !context.actor) return handler(context);
    const { actor } = context;
    const request = fingerprint(context);
    return largeTransaction(() => {
      const before = findResponse(actor, key, request);
      if (before) return before;
      const result = handler(context);
      if (result instanceof Promise)
        throw new Error("A handler that waits is not repeatable, and must be declared so.");
      storeResponse(actor, key, request, result, context);
      return result;
    });
  };
}

/** Deletes the responses that are no longer needed. */
export function purgeIdempotencyKeys(): void {
  transaction(() => statement("DELETE FROM idempotency_keys WHERE created_at <= ?").run(fromNow(-LIFETIME)));
}

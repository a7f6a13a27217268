/**
 * Safe retries. A POST with an `Idempotency-Key` is carried out once: the answer is kept in the same transaction as the
 * change, so a script that sends the request again, even after a restart, gets the first answer and makes nothing twice.
 */
import { largeTransaction, statement, transaction } from "../../../db";
import { conflict, invalid, Problem } from "../../http/errors";
import { outgoing } from "../../http/responses";
import { DAY, fromNow, now } from "../../platform/clock";
import type { Actor } from "./actor";

/** Keys are text of the client's choice, at most this long. */
const LONGEST_KEY = 255;
/** How long an answer is kept. */
const KEPT = DAY;

/** What is needed of an operation's call. */
type Context = {
  request: Request;
  body: unknown;
  set: { status?: number | string; headers: Record<string, unknown> };
  actor?: Actor;
};
type Handler<C extends Context> = (context: C) => unknown;
type Kept = { request: string; status: number; answer: string | null; headers: string | null };

function keyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key")?.trim();
  if (!key) return undefined;
  if (key.length > LONGEST_KEY)
    throw invalid(["header", "idempotency-key"], `must have at most ${LONGEST_KEY} characters`, "string_too_long");
  return key;
}

function fingerprint({ request, body }: Context): string {
  const { pathname, search } = new URL(request.url);
  return new Bun.CryptoHasher("sha256").update(`${pathname}${search}\n${JSON.stringify(body)}`).digest("hex");
}

/** What the answer depends on besides the request: whoever may see less by now isn't shown again what they saw then. */
const rightsOf = ({ role, permissions }: Actor) =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify([role, permissions])).digest("hex");

/**
 * The kept answer to a request that was carried out before; undefined for a new one.
 * @throws Problem 422 when it was another request, 409 when the actor had other rights
 */
function recall(actor: Actor, key: string, request: string): Response | undefined {
  const kept = statement<Kept, [string, string, string]>(
    "SELECT request, status, answer, headers FROM idempotency_keys WHERE user_id = ? AND key = ? AND created_at > ?",
  ).get(actor.userId, key, fromNow(-KEPT));
  if (!kept) return undefined;
  const [made, rights] = kept.request.split(" ");
  if (made !== request)
    throw new Problem(422, `The Idempotency-Key ${JSON.stringify(key)} was used for another request`);
  if (rights !== rightsOf(actor))
    throw conflict(
      "This request was carried out already; your rights have changed since, so its answer is not repeated",
    );
  return new Response(kept.answer, {
    status: kept.status,
    headers: {
      ...(kept.headers === null
        ? kept.answer !== null && { "content-type": "application/json" }
        : (JSON.parse(kept.headers) as Record<string, string>)),
      "idempotency-replayed": "true",
    },
  });
}

/** The headers of an answer that are part of it, as JSON text. Cookies hold tokens, which are not for keeping. */
function headersToKeep(headers: Record<string, unknown>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "set-cookie")),
  );
}

/** Keeps what a handler has answered, with the headers that it has set by itself. */
function keep(actor: Actor, key: string, request: string, result: unknown, { set }: Context): void {
  const { status, text, headers } = outgoing(result, Number(set.status ?? 200));
  statement(
    "INSERT OR REPLACE INTO idempotency_keys (user_id, key, request, status, answer, headers, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(
    actor.userId,
    key,
    `${request} ${rightsOf(actor)}`,
    status,
    text,
    headersToKeep({ ...set.headers, ...headers }),
    now(),
  );
}

/**
 * The handler of a POST, made safe to be sent twice. It must not wait: what waits (for a hash, for the network) can't be
 * part of one transaction. Operations whose handlers wait declare `repeatable: false`.
 * @throws when a repeated handler returns a promise; nothing is changed
 */
export function once<C extends Context>(handler: Handler<C>): Handler<C> {
  return (context) => {
    const key = context.actor ? keyOf(context.request) : undefined;
    if (key === undefined || !context.actor) return handler(context);
    const { actor } = context;
    const request = fingerprint(context);
    return largeTransaction(() => {
      const before = recall(actor, key, request);
      if (before) return before;
      const result = handler(context);
      if (result instanceof Promise)
        throw new Error("A handler that waits is not repeatable, and must be declared so.");
      keep(actor, key, request, result, context);
      return result;
    });
  };
}

/** Lets go of the answers that are no longer kept. */
export function purgeIdempotencyKeys(): void {
  transaction(() => statement("DELETE FROM idempotency_keys WHERE created_at <= ?").run(fromNow(-KEPT)));
}

/**
 * Versions of resources. A change may say by `If-Match` which version it is meant for; when there is another one by now, it is
 * refused with that one, the fields that have changed in between, and who has changed them, so that a client can merge.
 *
 * The version of a resource is its `updated_at`, which grows with each change, or a hash of one that has none.
 */
import { statement, transaction } from "../../../db";
import { Problem } from "../../http/errors";
import { etagOf, listsEtag } from "../../http/etags";
import type { Actor } from "../access/actor";
import { changedFieldsIn } from "../journal/differences";
import type { Context, Hook } from "./context";

/** The facts of a call by which the resource is found that it changes. */
type VersionedCall = { params: Record<string, string>; actor: Actor };
/** Finds what an operation changes, as the caller sees it. @throws Problem 404, 403 */
export type FindCurrent = (call: VersionedCall) => unknown;

type Resource = { id?: unknown; updated_at?: unknown };

/** A resource whose version is neither its `updated_at` nor a hash of it. */
export class VersionedResource {
  constructor(
    readonly resource: unknown,
    readonly version: string,
  ) {}
}

/** Returns whether a result names its own version. */
const hasVersion = (result: unknown): boolean =>
  result instanceof Response
    ? result.headers.has("etag")
    : typeof (result as Resource | null | undefined)?.updated_at === "string";

/** Pairs a resource with its version as an ETag; undefined when there is no resource. */
function currentOf(found: unknown): VersionedResource | undefined {
  if (found instanceof VersionedResource || found === undefined || found === null) return found ?? undefined;
  const { updated_at } = found as Resource;
  return new VersionedResource(
    found,
    typeof updated_at === "string" ? `"${updated_at}"` : etagOf(JSON.stringify(found)),
  );
}

/** An event about a resource; `changes` and `fields` are JSON text. */
type ChangeRecord = { created_at: string; author_id: string | null; changes: string | null; fields: string | null };

/** Events that are looked at; a resource that has had more since is answered without the fields. */
const MAX_EVENTS = 200;
/** Milliseconds in which versions may be ahead of the events that report them. */
const AHEAD = 1_000;

/** Returns the latest events about a resource, oldest first. */
const latestEvents = (id: string): ChangeRecord[] =>
  statement<ChangeRecord, [string, string]>(
    `SELECT created_at, author_id, data ->> 'changes' AS changes, data ->> 'fields' AS fields FROM (
       SELECT seq, created_at, author_id, data FROM events WHERE entity_id = ?1 AND entity_id IS NOT card_id
       UNION ALL SELECT seq, created_at, author_id, data FROM events WHERE card_id = ?2 AND entity_id = card_id
     ) ORDER BY seq DESC LIMIT ${MAX_EVENTS}`,
  )
    .all(id, id)
    .reverse();

/** Selects the events that came after a version; undefined when they can't be known for certain. */
function eventsSince(events: readonly ChangeRecord[], version: string): ChangeRecord[] | undefined {
  const first = events.findIndex(({ created_at }) => created_at >= version);
  if (first < 0 || (first === 0 && events.length === MAX_EVENTS)) return undefined;
  const before = events[first - 1]?.created_at;
  // The first one reports the version itself, unless that was ahead of a clock that had not moved since the change before.
  const isOwn = before === undefined || Date.parse(version) - Date.parse(before) > AHEAD;
  return events.slice(isOwn ? first + 1 : first);
}

/** Returns the names of the fields that an event reports; undefined when it reports none. */
const fieldsOf = ({ changes, fields }: ChangeRecord): string[] | undefined =>
  changedFieldsIn({ changes: JSON.parse(changes ?? "null"), fields: JSON.parse(fields ?? "null") });

/** Finds the author of the last of some events; null when that is unknown. */
function lastAuthor(events: readonly ChangeRecord[]): { id: string; display_name: string } | null {
  const author = events.findLast(({ author_id }) => author_id !== null)?.author_id;
  if (!author) return null;
  return statement<{ id: string; display_name: string }, [string]>(
    "SELECT id, display_name FROM users WHERE id = ?",
  ).get(author);
}

/** Returns the fields that events report since a version; null when they can't be known. */
function changedFields(latest: readonly ChangeRecord[], ifMatch: string): string[] | null {
  const version = /^(?:W\/)?"(\d{4}-[^"]+Z)"$/.exec(ifMatch.trim())?.[1];
  const events = version === undefined ? undefined : eventsSince(latest, version);
  const fields = events?.map(fieldsOf);
  if (!fields || fields.length === 0 || fields.includes(undefined)) return null;
  return [...new Set(fields.flat() as string[])].toSorted();
}

/**
 * Returns the refusal of a change that was meant for another version: what is there now, what has changed since, and by
 * whom.
 */
function outdated(ifMatch: string, { resource, version }: VersionedResource): Problem {
  const { id } = resource as Resource;
  const events = typeof id === "string" ? latestEvents(id) : [];
  return new Problem(
    412,
    "It has changed since it was read: read it again and repeat the change",
    { ETag: version },
    {
      current: resource,
      changed_fields: changedFields(events, ifMatch),
      changed_by: lastAuthor(events),
    },
  );
}

/** Returns the refusal of a change by what is there; undefined when that has the version that the change is meant for. */
function refusalOf(ifMatch: string, found: unknown): Problem | undefined {
  const current = currentOf(found);
  return current && !listsEtag(ifMatch, current.version) ? outdated(ifMatch, current) : undefined;
}

/** Sets the version of a resource as `ETag` of the answer, unless that has one. */
function setVersion(result: unknown, resource: unknown, { set }: Context): void {
  const current = resource instanceof Response ? undefined : currentOf(resource);
  if (!current || set.headers["etag"] !== undefined) return;
  if (result instanceof Response) result.headers.set("etag", current.version);
  else set.headers["etag"] = current.version;
}

/** Returns a handler of a read whose answer has its version as `ETag`. */
export const withVersion =
  (handler: Hook): Hook =>
  (context) => {
    const result = handler(context);
    setVersion(result, result, context);
    return result;
  };

/**
 * Makes a change for the version that it is meant for; part of the running transaction. The change is made first and taken
 * back with the refusal, so that whoever may not make it learns nothing of what is there.
 * @throws Problem 412
 */
function changeVersion(handler: Hook, context: Context, found: unknown): unknown {
  const ifMatch = context.headers["if-match"] as string;
  const refusal = refusalOf(ifMatch, found);
  const result = handler(context);
  if (refusal) throw refusal;
  return result;
}

const AsyncFunction = (async () => {}).constructor;

/** Works as `changeVersion`, for a handler that waits for something: the version is compared before it begins. */
async function changeVersionLater(handler: Hook, context: Context, found: unknown): Promise<unknown> {
  const ifMatch = context.headers["if-match"] as string;
  const refusal = refusalOf(ifMatch, found);
  if (refusal) throw refusal;
  return handler(context);
}

/** Returns a handler of a change that accepts `If-Match`, and whose answer has the new version as `ETag`. */
export function withPrecondition(find: FindCurrent, handler: Hook): Hook {
  const waits = handler instanceof AsyncFunction;
  const found = (context: Context) => find(context as unknown as VersionedCall);
  const change: Hook = (context) => {
    if (context.headers["if-match"] === undefined) return handler(context);
    if (waits) return changeVersionLater(handler, context, found(context));
    return transaction(() => changeVersion(handler, context, found(context)));
  };
  const version = (result: unknown, context: Context) => {
    setVersion(result, hasVersion(result) ? result : found(context), context);
    return result;
  };
  return (context) => {
    const result = change(context);
    return result instanceof Promise ? result.then((settled) => version(settled, context)) : version(result, context);
  };
}

/**
 * An operation of the API: path, permission, schemas and handler, declared as one value.
 *
 *   get("/cards/{card_id}", "A card", { permission: onCard("card.view"), answer: Card }, ({ params }) => …)
 *
 * The handler's types follow from the schemas and the path. `mount.ts` serves operations, `description.ts` describes them.
 */
import { z } from "zod";
import type { ResponseHeader } from "../../http/responses";
import { type Ok, PathId, PathKey } from "../../http/schemas";
import type { Actor } from "../access/actor";
import type { Permission } from "../access/operation-permission";
import type { TokenRule } from "../access/scopes";
import type { Task } from "../threads/tasks";

type Schema = z.ZodType | undefined;
type Fields = z.ZodObject | undefined;
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The parameters of a path, by name. */
type PathParams<Path extends string> = { [Name in NamesIn<Path>]: string };

/** The arguments of a handler. */
export type Call<
  L extends string = string,
  A = Permission,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  H extends Fields = Fields,
  B extends Schema = Schema,
  F = unknown,
> = {
  request: Request;
  params: P extends z.ZodObject ? z.output<P> : PathParams<L>;
  query: Output<Q>;
  headers: Output<H>;
  body: Output<B>;
  /** The result of `fetches` or `asks`. */
  fetched: F;
  /** The authenticated user; undefined where the operation is public. */
  actor: A extends "public" | { authenticatesItself: true } ? undefined : Actor;
  /** Headers of the response, unless the handler returns a Response. */
  set: { headers: Record<string, string | number | string[]> };
};

/** True when an operation reads much: always, or for some calls. */
export type ReadsMuch<Q = never> = true | ((query: Q, params: Record<string, string>) => boolean);

/** The arguments by which an operation decides if it writes much. */
type WritingCall<B = never> = { params: Record<string, string>; body: B };
/** True when an operation writes much: always, or for some calls. */
export type WritesMuch<B = never> = true | ((call: WritingCall<B>) => boolean);

/** The arguments of a change in slices. */
type SlicedCall<L extends string, Q, B> = { params: PathParams<L>; query: Q; body: B; actor: Actor };

/** Runs a task that reads: over the landscape, or over the scenario in which something is asked. */
export type ReadTask = <Input, Result>(task: Task<Input, Result>, input: Input) => Promise<Result>;
/** The arguments of what asks. */
export type AskingCall<B = never> = { body: B; actor: Actor; read: ReadTask; signal: AbortSignal };
/** Asks somebody, such as a language model. */
type Asks<B, F> = (call: AskingCall<B>) => Promise<F>;

/** Rows that a change may write on the server's thread. */
export const MANY_ROWS = 200;
/** Rows that a dry run may write where others wait for the write lock meanwhile: about a fifth of a second. */
export const MANY_REHEARSED_ROWS = 2_000;

/** A form that a scenario reads as a whole; `largest` is in bytes. */
type ScenarioForm = { largest: number; read: (request: Request) => Promise<unknown> };
/** The synchronous handler of a scenario, in place of the operation's own, the form that it gets as its body, and what is asked before. */
type ScenarioHandler = {
  form?: ScenarioForm;
  asks?: Asks<never, unknown>;
  /**
   * True when the handler sets `fetched` of its call to what it has found out: that is stored with the change, as an answer is, and given to the handler
   * when the change is made again, which needn't find it out once more.
   */
  remembers?: true;
  handler: (call: never) => unknown;
};

/** The properties of an operation in addition to its path, summary and handler. */
export type Facts<
  A = Permission,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  H extends Fields = Fields,
  B extends Schema = Schema,
  R extends Schema = Schema,
  S = boolean | undefined,
  F = unknown,
  L extends string = string,
> = {
  permission: A;
  /**
   * True when the permission is checked before the request's content, whose violations are otherwise reported
   * first.
   */
  permissionFirst?: true;
  /** The access tokens that may call it, if not those whose scope allows its method (`core/access/scopes.ts`). */
  tokens?: TokenRule;
  /** True when somebody may call it whose role demands a second factor, and who hasn't set up one (`core/access/second-factors.ts`). */
  withoutFactor?: true;
  /** Identifies the caller, where a token is accepted in other places than the bearer header and the cookie. */
  authenticate?: (request: Request) => Promise<Actor>;
  /** The path's parameters, where they are not ids (`…_id`) and keys. */
  params?: P;
  query?: Q;
  headers?: H;
  body?: B;
  /** The schema of the successful response; without one it is 204. */
  answer?: R;
  /** The status of the successful response, if neither 200 nor 204. */
  status?: 201 | 202;
  /**
   * Finds what a change is about, as the caller sees it: its version is the `ETag` of the answer, and a change for another
   * version is refused (`core/api/versions.ts`).
   */
  current?: (call: { params: P extends z.ZodObject ? z.output<P> : PathParams<L>; actor: Actor }) => unknown;
  /** Says that a read answers with the version of what it reads as `ETag`, for `If-Match` of its change. */
  versioned?: true;
  /** The media types of a response that is not JSON. */
  media?: string | readonly string[];
  /** Headers that every successful response has. */
  sends?: readonly ResponseHeader[];
  /** `Cache-Control` of a response with an ETag, for which `If-None-Match` is supported. */
  caching?: string;
  /** True when it may respond with a range of its content, or with 304 to a client that has it (`http/ranges.ts`). */
  ranges?: true;
  /** True when it may respond with 302 instead. */
  redirects?: true;
  /**
   * True when it reads or changes the landscape. There are other states of that than the present: those of the past
   * (`core/states`) and scenarios (`core/scenarios`). `"scenarios"` when what it reads or writes is derived from the landscape, such as
   * the results of an analysis: a scenario has its own, and the past has none. Unless it is given, its area decides.
   */
  landscape?: boolean | "scenarios";
  /** Calls per client and minute, or `"inService"` when the service counts them. */
  rateLimit?: number | "inService";
  /** True when it reads much and therefore runs on a reader thread; its handler then gets no `request`. */
  readsMuch?: ReadsMuch<Output<Q>>;
  /** Refuses calls before the handler runs, which may be on another thread. */
  admits?: (request: Request, params: Readonly<Record<string, string>>) => void;
  /** Fetches what the handler needs from elsewhere, before it runs, which may be on another thread; it is sent there. */
  fetches?: (signal: AbortSignal) => Promise<F>;
  /**
   * Asks a language model, or somebody else, for what the handler needs, before it runs. It waits on the server's thread, reads by
   * `read` alone, and the handler gets what it returns as `fetched`. A scenario stores that with the change, so that nobody is asked again when
   * it is made again. An operation that isn't repeatable changes nothing: that is its answer, in a scenario as well.
   */
  asks?: Asks<Output<B>, F>;
  /**
   * True when it is Stoa's own and not one of the contract's, so that it refuses a parameter that it doesn't know
   * (`core/api/parameters.ts`).
   */
  own?: true;
  /** True when it is called so often that it is served without the framework; its path may only end in an id. */
  frequent?: true;
  /**
   * True when it may write more than `MANY_ROWS` and therefore runs on the writer thread; its handler must not
   * wait.
   */
  writesMuch?: WritesMuch<Output<B>>;
  /** Reads, on the writer thread, what the handler can check to be as it was, so that it is read before the call has the write lock. */
  readsAhead?: (call: WritingCall<Output<B>>) => void;
  /**
   * Does what must not hold the write lock until its end, before the handler runs: it yields after each slice, which is a
   * transaction of its own, so that others write in between. The handler gets what it returns as `fetched`. A slice must be
   * harmless when it is done again, as it stays when a later one is refused or cancelled. Calls that don't write much have none.
   */
  slices?: (call: SlicedCall<L, Output<Q>, Output<B>>) => Generator<void, F> | undefined;
  /**
   * True for a dry run of more than `MANY_REHEARSED_ROWS`, which the writer thread runs on a copy of the database, so that
   * nobody waits for the write lock.
   */
  rehearses?: (call: WritingCall<Output<B>>) => boolean;
  /** The largest body in bytes, if not the default. */
  largestBody?: number;
  /** True when the body may be left out, which counts as `{}`. */
  bodyOptional?: true;
  /** True when the body is multipart/form-data; where it may write much, its field `file` is given in bytes. */
  upload?: true;
  /** The fields of a multipart/form-data body that the handler reads itself, as it arrives (`http/forms.ts`). */
  form?: z.ZodObject;
  /** The way in which a scenario, and its merge, make the change: such a form is stored as it was sent, and work of many transactions is done in one. */
  inScenario?: ScenarioHandler;
  /** Says that it changes nothing of the landscape, but a later change needs it: a scenario stores it with its changes, always or when it publishes events. */
  prepares?: "always" | "whenItPublishes";
  /** True when a change accepts an `Idempotency-Key`; `false` for asynchronous handlers. */
  repeatable?: S;
  /** True when it sets the session cookie, so that pages of other sites must not call it. */
  setsCookie?: true;
  /** Statuses of errors that the other properties don't imply. */
  refusals?: readonly number[];
  /** Sentences about what the summary leaves open. */
  description?: string;
  /** Its name for generated clients, where the one that its path gives reads badly (`core/api/operation-id.ts`). */
  operationId?: string;
  /** The tag in the description, if not its area's name. */
  tag?: string;
  /** The name of its area, which the list of areas sets. */
  area?: string;
  /** True when it is omitted from the description. */
  hidden?: true;
};

/** True when a response is `{ "ok": true }`, which the handler needn't return. */
type IsOk<T> = T extends z.output<typeof Ok> ? (keyof T extends "ok" ? true : false) : false;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler whose response has no content returns nothing
type Content<R extends Schema> = R extends z.ZodType ? (IsOk<z.output<R>> extends true ? void : z.output<R>) : void;
/** The result that a handler may return: the declared response, or a Response. */
type Reply<R extends Schema> = Content<R> | Response;

/** The handler of a change that accepts an `Idempotency-Key` is one transaction, so it must be synchronous. */
type HandlerResult<M, A, R extends Schema, S> = M extends "get"
  ? Reply<R> | Promise<Reply<R>>
  : A extends "public"
    ? Reply<R> | Promise<Reply<R>>
    : S extends false
      ? Reply<R> | Promise<Reply<R>>
      : Reply<R>;

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One operation of the API. */
export type Operation = Omit<
  Facts,
  "readsMuch" | "writesMuch" | "rehearses" | "readsAhead" | "current" | "slices" | "asks"
> & {
  asks?: Asks<never, unknown>;
  slices?: (call: never) => Generator<void, unknown> | undefined;
  current?: (call: never) => unknown;
  rehearses?: (call: WritingCall) => boolean;
  readsAhead?: (call: WritingCall) => void;
  readsMuch?: ReadsMuch;
  writesMuch?: WritesMuch;
  method: Method;
  /** The path, as in `/cards/{card_id}`; below /api/v1 unless it begins with /api or is `/`. */
  path: string;
  summary: string;
  handler: (call: never) => unknown;
};

const declare =
  <M extends Method>(method: M) =>
  <
    const L extends string,
    const A extends Permission,
    P extends Fields = undefined,
    Q extends Fields = undefined,
    H extends Fields = undefined,
    B extends Schema = undefined,
    R extends Schema = undefined,
    S extends boolean | undefined = undefined,
    F = undefined,
  >(
    path: L,
    summary: string,
    facts: Facts<A, P, Q, H, B, R, S, F, L>,
    handler: (call: Call<L, A, P, Q, H, B, F>) => HandlerResult<M, A, R, S>,
  ): Operation => ({ params: pathParams(path), ...facts, method, path, summary, handler });

/** Returns the schema of a path's parameters: those called `…_id` are ids, all others keys. */
function pathParams(path: string): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, name.endsWith("_id") ? PathId : PathKey])));
}

/** Declares a GET. */
export const get = declare("get");
/** Declares a POST. */
export const post = declare("post");
/** Declares a PUT. */
export const put = declare("put");
/** Declares a PATCH. */
export const patch = declare("patch");
/** Declares a DELETE. */
export const del = declare("delete");

/** Sets the tag of operations that have none. */
export const tagged = (tag: string, operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ tag, ...operation }));

/** Returns the full path of an operation: `/cards/{card_id}` → `/api/v1/cards/{card_id}`. */
export const servedPath = ({ path }: Pick<Operation, "path">): string =>
  path === "/" || path.startsWith("/api") ? path : `/api/v1${path}`;

/** Returns the name of an operation between threads. */
export const operationKey = ({ method, path }: Pick<Operation, "method" | "path">): string => `${method} ${path}`;

/** Checks whether an operation reads or changes the landscape. */
export const isOfLandscape = ({ landscape }: Operation): boolean => landscape === true;

/** Checks whether an operation can show a former state. */
export const showsPast = (operation: Operation): boolean => operation.method === "get" && isOfLandscape(operation);

/** Checks whether a scenario has an answer of its own to a read. A POST that reads much is a read as well. */
export const readsScenario = ({ method, landscape = false, readsMuch }: Operation): boolean =>
  landscape !== false && (method === "get" || readsMuch === true);

/** Checks whether an operation accepts an `Idempotency-Key`. */
export const isRepeatable = ({ method, permission, repeatable, readsMuch }: Operation): boolean =>
  method !== "get" && permission !== "public" && repeatable !== false && readsMuch === undefined;

/** Checks whether an operation only asks, and changes nothing, in a scenario as well. */
export const asksScenario = (operation: Operation): boolean =>
  operation.asks !== undefined && (operation.landscape ?? false) !== false && !isRepeatable(operation);

/** Checks whether an operation may be asked in a scenario. */
export const isForScenarios = (operation: Operation): boolean =>
  readsScenario(operation) || changesScenario(operation) || asksScenario(operation);

/** Returns an operation as a scenario executes it, and a merge. */
export function asInScenario(operation: Operation): Operation {
  const { form: _form, repeatable: _repeatable, ...others } = operation;
  if (!operation.inScenario) return operation;
  const { asks, handler } = operation.inScenario;
  return { ...others, ...(asks && { asks }), handler };
}

/** Checks whether an operation can be executed in a scenario: on its database alone, in one transaction. */
export function changesScenario(operation: Operation): boolean {
  const there = asInScenario(operation);
  const { method, landscape = false, fetches, form } = there;
  return method !== "get" && landscape !== false && isRepeatable(there) && !fetches && !form;
}

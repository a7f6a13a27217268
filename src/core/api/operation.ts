/**
 * An operation of the API is data: where it is, who may call it, what it takes and answers, and the function that does it.
 *
 *   get("/cards/{card_id}", "A card", { permission: onCard("card.view"), answer: Card }, ({ params }) => …)
 *
 * The types of the handler follow from the schemas; the parameters of the path follow from the path. `mount.ts` serves operations, `description.ts` describes them.
 */
import { z } from "zod";
import type { ResponseHeader } from "../../http/responses";
import { type Ok, PathId, PathKey } from "../../http/schemas";
import type { Actor } from "../access/actor";
import type { Permission } from "../access/permission";

type Schema = z.ZodType | undefined;
type Fields = z.ZodObject | undefined;
type Output<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The parameters of a path, by their names in it. */
type PathParams<Path extends string> = { [Name in NamesIn<Path>]: string };

/** What a handler is given of a request. */
export type Call<
  L extends string = string,
  A = Permission,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  H extends Fields = Fields,
  B extends Schema = Schema,
> = {
  request: Request;
  params: P extends z.ZodObject ? z.output<P> : PathParams<L>;
  query: Output<Q>;
  headers: Output<H>;
  body: Output<B>;
  /** The authenticated user; undefined where the operation is public. */
  actor: A extends "public" | { authenticatesItself: true } ? undefined : Actor;
  /** Headers of the answer, beside those of a Response that the handler makes itself. */
  set: { headers: Record<string, string | number | string[]> };
};

/** What is known of an operation beside its place and its handler. */
export type Facts<
  A = Permission,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  H extends Fields = Fields,
  B extends Schema = Schema,
  R extends Schema = Schema,
  S = boolean | undefined,
> = {
  /** Who may call it. */
  permission: A;
  /** The parameters of the path, where they are not what their names say: ids (`…_id`) and keys. */
  params?: P;
  query?: Q;
  headers?: H;
  body?: B;
  /** The shape of the successful answer; without one the answer is 204 with no body. */
  answer?: R;
  /** The status of the successful answer, when it is neither 200 nor 204. */
  status?: 201;
  /** The media type of the answer when it is not JSON. */
  media?: string;
  /** Headers that the successful answer always has. */
  sends?: readonly ResponseHeader[];
  /** `Cache-Control` of an answer that has an ETag and is not sent again to who has it (`If-None-Match`). */
  caching?: string;
  /** Whether it may answer 302 instead. */
  redirects?: true;
  /** Calls that one client may make in a minute, or `"inService"` when the service counts them. */
  rateLimit?: number | "inService";
  /** The largest body in bytes, where it may be larger than elsewhere. */
  largestBody?: number;
  /** Whether the body may be left out; the handler is then given what its schema makes of `{}`. */
  bodyOptional?: true;
  /** Whether the body is a form with files. */
  upload?: true;
  /** Whether a POST may be sent twice with an `Idempotency-Key`; `false` for handlers that wait for something. */
  repeatable?: S;
  /** Whether it sets a session cookie, so that pages of other sites must not call it. */
  setsCookie?: true;
  /** Statuses of refusals that nothing else here implies. */
  refusals?: readonly number[];
  /** More about it than the summary says. */
  description?: string;
  /** The tag under which it is described, when it is not its area's. */
  tag?: string;
  /** Whether it is left out of the description. */
  hidden?: true;
};

/** Whether an answer is just `{ "ok": true }`, which a handler needn't say. */
type IsOk<T> = T extends z.output<typeof Ok> ? (keyof T extends "ok" ? true : false) : false;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler whose answer has no content returns nothing
type Content<R extends Schema> = R extends z.ZodType ? (IsOk<z.output<R>> extends true ? void : z.output<R>) : void;
/** What a handler may return: the declared answer, or a Response that is made already. */
type Reply<R extends Schema> = Content<R> | Response;

/** A POST that is carried out once for an `Idempotency-Key` is one transaction, so its handler must not wait. */
type Handled<M, A, R extends Schema, S> = M extends "post"
  ? A extends "public"
    ? Reply<R> | Promise<Reply<R>>
    : S extends false
      ? Reply<R> | Promise<Reply<R>>
      : Reply<R>
  : Reply<R> | Promise<Reply<R>>;

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One operation of the API. */
export type Operation = Facts & {
  method: Method;
  /** As in `/cards/{card_id}`, below /api/v1 unless it begins with /api. */
  path: string;
  /** What it does, in a line. */
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
  >(
    path: L,
    summary: string,
    facts: Facts<A, P, Q, H, B, R, S>,
    handler: (call: Call<L, A, P, Q, H, B>) => Handled<M, A, R, S>,
  ): Operation => ({ params: pathParams(path), ...facts, method, path, summary, handler });

/** The schema of a path's parameters: what is called `…_id` is an id, all else a key. */
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

/** Operations that are described under another tag than their area's. */
export const tagged = (tag: string, operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ tag, ...operation }));

/** The path as it is served: `/cards/{card_id}` is below /api/v1. */
export const servedPath = ({ path }: Pick<Operation, "path">): string =>
  path.startsWith("/api") ? path : `/api/v1${path}`;

/** Whether a request may be sent twice with an `Idempotency-Key`, and is then carried out once. */
export const isRepeatable = ({ method, permission, repeatable }: Operation): boolean =>
  method === "post" && permission !== "public" && repeatable !== false;

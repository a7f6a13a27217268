/** Serves operations: the one place that knows the framework. */
import { cors } from "@elysiajs/cors";
import { type AnyElysia, Elysia } from "elysia";
import { z } from "zod";
import type { Config } from "../../config";
import { completeCors, corsOptions } from "../../http/cors";
import { errorResponse, forbidden, Problem, problemResponse } from "../../http/errors";
import { ReadConditions, versioned } from "../../http/etags";
import type { Handler } from "../../http/handler";
import { LARGEST_JSON, readJson, refuseLargeUpload } from "../../http/json";
import { readQuery } from "../../http/query";
import { countCall } from "../../http/rate-limit";
import { contextOf } from "../../http/request-context";
import { checkShape, noContent } from "../../http/responses";
import { Ok, ok } from "../../http/schemas";
import { type Invalid, validationProblem } from "../../http/validation";
import type { Actor } from "../access/actor";
import { authenticate, refuseForeignPage } from "../access/guard";
import { once } from "../access/idempotency";
import { checkOf, concernsCards } from "../access/permission";
import { isRepeatable, type Operation, servedPath } from "./operation";

/** What the framework hands to hooks and handlers, as far as it is used here. */
type Context = {
  request: Request;
  params: Record<string, string | undefined>;
  headers: Record<string, string | undefined>;
  body: unknown;
  set: { status?: number | string; headers: Record<string, string | number | string[]> };
  actor?: Actor;
};
type Step = (context: Context) => unknown;

/** An operation that is served: the path in the router's form, and its parameters whose names differ there. */
export type Route = { operation: Operation; path: string; renamed: [router: string, own: string][] };

/** Serving operations: how a request is answered, and what the description is made from. */
export type Mounted = { handle: Handler; framework: AnyElysia; routes: readonly Route[] };

/**
 * Puts operations behind their paths.
 * @param options.checkResponses whether answers are held against their declared shapes: in tests and in development
 * @param options.allowedOrigins origins whose pages may call
 */
export function mount(
  operations: readonly Operation[],
  options: Pick<Config, "checkResponses" | "allowedOrigins">,
): Mounted {
  const routes = routesOf(operations);
  const byPlace = new Map(routes.map((route) => [`${route.operation.method.toUpperCase()} ${route.path}`, route]));
  const allowedMethods = methodsByPath(routes);
  // Without the second setting a host of three letters is taken for part of the path.
  const framework: AnyElysia = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .onParse(({ request, contentType, route }) => {
      const operation = byPlace.get(`${request.method} ${route}`)?.operation;
      if (contentType !== "multipart/form-data" || !operation?.upload) return readJson(request, operation?.largestBody);
      refuseLargeUpload(request, LARGEST_JSON);
    })
    // The framework reads lists and objects into the commas and brackets of a query; Stoa takes it as it is written.
    .onTransform((context) => {
      if (context.request.url.includes("?")) context.query = readQuery(context.request.url) as typeof context.query;
    })
    .onError({ as: "global" }, ({ code, error, request }) => {
      if (code === "NOT_FOUND") return notFound(request, allowedMethods);
      return errorResponse(causeOf(error, code), contextOf(request).id);
    });
  for (const route of routes) serve(framework, route, options.checkResponses);
  framework.compile();
  return { handle: withCors(framework.fetch, options.allowedOrigins), framework, routes };
}

/** Leaves what a browser must know of other origins to the plugin. Only requests that name an origin take that way. */
function withCors(handle: Handler, allowedOrigins: readonly string[]): Handler {
  const crossing: AnyElysia = new Elysia({ handler: { standardHostname: false } })
    .use(cors(corsOptions(allowedOrigins)))
    .onRequest(completeCors);
  for (const path of ["/", "/*"]) crossing.all(path, ({ request }) => handle(request), { parse: "none" });
  crossing.compile();
  return (request) => (request.headers.has("origin") ? crossing.fetch(request) : handle(request));
}

/** The router wants one name for one place of a path, whatever follows it: the first operation's counts. */
function routesOf(operations: readonly Operation[]): Route[] {
  const names = new Map<string, string>();
  return operations.map((operation) => {
    const renamed: Route["renamed"] = [];
    let place = "";
    const path = servedPath(operation)
      .split("/")
      .map((segment) => {
        const own = segment.match(/^\{(.+)\}$/)?.[1];
        place += `/${own === undefined ? segment : "*"}`;
        if (own === undefined) return segment;
        const name = names.get(place) ?? own;
        names.set(place, name);
        if (name !== own) renamed.push([name, own]);
        return `:${name}`;
      })
      .join("/");
    return { operation, path, renamed };
  });
}

function serve(framework: AnyElysia, served: Route, checkResponses: boolean): void {
  const { operation, path } = served;
  const { method, params, query, headers, body, caching, bodyOptional, summary, description, tag, hidden } = operation;
  const hooks = {
    params,
    query,
    headers: caching === undefined ? headers : ReadConditions,
    // A body that may be left out is as if it were empty.
    body: bodyOptional && body ? z.preprocess((sent) => sent ?? {}, body) : body,
    transform: beforeValidation(served),
    beforeHandle: beforeHandler(operation),
    detail: { summary, description, tags: tag === undefined ? undefined : [tag], hide: hidden },
  };
  const declared = Object.entries(hooks).filter(([, hook]) => hook !== undefined);
  const add = framework[method] as (path: string, handler: Step, hooks: object) => unknown;
  add.call(framework, path, handlerOf(operation, checkResponses), Object.fromEntries(declared));
}

/** Who is asking is found out before validation: nobody learns from a 422 without having logged in. */
function beforeValidation({ operation: { permission, setsCookie }, renamed }: Route): Step[] | undefined {
  const steps: Step[] = [];
  if (renamed.length > 0)
    steps.push(({ params }) => {
      for (const [router, own] of renamed) params[own] = params[router];
    });
  if (setsCookie) steps.push(({ request }) => refuseForeignPage(request));
  if (permission !== "public" && !(typeof permission === "object" && "authenticatesItself" in permission))
    steps.push(async (context) => {
      context.actor = await authenticate(context.request);
    });
  return steps.length > 0 ? steps : undefined;
}

/** Permission and rate limit are checked after validation: what is invalid doesn't count. */
function beforeHandler(operation: Operation): Step[] | undefined {
  const { permission, method, rateLimit } = operation;
  const steps: Step[] = [];
  const check = checkOf(permission);
  if (check) {
    const refusal = concernsCards(permission) ? "Not enough permissions" : "Insufficient permissions";
    steps.push(({ actor, params }) => {
      if (!check(actor as Actor, params ?? {})) throw forbidden(refusal);
    });
  }
  if (typeof rateLimit === "number") {
    const endpoint = `${method.toUpperCase()} ${servedPath(operation)}`;
    steps.push(({ request }) => countCall(endpoint, contextOf(request).address, rateLimit));
  }
  return steps.length > 0 ? steps : undefined;
}

/** The operation's handler with what its declaration promises: status, conditions, shape and safe repetition. */
function handlerOf(operation: Operation, checkResponses: boolean): Step {
  const { answer, status, caching, hidden } = operation;
  // A handler that needs nothing around it is handed over as it is: the framework reads from its text what it uses.
  let handler = operation.handler as Step;
  if (answer === Ok) handler = then(handler, () => ok);
  if (checkResponses && answer) handler = then(handler, (result) => checkShape(answer, result));
  if (answer === undefined && !hidden)
    handler = then(handler, (result) => (result instanceof Response ? result : noContent()));
  if (status !== undefined)
    handler = then(handler, (result, { set }) => {
      set.status = status;
      return result;
    });
  if (caching !== undefined)
    handler = then(handler, (result, { headers }) => versioned(result, headers["if-none-match"], caching));
  return isRepeatable(operation) ? once(handler) : handler;
}

/** A handler whose result goes through one more step, at once or when it is there. */
function then(handler: Step, next: (result: unknown, context: Context) => unknown): Step {
  return (context) => {
    const result = handler(context);
    return result instanceof Promise ? result.then((settled) => next(settled, context)) : next(result, context);
  };
}

/** The methods of a path that is served; none for one that isn't. */
function methodsByPath(routes: readonly Route[]): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { operation, path } of routes) {
    const pattern = path.replace(/\/$/, "").replace(/:[^/]+/g, "[^/]+");
    const known = patterns.get(path) ?? { pattern: new RegExp(`^${pattern}/?$`), methods: new Set() };
    known.methods.add(operation.method.toUpperCase());
    if (operation.method === "get") known.methods.add("HEAD");
    patterns.set(path, known);
  }
  return (path) => {
    const matching = [...patterns.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))];
  };
}

function notFound(request: Request, allowedMethods: (path: string) => string[]): Response {
  const allowed = allowedMethods(new URL(request.url).pathname);
  // A path that has the method and wasn't found all the same is written in a way that no path is.
  if (allowed.length === 0 || allowed.includes(request.method)) return problemResponse(new Problem(404, "Not Found"));
  return problemResponse(new Problem(405, "Method Not Allowed", { Allow: allowed.join(", ") }));
}

/** What lies behind an error of the framework. */
function causeOf(error: unknown, code: unknown): unknown {
  if (code === "VALIDATION") return validationProblem(error as Invalid);
  if (code !== "PARSE") return error;
  const { cause } = error as Error;
  if (cause instanceof Problem) return cause;
  return new Problem(422, [{ type: "value_error", loc: ["body"], msg: "could not be read", input: {} }]);
}

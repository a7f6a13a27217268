/** Serves operations with the framework. */
import { cors } from "@elysiajs/cors";
import { type AnyElysia, Elysia } from "elysia";
import { z } from "zod";
import { lossesSoFar } from "../../../db/durability";
import { inTurn, queueWrite } from "../../../db/write-lock";
import type { Config } from "../../config";
import { completeCors, corsOptions } from "../../http/cors";
import { errorResponse, forbidden, Problem, problemResponse } from "../../http/errors";
import { ChangeConditions, ReadConditions } from "../../http/etags";
import type { Handler } from "../../http/handler";
import { countUnreadable, isUnreadable, UnparsedBody } from "../../http/json";
import { readQuery } from "../../http/query";
import { countCall } from "../../http/rate-limit";
import { contextOf, held } from "../../http/request-context";
import { type Invalid, validationProblem } from "../../http/validation";
import type { Actor } from "../access/actor";
import { authenticate, refuseForeignPage } from "../access/guard";
import { isRepetition } from "../access/idempotency";
import { isCardPermission, needsActor, permissionCheck } from "../access/operation-permission";
import { refuseScenario, requestedScenario, SCENARIO_HEADER } from "../scenarios/requested";
import type { Scenarios } from "../scenarios/scenarios";
import { refuseInstant, requestedInstant } from "../states/requested";
import type { ReaderPool } from "../threads/pool";
import { runTask } from "../threads/tasks";
import type { Writer } from "../threads/writer-thread";
import { askFor } from "./asking";
import type { Context, Hook } from "./context";
import { type DirectHandler, type Schemas, serveDirectly } from "./direct";
import { completeHandler } from "./handler";
import { readInput } from "./input";
import {
  asksScenario,
  changesScenario,
  isForScenarios,
  isRepeatable,
  type Operation,
  type ReadsMuch,
  readsScenario,
  servedPath,
  showsPast,
  type WritesMuch,
} from "./operation";
import { parameterCheck } from "./parameters";
import { rehearsalOf } from "./rehearsal";
import { callOnReader, callOnState, callOnWriter, type PastThreads } from "./remote";
import { afterSlices } from "./slices";

/** A served operation: its path in the router's syntax, and the parameters that have another name there. */
export type Route = { operation: Operation; path: string; renamed: [router: string, own: string][] };

/** Mounted operations: their handler, and what the description is derived from. */
export type MountedOperations = { handle: Handler; framework: AnyElysia; routes: readonly Route[] };

/** The options that serving depends on. Without readers and writer everything runs on this thread. */
export type MountOptions = Pick<Config, "checkResponses" | "allowedOrigins"> & Threads;

/** The threads in addition to the server's own. */
export type Threads = {
  readers?: ReaderPool | undefined;
  writer?: Writer | undefined;
  past?: PastThreads | undefined;
  scenarios?: Scenarios | undefined;
};

/** Mounts operations. Responses are checked against their schemas if `checkResponses` is set. */
export function mount(operations: readonly Operation[], options: MountOptions): MountedOperations {
  const routes = routesOf(operations);
  const byRoute = new Map(
    routes.map(({ operation, path }) => [`${operation.method.toUpperCase()} ${path}`, operation]),
  );
  // Without `standardHostname: false` a host of three letters is parsed as part of the path.
  const framework: AnyElysia = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .onParse(({ request, contentType, route }) => {
      const operation = byRoute.get(`${request.method} ${route}`);
      if (operation) contextOf(request).operation = operation;
      return (
        operation && readInput(operation, request, contentType, options.writer !== undefined, isForScenario(request))
      );
    })
    // The framework parses commas and brackets in a query as lists and objects.
    .onTransform((context) => {
      if (context.request.url.includes("?")) context.query = readQuery(context.request.url) as typeof context.query;
    })
    .onError({ as: "global" }, ({ code, error, request }) =>
      code === "NOT_FOUND" ? notFound(request, routes) : errorResponse(causeOf(error, code), contextOf(request).id),
    );
  for (const route of routes) addRoute(framework, route, options);
  framework.compile();
  const direct = directly(routes, options);
  const handle: Handler = (request) => direct(request) ?? framework.fetch(request);
  return { handle: withCors(handle, options.allowedOrigins), framework, routes };
}

/** Serves the frequent operations without the framework. */
const directly = (routes: readonly Route[], options: MountOptions): DirectHandler =>
  serveDirectly(
    routes
      .filter(({ operation }) => operation.frequent)
      .map((route) => ({
        operation: route.operation,
        schemas: schemasOf(route.operation, options),
        read:
          route.operation.body &&
          ((request) => readInput(route.operation, request, "application/json", false, isForScenario(request))),
        beforeValidation: beforeValidation(route),
        beforeHandler: beforeHandler(route.operation),
        handler: handlerOf(route.operation, options),
      })),
  );

/** Checks whether a request may be made in a scenario, whose thread parses its body. */
const isForScenario = (request: Request) => requestedScenario(request) !== undefined;

/** Returns a schema that lets an unparsed body pass, which another thread parses and validates. */
const unlessUnparsed = (body: z.ZodType): z.ZodType =>
  z.unknown().transform((input, context) => {
    if (input instanceof UnparsedBody) return input;
    const { data, error } = body.safeParse(input);
    context.issues.push(...((error?.issues ?? []) as typeof context.issues));
    return data;
  });

/** Adds CORS by the plugin, through which only requests with an `Origin` pass. */
function withCors(handle: Handler, allowedOrigins: readonly string[]): Handler {
  const crossOrigin: AnyElysia = new Elysia({ handler: { standardHostname: false } })
    .use(cors(corsOptions(allowedOrigins)))
    .onRequest(completeCors);
  for (const path of ["/", "/*"]) crossOrigin.all(path, ({ request }) => handle(request), { parse: "none" });
  crossOrigin.compile();
  return (request) => (request.headers.has("origin") ? crossOrigin.fetch(request) : handle(request));
}

/** The router allows only one name for a parameter at one position of a path: that of the first operation. */
function routesOf(operations: readonly Operation[]): Route[] {
  const names = new Map<string, string>();
  return operations.map((operation) => {
    const renamed: Route["renamed"] = [];
    let position = "";
    const path = servedPath(operation).replace(/\/(?:\{(\w+)\}|[^/]*)/g, (segment, own?: string) => {
      position += own === undefined ? segment : "/*";
      if (own === undefined) return segment;
      const name = names.get(position) ?? own;
      names.set(position, name);
      if (name !== own) renamed.push([name, own]);
      return `/:${name}`;
    });
    return { operation, path, renamed };
  });
}

/** Returns the schema of an operation's body as the framework is to check it. */
function bodySchema(operation: Operation, hasWriter: boolean): z.ZodType | undefined {
  const { body, bodyOptional } = operation;
  if (body === undefined) return undefined;
  const schema = bodyOptional ? z.preprocess((input) => input ?? {}, body) : body;
  return hasWriter && (operation.writesMuch || changesScenario(operation)) ? unlessUnparsed(schema) : schema;
}

function addRoute(framework: AnyElysia, route: Route, options: MountOptions): void {
  const { operation, path } = route;
  const { method, summary, description, tag, hidden } = operation;
  const hooks = {
    ...schemasOf(operation, options),
    transform: beforeValidation(route),
    beforeHandle: beforeHandler(operation),
    detail: { summary, description, tags: tag === undefined ? undefined : [tag], hide: hidden },
  };
  const present = Object.entries(hooks).filter(([, hook]) => hook !== undefined && !isEmpty(hook));
  const add = framework[method] as (path: string, handler: Hook, hooks: object) => unknown;
  add.call(framework, path, handlerOf(operation, options), Object.fromEntries(present));
}

/** Returns the schema of the headers that an operation reads. */
function headersOf({ caching, current, headers }: Operation): z.ZodType | undefined {
  if (caching !== undefined) return ReadConditions;
  return current ? ChangeConditions : headers;
}

/** Returns the schemas of the parts of a call. */
const schemasOf = (operation: Operation, { writer }: MountOptions): Schemas => ({
  params: operation.params,
  query: operation.query,
  headers: headersOf(operation),
  body: bodySchema(operation, writer !== undefined),
});

const isEmpty = (hook: unknown) => Array.isArray(hook) && hook.length === 0;

/** Authentication comes before validation, so that a 422 reveals nothing to clients without a token. */
function beforeValidation({ operation, renamed }: Route): Hook[] {
  const { permission, permissionFirst, setsCookie, authenticate: identify = authenticate } = operation;
  const hooks: Hook[] = [
    ({ request }) => {
      contextOf(request).operation = operation;
    },
  ];
  if (renamed.length > 0)
    hooks.push(({ params }) => {
      for (const [router, own] of renamed) params[own] = params[router];
    });
  if (setsCookie) hooks.push(({ request }) => refuseForeignPage(request));
  if (needsActor(permission))
    hooks.push(async (context) => {
      context.actor = await identify(context.request);
    });
  if (permissionFirst) hooks.push(...permissionHooks(permission));
  hooks.push(...parameterCheck(operation));
  return hooks;
}

/** Returns the check of a permission, if there is one. */
function permissionHooks(permission: Operation["permission"]): Hook[] {
  const check = permissionCheck(permission);
  if (!check) return [];
  const message = isCardPermission(permission) ? "Not enough permissions" : "Insufficient permissions";
  return [
    ({ actor, params }) => {
      if (!check(actor as Actor, params ?? {})) throw forbidden(message);
    },
  ];
}

/** Permission, mostly, and rate limit are checked after validation, so that invalid requests don't count. */
function beforeHandler(operation: Operation): Hook[] {
  const { permission, permissionFirst, method, rateLimit, admits } = operation;
  const hooks: Hook[] = [];
  if (!showsPast(operation) && !operation.hidden) hooks.push(({ request }) => refuseInstant(request));
  if (method !== "get" && !isForScenarios(operation)) hooks.push(({ request }) => refuseScenario(request));
  if (admits) hooks.push(({ request, params }) => admits(request, params as Record<string, string>));
  if (!permissionFirst) hooks.push(...permissionHooks(permission));
  if (typeof rateLimit === "number") {
    const endpoint = `${method.toUpperCase()} ${servedPath(operation)}`;
    hooks.push(({ request }) => countCall(endpoint, contextOf(request).address, rateLimit));
  }
  return hooks;
}

/** Returns the operation's handler, or for a request that is only to be rehearsed, that of its rehearsal. */
function handlerOf(operation: Operation, options: MountOptions): Hook {
  if (operation.method === "get") return withStates(operation, options);
  const handler = withFetched(operation, options);
  const rehearse = queued(rehearsalOf(operation, options.checkResponses));
  return async (context) => {
    const scenario = requestedScenario(context.request);
    if (scenario !== undefined && readsScenario(operation)) return readScenario(scenario, operation, context, options);
    if (scenario !== undefined && asksScenario(operation)) return askScenario(scenario, operation, context, options);
    if (scenario !== undefined) return changeScenario(scenario, operation, context, options);
    return contextOf(context.request).isRehearsal ? rehearse(context) : handler(context);
  };
}

const noScenarios = () => new Problem(503, "This server has no scenarios");

/** Makes a change in a scenario. @throws Problem 422 for a rehearsal */
function changeScenario(id: string, operation: Operation, context: Context, options: MountOptions): Promise<Response> {
  const { scenarios, checkResponses } = options;
  if (!scenarios) throw noScenarios();
  if (contextOf(context.request).isRehearsal)
    throw new Problem(422, "A change of a scenario can't be rehearsed: it can be taken out of the scenario again");
  return held(context.request, () => scenarios.change(id, operation, context, checkResponses));
}

/** Answers what only asks as it is in a scenario. @throws Problem 503 where there are none */
async function askScenario(
  id: string,
  operation: Operation,
  context: Context,
  options: MountOptions,
): Promise<unknown> {
  const { scenarios, checkResponses } = options;
  if (!scenarios) throw noScenarios();
  context.fetched = await held(context.request, () => scenarios.answer(id, operation, context));
  context.set.headers[SCENARIO_HEADER] = id;
  return completeHandler(operation, checkResponses)(context);
}

/** Answers a read as it is in a scenario. @throws Problem 503 where there are none */
function readScenario(id: string, operation: Operation, context: Context, options: MountOptions): Promise<Response> {
  const { scenarios, checkResponses } = options;
  if (!scenarios) throw noScenarios();
  return held(context.request, () => scenarios.read(id, operation, context, checkResponses));
}

/** Returns the handler of a read, which shows a former state, or a scenario, to who asks for one. */
function withStates(operation: Operation, options: MountOptions): Hook {
  const handler = withFetched(operation, options);
  const { past, checkResponses } = options;
  const { fetches } = operation;
  const hasPast = showsPast(operation);
  if (!hasPast && !readsScenario(operation)) return handler;
  return async (context) => {
    const at = hasPast ? requestedInstant(context.request) : undefined;
    const scenario = requestedScenario(context.request);
    if (fetches && (scenario ?? at) !== undefined) context.fetched = await fetches(context.request.signal);
    if (scenario !== undefined) {
      refuseInstant(context.request, "has no past in a scenario");
      return readScenario(scenario, operation, context, options);
    }
    if (at === undefined) return handler(context);
    if (!past) throw new Problem(503, "This server keeps no states of the past");
    return held(context.request, () => callOnState(past, operation, context, at, checkResponses));
  };
}

/** Returns the operation's handler, which is called once its `fetches` or `asks` has a result. */
function withFetched(operation: Operation, options: MountOptions): Hook {
  const { fetches, asks } = operation;
  const handler = onItsThread(operation, options);
  if (!fetches && !asks) return handler;
  return async (context) => {
    const { request } = context;
    context.fetched = await held(request, async () => (asks ? askHere(operation, context) : fetches?.(request.signal)));
    return handler(context);
  };
}

/** Asks what an operation asks, over the landscape; nobody is asked for a repetition, which is not executed. */
async function askHere(operation: Operation, context: Context): Promise<unknown> {
  if (isRepeatable(operation) && isRepetition(context)) return undefined;
  const { signal } = context.request;
  return askFor(operation, context, (task, input) => runTask(task, input, signal));
}

/** Returns the operation's handler, on the thread that it belongs to. */
function onItsThread(operation: Operation, options: MountOptions): Hook {
  const { method, readsMuch, writesMuch } = operation;
  const { checkResponses, readers, writer } = options;
  const handler = completeHandler(operation, checkResponses);
  if (readsMuch && readers) {
    const call = (context: Context) => callOnReader(readers, operation, context, checkResponses);
    return onReader(readsMuch, call, handler);
  }
  if (method === "get") return handler;
  if (!writesMuch || !writer) return afterSlices(operation, queued(handler));
  const call = (context: Context) => callOnWriter(writer, operation, context, checkResponses);
  return onWriter(writesMuch, call, queued(handler));
}

/** Returns a handler that runs on a reader thread for what reads much, and else on this one. @param call calls it there */
function onReader(readsMuch: ReadsMuch, call: (context: Context) => Promise<Response>, handler: Hook): Hook {
  return async (context) => {
    const { request, query, params } = context;
    if (readsMuch !== true && !readsMuch(query as never, params as Record<string, string>)) return handler(context);
    return held(request, () => call(context));
  };
}

/**
 * Returns a handler that runs on the writer thread for what writes much or has a large body, and else on this one.
 * @param call calls it there
 */
function onWriter(writesMuch: WritesMuch, call: (context: Context) => Promise<Response>, handler: Hook): Hook {
  return async (context) => {
    const { body, params, request } = context;
    const run = () => held(request, () => call(context));
    if (body instanceof UnparsedBody)
      return run().catch((error) => {
        if (isUnreadable(error)) countUnreadable(request);
        throw error;
      });
    const isMuch = writesMuch === true || writesMuch({ params, body } as Parameters<typeof writesMuch>[0]);
    return isMuch ? run() : handler(context);
  };
}

/**
 * Returns a handler that waits for its turn while the file's write lock is taken; clients that go away are forgotten. As
 * every handler that may wait it is an `async` function, because the framework doesn't catch what other functions' promises
 * throw.
 */
function queued(handler: Hook): Hook {
  return async (context) => {
    const { request } = context;
    const run = () => handler(context);
    const runLater = () => {
      contextOf(request).losses = lossesSoFar();
      return run();
    };
    return inTurn(run, () => queueWrite(runLater, request.signal));
  };
}

/** 404, or 405 with the allowed methods for a path that has others. */
function notFound(request: Request, routes: readonly Route[]): Response {
  const { pathname } = new URL(request.url);
  const allowed = new Set<string>();
  for (const [path, served] of Map.groupBy(routes, (route) => route.path)) {
    if (!patternOf(path).test(pathname)) continue;
    for (const { method } of served.map(({ operation }) => operation)) {
      allowed.add(method.toUpperCase());
      if (method === "get") allowed.add("HEAD");
    }
  }
  // A path that has the method but wasn't found is encoded in a way that the router doesn't accept.
  if (allowed.size === 0 || allowed.has(request.method)) return problemResponse(new Problem(404, "Not Found"));
  return problemResponse(new Problem(405, "Method Not Allowed", { Allow: [...allowed].join(", ") }));
}

const patterns = new Map<string, RegExp>();

/** Returns the pattern of a path in the router's syntax, which also accepts a trailing slash. */
function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const texts = path.replace(/\/$/, "").split(/:[^/]+/);
  const pattern = new RegExp(`^${texts.map(RegExp.escape).join("[^/]+")}/?$`);
  patterns.set(path, pattern);
  return pattern;
}

/** Returns the cause of an error that the framework reports. */
function causeOf(error: unknown, code: unknown): unknown {
  if (code === "VALIDATION") return validationProblem(error as Invalid);
  if (code !== "PARSE") return error;
  const { cause } = error as Error;
  if (cause instanceof Problem) return cause;
  return new Problem(422, [{ type: "value_error", loc: ["body"], msg: "could not be read", input: {} }]);
}

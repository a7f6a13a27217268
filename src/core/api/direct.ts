/**
 * Serves frequent operations without the framework, whose routing and context take longer than the operations
 * themselves. The steps are those that the framework takes, in the same order. A request that is spelled unusually
 * is left to the framework.
 */
import type { z } from "zod";
import { errorResponse, Problem } from "../../http/errors";
import type { Handler } from "../../http/handler";
import { readQuery } from "../../http/query";
import { contextOf } from "../../http/request-context";
import { encodeResult } from "../../http/responses";
import { violations } from "../../http/validation";
import type { Context, Hook } from "./context";
import { type Operation, servedPath } from "./operation";

/** The schemas of the parts of a call. */
export type Schemas = Record<"headers" | "params" | "query" | "body", z.ZodType | undefined>;

/** An operation with the steps that serve it. */
export type Steps = {
  operation: Operation;
  schemas: Schemas;
  /** Reads the body; undefined when the operation has none. */
  read: ((request: Request) => Promise<unknown>) | undefined;
  beforeValidation: readonly Hook[];
  beforeHandler: readonly Hook[];
  handler: Hook;
};

/** Serves a request, or returns undefined when it is none of the operations'. */
export type DirectHandler = (request: Request) => ReturnType<Handler> | undefined;

/** A path may end in one parameter, which then is an id in its canonical form. */
const idAtEnd = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ID_LENGTH = 36;

type Route = Steps & { parameter: string | undefined };

/** Serves operations whose paths hold no parameter but an id at the end. */
export function serveDirectly(all: readonly Steps[]): DirectHandler {
  const routes = new Map<string, Map<string, Route>>();
  for (const steps of all) {
    const { operation } = steps;
    const method = operation.method.toUpperCase();
    const ofMethod = routes.get(method) ?? new Map<string, Route>();
    const parameter = /\{(\w+)\}$/.exec(operation.path)?.[1];
    const path = servedPath(operation).replace(/\{\w+\}$/, "");
    if (path.includes("{")) throw new Error(`${operation.path} has a parameter before its end.`);
    routes.set(method, ofMethod.set(path, { ...steps, parameter }));
  }
  return (request) => {
    const ofMethod = routes.get(request.method);
    if (!ofMethod) return undefined;
    const path = pathOf(request.url);
    const exact = ofMethod.get(path);
    if (exact) return exact.parameter === undefined ? serve(exact, request, {}) : undefined;
    const id = path.slice(-ID_LENGTH);
    const route = ofMethod.get(path.slice(0, -ID_LENGTH));
    return route?.parameter !== undefined && idAtEnd.test(id)
      ? serve(route, request, { [route.parameter]: id })
      : undefined;
  };
}

/** Returns the path of a URL, as it was sent. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return url.slice(start, end < 0 ? undefined : end);
}

async function serve(route: Route, request: Request, params: Context["params"]): Promise<Response> {
  try {
    contextOf(request).operation = route.operation;
    const body = route.read && (await route.read(request));
    const context: Context = { request, params, query: {}, headers: {}, body, set: { headers: {} } };
    if (request.url.includes("?")) context.query = readQuery(request.url);
    if (route.schemas.headers) context.headers = contextOf(request).headers;
    for (const step of route.beforeValidation) {
      const waits = step(context);
      if (waits instanceof Promise) await waits;
    }
    validate(route.schemas, context);
    for (const step of route.beforeHandler) step(context);
    return responseOf(await route.handler(context), context);
  } catch (error) {
    return errorResponse(error, contextOf(request).id);
  }
}

const parts = [
  ["headers", "header"],
  ["params", "path"],
  ["query", "query"],
  ["body", "body"],
] as const;

/** Replaces the parts of a call by what their schemas make of them. @throws Problem 422 */
function validate(schemas: Schemas, context: Context): void {
  for (const [part, location] of parts) {
    const schema = schemas[part];
    if (!schema) continue;
    const { data, error } = schema.safeParse(context[part]);
    if (error) throw new Problem(422, violations(location, error.issues, context[part]));
    Object.assign(context, { [part]: data });
  }
}

/** Makes of a handler's result the response that the framework would make. */
function responseOf(result: unknown, { set }: Context): Response {
  if (result instanceof Response) {
    for (const [name, value] of Object.entries(set.headers)) result.headers.set(name, String(value));
    return result;
  }
  const { status, body, headers } = encodeResult(result, Number(set.status ?? 200));
  return new Response(body, { status, headers: { ...headers, ...(set.headers as Record<string, string>) } });
}

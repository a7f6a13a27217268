/** The application: one list of the modules that make it up, and what holds for all of them. */
import { cors } from "@elysiajs/cors";
import { type AnyElysia, Elysia, ValidationError } from "elysia";
import type { Config } from "./config";
import { once } from "./core/access/idempotency";
import { calculations } from "./core/calculations/routes";
import { refreshQuality } from "./core/cards/quality";
import { cards } from "./core/cards/routes";
import { mailAccounts } from "./core/mail/account-mail";
import { metamodel } from "./core/metamodel/routes";
import { tellHolders } from "./core/notifications/card-notices";
import { relations } from "./core/relations/routes";
import { completeCors, corsOptions } from "./http/cors";
import { type Description, describe } from "./http/describe";
import { errorResponse, Problem, problemResponse } from "./http/errors";
import type { Handler } from "./http/handler";
import { LARGEST_JSON, readJson, refuseLargeUpload } from "./http/json";
import { configurePages } from "./http/pagination";
import { readQuery } from "./http/query";
import { contextOf } from "./http/request-context";
import { validationProblem } from "./http/validation";
import { auth } from "./modules/auth/routes";
import { docs } from "./modules/docs/routes";
import { events } from "./modules/events/routes";
import { favorites } from "./modules/favorites/routes";
import { health } from "./modules/health/routes";
import { mutationBatches } from "./modules/mutation-batches/routes";
import { notifications } from "./modules/notifications/routes";
import { roles } from "./modules/roles/routes";
import { settings } from "./modules/settings/routes";
import { stakeholders } from "./modules/stakeholders/routes";
import { tags } from "./modules/tags/routes";
import { users } from "./modules/users/routes";
import { webPortals } from "./modules/web-portals/routes";
import { VERSION } from "./version";

/** Every area of the API under /api/v1. */
const modules = [
  auth,
  users,
  roles,
  stakeholders,
  metamodel,
  calculations(refreshQuality),
  cards,
  relations,
  events,
  mutationBatches,
  favorites,
  settings,
  notifications,
  tags,
  webPortals,
] as const;

export type App = {
  handle: Handler;
  description: () => Description;
  /** Method, path with `:parameters`, and who may call it. */
  routes: { method: string; path: string; permission: string }[];
};

/** What routes say of themselves beyond what OpenAPI knows. */
type RouteDetail = { "x-permission"?: string; "x-body"?: string; "x-largest-body"?: number };

/** Routes by their path, for the answer to a method that a path doesn't have. */
function methodsByPath(routes: App["routes"]) {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { method, path } of routes) {
    const pattern = path.replace(/\/$/, "").replace(/:[^/]+/g, "[^/]+");
    const known = patterns.get(path) ?? { pattern: new RegExp(`^${pattern}/?$`), methods: new Set() };
    known.methods.add(method);
    if (method === "GET") known.methods.add("HEAD");
    patterns.set(path, known);
  }
  return (path: string) => [
    ...new Set(
      [...patterns.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
    ),
  ];
}

const notServed = () => problemResponse(new Problem(404, "Not Found"));

/**
 * Puts the application together.
 * @param areas the modules; tests put in their own
 * @throws when a route says neither who may call it nor that anybody may
 */
export function createApp(config: Config, areas: readonly AnyElysia[] = modules): App {
  configurePages(config.pageSizeDefault, config.pageSizeMax);
  mailAccounts();
  tellHolders();
  let allowedMethods: (path: string) => string[] = () => [];
  /** Method and path of the routes that take files. */
  const uploads = new Set<string>();
  /** Method and path of the routes that take more than the others, with how many bytes. */
  const largestBodies = new Map<string, number>();
  let description: Description | undefined;
  let descriptionText: string | undefined;

  // Without the second setting a host of three letters is taken for part of the path.
  const elysia: AnyElysia = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .use(cors(corsOptions(config.allowedOrigins)))
    .onRequest(completeCors)
    .onParse(({ request, contentType, route }) => {
      const place = `${request.method} ${route}`;
      if (contentType !== "multipart/form-data" || !uploads.has(place))
        return readJson(request, largestBodies.get(place));
      refuseLargeUpload(request, LARGEST_JSON);
    })
    // The framework reads lists and objects into the commas and brackets of a query; Stoa takes it as it is written.
    .onTransform((context) => {
      if (context.request.url.includes("?")) context.query = readQuery(context.request.url) as typeof context.query;
    })
    .onError({ as: "global" }, ({ code, error, request }) => {
      if (code === "NOT_FOUND") {
        const allowed = allowedMethods(new URL(request.url).pathname);
        // A path that has the method and wasn't found all the same is written in a way that no path is.
        if (allowed.length === 0 || allowed.includes(request.method)) return notServed();
        return problemResponse(new Problem(405, "Method Not Allowed", { Allow: allowed.join(", ") }));
      }
      return errorResponse(reasonOf(error, code), contextOf(request).id);
    })
    .use(health)
    .use(docs(() => (descriptionText ??= JSON.stringify(describeAll())), config.development));
  const api: AnyElysia = areas.reduce(
    (api: AnyElysia, area) => api.use(safeToRetry(area)),
    new Elysia({ prefix: "/api/v1" }),
  );
  elysia.use(api);

  const describeAll = (): Description => (description ??= describe(elysia, VERSION));
  const routes = elysia.routes.map(({ method, path, hooks }) => {
    const { detail } = hooks as { detail?: RouteDetail };
    if (detail?.["x-largest-body"]) largestBodies.set(`${method} ${path}`, detail["x-largest-body"]);
    const permission = detail?.["x-permission"];
    if (detail?.["x-body"] === "multipart/form-data") uploads.add(`${method} ${path}`);
    if (!permission) throw new Error(`${method} ${path} says neither \`permission\` nor \`public\`.`);
    return { method, path, permission };
  });
  allowedMethods = methodsByPath(routes);
  elysia.compile();
  return { handle: elysia.fetch, description: describeAll, routes };
}

/** Makes every POST of an area safe to be sent twice, as far as its answer can be kept. */
function safeToRetry(area: AnyElysia): AnyElysia {
  for (const route of area.router.history) {
    if (route.method !== "POST") continue;
    const handler = once(route.handler as never) as never;
    if (handler === route.handler) continue;
    route.handler = handler;
    route.hooks.detail = { ...route.hooks.detail, "x-repeatable": true };
  }
  return area;
}

/** What lies behind an error of the framework. */
function reasonOf(error: unknown, code: unknown): unknown {
  if (error instanceof ValidationError && error.type !== "response") return validationProblem(error);
  if (code !== "PARSE") return error;
  const { cause } = error as Error;
  if (cause instanceof Problem) return cause;
  return new Problem(422, [{ type: "value_error", loc: ["body"], msg: "could not be read", input: {} }]);
}

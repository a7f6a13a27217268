/** The application: one list of the modules that make it up, and what holds for all of them. */
import { cors } from "@elysiajs/cors";
import { type AnyElysia, Elysia, ValidationError } from "elysia";
import type { Config } from "./config";
import { type Description, describe } from "./http/describe";
import { errorResponse, Problem, problemResponse } from "./http/errors";
import { factsOf } from "./http/facts";
import { configurePages } from "./http/listing";
import { EXPOSED_HEADERS, type Handler } from "./http/pipeline";
import { readJson, violations } from "./http/validation";
import { docs } from "./modules/docs/routes";
import { favorites } from "./modules/favorites/routes";
import { health } from "./modules/health/routes";
import { VERSION } from "./version";

/** Every area of the API under /api/v1. */
const modules = [favorites] as const;

export type App = {
  handle: Handler;
  description: () => Description;
  /** Method, path with `:parameters`, and who may call it. */
  routes: { method: string; path: string; permission: string }[];
};

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
 * @throws when a route says neither who may call it nor that anybody may
 */
export function createApp(config: Config): App {
  configurePages(config.pageSizeDefault, config.pageSizeMax);
  let allowedMethods: (path: string) => string[] = () => [];
  let description: Description | undefined;
  let descriptionText: string | undefined;

  const elysia: AnyElysia = new Elysia({ normalize: false })
    .use(
      cors({
        origin: [...config.allowedOrigins],
        preflight: false,
        methods: false,
        // Only preflights tell of these, and the door answers those; the plugin has a switch but no type for it.
        allowedHeaders: false as never,
        exposeHeaders: EXPOSED_HEADERS,
        credentials: true,
      }),
    )
    .onParse(({ request, contentType }) => (contentType === "multipart/form-data" ? undefined : readJson(request)))
    .onError({ as: "global" }, ({ code, error, request }) => {
      if (code === "NOT_FOUND") {
        const allowed = allowedMethods(new URL(request.url).pathname);
        if (allowed.length === 0) return notServed();
        return problemResponse(new Problem(405, "Method Not Allowed", { Allow: allowed.join(", ") }));
      }
      if (error instanceof ValidationError) return validationResponse(error);
      if (code === "PARSE")
        return problemResponse(
          new Problem(422, [{ type: "value_error", loc: ["body"], msg: "could not be read", input: {} }]),
        );
      return errorResponse(error, factsOf(request).id);
    })
    .use(health)
    .use(docs(() => (descriptionText ??= JSON.stringify(describeAll())), config.development));
  const api: AnyElysia = modules.reduce((api: AnyElysia, module) => api.use(module), new Elysia({ prefix: "/api/v1" }));
  elysia.use(api);

  const describeAll = (): Description => (description ??= describe(elysia, VERSION));
  const routes = elysia.routes.map(({ method, path, hooks }) => {
    const permission = (hooks as { detail?: { "x-permission"?: string } }).detail?.["x-permission"];
    if (!permission) throw new Error(`${method} ${path} says neither \`permission\` nor \`public\`.`);
    return { method, path, permission };
  });
  allowedMethods = methodsByPath(routes);
  elysia.compile();
  return { handle: elysia.fetch, description: describeAll, routes };
}

type Issues = Parameters<typeof violations>[1];

const parts: Record<string, string> = { params: "path", headers: "header" };

function validationResponse(error: ValidationError): Response {
  // What an answer lacks is our mistake, not the client's.
  if (error.type === "response") throw error;
  const issues = (error.all as unknown as Issues) ?? [];
  return problemResponse(new Problem(422, violations(parts[error.type] ?? error.type, issues, error.value)));
}

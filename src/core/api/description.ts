/** The OpenAPI description of the API, derived from its operations. */
import { toOpenAPISchema } from "@elysiajs/openapi";
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { permissionText } from "../access/operation-permission";
import { type Convert, converter, describeDefaults, type Schema } from "./json-schema";
import type { MountedOperations } from "./mount";
import { isRepeatable, type Operation, servedPath } from "./operation";
import { namesIgnored } from "./parameters";
import { headersOf, responseHeaders } from "./response-headers";

type Responses = Record<
  string,
  { description: string; content?: Record<string, { schema: Schema }>; headers?: Schema }
>;

type Parameter = { name: string; in: string; schema: Schema; required?: boolean; description?: string };

/** An operation in the description. */
type OperationDescription = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  "x-permission"?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses?: Responses;
  security?: Schema[];
};
type Paths = Record<string, Record<string, OperationDescription>>;

/** An OpenAPI description. */
export type Description = { paths: Paths; components: Schema } & Schema;

const ErrorDetail = z
  .object({
    detail: z.union([
      z.string(),
      z.array(
        z.object({
          type: z.string(),
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string(),
          input: z.unknown().optional(),
          ctx: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
      z.record(z.string(), z.unknown()),
    ]),
    error: z.string().optional(),
  })
  .meta({
    id: "Problem",
    description: "Why a request was refused: a sentence, the violations one by one, or an object",
  });

/** Status of an error → its description. */
const errors: Record<string, string> = {
  400: "A rule says no",
  401: "Token missing, malformed or expired",
  403: "Permission lacking",
  404: "Not found",
  409: "Contradicts what is there",
  412: "Changed since it was read",
  413: "The body is too large",
  416: "No such range; `Content-Range` says how large it is",
  422: "Invalid: which fields, and why",
  423: "Locked for a while, after too many failures",
  429: "Too many requests; `Retry-After` says when to try again",
  default: "Unexpected",
};

/** Parameters of several operations, by their names under `components.parameters`. */
const commonParameters: Record<string, Parameter> = {
  Origin: {
    name: "X-Stoa-Origin",
    in: "header",
    schema: { type: "string", enum: ["web", "mcp", "api"] },
    description: "Where the change comes from; its events tell. `X-Turbo-EA-Origin` means the same",
  },
  Batch: {
    name: "X-Stoa-Batch",
    in: "header",
    schema: { type: "string", format: "uuid" },
    description: "The open mutation batch that the change belongs to. `X-Turbo-EA-Batch` means the same",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    schema: { type: "string", maxLength: 255 },
    description:
      "A key of the client's choice: sent again with it, the request gets its first answer and changes nothing",
  },
};

const parameterReference = (name: string) => ({ $ref: `#/components/parameters/${name}` }) as unknown as Parameter;

/** Status of a response without a body → its description. */
const bodiless: Record<number, string> = { 204: "Done", 302: "Found elsewhere", 304: "Not changed since" };

/** `/api/v1/cards/{card_id}/archive` + post → `postCardsByCardIdArchive` */
const operationId = (method: string, path: string) =>
  method +
  path
    .replace(/^\/api(\/v1)?/, "")
    .split("/")
    .filter(Boolean)
    .map((part) => (part.startsWith("{") ? `By${capital(part.slice(1, -1))}` : capital(part)))
    .join("");

const capital = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** Status of an error → its headers. */
const errorHeaders: Record<string, string[]> = {
  412: ["ETag"],
  416: ["Content-Range"],
  423: ["Retry-After"],
  429: ["Retry-After"],
  default: ["X-Request-Id"],
};

/** The statuses of an operation's errors, as they follow from its declaration. */
function errorStatuses(operation: Operation, parameters: readonly Parameter[]): string[] {
  const { method, permission, path } = operation;
  const isPublic = permission === "public";
  const isRead = method === "get";
  // A body that isn't JSON is refused even where none is declared.
  const isValidated = !isRead || parameters.length > 0;
  const implied: [status: string, applies: boolean][] = [
    ["400", isValidated],
    ["401", !isPublic],
    ["403", !isPublic && permissionText(permission) !== "auth"],
    ["404", path.includes("{")],
    ["409", !isRead],
    ["412", parameters.some(({ name }) => name === "if-match")],
    ["413", !isRead],
    ["416", operation.ranges === true],
    ["422", isValidated],
    ["429", operation.rateLimit !== undefined],
  ];
  const statuses = implied.flatMap(([status, applies]) => (applies ? [status] : []));
  return [...statuses, ...(operation.refusals ?? []).map(String), "default"];
}

const errorResponseOf = (status: string, problem: Schema) => ({
  description: errors[status] ?? "Refused",
  ...headersOf(errorHeaders[status] ?? []),
  content: { "application/json": { schema: problem } },
});

/** The successful responses of an operation, by status. */
function successes(operation: Operation, convert: Convert): Responses {
  const { answer, status = answer ? 200 : 204, sends = [], caching, ranges, redirects, query, media } = operation;
  const always = [
    ...(query?.shape["page"] === SliceQuery.page ? ["X-Total-Count"] : []),
    ...(isRepeatable(operation) ? ["Idempotency-Replayed"] : []),
    ...(namesIgnored(operation) ? ["X-Ignored-Parameters"] : []),
    ...(operation.method === "get" ? [] : ["X-Stoa-Batch"]),
  ];
  const hasConditions = caching !== undefined || ranges;
  const etag = hasConditions || operation.current || operation.versioned ? ["ETag"] : [];
  const withoutBody = (code: number, headers: readonly string[]) => ({
    [code]: { description: bodiless[code] as string, ...headersOf([...headers, ...always]) },
  });
  if (!answer) return withoutBody(status, sends);
  const content = Object.fromEntries(
    [media ?? "application/json"].flat().map((type) => [type, { schema: convert(answer) }]),
  );
  return {
    [status]: { description: "Success", ...headersOf([...etag, ...sends, ...always]), content },
    ...(ranges && {
      206: { description: "A range of it", ...headersOf(["Content-Range", ...etag, ...sends]), content },
    }),
    ...(redirects && withoutBody(302, ["Location"])),
    ...(hasConditions && withoutBody(304, etag)),
  };
}

/** The common parameters of an operation: origin and batch of changes, idempotency keys. */
function commonParametersOf(operation: Operation): Parameter[] {
  if (operation.permission === "public" || operation.method === "get") return [];
  return ["Origin", "Batch", ...(isRepeatable(operation) ? ["IdempotencyKey"] : [])].map(parameterReference);
}

/** Describes an operation. `route` is the plugin's description of its route: tags, summary and parameters. */
function describeOperation(
  route: OperationDescription,
  operation: Operation,
  convert: Convert,
  problem: Schema,
): OperationDescription {
  const { method, permission, form, body = form, upload = form, bodyOptional } = operation;
  const { tags, summary, description, parameters: found = [] } = route;
  const own = found.map(({ schema, ...parameter }) => {
    const { description: text, ...plain } = schema as Schema & { description?: string };
    return { ...parameter, ...(text && { description: text }), schema: plain };
  });
  const parameters = [...own, ...commonParametersOf(operation)];
  const media = upload ? "multipart/form-data" : "application/json";
  const failures = errorStatuses(operation, own).map((code) => [code, errorResponseOf(code, problem)]);
  return {
    ...(tags && { tags }),
    summary,
    ...(description && { description }),
    "x-permission": permissionText(permission),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !bodyOptional,
        content: { [media]: { schema: describeDefaults(convert(body)) as Schema } },
      },
    }),
    responses: { ...Object.fromEntries(failures), ...successes(operation, convert) },
    operationId: operationId(method, servedPath(operation)),
    security: permission === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
  };
}

/** The plugin's description of the routes: tags, summaries and parameters, by path and method. */
function readRoutes({ framework }: MountedOperations, convert: Convert): Paths {
  const failures: unknown[] = [];
  const zod = (schema: z.ZodType) => {
    try {
      return convert(schema);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const { paths } = toOpenAPISchema(framework, { staticFile: false }, undefined, { zod: zod as never }, "3.1.1");
  // The plugin logs errors and continues.
  if (failures.length > 0) throw failures[0];
  return paths as unknown as Paths;
}

/** The OpenAPI 3.1 description of mounted operations. `version` is the product's. */
export function describe(mounted: MountedOperations, version: string): Description {
  const schemas: Record<string, Schema> = {};
  const convert = converter(schemas);
  const problem = convert(ErrorDetail);
  const routes = readRoutes(mounted, convert);
  const paths: Paths = {};
  const shown = mounted.routes.filter(({ operation }) => !operation.hidden);
  for (const { operation, path } of sortedBy(shown, (route) => servedPath(route.operation))) {
    const route = routes[path.replace(/:([^/]+)/g, "{$1}")]?.[operation.method] ?? {};
    (paths[servedPath(operation)] ??= {})[operation.method] = describeOperation(route, operation, convert, problem);
  }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  return {
    openapi: "3.1.1",
    info: {
      title: "Stoa",
      version,
      description: "Enterprise-architecture management: the map of an organisation over HTTP.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(described.flatMap(({ tags = [] }) => tags))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: describeDefaults(Object.fromEntries(sortedBy(Object.entries(schemas), ([name]) => name))),
      headers: responseHeaders,
      parameters: commonParameters,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The token of POST /auth/login, without the word Bearer",
        },
        cookie: { type: "apiKey", in: "cookie", name: "access_token" },
      },
    },
  };
}

/** Sorted by code units, so that the order is the same in every locale. */
const sortedBy = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  items.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
